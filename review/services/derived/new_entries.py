"""Store the derived columns of entries that were just stored, from the rows in memory. Private to the services.

Nothing is judged again: the outcomes were made by the current rules, and nobody has done anything on the entries yet.
The audit computes all of it from the sources.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from review.databases.rows import insert_rows
from review.domain.marks import Marked, QuoteMarks, marks_of
from review.models import Alignment, CitedSource, Entry, EntryMark, Extraction, Quote
from review.models.sessions import speaker_of
from review.payloads import ANSWER
from review.selectors.promotion.gate_facts import missing_codes
from review.selectors.quotes.attempts import current_quotes
from review.selectors.retrievals.retrieval import retrieval_of
from review.services.derived.failures import Doctor, store_new_failures
from review.services.derived.source_ages import store_source_ages

MARK_COLUMNS = ("entry_id", "name", "session_id", "project_id")


def store_new_columns(
    extraction: Extraction,
    stored: Mapping[Entry, Sequence[Quote]],
    sources: Mapping[int, Sequence[CitedSource]],
    doctor: Doctor,
) -> None:
    """Store what the entries of a new extraction lack, their marks, failed quotes and ages, in the same transaction.

    The quotes have their attempts and messages; *sources* are the labels that answers cite; the *doctor* diagnoses.
    """
    entries, quotes = list(stored), [quote for some in stored.values() for quote in some]
    _store_missing(entries, quotes)
    project = extraction.session.project_id
    marks = (
        (entry.pk, name, extraction.session_id, project)
        for entry in entries
        for name in sorted(marks_of(_marked(extraction, entry, stored[entry], sources.get(entry.pk, ()))))
    )
    insert_rows(EntryMark, MARK_COLUMNS, marks)
    store_new_failures(quotes, doctor)
    if retrieval_of(extraction.session) is not None:
        keys = [entry.pk for entry in entries]
        store_source_ages(keys, current_quotes(keys))


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
    return QuoteMarks(quote.standing, current.method, current.reason, speaker)
