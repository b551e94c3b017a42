"""The review queue: the next entry that waits for a person, in an order that begins with what is risky."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core import signing
from django.utils import timezone

from review.models import Entry, Lease
from review.selectors.access import Person, reviewed_projects
from review.selectors.entries.entry_list import found_places
from review.selectors.keyset import SALT, Cursor, Place
from review.selectors.promotion.changes import WANTS_CHANGE
from review.selectors.promotion.readiness import WAITING

TURNS = ("certifiable", "approvable", "claim", "differences", "ambiguous", "drifted", "failed", "ready")
"""What waits, in the order of the queue: other people's work first, then what may state another fact, then the rest."""
FILTERED = "filtered"
"""The one turn of a queue that was started from a filter by anything else, in the order of the list."""
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
    those of which a change was asked for, unless the filter asks for these.
    """
    own = {name: value for name, value in filters.items() if name != "rejected"}
    turns = _turns_of(own)
    first = turns.index(turn) if turn in turns else 0
    among, leased = reviewed_projects(user), 0
    but = None if own.get("method") == "change" else WANTS_CHANGE
    for name in turns[first:]:
        begin = cursor if name == turns[first] else None
        fetch, count = found_places(user, own if name == FILTERED else {**own, "method": name}, among=among, but=but)
        places = list(fetch(begin, LOOKED_AT))
        taken = _leased_by_others(user, places)
        leased += len(taken)
        free = [place for place in places if place[-1] not in taken]
        if free:
            found = tuple(
                Turn(place[-1], name, count, _query(own, name, Cursor(place))) for place in free[: 1 + UPCOMING]
            )
            return Queue(own, _query(own, name, begin), found, leased, _is_first(first, cursor))
    return Queue(own, _query(own, turns[-1], cursor), (), leased, _is_first(first, cursor))


def _is_first(turn: int, cursor: Cursor | None) -> bool:
    return turn == 0 and cursor is None


def _turns_of(filters: Mapping[str, str]) -> tuple[str, ...]:
    method = filters.get("method", "")
    if method in WAITING:
        return (method,)
    return (FILTERED,) if filters.keys() - {"session", "project"} else TURNS


def _query(filters: Mapping[str, str], turn: str, cursor: Cursor | None) -> str:
    behind = {} if cursor is None else {"after": signing.dumps(cursor.place, salt=SALT)}
    return urlencode({**filters, "turn": turn, **behind})


def _leased_by_others(user: Person, places: list[Place]) -> frozenset[int]:
    """Return which of the entries at these places other people look at now."""
    living = Lease.objects.filter(entry__in=[place[-1] for place in places], until__gt=timezone.now())
    return frozenset(living.exclude(holder=user.pk or 0).values_list("entry_id", flat=True))


def upcoming_entries(turns: tuple[Turn, ...]) -> list[Entry]:
    """Return the entries of some turns in their order, for a list of their claims."""
    rows = Entry.objects.filter(pk__in=[turn.entry_id for turn in turns]).select_related("claim", "session")
    found = {entry.pk: entry for entry in rows}
    return [found[turn.entry_id] for turn in turns if turn.entry_id in found]
