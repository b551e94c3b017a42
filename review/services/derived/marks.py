"""Store the marks by which lists find entries. Private to the services: done with every change of an entry."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from review.databases.statements import Statement
from review.domain.marks import Marked, QuoteMarks, marks_of
from review.models import CitedSource, Comment, Entry, EntryMark, Quote
from review.models.sessions import speaker_of
from review.payloads import ANSWER
from review.selectors.promotion.asked import asked_of
from review.selectors.quotes.quote_rows import CurrentQuote, current_quotes
from review.services.derived.failures import Doctor, store_failures
from review.services.derived.source_ages import store_source_ages

BATCH_SIZE = 500
Marks = frozenset[tuple[str, int, int]]
"""The marks of an entry: each with the session and the project of the entry."""
COLUMNS = ("pk", "session", "session__project", "stage", "missing", "type", "rejected_at", "added_by")
RUN_COLUMNS = tuple(f"extraction__{name}" for name in ("extractor", "model", "prompt_version", "run_id", "digest"))
OPEN_COMMENTS = Exists(Comment.objects.filter(entry=OuterRef("pk"), reply_to__isnull=True, resolved_at__isnull=True))


def store_marks(entry: int) -> None:
    """Store the changed marks of a locked entry of which neither the quotes changed nor whether it is rejected."""
    _store_marks([entry], current_quotes([entry]))


def store_places(entries: Sequence[int], doctor: Doctor | None = None) -> None:
    """Store where lists find locked entries, where that changed: their marks, failed quotes and ages of sources.

    The *doctor* diagnoses the quotes.
    """
    doctor = doctor or Doctor()
    for first in range(0, len(entries), BATCH_SIZE):
        batch = entries[first : first + BATCH_SIZE]
        quotes = current_quotes(batch)
        _store_marks(batch, quotes)
        store_failures(batch, quotes, doctor)
        store_source_ages(batch, quotes)


def _store_marks(entries: Sequence[int], quotes: Iterable[CurrentQuote]) -> None:
    stored, right = stored_marks(entries), right_marks(entries, quotes)
    changed = [entry for entry in entries if stored[entry] != right[entry]]
    EntryMark.objects.filter(entry__in=[entry for entry in changed if stored[entry]]).delete()
    EntryMark.objects.bulk_create(
        [
            EntryMark(entry_id=entry, name=name, session_id=session, project_id=project)
            for entry in changed
            for name, session, project in sorted(right[entry])
        ],
        batch_size=BATCH_SIZE,
    )


def store_differs(quotes: Iterable[Quote]) -> None:
    """Store which quotes of locked entries have critical differences by the current rules, where that changed."""
    changed = list(with_other_differs(quotes))
    for quote in changed:
        quote.differs = not quote.differs
    Quote.objects.bulk_update(changed, ["differs"], batch_size=BATCH_SIZE)


def with_other_differs(quotes: Iterable[Quote]) -> Iterator[Quote]:
    """Yield the quotes where it is stored incorrectly whether they have critical differences."""
    yield from (one for one in quotes if one.differs != bool(one.current and one.current.critical_differences))


def stored_marks(entries: Sequence[int]) -> Mapping[int, Marks]:
    """Return the marks of entries as stored."""
    found = defaultdict[int, set[tuple[str, int, int]]](set)
    for entry, name, session, project in _stored.rows(entries=entries):
        found[entry].add((name, session, project))
    return {entry: frozenset(found[entry]) for entry in entries}


@Statement
def _stored(entries: Sequence[int]) -> QuerySet[EntryMark, tuple[Any, ...]]:
    return EntryMark.objects.filter(entry__in=entries).values_list("entry", "name", "session", "project")


def right_marks(entries: Sequence[int], quotes: Iterable[CurrentQuote]) -> Mapping[int, Marks]:
    """Return the marks of entries, computed from their *quotes* and from the stored rows."""
    marked_quotes = _marked_quotes(quotes)
    invented = {entry for (entry,) in _invented.rows(entries=entries)}
    asked = asked_of(entries)
    right: dict[int, Marks] = {}
    for row in _columns.rows(entries=entries):
        has_open_comments, pk, session, project, stage, missing, kind, rejected_at, author, *runs = row
        marked = Marked(
            stage,
            missing,
            kind == ANSWER,
            rejected_at is not None,
            pk in invented,
            tuple(marked_quotes[pk]),
            tuple(runs),
            wants_change=asked[pk].change is not None,
            assignee=None if (assigned := asked[pk].assignment) is None else assigned.person,
            has_open_comments=has_open_comments,
            is_added=author is not None,
        )
        right[pk] = frozenset((name, session, project) for name in marks_of(marked))
    return right


@Statement
def _invented(entries: Sequence[int]) -> QuerySet[CitedSource, tuple[Any, ...]]:
    sources = CitedSource.objects.filter(entry__in=entries, is_real=False, corrections__isnull=True)
    return sources.order_by().values_list("entry")


@Statement
def _columns(entries: Sequence[int]) -> QuerySet[Entry, tuple[Any, ...]]:
    return Entry.objects.filter(pk__in=entries).order_by().values_list(OPEN_COMMENTS, *COLUMNS, *RUN_COLUMNS)


def wrong_marks(entries: Iterable[int]) -> Iterator[int]:
    """Yield those of a few entries that have wrong marks."""
    some = list(entries)
    stored, right = stored_marks(some), right_marks(some, current_quotes(some))
    yield from (entry for entry in some if stored[entry] != right[entry])


def _marked_quotes(quotes: Iterable[CurrentQuote]) -> Mapping[int, list[QuoteMarks]]:
    found = defaultdict[int, list[QuoteMarks]](list)
    for one in quotes:
        speaker = None if one.start is None else speaker_of(one.role or "")
        found[one.entry].append(QuoteMarks(one.standing, one.method, one.reason, one.verdict, speaker))
    return found
