"""The failed quotes of a person's projects as their list finds them, and the count shown on every page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from review.domain.failures import LAST_FAILED
from review.domain.limits import MAX_COUNTED
from review.domain.marks import FAILED as FAILED_MARK
from review.models import EntryMark, FailedQuote
from review.selectors.access import Person, visible_projects
from review.selectors.keyset import ByProject, Order, counted, together

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

    def rows(self, *, group: int | None = None) -> ByProject:
        """Return the rows of all groups or of one."""
        found = FailedQuote.objects.filter(self._within)
        return ByProject(found if group is None else found.filter(group=group), self.projects)

    def failed(self) -> int:
        """Return the number of quotes that count and were not found."""
        return _counted(self.rows().filter(group__lte=LAST_FAILED), IN_GROUPS)

    def in_group(self, group: int) -> int:
        """Return the number of quotes in one group."""
        return _counted(self.rows(group=group), IN_GROUPS)

    def alike(self, group: int, kind: str) -> ByProject:
        """Return the rows of a group that one kind of click repairs; a stored repair begins with its kind."""
        return self.rows(group=group).filter(is_repairable=True, fix__startswith=f'{{"kind":"{kind}"')

    def count_alike(self, group: int, kind: str) -> int:
        """Return the number of quotes in a group that one kind of click repairs."""
        return _counted(self.alike(group, kind), IN_GROUPS)

    def repairable(self) -> int:
        """Return the number of quotes that one click repairs."""
        return _counted(self.rows().filter(is_repairable=True), BY_QUOTE)

    def entries(self, mark: str = FAILED_MARK) -> int:
        """Return the number of entries with a mark, by default that of a failed quote."""
        marked = EntryMark.objects.filter(self._within, name=mark)
        return _counted(ByProject(marked, self.projects), BY_ENTRY)

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
    return failed_in(failed_scope(user).projects)


def failed_in(projects: Iterable[int]) -> str:
    """Return the number of quotes that wait for repair in projects, given by key; one query."""
    return counted(FailedScope(tuple(projects)).failed())


def failed_count(projects: Iterable[int]) -> FailedCount:
    """Return the numbers of quotes and entries that wait for repair in projects, given by key; two queries."""
    scope = FailedScope(tuple(projects))
    return FailedCount(counted(scope.failed()), counted(scope.entries()))


def _counted(rows: ByProject, order: Order) -> int:
    return len(together([order.first(rows, MAX_COUNTED + 1)], at_most=MAX_COUNTED + 1))
