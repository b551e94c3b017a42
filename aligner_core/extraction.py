"""The wire form of uploads: what a conversation and an LLM's output look like, read leniently, item by item."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from aligner_core.alignments import FailureReason
from aligner_core.errors import ExtractionError
from aligner_core.spans import Value

STAGES = ("raw", "working", "candidate")
_OFFSET_KEYS = frozenset(
    f"{first}{second}"
    for first, second in [
        *product(("span", "char", "character", "text", "quote", ""), ("start", "end", "offset", "offsets", "position")),
        *product(("start", "end"), ("offset", "char", "character", "pos", "position", "index", "charindex")),
        ("", "span"),
        ("", "charinterval"),
    ]
)
"""Ways to name a position, in lower case and without signs; `pos` alone may be a part of speech."""
_ENTRY_KEYS = frozenset({"entryId", "type", "title", "body", "stage", "evidence"})
_EVIDENCE_KEYS = frozenset({"messageIndex", "quote"})
_SESSION_KEYS = frozenset({"sessionId", "session_id", "title", "messages", "sessionMessages", "extraction"})
_MESSAGE_KEYS = frozenset({"role", "content", "name", "timestamp"})
_INVISIBLE = re.compile(
    r"[\s\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]*"
)


class Note(Value):
    """Something that was left out or not understood: a stable code, the place, the values a sentence needs."""

    code: str
    where: str
    params: dict[str, Any] = Field(default_factory=dict)


class ExtractedQuote(Value):
    """One quote as it came; `refusal` when it cannot even be looked for."""

    where: str
    text: str
    raw_index: Any = None
    message_index: int | None = None
    refusal: FailureReason | None = None


class ExtractedEntry(Value):
    """One claim with its quotes."""

    where: str
    entry_id: str | None = None
    type: str = ""
    title: str = ""
    body: str = ""
    stage: Literal["raw", "working", "candidate"] = "raw"
    quotes: tuple[ExtractedQuote, ...] = ()


class ParsedExtraction(Value):
    """An extraction, read: what can be used, and notes on the rest."""

    entries: tuple[ExtractedEntry, ...]
    notes: tuple[Note, ...] = ()


class MessageUpload(Value):
    """One message of a conversation."""

    role: str = ""
    content: str
    name: str = ""
    timestamp: str = ""


class SessionUpload(Value):
    """One conversation."""

    session_id: str | None = None
    title: str = ""
    messages: tuple[MessageUpload, ...]
    notes: tuple[Note, ...] = ()


def parse_extraction(payload: object) -> ParsedExtraction:
    """Read either form of an extraction; refuse only a wrong top level."""
    if not isinstance(payload, Mapping) or not ({"entries", "evidence"} & payload.keys()):
        raise ExtractionError("not_an_extraction")  # noqa: EM101
    if "entries" not in payload:
        entry, notes = _entry({"evidence": payload["evidence"]}, "")
        return ParsedExtraction(entries=(entry,) if entry else (), notes=(*_unknown(payload, {"evidence"}, ""), *notes))
    if not isinstance(payload["entries"], list):
        raise ExtractionError("not_a_list", "entries")  # noqa: EM101
    entries: list[ExtractedEntry] = []
    notes = list(_unknown(payload, {"entries"}, ""))
    for position, item in enumerate(payload["entries"]):
        entry, more = _entry(item, f"entries[{position}]")
        notes += more
        entries += [entry] if entry else []
    return ParsedExtraction(entries=tuple(entries), notes=(*notes, *_repeated(entries)))


def parse_session(payload: object) -> SessionUpload:
    """Read a conversation: an object with messages, or the bare list of them."""
    given = payload if isinstance(payload, Mapping) else {"messages": payload}
    messages = next((given[key] for key in ("messages", "sessionMessages") if key in given), None)
    if not isinstance(messages, list | tuple):
        raise ExtractionError("not_a_session", "messages")  # noqa: EM101
    name = next((given[key] for key in ("sessionId", "session_id") if given.get(key) is not None), None)
    return SessionUpload(
        session_id=_text(name, "sessionId") or None if name is not None else None,
        title=_text(given.get("title"), "title"),
        messages=tuple(_message(message, f"messages[{index}]") for index, message in enumerate(messages)),
        notes=tuple(_unknown(given, _SESSION_KEYS, "")),
    )


def claim(item: object, where: str = "") -> ExtractedQuote:
    """Read one quote; what is wrong with it is its refusal, in the order of contract 3.7."""
    given = item if isinstance(item, Mapping) else {"quote": item}
    raw, raw_index = given.get("quote"), given.get("messageIndex", given.get("message_index"))
    index = raw_index if isinstance(raw_index, int) and not isinstance(raw_index, bool) and raw_index >= 0 else None
    return ExtractedQuote(
        where=where,
        text=quote_text(raw),
        raw_index=raw_index,
        message_index=index,
        refusal=_refusal(given, raw, index),
    )


def quote_text(raw: object) -> str:
    """Give what stands in `failedQuotes` for a quote: the text, "" for null, JSON text for other types."""
    if raw is None:
        return ""
    return raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False, default=str)


def is_blank(text: str) -> bool:
    """Say whether a text has nothing but white space and invisible characters."""
    return _INVISIBLE.fullmatch(text) is not None


def first_unstorable(text: str) -> int | None:
    """Give the position of the first NUL or lone surrogate, which not every database keeps; None when there is none."""
    return next((at for at, char in enumerate(text) if char == "\0" or "\ud800" <= char <= "\udfff"), None)


def _refusal(given: Mapping[str, object], raw: object, index: int | None) -> FailureReason | None:
    if raw is None or (isinstance(raw, str) and is_blank(raw)):
        return FailureReason.EMPTY_QUOTE
    if not isinstance(raw, str):
        return FailureReason.INVALID_QUOTE
    if any(re.sub("[^a-z]", "", str(key).lower()) in _OFFSET_KEYS for key in given):
        return FailureReason.OFFSETS_NOT_ALLOWED
    return FailureReason.INVALID_INDEX if index is None else None


def _entry(item: object, where: str) -> tuple[ExtractedEntry | None, list[Note]]:
    if not isinstance(item, Mapping):
        return None, [Note(code="not_an_object", where=where)]
    notes = [*_unknown(item, _ENTRY_KEYS, where)]
    wrong = _wrong_field(item)
    if wrong is not None:
        code, name = wrong
        shown = quote_text(item[name])[:80]
        return None, [*notes, Note(code=code, where=_at(where, name), params={"value": shown})]
    quotes, more = _quotes(item.get("evidence"), _at(where, "evidence"))
    entry = ExtractedEntry(
        where=where,
        entry_id=item.get("entryId"),
        **{name: item.get(name) or "" for name in ("type", "title", "body")},
        stage=item.get("stage") or "raw",
        quotes=quotes,
    )
    return entry, [*notes, *more]


def _wrong_field(item: Mapping[str, object]) -> tuple[str, str] | None:
    for name in ("entryId", "type", "title", "body"):
        if item.get(name) is not None and not isinstance(item[name], str):
            return "not_text", name
    stage = item.get("stage")
    if stage is not None and stage not in STAGES:
        return ("stage_not_allowed" if stage in ("verified", "certified") else "stage_unknown"), "stage"
    return None


def _quotes(evidence: object, where: str) -> tuple[tuple[ExtractedQuote, ...], list[Note]]:
    if evidence is None:
        return (), [Note(code="no_evidence", where=where)]
    if not isinstance(evidence, list | tuple):
        return (claim(evidence, where),), [Note(code="not_a_list", where=where)]
    quotes = tuple(claim(item, f"{where}[{position}]") for position, item in enumerate(evidence))
    notes = [
        note
        for position, item in enumerate(evidence)
        if isinstance(item, Mapping)
        for note in _unknown(item, _EVIDENCE_KEYS, f"{where}[{position}]")
    ]
    return quotes, notes


def _repeated(entries: list[ExtractedEntry]) -> Iterator[Note]:
    counts = Counter(entry.entry_id for entry in entries if entry.entry_id is not None)
    for entry in entries:
        if counts[entry.entry_id] > 1:
            yield Note(code="repeated_entry_id", where=f"{entry.where}.entryId", params={"value": entry.entry_id})


def _unknown(item: Mapping[Any, object], known: frozenset[str] | set[str], where: str) -> Iterator[Note]:
    for key in item:
        if key not in known:
            yield Note(code="unknown_field", where=_at(where, str(key)))


def _message(item: object, where: str) -> MessageUpload:
    if isinstance(item, BaseModel):
        item = item.model_dump()
    if isinstance(item, str):
        return MessageUpload(content=item)
    if not isinstance(item, Mapping):
        raise ExtractionError("not_a_message", where)  # noqa: EM101
    if not isinstance(item.get("content"), str):
        raise ExtractionError("no_content", f"{where}.content")  # noqa: EM101
    fields = {name: _text(item.get(name), f"{where}.{name}") for name in ("role", "name", "timestamp")}
    return MessageUpload(content=item["content"], **fields)


def _text(value: object, where: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ExtractionError("not_text", where, {"value": quote_text(value)[:80]})  # noqa: EM101
    return str(value)


def _at(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


class QuoteOnly(BaseModel):
    """What an extractor gives as evidence: which message, and the words copied from it. No offsets."""

    model_config = ConfigDict(extra="forbid")

    messageIndex: int = Field(ge=0, description="0-based index of the message the words are copied from")  # noqa: N815
    quote: str = Field(min_length=1, description="words copied verbatim from that message, 30-200 characters")


class ExtractorEntry(BaseModel):
    """One claim an extractor makes."""

    model_config = ConfigDict(extra="forbid")

    entryId: str = Field(description="an id of your own, unique in this output")  # noqa: N815
    type: str = Field(description="fact, decision, task, insight or preference")
    title: str = Field(description="the claim in one sentence")
    body: str = Field(default="", description="what else is worth keeping")
    evidence: list[QuoteOnly] = Field(min_length=1, description="the words the claim rests on")


class ExtractorOutput(BaseModel):
    """What an extractor gives for one conversation."""

    model_config = ConfigDict(extra="forbid")

    entries: list[ExtractorEntry]


def extractor_schema() -> dict[str, Any]:
    """Give the JSON schema to hand to a model beside the prompt."""
    return ExtractorOutput.model_json_schema()
