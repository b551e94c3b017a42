"""Compare entries and quotes with the extraction they came from. Private to the services."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aligner_core import FailureReason, canonical_json, text_hash
from review.errors import UploadRefusedError
from review.models import Entry, Extraction, Quote
from review.payloads import CheckedEntry, CheckedQuote, check_extraction
from review.services._findings import Finding

LEFT_OUT = "unstorable_entry"


def altered(extraction: Extraction, notes: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """Yield what no longer is what was uploaded; *notes* tell what was left out at that time."""
    try:
        checked = check_extraction(json.loads(extraction.canonical))
    except UploadRefusedError:
        return  # the limits were lowered since: what came in then cannot be read again
    left_out = {str(note["where"]).rpartition(".")[0] for note in notes if note["code"] == LEFT_OUT}
    came = dict(enumerate(entry for entry in checked.entries if entry.where not in left_out))
    stored = {entry.position: entry for entry in extraction.entries.prefetch_related("quotes")}
    for position in sorted(came.keys() - stored.keys()):
        yield Finding("entry_missing", "extraction", extraction.pk, f"entry {position + 1}")
    for position, entry in sorted(stored.items()):
        yield from _altered(entry, came.get(position))


def _altered(entry: Entry, came: CheckedEntry | None) -> Iterator[Finding]:
    uploaded = [quote for quote in entry.quotes.all() if quote.split_from_id is None]
    quotes = sorted(uploaded, key=lambda quote: quote.position)
    if came is None or _said(entry) != _said(came) or len(quotes) != len(came.quotes):
        yield Finding("entry_changed", "entry", entry.pk)
        return
    for quote, said in zip(quotes, came.quotes, strict=True):
        if not _is_as_quoted(quote, said):
            yield Finding("quote_changed", "quote", quote.pk)


def _said(entry: Entry | CheckedEntry) -> tuple[str, ...]:
    return entry.entry_id, entry.type, entry.title, entry.body


def _is_as_quoted(quote: Quote, said: CheckedQuote) -> bool:
    """Compare the words, but for what was cut by a limit of that time and what is no text but only written as one."""
    loose = quote.is_cut or said.is_cut or said.refusal is FailureReason.INVALID_QUOTE
    same_words = loose or quote.text_hash == text_hash(said.text)
    return same_words and quote.claimed_index == canonical_json(said.claimed).decode()
