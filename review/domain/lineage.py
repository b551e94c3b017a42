"""Which accounts count as one person: those of one lineage, unless staff have confirmed that they are two. No ORM.

An account is below those who brought it: whoever made a link that it followed, made the account, or confirmed it in a
role as another manager. Two accounts are of one lineage when one is below the other, or when links of one person
brought both, directly or through others.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Above = frozenset[int]
"""The keys of the accounts directly above one."""


class Act(StrEnum):
    """What an account did that another person has to judge."""

    APPROVED = "approved"
    CHOSE_WORDS = "chose_words"
    WROTE_CLAIM = "wrote_claim"
    VERIFIED = "verified"


@dataclass(frozen=True, slots=True)
class Origin:
    """Who brought an account, `by_links` and `otherwise`, and who of the staff confirmed that it is another person."""

    by_links: Above = frozenset()
    otherwise: Above = frozenset()
    confirmed_by: int | None = None

    @property
    def anyhow(self) -> Above:
        """Everybody who brought it."""
        return self.by_links | self.otherwise


@dataclass(frozen=True, slots=True)
class Kinship:
    """How two accounts are of one lineage: `through` whom, None where that is not known, and who confirmed them.

    While nobody has confirmed them (`confirmed_by` is None), they count as one person.
    """

    through: int | None
    confirmed_by: int | None

    @property
    def is_one(self) -> bool:
        """Whether they count as one person."""
        return self.confirmed_by is None


@dataclass(frozen=True, slots=True)
class SecondPerson:
    """An account whose act on an entry another person has to judge, as it stands to the account that does: by names.

    `through` is the account that their lineage has in common: None where they have none, or nobody knows.
    """

    act: Act
    account: str
    counts_as_one: bool = False
    through: str | None = None
    confirmed_by: str | None = None

    @property
    def is_related(self) -> bool:
        """Whether the two are of one lineage, or count as one because nobody knows."""
        return self.counts_as_one or self.through is not None


def recorded_person(record: Mapping[str, Any]) -> SecondPerson:
    """Return an account as an event recorded it."""
    return SecondPerson(**{**record, "act": Act(record["act"])})


@dataclass(frozen=True, slots=True)
class Lineage:
    """The origins of some accounts and of all above them, and the names of all of these, by key."""

    origins: Mapping[int, Origin] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)

    def is_one_person(self, one: int, other: int) -> bool:
        """Return whether two accounts count as one person; an account without a known origin does with everybody."""
        kinship = self.kinship(one, other)
        return one == other or (kinship is not None and kinship.is_one)

    def kinship(self, one: int, other: int) -> Kinship | None:
        """Return how two accounts are of one lineage; None where they are not, or are the same."""
        if one == other:
            return None
        if not {one, other} <= self.origins.keys():
            return Kinship(None, None)
        through = self._in_common(one, other, ends=False)
        if through is None:
            return None
        still = self._in_common(one, other, ends=True)
        return Kinship(through, self._confirmer(one, other, through)) if still is None else Kinship(still, None)

    def second_person(self, act: Act, account: int, *, beside: int) -> SecondPerson:
        """Return an account that did something, as it stands to the account *beside* it that judges it."""
        kinship = self.kinship(account, beside)
        name = self.names.get(account, "")
        if kinship is None:
            return SecondPerson(act, name, counts_as_one=account == beside)
        through, confirmed_by = (
            None if key is None else self.names.get(key) for key in (kinship.through, kinship.confirmed_by)
        )
        return SecondPerson(act, name, kinship.is_one, through, confirmed_by)

    def above(self, account: int, *, by_links: bool = False) -> list[int]:
        """Return an account and everybody above it, or only those by their links, the nearest first."""
        return self._climb(account, _by_links if by_links else _anyhow, ends=False)

    def origin_names(self, account: int) -> tuple[tuple[str, ...], str | None]:
        """Return by name who brought an account, and who of the staff confirmed it."""
        origin = self.origins.get(account, Origin())
        brought_by = tuple(sorted(self.names[key] for key in origin.anyhow if key in self.names))
        return brought_by, None if origin.confirmed_by is None else self.names.get(origin.confirmed_by)

    def needs_confirmation(self, account: int) -> bool:
        """Return whether somebody brought an account, and nobody but perhaps one of them has confirmed it."""
        brought_by = self.above(account)[1:]
        confirmed_by = self.origins.get(account, Origin()).confirmed_by
        return bool(brought_by) and (confirmed_by is None or confirmed_by in brought_by)

    def _in_common(self, one: int, other: int, *, ends: bool) -> int | None:
        """Return the account by which two are of one lineage; *ends* is whether it ends at confirmed accounts."""
        if other in self._climb(one, _anyhow, ends=ends):
            return other
        if one in self._climb(other, _anyhow, ends=ends):
            return one
        theirs = set(self._climb(other, _by_links, ends=ends))
        return next((key for key in self._climb(one, _by_links, ends=ends) if key in theirs), None)

    def _climb(self, account: int, ways: Callable[[Origin], Above], *, ends: bool) -> list[int]:
        """Return an account and those above it, the nearest first.

        A confirmation separates an account from all above it but the person who gave it: nobody makes a second person
        of an account that they brought themselves.
        """
        found = [account]
        for key in found:
            origin = self.origins.get(key, Origin())
            next_up = ways(origin)
            if ends and origin.confirmed_by is not None:
                next_up = frozenset({origin.confirmed_by}.intersection(self._climb(key, ways, ends=False)))
            found += sorted(next_up.difference(found))
        return found

    def _confirmer(self, one: int, other: int, through: int) -> int | None:
        """Return who separated two accounts of one lineage: the confirmation nearest to them, on their way up."""
        ways = [self.above(key) for key in (one, other)]
        below = [key for way in ways for key in way[: way.index(through) if through in way else len(way)]]
        confirmed = [self.origins[key].confirmed_by for key in (*below, *ways[0], *ways[1]) if key in self.origins]
        return next((key for key in confirmed if key is not None), None)


def _anyhow(origin: Origin) -> Above:
    return origin.anyhow


def _by_links(origin: Origin) -> Above:
    return origin.by_links
