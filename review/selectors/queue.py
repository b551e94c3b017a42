"""The review queue: the next entry that waits for a person, risky ones first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core import signing
from django.db.models import Q, QuerySet

from review.domain.limits import MAX_COUNTED
from review.domain.marks import assigned_mark
from review.domain.turns import ASSIGNED, Step, steps_of, unoffered
from review.models import Entry, EntryMark, Lease, ReviewSession, lease_is_over
from review.selectors.access import Person, decided_projects, reviewed_projects, visible_entries
from review.selectors.entries.entry_list import found_places
from review.selectors.keyset import SALT, Cursor, Place, counted
from review.selectors.promotion.asked import IS_ASSIGNED, WANTS_CHANGE, assigned_to_others
from review.selectors.promotion.readiness import WAITING

FILTERED = "filtered"
"""The only turn of a queue that was started from any other filter, in list order."""
REMAINING = ("failed", "change", "elsewhere")
"""The filters of what may remain when the queue is empty, whatever the weights of projects."""
PLACES = frozenset({"session", "project"})
"""The filters that say where a queue is, not what it offers."""
MAX_LEASES = 10
"""How many entries leased by others are listed."""
UPCOMING = 5
LOOKED_AT = 25
"""How many entries are examined to find one without a lease; no more people are expected to work in one place."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a waiting entry in the queue: its reason, the number of entries of its kind, and how to skip it."""

    entry_id: int
    name: str
    count: str
    skip: str


@dataclass(frozen=True, slots=True)
class Queue:
    """The entries of a queue from one place on without those leased by others, and the number of the latter."""

    filters: dict[str, str]
    here: str
    turns: tuple[Turn, ...]
    leased: int
    is_beginning: bool

    @property
    def start(self) -> str:
        """The query of the queue from its beginning."""
        return urlencode(self.filters)


def queue_from(user: Person, filters: Mapping[str, str], *, turn: str, cursor: Cursor | None) -> Queue:
    """Return the queue of a person from one turn on, behind the cursor in it, at a cost independent of the store.

    *filters* are those of the list of entries. Entries of projects in which the person does not decide are left out; so
    are those with a requested change or assigned to somebody else, unless the filter selects them.
    """
    own = {name: value for name, value in filters.items() if name != "rejected"}
    steps, leased = _steps(user, own), 0
    if not steps:
        return Queue(own, urlencode(own), (), 0, is_beginning=True)
    first = next((number for number, step in enumerate(steps) if step.name == turn), None)
    begin, start = (None, 0) if first is None else (cursor, first)
    is_beginning = start == 0 and begin is None
    here = _query(own, steps[start].name, begin)
    for step in steps[start:]:
        place = begin if step is steps[start] else None
        here = _query(own, step.name, place)
        asked = own if step.turn == FILTERED else {**own, "method": step.turn}
        fetch, count = found_places(user, asked, among=step.projects, but=_left_out(user, own, step))
        places = list(fetch(place, LOOKED_AT))
        taken = _leased_by_others(user, places)
        leased += len(taken)
        free = [one for one in places if one[-1] not in taken][: 1 + UPCOMING]
        if free:
            found = tuple(Turn(one[-1], step.turn, count, _query(own, step.name, Cursor(one))) for one in free)
            return Queue(own, here, found, leased, is_beginning)
    return Queue(own, here, (), leased, is_beginning)


@dataclass(frozen=True, slots=True)
class SessionWork:
    """What waits for a person in one session: the turns of its queue, in order, with their numbers of entries.

    `count` is the number of different entries.
    """

    turns: tuple[tuple[str, str], ...]
    count: str


def work_in(session: ReviewSession, user: Person) -> SessionWork:
    """Return what waits for a person in a session: where its queue begins, and how much is in it."""
    filters = {"session": str(session.pk)}
    turns, entries = list[tuple[str, str]](), set[object]()
    for step in _steps(user, filters):
        if session.project_id not in step.projects:
            continue
        asked = {**filters, "method": step.turn}
        fetch, count = found_places(user, asked, among=step.projects, but=_left_out(user, filters, step))
        if count != "0":
            turns.append((step.turn, count))
            entries |= {place[-1] for place in fetch(None, MAX_COUNTED + 1)}
    return SessionWork(tuple(turns), counted(len(entries)))


