"""Store the derived columns of entries that were just stored, from the rows in memory. Private to the services.

Nothing is judged again: the outcomes were made by the current rules, and nobody has done anything on the entries yet.
The audit computes all of it from the sources.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from review.databases.rows import insert_new, insert_rows
from review.domain.marks import Marked, QuoteMarks, marks_of
from review.models import Alignment, CitedSource, Entry, EntryMark, Extraction, Quote
from review.models.sessions import speaker_of
from review.payloads import ANSWER
from review.selectors.promotion.gate_facts import missing_codes
from review.selectors.quotes.quote_rows import current_quotes
from review.services.derived.failures import Doctor, new_failures
from review.services.derived.source_ages import store_source_ages

MARK_COLUMNS = ("entry_id", "name", "session_id", "project_id")


class NewEntries(NamedTuple):
    """The entries of a new extraction with their quotes, which have their attempts and messages.

    *sources* are the labels that answers cite, by the key of the entry; the *doctor* diagnoses the quotes that failed.
    """

    extraction: Extraction
    quotes: Mapping[Entry, Sequence[Quote]]
    sources: Mapping[int, Sequence[CitedSource]]
    doctor: Doctor


def store_new_columns(new: Sequence[NewEntries], *, are_retrievals: bool) -> None:
    """Store what the entries of new extractions lack, their marks, failed quotes and ages, in the same transaction.

    Only sources of retrievals have ages.
    """
    entries = [entry for one in new for entry in one.quotes]
    _store_missing(entries, [quote for one in new for quotes in one.quotes.values() for quote in quotes])
    insert_rows(EntryMark, MARK_COLUMNS, [row for one in new for row in _mark_rows(one)])
    insert_new(
        [
            row
            for one in new
            for row in new_failures([quote for some in one.quotes.values() for quote in some], one.doctor)
        ]
    )
    if are_retrievals:
        keys = [entry.pk for entry in entries]
        store_source_ages(keys, current_quotes(keys))


def _mark_rows(new: NewEntries) -> Iterator[tuple[int, str, int, int]]:
    session, project = new.extraction.session_id, new.extraction.session.project_id
    for entry, quotes in new.quotes.items():
        marked = _marked(new.extraction, entry, quotes, new.sources.get(entry.pk, ()))
        for name in sorted(marks_of(marked)):
            yield entry.pk, name, session, project


def _store_missing(entries: Sequence[Entry], quotes: Sequence[Quote]) -> None:
    """Store what each entry lacks: a statement for each combination of codes."""
    by_codes = defaultdict[str, list[int]](list)
    codes = missing_codes(entries, quotes)
    for entry in entries:
        entry.missing = codes[entry.pk]
        by_codes[entry.missing].append(entry.pk)
    for missing, keys in by_codes.items():
        if missing:
            Entry.objects.filter(pk__in=keys).update(missing=missing)


def _marked(extraction: Extraction, entry: Entry, quotes: Sequence[Quote], sources: Sequence[CitedSource]) -> Marked:
    run = (extraction.extractor, extraction.model, extraction.prompt_version, extraction.run_id, extraction.digest)
    return Marked(
        entry.stage,
        entry.missing,
        is_answer=entry.type == ANSWER,
        is_rejected=False,
        has_invented=any(not source.is_real for source in sources),
        quotes=tuple(_quote_marks(quote, quote.current) for quote in quotes if quote.current is not None),
        runs=run,
    )


def _quote_marks(quote: Quote, current: Alignment) -> QuoteMarks:
    message = None if current.span_start is None else current.message
    speaker = None if message is None else speaker_of(message.role)
    return QuoteMarks(quote.standing, current.method, current.reason, current.verdict, speaker)
