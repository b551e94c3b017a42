"""The home page: the work that waits for a person."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max

from review.domain.events import ON_HOME
from review.domain.policy import UNVERIFIED
from review.domain.roles import Capability
from review.models import Event, Quote, ReviewSession
from review.selectors.access import Person, own_projects
from review.selectors.keyset import ByProject, Order
from review.selectors.promotion.listed import listed
from review.selectors.promotion.readiness import WAITING
from review.selectors.quotes.failed_count import FailedCount, failed_count
from review.selectors.quotes.state_counts import StateCounts, count_states
from review.selectors.reader.session_list import SessionRow, session_rows

MAX_RECENT = 6
MAX_MIXED = 30
"""The mix of methods covers this many of the newest sessions: over all of them it would count the whole store."""
MAX_EVENTS = 500
"""How many of the newest events are searched for decisions."""
CERTIFYING = (
    "certifiable",
    "assigned",
    "approvable",
    "ready",
    "differences",
    "ambiguous",
    "claim",
    "drifted",
    "below_bar",
    "change",
)
REVIEWING = (
    "assigned",
    "ready",
    "differences",
    "ambiguous",
    "claim",
    "drifted",
    "below_bar",
    "approvable",
    "certifiable",
    "change",
)
"""The filters of waiting entries, for certifiers and reviewers; a certifier begins with what nobody else can do."""
HARM = (
    *("assigned", "differences", "claim", "failed", "ambiguous", "drifted", "below_bar"),
    *("approvable", "certifiable", "ready", "change"),
)
"""What to start with: what others wait for, then what may be wrong, the most harmful first."""
ALWAYS = frozenset({"ready", "differences", "ambiguous"})
"""The inboxes that are shown even when they are empty."""


@dataclass(frozen=True, slots=True)
class Inbox:
    """The entries that wait for a person under one filter: its name, and their number."""

    name: str
    count: str


@dataclass(frozen=True, slots=True)
class Home:
    """The contents of the home page; `waiting` are counts of `WAITING` by filter name, which `inboxes` show."""

    waiting: dict[str, str]
    start: tuple[str, str]
    """What to start with, and the number of its entries; empty where nothing waits."""
    inboxes: tuple[Inbox, ...]
    failures: FailedCount
    state_counts: StateCounts
    sessions: list[SessionRow]
    decisions: list[Event]


def home(user: Person) -> Home:
    """Return the counts of waiting work, and the latest sessions and decisions."""
    entries = listed(user)
    newest = _newest(entries.projects)
    waiting = {name: WAITING[name](user, entries).count for name in REVIEWING}
    failures, inboxes = failed_count(entries.projects), _inboxes(user, waiting)
    quotes = Quote.objects.filter(entry__session__in=newest, entry__rejected_at__isnull=True)
    return Home(
        waiting=waiting,
        start=_start(inboxes, {**waiting, "failed": failures.entries}),
        inboxes=inboxes,
        failures=failures,
        state_counts=count_states(quotes),
        sessions=session_rows(_recent(newest)),
        decisions=_decisions(entries.projects),
    )


def _start(inboxes: Sequence[Inbox], waiting: Mapping[str, str]) -> tuple[str, str]:
    """Return what to start with: for a certifier what nobody else can do, then the most harmful that is not empty."""
    own = tuple(one.name for one in inboxes[:1] if one.name == CERTIFYING[0])
    return next(((name, waiting[name]) for name in (*own, *HARM) if waiting[name] != "0"), ("", ""))


def _inboxes(user: Person, waiting: Mapping[str, str]) -> tuple[Inbox, ...]:
    """Return the inboxes of a person, in the order of their rights; empty ones are left out, except ALWAYS."""
    is_certifier = bool(own_projects(user, Capability.CERTIFY))
    names, always = (CERTIFYING, ALWAYS | {"certifiable"}) if is_certifier else (REVIEWING, ALWAYS)
    shown = [name for name in names if waiting[name] != "0" or name in always]
    return tuple(Inbox(name, waiting[name]) for name in shown)


def _newest(projects: Iterable[int]) -> list[int]:
    """Return the newest sessions, read by key."""
    sessions = ByProject(ReviewSession.objects.all(), tuple(projects))
    return [pk for (pk,) in Order(("-pk",)).merged([sessions], None, MAX_MIXED)]


def _recent(newest: list[int]) -> list[ReviewSession]:
    sessions = ReviewSession.objects.filter(pk__in=newest[:MAX_RECENT]).select_related("project", "retrieval")
    return list(sessions.order_by("-pk"))


def _decisions(projects: Iterable[int]) -> list[Event]:
    """Return the newest decisions; in two steps, as SQLite would read the events of all sessions to join them."""
    last = Event.objects.aggregate(last=Max("pk"))["last"] or 0
    latest = Event.objects.filter(pk__gt=last - MAX_EVENTS, event_type__in=ON_HOME).order_by("-pk")
    events = Event.objects.filter(pk__in=list(latest.values_list("pk", flat=True)), session__project__in=projects)
    newest = events.select_related("entry__claim", "session").order_by("-pk")[: MAX_RECENT * len(UNVERIFIED)]
    acts: dict[object, Event] = {}
    for event in newest:  # an act with several steps has several events of the same moment: the last one stands for it
        acts.setdefault((event.entry_id, event.event_type, event.created_at), event)
    return list(acts.values())[:MAX_RECENT]
