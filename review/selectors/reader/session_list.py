"""The list of sessions, with what was found in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from review.models import Entry, Message, Quote, ReviewSession
from review.selectors.access import Person, visible_sessions
from review.selectors.quotes.state_counts import StateCounts, states_by_session
from review.selectors.retrievals.retrieval import sessions_with


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One line of the list of sessions."""

    session: ReviewSession
    messages: int
    entries: int
    state_counts: StateCounts


def session_list(user: Person, filters: Mapping[str, str]) -> QuerySet[ReviewSession]:
    """Return the sessions a person sees, narrowed by the filters that are set, newest first."""
    sessions = visible_sessions(user).select_related("project", "retrieval").order_by("-created_at", "-pk")
    if filters.get("project"):
        sessions = sessions.filter(project__slug=filters["project"])
    return sessions.filter(sessions_with(filters["sources"])) if filters.get("sources") else sessions


def session_rows(sessions: Sequence[ReviewSession]) -> list[SessionRow]:
    """Return sessions with the counts of what they contain; three queries in all."""
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
