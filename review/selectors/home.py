"""The home page: what waits for a person."""

from dataclasses import dataclass

from review.models import Event, ReviewSession, Standing
from review.selectors.access import Person, visible_entries, visible_quotes, visible_sessions
from review.selectors.promotion.readiness import ready_to_verify, waiting_for_approval, waiting_for_certification
from review.selectors.quotes.critical_differences import open_differences
from review.selectors.quotes.quote_rows import DRIFTED
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
    """What the home page shows."""

    ready: str
    approvals: str
    certifications: str
    failures: FailureTotals
    ambiguous: int
    differing: int
    drifted: int
    claims: int
    state_counts: StateCounts
    sessions: list[SessionRow]
    decisions: list[Event]


def home(user: Person) -> Home:
    """Return the counts of what waits for a person, and the latest sessions and decisions."""
    quotes = visible_quotes(user).filter(entry__rejected_at__isnull=True)
    state_counts = count_states(quotes)
    return Home(
        ready=ready_to_verify(user, visible_entries(user)).count,
        approvals=waiting_for_approval(user, visible_entries(user)).count,
        certifications=waiting_for_certification(user, visible_entries(user)).count,
        failures=failure_totals(user),
        ambiguous=state_counts.ambiguous,
        differing=quotes.filter(open_differences(user), standing=Standing.COUNTS).count(),
        drifted=quotes.filter(DRIFTED, standing=Standing.COUNTS).count(),
        claims=visible_entries(user).filter(claim_open=True, rejected_at__isnull=True).count(),
        state_counts=state_counts,
        sessions=session_rows(_recent(user)),
        decisions=_decisions(user),
    )


def _recent(user: Person) -> list[ReviewSession]:
    sessions = visible_sessions(user).select_related("project", "retrieval")
    return list(sessions.order_by("-created_at", "-pk")[:MAX_RECENT])


def _decisions(user: Person) -> list[Event]:
    events = Event.objects.filter(event_type__in=DECISIONS, session__in=visible_sessions(user))
    return list(events.select_related("entry__claim", "session").order_by("-created_at", "-pk")[:MAX_RECENT])
