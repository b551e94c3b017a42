"""The wire form of an extractor's output, read leniently, item by item."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

from pydantic import BaseModel

from aligner_core.evidence.models import FailureReason
from aligner_core.formats.notes import Note, refuse
from aligner_core.formats.quotes import (
    CHUNK_KEYS,
    MAX_SHOWN_CHARS,
    ExtractedQuote,
    is_position,
    quote_text,
    read_quote,
    without_message,
)
from aligner_core.formats.run import Run, read_run
from aligner_core.spans import Value

Stage = Literal["raw", "working", "candidate"]

_STAGES = ("raw", "working", "candidate")
_ENTRY_KEYS = frozenset({"entryId", "type", "title", "body", "stage", "evidence"})
_TOP_KEYS = frozenset({"entries", "evidence"})
_INDEX = "index"
_SEARCH = "search"
"""The key of how what is quoted was found: kept as it is, with the events of the search."""
MAX_SHOWN_EVENTS = 20
NO_INDEX: Final = "none"
"""The value of `index` in an extraction with quotes that name no message."""
_RUN_KEYS = frozenset({"run", *Run.TOP_LEVEL_KEYS})
_QUOTE_KEYS = frozenset({"messageIndex", "message_index", "quote", *CHUNK_KEYS})


class ExtractedEntry(Value):
    """One claim with its quotes."""

    where: str
    entry_id: str | None = None
    type: str = ""
    title: str = ""
    body: str = ""
    stage: Stage = "raw"
    quotes: tuple[ExtractedQuote, ...] = ()


class ParsedExtraction(Value):
    """An extraction as it was read: what can be used, what is known of its making, and notes on the rest.

    `index` is "none" if its quotes name no message.
    """

    entries: tuple[ExtractedEntry, ...]
    run: Run = Run()
    index: Literal["none"] | None = None
    notes: tuple[Note, ...] = ()


def parse_extraction(payload: object) -> ParsedExtraction:
    """Return an extraction, read from either of its forms; items that cannot be used are left out and noted.

    With ``"index": "none"``, a quote without an index is no mistake: it is looked for in every message.

    Raises:
        ExtractionError: the top level is neither form.

    >>> parsed = parse_extraction({"evidence": [{"messageIndex": 0, "quote": "안녕하세요", "score": 1}]})
    >>> [quote.text for entry in parsed.entries for quote in entry.quotes], [note.where for note in parsed.notes]
    (['안녕하세요'], ['evidence[0].score'])

    """
    if not isinstance(payload, Mapping) or not _TOP_KEYS & payload.keys():
        refuse("not_an_extraction")
    run, run_notes = read_run(payload)
    entries, notes = _entries(payload)
    search = payload.get(_SEARCH)
    notes = (*_on_search(search), *notes)
    known = _RUN_KEYS | {"entries" if "entries" in payload else "evidence"}
    known |= {_SEARCH} if isinstance(search, Mapping) else frozenset()
    if not has_no_index(payload):
        notes = (*_unknown(payload, known, ""), *run_notes, *notes)
        return ParsedExtraction(entries=entries, run=run, notes=notes)
    notes = (*_unknown(payload, known | {_INDEX}, ""), *run_notes, *notes)
    return ParsedExtraction(entries=tuple(map(_without_messages, entries)), run=run, index=NO_INDEX, notes=notes)


def has_no_index(payload: Mapping[object, object]) -> bool:
    """Whether the quotes of an extraction name no message."""
    return payload.get(_INDEX) == NO_INDEX


def _on_search(search: object) -> Iterator[Note]:
    """Yield a note on how the quotes were found, which is kept with the extraction as it came."""
    events = search.get("events") if isinstance(search, Mapping) else None
    if isinstance(search, Mapping):
        shown = (
            [quote_text(event)[:MAX_SHOWN_CHARS] for event in events[:MAX_SHOWN_EVENTS]]
            if isinstance(events, list)
            else []
        )
        yield Note(code="search_kept", where=_SEARCH, params={"value": ", ".join(shown) or "–"})


def read_quotes(evidence: object, where: str = "evidence") -> tuple[ExtractedQuote, ...]:
    """Return the quotes of one entry; anything but a list is one quote, and null is none."""
    if evidence is None:
        return ()
    if not isinstance(evidence, list | tuple):
        return (read_quote(evidence, where),)
    return tuple(read_quote(item, f"{where}[{position}]") for position, item in enumerate(evidence))


def _entries(payload: Mapping[object, object]) -> tuple[tuple[ExtractedEntry, ...], tuple[Note, ...]]:
    if "entries" not in payload:
        quotes, notes = _quotes(payload["evidence"], "evidence")
        return (ExtractedEntry(where="", quotes=quotes),), tuple(notes)
    if not isinstance(payload["entries"], list | tuple):
        refuse("not_a_list", "entries")
    read = [_entry(item, f"entries[{position}]") for position, item in enumerate(payload["entries"])]
    entries = tuple(entry for entry, _ in read if entry is not None)
    return entries, (*(note for _, some in read for note in some), *_repeated(entries))


def _without_messages(entry: ExtractedEntry) -> ExtractedEntry:
    return entry.model_copy(update={"quotes": tuple(without_message(quote) for quote in entry.quotes)})


def _entry(given: object, where: str) -> tuple[ExtractedEntry | None, list[Note]]:
    item = given.model_dump(by_alias=True) if isinstance(given, BaseModel) else given
    if not isinstance(item, Mapping):
        return None, [Note(code="not_an_object", where=where)]
    notes = list(_unknown(item, _ENTRY_KEYS, where))
    wrong = _wrong_field(item)
    if wrong is not None:
        code, name = wrong
        shown = quote_text(item[name])[:MAX_SHOWN_CHARS]
        return None, [*notes, Note(code=code, where=_at(where, name), params={"value": shown})]
    quotes, more = _quotes(item.get("evidence"), _at(where, "evidence"))
    texts = {name: item.get(name) or "" for name in ("type", "title", "body")}
    stage = item.get("stage") or "raw"
    entry = ExtractedEntry(where=where, entry_id=item.get("entryId"), stage=stage, quotes=quotes, **texts)
    return entry, [*notes, *more]


def _wrong_field(item: Mapping[object, object]) -> tuple[str, str] | None:
    for name in ("entryId", "type", "title", "body"):
        if not isinstance(item.get(name), str | None):
            return "not_text", name
    stage = item.get("stage")
    if stage is not None and stage not in _STAGES:
        return ("stage_not_allowed" if stage in ("verified", "certified") else "stage_unknown"), "stage"
    return None


def _quotes(evidence: object, where: str) -> tuple[tuple[ExtractedQuote, ...], list[Note]]:
    quotes = read_quotes(evidence, where)
    if evidence is None:
        return quotes, [Note(code="no_evidence", where=where)]
    if not isinstance(evidence, list | tuple):
        return quotes, [Note(code="not_a_list", where=where)]
    given = [(quote, item) for quote, item in zip(quotes, evidence, strict=True) if isinstance(item, Mapping)]
    return quotes, [note for quote, item in given for note in _in_quote(quote, item)]


def _in_quote(quote: ExtractedQuote, item: Mapping[object, object]) -> Iterator[Note]:
    """Yield a note for every key of a quote that is not known, and one for all positions that made it fail."""
    is_placed = quote.refusal is FailureReason.OFFSETS_NOT_ALLOWED
    positions = [key for key in item if is_placed and key not in _QUOTE_KEYS and is_position(key)]
    yield from (Note(code="offsets_not_allowed", where=_at(quote.where, str(key))) for key in positions[:1])
    yield from _unknown(item, _QUOTE_KEYS.union(map(str, positions)), quote.where)


def _repeated(entries: Iterable[ExtractedEntry]) -> Iterator[Note]:
    named = [(entry.entry_id, entry.where) for entry in entries if entry.entry_id is not None]
    counts = Counter(name for name, _ in named)
    for name, where in named:
        if counts[name] > 1:
            yield Note(code="repeated_entry_id", where=f"{where}.entryId", params={"value": name[:MAX_SHOWN_CHARS]})


def _unknown(item: Mapping[object, object], known: frozenset[str], where: str) -> Iterator[Note]:
    for key in item:
        if key not in known:
            yield Note(code="unknown_field", where=_at(where, str(key)))


def _at(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
