"""The wire form of an extractor's output, read leniently, item by item."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from pydantic import BaseModel

from aligner_core.evidence.models import FailureReason
from aligner_core.formats.claim_rows import ID_KEYS, QUOTE, Rows, claim_of, name_of, rows_by_claim
from aligner_core.formats.making import MAKING, notes_on_making
from aligner_core.formats.notes import Note, ignored, refuse
from aligner_core.formats.quotes import (
    CHUNK_KEYS,
    CONTEXT_KEYS,
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
_ENTRY_KEYS = frozenset({*ID_KEYS, "type", "title", "body", "stage", "evidence"})
_TOP_KEYS = frozenset({"entries", "evidence"})
_INDEX = "index"
_SEARCH = "search"
"""The key of how what is quoted was found: kept as it is, with the events of the search."""
MAX_SHOWN_EVENTS = 20
NO_INDEX: Final = "none"
"""The value of `index` in an extraction with quotes that name no message."""
_RUN_KEYS = frozenset({"run", *Run.TOP_LEVEL_KEYS})
_QUOTE_KEYS = frozenset({"messageIndex", "message_index", "quote", *CHUNK_KEYS, *CONTEXT_KEYS})


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


_Read = tuple[ExtractedEntry | None, list[Note]]
"""An entry with the notes on it; None where it is left out."""


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
    notes = (*_on_search(search), *notes_on_making(payload.get(MAKING)), *notes)
    known = _RUN_KEYS | {"entries" if "entries" in payload else "evidence"}
    known |= {key for key in (_SEARCH, MAKING) if isinstance(payload.get(key), Mapping)}
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
    if isinstance(search, Mapping):
        events = search.get("events")
        shown = events[:MAX_SHOWN_EVENTS] if isinstance(events, list) else []
        value = ", ".join(quote_text(event)[:MAX_SHOWN_CHARS] for event in shown)
        yield Note(code="search_kept", where=_SEARCH, params={"value": value or "–"})


def read_quotes(evidence: object, where: str = "evidence") -> tuple[ExtractedQuote, ...]:
    """Return the quotes of one entry; anything but a list is one quote, and null is none."""
    if evidence is None:
        return ()
    if not isinstance(evidence, list | tuple):
        return (read_quote(evidence, where),)
    return tuple(read_quote(item, f"{where}[{position}]") for position, item in enumerate(evidence))


def quotes_of_entry(item: Mapping[object, object], where: str) -> tuple[ExtractedQuote, ...]:
    """Return the quotes of an entry: those of its `evidence`, and the one beside its claim."""
    beside = (read_quote(item, where),) if item.get(QUOTE) is not None else ()
    return (*read_quotes(item.get("evidence"), _at(where, "evidence")), *beside)


def _entries(payload: Mapping[object, object]) -> tuple[tuple[ExtractedEntry, ...], tuple[Note, ...]]:
    if "entries" not in payload:
        return _entries_of_rows(payload["evidence"])
    if not isinstance(payload["entries"], list | tuple):
        refuse("not_a_list", "entries")
    read = [_entry(item, f"entries[{position}]") for position, item in enumerate(payload["entries"])]
    return _kept(read)


def _entries_of_rows(evidence: object) -> tuple[tuple[ExtractedEntry, ...], tuple[Note, ...]]:
    """Return quotes as one entry, or rows with a claim beside the quote as an entry for each claim."""
    groups = rows_by_claim(evidence)
    if not groups:
        quotes = read_quotes(evidence)
        return (ExtractedEntry(where="", quotes=quotes),), tuple(_notes_on(evidence, quotes, "evidence"))
    return _kept([_entry_of_rows(rows) for rows in groups])


def quotes_of_rows(rows: Rows) -> tuple[str | None, tuple[ExtractedQuote, ...]]:
    """Return the name of the entry that the rows of one claim are, and its quotes; without a claim, each is a quote."""
    where, first = rows[0]
    if not isinstance(first, Mapping) or not claim_of(first).title:
        return None, tuple(read_quote(row, place) for place, row in rows)
    others = ((place, row) for place, row in rows[1:] if isinstance(row, Mapping) and row.get(QUOTE) is not None)
    return name_of(first), (*quotes_of_entry(first, where), *(read_quote(row, place) for place, row in others))


def _entry_of_rows(rows: Rows) -> _Read:
    """Return the entry of the rows of one claim: the first states it, each has a quote of it."""
    (where, first), (_, quotes) = rows[0], quotes_of_rows(rows)
    read = [(read_quote(row, place), row) for place, row in rows if isinstance(row, Mapping)]
    if not isinstance(first, Mapping) or not claim_of(first).title:
        return ExtractedEntry(where=where, quotes=quotes), [note for pair in read for note in _in_quote(*pair)]
    entry, notes = _entry(first, where)
    notes += [note for quote, row in read[1:] for note in _in_quote(quote, row, _stated_before(row, first))]
    return (None if entry is None else entry.model_copy(update={"quotes": quotes})), notes


def _stated_before(row: Mapping[object, object], first: Mapping[object, object]) -> frozenset[str]:
    """Return the keys of a row that state nothing which the first row of its claim does not."""
    claim = claim_of(row)
    same = frozenset(str(key) for key, value in row.items() if first.get(key) == value)
    return same | claim.keys if claim[:2] == claim_of(first)[:2] else same


def _kept(read: Sequence[_Read]) -> tuple[tuple[ExtractedEntry, ...], tuple[Note, ...]]:
    entries = tuple(entry for entry, _ in read if entry is not None)
    return entries, (*(note for _, some in read for note in some), *_repeated(entries))


def _without_messages(entry: ExtractedEntry) -> ExtractedEntry:
    return entry.model_copy(update={"quotes": tuple(without_message(quote) for quote in entry.quotes)})


def _entry(given: object, where: str) -> _Read:
    item = given.model_dump(by_alias=True) if isinstance(given, BaseModel) else given
    if not isinstance(item, Mapping):
        return None, [Note(code="not_an_object", where=where)]
    claim, quotes, has_quote = claim_of(item), quotes_of_entry(item, where), item.get(QUOTE) is not None
    known = _ENTRY_KEYS | claim.keys
    notes = list(_in_quote(quotes[-1], item, known) if has_quote else _unknown(item, known, where))
    wrong = _wrong_field(item)
    if wrong is not None:
        code, name = wrong
        shown = quote_text(item[name])[:MAX_SHOWN_CHARS]
        return None, [*notes, Note(code=code, where=_at(where, name), params={"value": shown})]
    if not has_quote or item.get("evidence") is not None:
        of_evidence = quotes[:-1] if has_quote else quotes
        notes += _notes_on(item.get("evidence"), of_evidence, _at(where, "evidence"))
    stage, kind = item.get("stage") or "raw", item.get("type") or ""
    entry = ExtractedEntry(
        where=where, entry_id=name_of(item), type=kind, title=claim.title, body=claim.body, stage=stage, quotes=quotes
    )
    return entry, notes


def _wrong_field(item: Mapping[object, object]) -> tuple[str, str] | None:
    for name in ("entryId", "type", "title", "body"):
        if not isinstance(item.get(name), str | None):
            return "not_text", name
    stage = item.get("stage")
    if stage is not None and stage not in _STAGES:
        return ("stage_not_allowed" if stage in ("verified", "certified") else "stage_unknown"), "stage"
    return None


def _notes_on(evidence: object, quotes: Sequence[ExtractedQuote], where: str) -> list[Note]:
    """Return the notes on the evidence of an entry, of which *quotes* were read."""
    if evidence is None:
        return [Note(code="no_evidence", where=where)]
    if not isinstance(evidence, list | tuple):
        return [Note(code="not_a_list", where=where)]
    given = [(quote, item) for quote, item in zip(quotes, evidence, strict=True) if isinstance(item, Mapping)]
    return [note for quote, item in given for note in _in_quote(quote, item)]


def _in_quote(
    quote: ExtractedQuote, item: Mapping[object, object], known: frozenset[str] = frozenset()
) -> Iterator[Note]:
    """Yield a note for every key of a quote that is not known, and one for all positions that made it fail."""
    known = _QUOTE_KEYS | known
    is_placed = quote.refusal is FailureReason.OFFSETS_NOT_ALLOWED
    positions = [key for key in item if is_placed and key not in known and is_position(key)]
    yield from (Note(code="offsets_not_allowed", where=_at(quote.where, str(key))) for key in positions[:1])
    yield from _unknown(item, known.union(map(str, positions)), quote.where)


def _repeated(entries: Iterable[ExtractedEntry]) -> Iterator[Note]:
    named = [(entry.entry_id, entry.where) for entry in entries if entry.entry_id is not None]
    counts = Counter(name for name, _ in named)
    for name, where in named:
        if counts[name] > 1:
            yield Note(code="repeated_entry_id", where=f"{where}.entryId", params={"value": name[:MAX_SHOWN_CHARS]})


def _unknown(item: Mapping[object, object], known: frozenset[str], where: str) -> Iterator[Note]:
    for key in item:
        if key not in known:
            yield ignored(_at(where, str(key)), item[key])


def _at(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
