"""Check a JSON value before it is stored: shapes, limits, and characters that databases refuse."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings

from aligner_core import (
    ExtractedEntry,
    ExtractedQuote,
    ExtractionError,
    FailureReason,
    MessageUpload,
    Note,
    ParsedExtraction,
    SessionUpload,
    first_unstorable,
    parse_extraction,
    parse_session,
)
from aligner_core.formats import UNPLACED, Run
from review.domain.errors import Problem, UploadRefusedError
from review.domain.limits import MAX_SESSION_NAME_CHARS

MAX_UTF8_BYTES = 4
"""How many bytes a character takes at most."""


def storable(value: object) -> Any:  # noqa: ANN401 - JSON in, JSON out
    """Return a JSON value with NUL and lone surrogates as escapes, which every database can store.

    A value without any is returned itself, as nearly all are.
    """
    return value if _is_storable(value) else _with_escapes(value)


def _is_storable(value: object) -> bool:
    """Return whether a JSON value has no NUL, which its JSON escapes, and no lone surrogate; False where unsure."""
    if value is None or isinstance(value, int | float):
        return True
    try:
        written = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return "\\u0000" not in written and first_unstorable(written) is None


def _with_escapes(value: object) -> Any:  # noqa: ANN401 - JSON in, JSON out
    match value:
        case str():
            return escaped(value)
        case dict():
            return {escaped(key): _with_escapes(item) for key, item in value.items()}
        case list():
            return [_with_escapes(item) for item in value]
        case _:
            return value


def escaped(text: str) -> str:
    r"""Return a text with NUL and lone surrogates written as ``\u0000`` and ``\ud800``."""
    if first_unstorable(text) is None:
        return text
    return "".join(char if first_unstorable(char) is None else f"\\u{ord(char):04x}" for char in text)


def problem_of(error: ExtractionError) -> Problem:
    """Return the error of a parser as a problem that can be shown."""
    return Problem(error.code, escaped(error.where), storable(error.params))


def storable_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the notes with storable texts: they quote the names of uploaded fields."""
    return tuple(Note(code=note.code, where=escaped(note.where), params=storable(note.params)) for note in notes)


@dataclass(frozen=True, slots=True)
class CheckedQuote:
    """One quote as it will be stored; `refusal` is why it will not be aligned.

    `prefix` and `suffix` are the words around it, by which it is found among places that are equal.
    """

    text: str
    claimed: object
    message_index: int | None
    refusal: FailureReason | None
    is_cut: bool = False
    chunk_id: str = ""
    prefix: str = ""
    suffix: str = ""

    @property
    def stated(self) -> object:
        """The place that it states, as it is stored: its chunk, or its index as it came."""
        return {"chunkId": self.chunk_id} if self.chunk_id else self.claimed

    @property
    def is_sought(self) -> bool:
        """Whether it is looked for: it has words, whatever place it states."""
        return self.refusal is None or self.refusal in UNPLACED

    @property
    def names_no_message(self) -> bool:
        """Whether it may be in any message, since its extraction states that its quotes name none."""
        return self.message_index is None and self.refusal is None


@dataclass(frozen=True, slots=True)
class CheckedEntry:
    """One entry that can be stored, and its place in the upload."""

    where: str
    entry_id: str
    type: str
    title: str
    body: str
    stage: str
    quotes: tuple[CheckedQuote, ...]


@dataclass(frozen=True, slots=True)
class CheckedExtraction:
    """An extraction that can be stored, notes on the parts left out, and the payload that is hashed to name it."""

    entries: tuple[CheckedEntry, ...]
    notes: tuple[Note, ...]
    payload: object
    run: Run


def check_session(payload: object) -> SessionUpload:
    """Return a session upload with a valid shape, within the limits, and with messages that can be stored as they are.

    Raises:
        UploadRefusedError: it is not valid; every problem is listed.

    """
    try:
        upload = parse_session(payload)
    except ExtractionError as error:
        raise UploadRefusedError(problem_of(error)) from error
    problems = list(_session_problems(upload))
    if problems:
        raise UploadRefusedError(*problems)
    return upload.model_copy(update={"notes": storable_notes(upload.notes)})


def check_extraction(payload: object) -> CheckedExtraction:
    """Return an extraction upload without the entries that cannot be stored, which the notes list.

    Raises:
        UploadRefusedError: it is not an extraction, or has too many quotes.

    """
    try:
        parsed = parse_extraction(payload)
    except ExtractionError as error:
        raise UploadRefusedError(problem_of(error)) from error
    if sum(len(entry.quotes) for entry in parsed.entries) > settings.REVIEW_MAX_QUOTES:
        raise UploadRefusedError(Problem("too_many_quotes", "", {"limit": settings.REVIEW_MAX_QUOTES}))
    entries, notes = _storable_entries(parsed)
    run = Run.model_validate({name: escaped(text) for name, text in parsed.run.model_dump().items()})
    return CheckedExtraction(entries, (*storable_notes(parsed.notes), *notes), payload=storable(payload), run=run)