def _steps(user: Person, filters: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps of a queue: entries assigned to the person, then the turns in the order of project weights.

    A queue started from a filter other than project or session offers whatever the filter finds, regardless of weights.
    """
    method = filters.get("method", "")
    if method in WAITING or filters.keys() - PLACES:
        name = method if method in WAITING else FILTERED
        return (Step(name, reviewed_projects(user), name),)
    weights, assigned = _weights(user)
    own = (Step(ASSIGNED, assigned, ASSIGNED),) if assigned else ()
    return (*own, *steps_of(weights))


def _weights(user: Person) -> tuple[dict[int, dict[str, int]], frozenset[int]]:
    """Return the weights of the projects in which a person decides, and those with entries assigned to them."""
    weights = {project.pk: project.queue_weights for project in decided_projects(user)}
    own = EntryMark.objects.filter(project__in=weights, name=assigned_mark(user.get_username()))
    return weights, frozenset(own.values_list("project", flat=True).distinct())


def _left_out(user: Person, filters: Mapping[str, str], step: Step) -> Q | None:
    """Match the marks of entries that a step leaves out; those assigned to the person precede the other turns."""
    if step.turn in {"change", "elsewhere"}:
        return None
    is_filtered = step.turn in {ASSIGNED, FILTERED} or filters.get("method") == step.turn
    return Q(WANTS_CHANGE) | (assigned_to_others(user) if is_filtered else Q(IS_ASSIGNED))


def _query(filters: Mapping[str, str], step: str, cursor: Cursor | None) -> str:
    behind = {} if cursor is None else {"after": signing.dumps(cursor.place, salt=SALT)}
    return urlencode({**filters, "turn": step, **behind})


def _leased_by_others(user: Person, places: list[Place]) -> frozenset[int]:
    """Return the entries at these places that other people have leased."""
    if not places:
        return frozenset()
    taken = _living_leases(user).filter(entry__in=[place[-1] for place in places])
    return frozenset(taken.values_list("entry_id", flat=True))


def _living_leases(user: Person) -> QuerySet[Lease]:
    """Return the current leases of other people."""
    return Lease.objects.exclude(lease_is_over()).exclude(holder=user.pk or 0)


@dataclass(frozen=True, slots=True)
class Remains:
    """What remains when a queue is empty: entries it does not offer, leases of others, and skipped entries.

    `kinds` are the names of filters with their numbers of entries, and the queries of the lists of these.
    """

    kinds: tuple[tuple[str, str, str], ...]
    leases: tuple[Lease, ...]
    skipped: tuple[Entry, ...]


def remains(user: Person, skipped: Sequence[int], filters: Mapping[str, str]) -> Remains:
    """Return the remaining entries in the projects in which a person decides, when their queue is empty.

    Of the *filters* of the queue those count that say where it is: its session or project.
    """
    place = {name: filters[name] for name in PLACES if name in filters}
    weights, _ = _weights(user)
    projects = frozenset(weights)
    kinds: dict[str, frozenset[int]] = {**unoffered(weights), **dict.fromkeys(REMAINING, projects)}
    counts = {name: found_places(user, {**place, "method": name}, among=some)[1] for name, some in kinds.items()}
    living = _living_leases(user).filter(entry__session__project__in=projects).select_related("holder", "entry__claim")
    rows = visible_entries(user).filter(pk__in=skipped).select_related("claim", "session")
    return Remains(
        kinds=tuple(
            (name, count, urlencode({**place, "method": name})) for name, count in counts.items() if count != "0"
        ),
        leases=tuple(living.order_by("until", "pk")[:MAX_LEASES]),
        skipped=tuple(sorted(rows, key=lambda entry: skipped.index(entry.pk))),
    )
