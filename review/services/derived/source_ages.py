"""Store the ages of the sources of retrievals and of the entries that quote them. Private to the services."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Min

from review.models import Chunk, ReviewSession, SourceAge, Standing
from review.selectors.quotes.quote_rows import CurrentQuote, current_quotes

Rows = Mapping[int, "Age"]


class Age(NamedTuple):
    """When the oldest chunk was last updated, and where lists find it."""

    session: int
    project: int
    is_rejected: bool
    updated: int


def store_source_ages(entries: Sequence[int], quotes: Iterable[CurrentQuote]) -> None:
    """Store the ages of the chunks that the *quotes* of locked entries are from, where they changed."""
    stored, right = stored_ages(entries), right_ages(quotes)
    changed = [entry for entry in {*stored, *right} if stored.get(entry) != right.get(entry)]
    if changed:
        SourceAge.objects.filter(entry__in=changed).delete()
        rows = [(entry, right[entry]) for entry in sorted(changed) if entry in right]
        SourceAge.objects.bulk_create([_built(age, entry) for entry, age in rows])


def store_age_of_session(session: ReviewSession) -> None:
    """Store the age of a retrieval that was just stored; none of its chunks ever changes."""
    SourceAge.objects.bulk_create([_built(age, None) for age in right_ages_of_sessions([session.pk]).values()])


def stored_ages(entries: Iterable[int]) -> Rows:
    """Return the ages of the chunks that entries quote, as stored."""
    columns = ("entry", "session", "project", "is_rejected", "updated")
    return {entry: Age(*age) for entry, *age in SourceAge.objects.filter(entry__in=entries).values_list(*columns)}


def right_ages(quotes: Iterable[CurrentQuote]) -> Rows:
    """Return the ages of the chunks that entries quote, computed from the quotes that count and were found."""
    oldest: dict[int, Age] = {}
    for one in quotes:
        if one.standing == Standing.COUNTS and one.start is not None and one.updated is not None:
            age = Age(one.session, one.project, one.rejected_at is not None, one.updated)
            oldest[one.entry] = min(age, oldest.get(one.entry, age), key=lambda known: known.updated)
    return oldest


def stored_ages_of_sessions(sessions: Iterable[int]) -> Rows:
    """Return the ages of retrievals as stored."""
    rows = SourceAge.objects.filter(entry__isnull=True, session__in=sessions)
    columns = ("session", "project", "is_rejected", "updated")
    return {session: Age(session, *age) for session, *age in rows.values_list(*columns)}


def right_ages_of_sessions(sessions: Iterable[int]) -> Rows:
    """Return the ages of retrievals, computed from their chunks."""
    dated = Chunk.objects.filter(message__session__in=sessions, last_updated__isnull=False).order_by()
    rows = dated.values_list("message__session", "message__session__project").annotate(updated=Min("last_updated"))
    return {session: Age(session, project, is_rejected=False, updated=updated) for session, project, updated in rows}


def wrong_ages(entries: Sequence[int]) -> Iterator[int]:
    """Yield those of a few entries with another age than their chunks give."""
    stored, right = stored_ages(entries), right_ages(current_quotes(entries))
    yield from (entry for entry in entries if stored.get(entry) != right.get(entry))


def wrong_ages_of_sessions(sessions: Sequence[int]) -> Iterator[int]:
    """Yield those of a few sessions with another age than their chunks give."""
    stored, right = stored_ages_of_sessions(sessions), right_ages_of_sessions(sessions)
    yield from (session for session in sessions if stored.get(session) != right.get(session))


def _built(age: Age, entry: int | None) -> SourceAge:
    return SourceAge(
        entry_id=entry,
        session_id=age.session,
        project_id=age.project,
        is_rejected=age.is_rejected,
        updated=age.updated,
    )
