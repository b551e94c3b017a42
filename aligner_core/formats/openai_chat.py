"""Conversations in OpenAI's form: `role` and `content`, tools, content in parts, null content."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import (
    Omissions,
    Part,
    Parts,
    Reader,
    Row,
    RowVariant,
    Variant,
    conversation_of,
    note_on_empty,
    part_of,
)
from aligner_core.formats.shapes import TEXT, Every, Having, Is, Some, at, one_of
from aligner_core.formats.words import text_in, words_of

_ROLES = ("system", "developer", "user", "assistant", "tool", "function")
_WORDS = Is("a text or a list of parts", lambda _: True)
_MESSAGE = Having(
    {"role": one_of(*_ROLES), "content|tool_calls|function_call|refusal|audio": _WORDS},
    lacking=("timestamp", "uuid", "sessionId"),
)
_LINE = Having(
    {"role": one_of(*_ROLES), "content|tool_calls|function_call|refusal|audio": _WORDS},
    lacking=("uuid", "sessionId", "message", "messages", "type", "entries", "chunks"),
)
_OWN = (
    *("sessionId", "session_id", "title", "sessionMessages", "extraction", "extractedJson", "claims", "entries"),
    "memory",
)


def _conversation(value: Mapping[str, Any], where: str) -> Parts:
    omissions = Omissions()
    for key in ("tools", "functions"):
        if value.get(key):
            omissions.add(key, at(where, key))
    yield _part(value["messages"], where, at(where, "messages"), omissions)


def _list(value: list[Any], where: str) -> Parts:
    yield _part(value, where, where, Omissions())


def _completion(value: Mapping[str, Any], where: str) -> Parts:
    """Yield the answers of a completion, each a session of one message: they are alternatives of one another."""
    for place, choice in enumerate(value["choices"]):
        message = choice.get("message") if isinstance(choice, Mapping) else None
        if isinstance(message, Mapping):
            there = at(at(where, "choices"), place)
            yield _part([message], there, at(there, "message"), Omissions())


def _gather(rows: Iterator[Row]) -> Parts:
    """Yield the conversation whose messages are rows."""
    omissions, messages = Omissions(), list[dict[str, str]]()
    for row in rows:
        if not isinstance(row.value, Mapping) or "role" not in row.value:
            omissions.add("row without a role", row.where)
            continue
        moment = text_in(row.value, "timestamp", "created_at")
        messages.append({**_message(row.value, row.where, omissions), "timestamp": moment})
    yield conversation_of({"messages": messages}, notes=(*omissions.notes(), *note_on_empty(messages, "")))


def _part(messages: list[Any], where: str, place: str, omissions: Omissions) -> Part:
    read = [_message(message, at(place, index), omissions) for index, message in enumerate(messages)]
    return part_of({"messages": read}, where=where, notes=(*omissions.notes(), *note_on_empty(read, place)))


def _message(message: Mapping[str, Any], where: str, omissions: Omissions) -> dict[str, str]:
    words = words_of(message.get("content"), at(where, "content"), omissions) or text_in(message, "refusal")
    for key in ("tool_calls", "function_call", "audio", "annotations"):
        if message.get(key):
            omissions.add(key, at(where, key))
    return {"role": text_in(message, "role"), "name": text_in(message, "name"), "content": words}


OPENAI_CHAT = Reader(
    name="openai_chat",
    title="OpenAI chat",
    example='{"messages": [{"role": "user", "content": [{"type": "text", "text": "How long?"}]}, '
    '{"role": "assistant", "content": null, "tool_calls": []}]}',
    variants=(
        Variant(
            "`messages` with the roles of OpenAI", Having({"messages": Every(_MESSAGE)}, lacking=_OWN), _conversation
        ),
        Variant("a list of messages with the roles of OpenAI", Every(_MESSAGE), _list),
        RowVariant("messages with the roles of OpenAI, one a line", _LINE, _gather, is_of_lines=True),
        Variant(
            "a completion: `choices` of `message`",
            Having({"choices": Some(Having({"message": Having({"role": TEXT})}))}),
            _completion,
        ),
    ),
)
