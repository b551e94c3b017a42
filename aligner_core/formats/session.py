"""The wire form of a conversation."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from pydantic import BaseModel

from aligner_core.formats.notes import Note, holds_words, ignored, refuse
from aligner_core.formats.quotes import MAX_SHOWN_CHARS, quote_text
from aligner_core.spans import Value

_SESSION_KEYS = frozenset({"sessionId", "session_id", "title", "messages", "sessionMessages", "extraction"})

_MESSAGE_KEYS = frozenset({"role", "content", "name", "timestamp"})


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


def parse_session(payload: object) -> SessionUpload:
    """Return a conversation, read from an object with messages or from the bare list of them.

    Fields that are not known are left out and noted.

    Raises:
        ExtractionError: it is not a conversation, has no messages, or one of them cannot be read.

    >>> [message.content for message in parse_session(["안녕하세요", {"content": "hello"}]).messages]
    ['안녕하세요', 'hello']

    """
    given = payload if isinstance(payload, Mapping) else {"messages": payload}
    messages = next((given[key] for key in ("messages", "sessionMessages") if key in given), None)
    if not isinstance(messages, Sequence) or isinstance(messages, str | bytes):
        refuse("not_a_session", "messages")
    if not messages:
        refuse("empty_session", "messages")
    names = (given[key] for key in ("sessionId", "session_id") if given.get(key) is not None)
    return SessionUpload(
        session_id=_text(next(names, None), "sessionId") or None,
        title=_text(given.get("title"), "title"),
        messages=tuple(_message(message, f"messages[{index}]") for index, message in enumerate(messages)),
        notes=(
            *(ignored(str(key), given[key]) for key in given if key not in _SESSION_KEYS),
            *_unknown_in(messages),
        ),
    )


def _unknown_in(messages: Sequence[object]) -> Iterator[Note]:
    """Yield a note of every field of messages that is not known: at the first message that has it, or words in it."""
    notes: dict[str, Note] = {}
    for index, message in enumerate(messages):
        unknown = message.items() if isinstance(message, Mapping) else ()
        for key, value in ((str(key), value) for key, value in unknown if key not in _MESSAGE_KEYS):
            if key not in notes or (notes[key].code == "unknown_field" and holds_words(value)):
                notes[key] = ignored(f"messages[{index}].{key}", value)
    yield from notes.values()


def _message(item: object, where: str) -> MessageUpload:
    plain = item.model_dump() if isinstance(item, BaseModel) else item
    given = {"content": plain} if isinstance(plain, str) else plain
    if not isinstance(given, Mapping):
        refuse("not_a_message", where)
    if not isinstance(given.get("content"), str):
        refuse("no_content", f"{where}.content")
    fields = {name: _text(given.get(name), f"{where}.{name}") for name in ("role", "name", "timestamp")}
    return MessageUpload(content=given["content"], **fields)


def _text(value: object, where: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float | date):
        refuse("not_text", where, {"value": quote_text(value)[:MAX_SHOWN_CHARS]})
    return str(value)
