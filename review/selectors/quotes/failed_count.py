"""The failed quotes of a person's projects as the list of them finds them, and how many every page says there are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from review.domain.failures import LAST_FAILED
from review.domain.limits import MAX_COUNTED
from review.domain.marks import FAILED as FAILED_MARK
from review.models import EntryMark, FailedQuote
from review.selectors.access import Person, visible_projects
from review.selectors.keyset import Order, counted, together

IN_GROUPS = Order(("group", "session_id", "message_index", "quote_id"), has_ties=True)
"""The order of the list: group by group, and in each the sessions with their messages as they came."""
BY_QUOTE, BY_ENTRY = Order(("quote_id",)), Order(("-session_id", "entry_id"))


@dataclass(frozen=True, slots=True)
class FailedCount:
    """How many quotes wait for repair, in how many entries, with a plus for more than MAX_COUNTED."""

    quotes: str
    entries: str


@dataclass(frozen=True, slots=True)
class FailedScope:
    """Which failed and withdrawn quotes: of these projects, or of one session of them.

    Each number is counted to one beyond MAX_COUNTED, along one index a project: without the order of that index
    PostgreSQL would read the table for what it takes for common.
    """

    projects: tuple[int, ...]
    session: int | None = None

    def parts(self, *, group: int | None = None) -> list[QuerySet[FailedQuote]]:
        """Return the rows of all groups or of one, a queryset a project: those of several would have to be sorted."""
        found = FailedQuote.objects.filter(self._within)
        found = found if group is None else found.filter(group=group)
        return [found.filter(project=project) for project in self.projects]

    def failed(self) -> int:
        """Count the quotes that count and were not found."""
        return _counted([part.filter(group__lte=LAST_FAILED) for part in self.parts()], IN_GROUPS)

    def in_group(self, group: int) -> int:
        """Count the quotes of one group."""
        return _counted(self.parts(group=group), IN_GROUPS)

    def alike(self, group: int, kind: str) -> list[QuerySet[FailedQuote]]:
        """Return the rows of a group that one kind of click repairs; a stored repair begins with its kind."""
        stored = {"is_repairable": True, "fix__startswith": f'{{"kind":"{kind}"'}
        return [part.filter(**stored) for part in self.parts(group=group)]

    def count_alike(self, group: int, kind: str) -> int:
        """Count the quotes of a group that one kind of click repairs."""
        return _counted(self.alike(group, kind), IN_GROUPS)

    def repairable(self) -> int:
        """Count the quotes that one click repairs."""
        return _counted([part.filter(is_repairable=True) for part in self.parts()], BY_QUOTE)

    def entries(self, mark: str = FAILED_MARK) -> int:
        """Count the entries that have a mark: without another one, those with a quote that failed."""
        marked = EntryMark.objects.filter(self._within, name=mark)
        return _counted([marked.filter(project=project) for project in self.projects], BY_ENTRY)

    @property
    def _within(self) -> Q:
        return Q() if self.session is None else Q(session=self.session)


def failed_scope(user: Person, *, project: str = "", session: str = "") -> FailedScope:
    """Return the quotes of a person's projects, narrowed to the project with a name or to a session; one query."""
    projects = visible_projects(user).order_by("pk")
    if project:
        projects = projects.filter(slug=project)
    if session:
        projects = projects.filter(sessions=int(session))
    return FailedScope(tuple(projects.values_list("pk", flat=True)), int(session) if session else None)


def count_failed(user: Person) -> str:
    """Return how many quotes wait for repair in a person's projects; two queries, of which one stops at the 100th."""
    return counted(failed_scope(user).failed())


def failed_count(projects: Iterable[int]) -> FailedCount:
    """Return how many quotes and entries of projects, by their keys, wait for repair; two queries."""
    scope = FailedScope(tuple(projects))
    return FailedCount(counted(scope.failed()), counted(scope.entries()))


def _counted(parts: Sequence[QuerySet[FailedQuote]] | Sequence[QuerySet[EntryMark]], order: Order) -> int:
    return len(together([order.first(part, MAX_COUNTED + 1) for part in parts], at_most=MAX_COUNTED + 1))
