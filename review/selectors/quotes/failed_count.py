"""The failed quotes of a person's projects as their list finds them, and the count shown on every page."""

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
"""The order of the list: by group, then by session and message in upload order."""
BY_QUOTE, BY_ENTRY = Order(("quote_id",)), Order(("-session_id", "entry_id"))


@dataclass(frozen=True, slots=True)
class FailedCount:
    """The number of quotes that wait for repair, and of their entries, with a plus above MAX_COUNTED."""

    quotes: str
    entries: str


@dataclass(frozen=True, slots=True)
class FailedScope:
    """The selected failed and withdrawn quotes: of these projects, or of one session in them.

    Counts stop one beyond MAX_COUNTED and use one index per project: without the order of that index, PostgreSQL would
    scan the table for values that it estimates as common.
    """

    projects: tuple[int, ...]
    session: int | None = None

    def parts(self, *, group: int | None = None) -> list[QuerySet[FailedQuote]]:
        """Return the rows of all groups or of one, one queryset per project: a query over several would sort them."""
        found = FailedQuote.objects.filter(self._within)
        found = found if group is None else found.filter(group=group)
        return [found.filter(project=project) for project in self.projects]

    def failed(self) -> int:
        """Return the number of quotes that count and were not found."""
        return _counted([part.filter(group__lte=LAST_FAILED) for part in self.parts()], IN_GROUPS)

    def in_group(self, group: int) -> int:
        """Return the number of quotes in one group."""
        return _counted(self.parts(group=group), IN_GROUPS)

    def alike(self, group: int, kind: str) -> list[QuerySet[FailedQuote]]:
        """Return the rows of a group that one kind of click repairs; a stored repair begins with its kind."""
        stored = {"is_repairable": True, "fix__startswith": f'{{"kind":"{kind}"'}
        return [part.filter(**stored) for part in self.parts(group=group)]

    def count_alike(self, group: int, kind: str) -> int:
        """Return the number of quotes in a group that one kind of click repairs."""
        return _counted(self.alike(group, kind), IN_GROUPS)

    def repairable(self) -> int:
        """Return the number of quotes that one click repairs."""
        return _counted([part.filter(is_repairable=True) for part in self.parts()], BY_QUOTE)

    def entries(self, mark: str = FAILED_MARK) -> int:
        """Return the number of entries with a mark, by default that of a failed quote."""
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
    """Return the number of quotes that wait for repair in a person's projects; two queries, with a capped count."""
    return counted(failed_scope(user).failed())


def failed_count(projects: Iterable[int]) -> FailedCount:
    """Return the numbers of quotes and entries that wait for repair in projects, given by key; two queries."""
    scope = FailedScope(tuple(projects))
    return FailedCount(counted(scope.failed()), counted(scope.entries()))


def _counted(parts: Sequence[QuerySet[FailedQuote]] | Sequence[QuerySet[EntryMark]], order: Order) -> int:
    return len(together([order.first(part, MAX_COUNTED + 1) for part in parts], at_most=MAX_COUNTED + 1))
