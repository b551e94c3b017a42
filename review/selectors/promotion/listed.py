"""The entries that a list may show, by their marks: each part of a list is a range of one index."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet

from review.domain.marks import EVERY, mark
from review.models import EntryMark, SourceAge
from review.selectors.access import Person, own_projects
from review.selectors.keyset import ByProject, Order, Rows, together
from review.selectors.retrievals.retrieval import stale_ages

RowT = TypeVar("RowT", EntryMark, SourceAge)

NEWEST_FIRST = Order(("-session_id", "entry_id"))
"""The order of lists of entries: the newest session first, its entries in upload order."""
OLDEST_FIRST = Order(("updated", "entry_id"), has_ties=True)
"""The order of entries with a stale source: the one that was updated longest ago first."""
WORTH_COUNTING = 500
"""How many entries with a mark are counted to find the rarest one."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The selected entries: of these projects, open or rejected, of one session, with all these marks and conditions.

    A condition is on a mark, so it refers to the entry as `entry`.
    """

    projects: tuple[int, ...]
    is_open: bool = True
    session: int | None = None
    marks: tuple[str, ...] = ()
    conditions: tuple[Q | Exists, ...] = ()

    def parts(self, name: str, *, projects: Iterable[int] | None = None) -> list[Rows]:
        """Return the entries with one more mark, to be read project by project."""
        among = self.projects if projects is None else tuple(sorted({*projects} & {*self.projects}))
        return [ByProject(self._marked(name), among)] if among else []

    def of(self, entries: Collection[int]) -> list[Rows]:
        """Return a queryset of a few entries, narrowed to those listed."""
        name = mark(EVERY, is_rejected=not self.is_open)
        return [EntryMark.objects.filter(name=name, entry__in=entries)] if entries else []

    def stale(self) -> list[QuerySet[SourceAge]]:
        """Return the entries that quote a stale chunk, one queryset per project, to be listed OLDEST_FIRST."""
        ages = stale_ages(self.projects, of_entries=True)
        return [self._narrowed(part.filter(is_rejected=not self.is_open), self.marks) for part in ages]

    def _marked(self, name: str) -> QuerySet[EntryMark]:
        marked = EntryMark.objects.filter(name=mark(name, is_rejected=not self.is_open))
        return self._narrowed(marked, [other for other in self.marks if other != name])

    def _narrowed(self, found: QuerySet[RowT], marks: Iterable[str]) -> QuerySet[RowT]:
        found = found.filter(*self.conditions)
        for name in marks:
            stored = mark(name, is_rejected=not self.is_open)
            found = found.filter(Exists(EntryMark.objects.filter(entry=OuterRef("entry"), name=stored)))
        return found if self.session is None else found.filter(session=self.session)

    def among(self, projects: Iterable[int]) -> "Listed":
        """Narrow to those of some projects."""
        return replace(self, projects=tuple(sorted({*projects} & {*self.projects})))

    def rarest_mark(self) -> str:
        """Return the mark with the fewest entries, counted up to WORTH_COUNTING."""
        if len(self.marks) < 2:  # noqa: PLR2004 - nothing to choose from
            return self.marks[0] if self.marks else EVERY
        alone = Listed(self.projects, is_open=self.is_open, session=self.session)
        return min(self.marks, key=lambda name: count(alone.parts(name), at_most=WORTH_COUNTING))


def listed(user: Person, *, project: str = "", is_open: bool = True) -> Listed:
    """Return the entries of a person's projects, or of the one with a name."""
    projects = (one.pk for one in own_projects(user) if not project or one.slug == project)
    return Listed(tuple(sorted(projects)), is_open=is_open)


def count(parts: Iterable[Rows], *, at_most: int) -> int:
    """Return the number of rows, counting no further than one beyond *at_most*; one query."""
    return len(together([NEWEST_FIRST.first(part, at_most + 1) for part in parts], at_most=at_most + 1))
