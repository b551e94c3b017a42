"""The review queue: the next entry that waits for a person, in an order that begins with what is risky."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core import signing
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from review.domain.marks import assigned_mark
from review.domain.turns import ASSIGNED, Step, steps_of, unoffered
from review.models import Entry, EntryMark, Lease
from review.selectors.access import Person, reviewed_projects, uploadable_projects, visible_entries
from review.selectors.entries.entry_list import found_places
from review.selectors.keyset import SALT, Cursor, Place
from review.selectors.promotion.asked import IS_ASSIGNED, WANTS_CHANGE, assigned_to_others
from review.selectors.promotion.readiness import WAITING

FILTERED = "filtered"
"""The one turn of a queue that was started from a filter by anything else, in the order of the list."""
REMAINING = ("failed", "change", "elsewhere")
"""What may be there when nothing is left in the queue, whatever projects weigh."""
MAX_LEASES = 10
"""How many of the entries that others look at are named."""
UPCOMING = 5
LOOKED_AT = 25
"""How many entries are looked at for one that nobody else has; as many people would have to work in one place."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An entry that waits, as its turn in the queue: why, how many there are of its kind, and how to go past it."""

    entry_id: int
    name: str
    count: str
    skip: str


@dataclass(frozen=True, slots=True)
class Queue:
    """The entries of a queue from one place on, those that others look at left out, and how many these are."""

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
    """Return the queue of a person from one turn on, behind the cursor in it; it costs the same in any store.

    *filters* are those of the list of entries. Entries of projects in which the person does not decide never come, nor
    those of which a change was asked for or that are assigned to somebody else, unless the filter asks for these.
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


def _steps(user: Person, filters: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps of a queue: what is assigned to the person, then the turns as their projects weigh them.

    A queue that was started from a filter by anything but a place offers what the filter finds, whatever it weighs.
    """
    method = filters.get("method", "")
    if method in WAITING or filters.keys() - {"session", "project"}:
        name = method if method in WAITING else FILTERED
        return (Step(name, reviewed_projects(user), name),)
    weights, assigned = _weights(user)
    own = (Step(ASSIGNED, assigned, ASSIGNED),) if assigned else ()
    return (*own, *steps_of(weights))


def _weights(user: Person) -> tuple[dict[int, dict[str, int]], frozenset[int]]:
    """Return what the projects in which a person decides weigh, and in which of them something is assigned to them."""
    own = EntryMark.objects.filter(project=OuterRef("pk"), name=assigned_mark(user.get_username()))
    rows = list(uploadable_projects(user).annotate(has_own=Exists(own)).values_list("pk", "queue_weights", "has_own"))
    return {pk: weights for pk, weights, _ in rows}, frozenset(pk for pk, _, has_own in rows if has_own)


def _left_out(user: Person, filters: Mapping[str, str], step: Step) -> Q | None:
    """Match the marks of what a step leaves out; what is assigned to the person came before the other turns."""
    if step.turn in {"change", "elsewhere"}:
        return None
    is_filtered = step.turn in {ASSIGNED, FILTERED} or filters.get("method") == step.turn
    return Q(WANTS_CHANGE) | (assigned_to_others(user) if is_filtered else Q(IS_ASSIGNED))


def _query(filters: Mapping[str, str], step: str, cursor: Cursor | None) -> str:
    behind = {} if cursor is None else {"after": signing.dumps(cursor.place, salt=SALT)}
    return urlencode({**filters, "turn": step, **behind})


def _leased_by_others(user: Person, places: list[Place]) -> frozenset[int]:
    """Return which of the entries at these places other people look at now."""
    taken = _living_leases(user).filter(entry__in=[place[-1] for place in places])
    return frozenset(taken.values_list("entry_id", flat=True))


def _living_leases(user: Person) -> QuerySet[Lease]:
    """Return the leases that other people have now."""
    return Lease.objects.filter(until__gt=timezone.now()).exclude(holder=user.pk or 0)


def upcoming_entries(turns: tuple[Turn, ...]) -> list[Entry]:
    """Return the entries of some turns in their order, for a list of their claims."""
    rows = Entry.objects.filter(pk__in=[turn.entry_id for turn in turns]).select_related("claim", "session")
    found = {entry.pk: entry for entry in rows}
    return [found[turn.entry_id] for turn in turns if turn.entry_id in found]


@dataclass(frozen=True, slots=True)
class Remains:
    """What is there when nothing is left in a queue: what it does not offer, who looks at what, and what was skipped.

    `kinds` are the names of filters, each with how many entries it finds.
    """

    kinds: tuple[tuple[str, str], ...]
    leases: tuple[Lease, ...]
    skipped: tuple[Entry, ...]


def remains(user: Person, skipped: Sequence[int]) -> Remains:
    """Return what remains in the projects in which a person decides, when their queue is at its end."""
    weights, _ = _weights(user)
    projects = frozenset(weights)
    kinds: dict[str, frozenset[int]] = {**unoffered(weights), **dict.fromkeys(REMAINING, projects)}
    counts = {name: found_places(user, {"method": name}, among=some)[1] for name, some in kinds.items()}
    living = _living_leases(user).filter(entry__session__project__in=projects).select_related("holder", "entry__claim")
    rows = visible_entries(user).filter(pk__in=skipped).select_related("claim", "session")
    return Remains(
        kinds=tuple((name, count) for name, count in counts.items() if count != "0"),
        leases=tuple(living.order_by("until", "pk")[:MAX_LEASES]),
        skipped=tuple(sorted(rows, key=lambda entry: skipped.index(entry.pk))),
    )