def is_stated(text: str) -> bool:
    """Return whether a text can be stored and has visible characters."""
    return check_quote(text, message_index=0).refusal not in {FailureReason.EMPTY_QUOTE, FailureReason.INVALID_QUOTE}


def check_quote(text: str, *, message_index: int | None, prefix: str = "", suffix: str = "") -> CheckedQuote:
    """Return the words that are to be aligned in place of a quote; words that cannot be carry a refusal.

    Of places that are equal the one between *prefix* and *suffix* is meant.
    """
    checked = check_extraction({"evidence": [{"messageIndex": message_index, "quote": text}]}).entries[0].quotes[0]
    return replace(checked, prefix=prefix, suffix=suffix)


def _session_problems(upload: SessionUpload) -> Iterator[Problem]:
    if len(upload.messages) > settings.REVIEW_MAX_MESSAGES:
        yield Problem("too_many_messages", "messages", {"limit": settings.REVIEW_MAX_MESSAGES})
        return
    if upload.session_id is not None and len(upload.session_id) > MAX_SESSION_NAME_CHARS:
        yield Problem("text_too_long", "sessionId", {"limit": MAX_SESSION_NAME_CHARS})
    for where, text in (("sessionId", upload.session_id), ("title", upload.title)):
        if text is not None and first_unstorable(text) is not None:
            yield Problem("unstorable_text", where, {"position": first_unstorable(text)})
    for index, message in enumerate(upload.messages):
        yield from _message_problems(index, message)


def _message_problems(index: int, message: MessageUpload) -> Iterator[Problem]:
    fields = {"content": message.content, "role": message.role, "name": message.name, "timestamp": message.timestamp}
    together = "".join(fields.values())
    if MAX_UTF8_BYTES * len(together) <= settings.REVIEW_MAX_MESSAGE_BYTES and first_unstorable(together) is None:
        return
    for name, text in fields.items():
        where = f"messages[{index}].{name}"
        position = first_unstorable(text)
        if position is not None:
            yield Problem("unstorable_text", where, {"position": position})
        elif len(text.encode()) > settings.REVIEW_MAX_MESSAGE_BYTES:
            yield Problem("message_too_large", where, {"limit": settings.REVIEW_MAX_MESSAGE_BYTES})


def _storable_entries(parsed: ParsedExtraction) -> tuple[tuple[CheckedEntry, ...], tuple[Note, ...]]:
    entries: list[CheckedEntry] = []
    notes: list[Note] = []
    for entry in parsed.entries:
        unstorable = _unstorable_field(entry)
        if unstorable is None:
            entries.append(_checked_entry(entry))
        else:
            notes.append(Note(code="unstorable_entry", where=f"{entry.where}.{unstorable}", params={}))
    return tuple(entries), tuple(notes)


def _unstorable_field(entry: ExtractedEntry) -> str | None:
    texts = {"entryId": entry.entry_id or "", "type": entry.type, "title": entry.title, "body": entry.body}
    return next((name for name, text in texts.items() if first_unstorable(text) is not None), None)


def _checked_entry(entry: ExtractedEntry) -> CheckedEntry:
    return CheckedEntry(
        where=entry.where,
        entry_id=entry.entry_id or "",
        type=entry.type,
        title=entry.title,
        body=entry.body,
        stage=entry.stage,
        quotes=tuple(_checked_quote(quote) for quote in entry.quotes),
    )


def _checked_quote(quote: ExtractedQuote) -> CheckedQuote:
    chunk = escaped(quote.chunk_id)
    checked = CheckedQuote(
        text=quote.text,
        claimed=storable(quote.raw_index),
        message_index=quote.message_index,
        refusal=quote.refusal,
        chunk_id=chunk,
        prefix=quote.prefix,
        suffix=quote.suffix,
    )
    if first_unstorable(quote.text) is not None:
        empty = quote.refusal is FailureReason.EMPTY_QUOTE
        refusal = FailureReason.EMPTY_QUOTE if empty else FailureReason.INVALID_QUOTE
        checked = replace(checked, text=escaped(quote.text), refusal=refusal)
    if len(checked.text) > settings.REVIEW_MAX_QUOTE_CHARS:
        cut = checked.text[: settings.REVIEW_MAX_QUOTE_CHARS]
        checked = replace(checked, text=cut, is_cut=True, refusal=checked.refusal or FailureReason.QUOTE_TOO_LONG)
    return checked
