"""The home page: what waits for a person."""

from dataclasses import dataclass

from review.models import Event, ReviewSession
from review.selectors.access import Person, visible_entries, visible_quotes, visible_sessions
from review.selectors.promotion.readiness import WAITING
from review.selectors.quotes.state_counts import StateCounts, count_states
from review.selectors.reader.session_list import SessionRow, session_rows
from review.selectors.repair.failed_list import FailureTotals, failure_totals

MAX_RECENT = 6
DECISIONS = (
    "entry_promoted",
    "promotion_refused",
    "entry_demoted",
    "entry_rejected",
    "entry_reopened",
    "quote_retried",
    "occurrence_chosen",
    "place_confirmed",
    "quote_anchored",
    "quote_split",
    "split_undone",
    "quote_withdrawn",
    "difference_acknowledged",
    "claim_confirmed",
    "claim_corrected",
    "source_corrected",
)


@dataclass(frozen=True, slots=True)
class Home:
    """What the home page shows; `waiting` are the counts of `WAITING` by the name of the filter."""

    waiting: dict[str, str]
    failures: FailureTotals
    state_counts: StateCounts
    sessions: list[SessionRow]
    decisions: list[Event]


def home(user: Person) -> Home:
    """Return the counts of what waits for a person, and the latest sessions and decisions."""
    entries = visible_entries(user).filter(rejected_at__isnull=True)
    return Home(
        waiting={name: narrow(user, entries).count for name, narrow in WAITING.items()},
        failures=failure_totals(user),
        state_counts=count_states(visible_quotes(user).filter(entry__rejected_at__isnull=True)),
        sessions=session_rows(_recent(user)),
        decisions=_decisions(user),
    )


def _recent(user: Person) -> list[ReviewSession]:
    sessions = visible_sessions(user).select_related("project", "retrieval")
    return list(sessions.order_by("-created_at", "-pk")[:MAX_RECENT])


def _decisions(user: Person) -> list[Event]:
    events = Event.objects.filter(event_type__in=DECISIONS, session__in=visible_sessions(user))
    return list(events.select_related("entry__claim", "session").order_by("-created_at", "-pk")[:MAX_RECENT])
