"""The home page: what waits for a person."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max

from review.models import Event, Quote, ReviewSession
from review.selectors.access import Person
from review.selectors.keyset import Order
from review.selectors.promotion.listed import listed
from review.selectors.promotion.readiness import WAITING
from review.selectors.quotes.failed_count import FailedCount, failed_count
from review.selectors.quotes.state_counts import StateCounts, count_states
from review.selectors.reader.session_list import SessionRow, session_rows

MAX_RECENT = 6
MAX_MIXED = 30
"""Of how many of the newest sessions the mix of methods is shown: of all of them would be a count of the store."""
MAX_EVENTS = 500
"""Among how many of the newest events decisions are looked for."""
SHOWN = ("ready", "approvable", "certifiable", "differences", "ambiguous", "claim", "drifted")
"""What waits, beside failed quotes, which are counted as quotes."""
DECISIONS = (
    "entry_promoted",
    "promotion_refused",
    "entry_demoted",
    "entry_rejected",
    "entry_reopened",
    "decision_reverted",
    "change_requested",
    "change_resolved",
    "quote_retried",
    "occurrence_chosen",
    "place_confirmed",
    "quote_anchored",
    "quote_added",
    "quote_split",
    "split_undone",
    "quote_withdrawn",
    "quote_restored",
    "difference_acknowledged",
    "claim_confirmed",
    "claim_corrected",
    "source_corrected",
)


@dataclass(frozen=True, slots=True)
class Home:
    """What the home page shows; `waiting` are the counts of `WAITING` by the name of the filter."""

    waiting: dict[str, str]
    failures: FailedCount
    state_counts: StateCounts
    sessions: list[SessionRow]
    decisions: list[Event]


def home(user: Person) -> Home:
    """Return the counts of what waits for a person, and the latest sessions and decisions."""
    entries = listed(user)
    newest = _newest(entries.projects)
    quotes = Quote.objects.filter(entry__session__in=newest, entry__rejected_at__isnull=True)
    return Home(
        waiting={name: WAITING[name](user, entries).count for name in SHOWN},
        failures=failed_count(entries.projects),
        state_counts=count_states(quotes),
        sessions=session_rows(_recent(newest)),
        decisions=_decisions(entries.projects),
    )


def _newest(projects: Iterable[int]) -> list[int]:
    """Return the newest sessions; they are read by their keys, each project alone, as of several a list is sorted."""
    parts = [ReviewSession.objects.filter(project=project) for project in projects]
    return [pk for (pk,) in Order(("-pk",)).merged(parts, None, MAX_MIXED)]


def _recent(newest: list[int]) -> list[ReviewSession]:
    sessions = ReviewSession.objects.filter(pk__in=newest[:MAX_RECENT]).select_related("project", "retrieval")
    return list(sessions.order_by("-pk"))


def _decisions(projects: Iterable[int]) -> list[Event]:
    """Return the newest decisions; in two steps, as SQLite would read the events of all sessions to join them."""
    last = Event.objects.aggregate(last=Max("pk"))["last"] or 0
    latest = Event.objects.filter(pk__gt=last - MAX_EVENTS, event_type__in=DECISIONS).order_by("-pk")
    events = Event.objects.filter(pk__in=list(latest.values_list("pk", flat=True)), session__project__in=projects)
    return list(events.select_related("entry__claim", "session").order_by("-pk")[:MAX_RECENT])
