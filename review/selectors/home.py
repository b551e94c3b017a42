"""What waits for a person: the home page."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from review.models import Entry, Event, Quote, ReviewSession, Standing
from review.policy import Stage
from review.selectors.access import Person, visible_entries, visible_quotes, visible_sessions
from review.selectors.differing import open_differences, unsure
from review.selectors.failures import FailureTotals, failure_totals
from review.selectors.mixes import Mix, mix_of
from review.selectors.sessions import SessionRow, session_rows
from review.selectors.sources import DRIFTED

RECENT = 6
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
    "source_corrected",
)


@dataclass(frozen=True, slots=True)
class Home:
    """What the home page shows."""

    ready: int
    failures: FailureTotals
    ambiguous: int
    differing: int
    drifted: int
    mix: Mix
    sessions: list[SessionRow]
    decisions: list[Event]


def home(user: Person) -> Home:
    """Count what waits and recall what happened last."""
    quotes = visible_quotes(user).filter(entry__rejected_at__isnull=True)
    mix = mix_of(quotes)
    return Home(
        ready=ready_entries(user).count(),
        failures=failure_totals(user),
        ambiguous=mix.ambiguous,
        differing=quotes.filter(open_differences(user), standing=Standing.COUNTS).count(),
        drifted=quotes.filter(DRIFTED, standing=Standing.COUNTS).count(),
        mix=mix,
        sessions=session_rows(_recent(user)),
        decisions=_decisions(user),
    )


def ready_entries(user: Person) -> QuerySet[Entry]:
    """Give the candidates whose evidence stands: aligned, in one place each, no critical difference open."""
    waiting = Quote.objects.filter(unsure(user), entry=OuterRef("pk"), standing=Standing.COUNTS)
    candidates = visible_entries(user).filter(stage=Stage.CANDIDATE, rejected_at__isnull=True, evidence_aligned=True)
    return candidates.filter(~Exists(waiting))


def _recent(user: Person) -> list[ReviewSession]:
    sessions = visible_sessions(user).select_related("project", "retrieval")
    return list(sessions.order_by("-created_at", "-pk")[:RECENT])


def _decisions(user: Person) -> list[Event]:
    events = Event.objects.filter(event_type__in=DECISIONS, session__in=visible_sessions(user))
    return list(events.select_related("entry", "session").order_by("-created_at", "-pk")[:RECENT])
