"""The list of sessions, with the states of their quotes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Count, Q

from review.domain.limits import MAX_COUNTED, PAGE_SIZE
from review.domain.marks import INVENTED
from review.models import Entry, EntryMark, Message, Project, Quote, Retrieval, ReviewSession
from review.selectors.access import Person, visible_projects
from review.selectors.keyset import ByProject, Cursor, KeysetPage, Order, Place, counted, page_of
from review.selectors.quotes.state_counts import StateCounts, states_by_session
from review.selectors.retrievals.retrieval import sessions_with, stale_ages


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One line of the list of sessions."""

    session: ReviewSession
    messages: int
    entries: int
    state_counts: StateCounts


RETRIEVAL, MAX_FEW = "retrieval", 500
NEWEST_FIRST, BY_MARKS = Order(("-pk",)), Order(("-session_id",))
OLDEST_FIRST = Order(("updated", "session_id"), has_ties=True)
"""The order of retrievals with a stale chunk: the least recently updated first."""


@dataclass(frozen=True, slots=True)
class SessionPage:
    """One page of the list of sessions, the adjacent pages, and the count."""

    rows: list[SessionRow]
    page: KeysetPage
    count: str


def session_pages(user: Person, filters: Mapping[str, str], cursor: Cursor | None) -> SessionPage:
    """Return one page of the sessions a person sees, newest first: found project by project, then read by key."""
    projects = visible_projects(user)
    if filters.get("project"):
        projects = projects.filter(slug=filters["project"])
    fetch = _found(list(projects.order_by("pk").values_list("pk", flat=True)), filters.get("sources", ""))
    page, number = page_of(fetch, cursor, size=PAGE_SIZE), len(fetch(None, MAX_COUNTED + 1))
    keys = [place[-1] for place in page.places]
    rows = ReviewSession.objects.select_related("project", "retrieval").in_bulk(keys)
    return SessionPage(session_rows([rows[key] for key in keys if key in rows]), page, counted(number))


def sessions_after(project: Project, cursor: Cursor | None, *, limit: int) -> KeysetPage:
    """Return the places of a page of the sessions of a project, newest first."""
    found = ByProject(ReviewSession.objects.all(), (project.pk,))
    return page_of(partial(NEWEST_FIRST.merged, [found]), cursor, size=limit)


def _found(projects: Sequence[int], sources: str) -> Callable[[Cursor | None, int], Sequence[Place]]:
    """Return the function that finds the places of sessions; each ends with the key of the session."""
    if sources == "stale":
        return partial(OLDEST_FIRST.merged, stale_ages(projects, of_entries=False))
    if sources == "invented":
        marked = EntryMark.objects.filter(name=INVENTED).distinct()
        return partial(BY_MARKS.merged, [ByProject(marked, tuple(projects))])
    found = ReviewSession.objects.filter(_with(sources) if sources else Q())
    return partial(NEWEST_FIRST.merged, [ByProject(found, tuple(projects))])


def _with(sources: str) -> Q:
    """Match the sessions with such sources; a few retrievals by their keys, as they are rare among all sessions."""
    few = list(Retrieval.objects.values_list("session", flat=True)[: MAX_FEW + 1]) if sources == RETRIEVAL else []
    return Q(pk__in=few) if sources == RETRIEVAL and len(few) <= MAX_FEW else sessions_with(sources)


def session_rows(sessions: Sequence[ReviewSession]) -> list[SessionRow]:
    """Return sessions with their numbers of messages, entries and quotes; three queries in all."""
    keys = [session.pk for session in sessions]
    messages = Message.objects.filter(session__in=keys, version=1).order_by().values_list("session")
    entries = Entry.objects.filter(session__in=keys).order_by().values_list("session")
    message_counts = dict(messages.annotate(count=Count("pk")))
    entry_counts = dict(entries.annotate(count=Count("pk")))
    state_counts = states_by_session(Quote.objects.filter(entry__session__in=keys))
    return [
        SessionRow(
            session,
            message_counts.get(session.pk, 0),
            entry_counts.get(session.pk, 0),
            state_counts.get(session.pk, StateCounts()),
        )
        for session in sessions
    ]
