"""Compare entries and quotes with the extraction they came from. Private to the services."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aligner_core import FailureReason, canonical_json, text_hash
from review.domain.errors import UploadRefusedError
from review.domain.events import EntryDemoted, EntryImported, EntryPromoted
from review.models import ABOVE_CANDIDATE, Entry, Event, Extraction, Quote
from review.payloads import CheckedEntry, CheckedQuote, check_extraction
from review.services.audit._finding import Finding

MOVES = (EntryPromoted.event_type, EntryDemoted.event_type, EntryImported.event_type)
LEFT_OUT = "unstorable_entry"


def upload_differences(extraction: Extraction, notes: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """Yield how the stored entries differ from the upload; *notes* name the entries that were left out on arrival."""
    try:
        checked = check_extraction(json.loads(extraction.canonical))
    except UploadRefusedError:
        return  # the limits have been lowered since: an upload accepted then cannot be read again
    if extraction.run != checked.run:
        yield Finding("run_changed", "extraction", extraction.pk)
    left_out = {str(note["where"]).rpartition(".")[0] for note in notes if note["code"] == LEFT_OUT}
    uploaded = dict(enumerate(entry for entry in checked.entries if entry.where not in left_out))
    stored = {entry.position: entry for entry in extraction.entries.prefetch_related("quotes")}
    for position in sorted(uploaded.keys() - stored.keys()):
        yield Finding("entry_missing", "extraction", extraction.pk, f"entry {position + 1}")
    moved = set(
        Event.objects.filter(event_type__in=MOVES, entry__extraction=extraction).values_list("entry_id", flat=True)
    )
    for position, entry in sorted(stored.items()):
        yield from _entry_differences(entry, uploaded.get(position))
        if entry.session_id != extraction.session_id:
            yield Finding("entry_changed", "entry", entry.pk)
        if entry.pk not in moved and position in uploaded and _is_moved(entry, uploaded[position]):
            yield Finding("stage_unaccounted", "entry", entry.pk, entry.stage)


def _entry_differences(entry: Entry, uploaded: CheckedEntry | None) -> Iterator[Finding]:
    originals = [quote for quote in entry.quotes.all() if quote.is_uploaded]
    quotes = sorted(originals, key=lambda quote: quote.position)
    positions = [quote.position for quote in quotes]
    if uploaded is None or _content(entry) != _content(uploaded) or positions != [*range(len(uploaded.quotes))]:
        yield Finding("entry_changed", "entry", entry.pk)
        return
    for quote, original in zip(quotes, uploaded.quotes, strict=True):
        if not _is_as_uploaded(quote, original):
            yield Finding("quote_changed", "quote", quote.pk)


def _is_moved(entry: Entry, uploaded: CheckedEntry) -> bool:
    """Return whether an entry that no event moved has another stage than it came with; one above stands for itself."""
    return entry.stage not in {*ABOVE_CANDIDATE, uploaded.stage}


def _content(entry: Entry | CheckedEntry) -> tuple[str, ...]:
    return entry.entry_id, entry.type, entry.title, entry.body


def _is_as_uploaded(quote: Quote, original: CheckedQuote) -> bool:
    """Return whether a quote is the uploaded one; the words are not compared where the upload had no string for it."""
    is_cut_alike = quote.is_cut == original.is_cut or len(quote.text) != len(original.text)
    if quote.claimed_index != canonical_json(original.stated).decode() or not is_cut_alike:
        return False
    return original.refusal is FailureReason.INVALID_QUOTE or _has_words(quote, original)


def _has_words(quote: Quote, original: CheckedQuote) -> bool:
    """Return whether a quote has the uploaded words, or as many as a limit left of them; it may be another one now."""
    if not (quote.is_cut or original.is_cut) or len(quote.text) == len(original.text):
        return quote.text_hash == text_hash(original.text)
    if quote.is_cut and len(quote.text) < len(original.text):
        return original.text.startswith(quote.text)
    return original.is_cut and len(original.text) < len(quote.text) and quote.text.startswith(original.text)
