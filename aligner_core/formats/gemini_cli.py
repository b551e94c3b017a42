"""The sessions of Gemini CLI: one object, or in newer versions one record a line."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.gemini import response_of
from aligner_core.formats.notes import Note
from aligner_core.formats.reading import (
    Counting,
    Omissions,
    Part,
    Parts,
    Reader,
    Row,
    RowVariant,
    Variant,
    conversation_of,
)
from aligner_core.formats.shapes import ANYTHING, TEXT, Either, Having, Some, at, one_of
from aligner_core.formats.words import items_in, text_in

_ROLES = {"user": "user", "gemini": "assistant"}
_MESSAGE = Having(
    {"type": one_of("user", "gemini"), "content": ANYTHING, "timestamp": TEXT}, lacking=("role", "message", "uuid")
)
_META = Having({"sessionId": TEXT, "projectHash": TEXT}, lacking=("messages",))
_Placed = tuple[str, Mapping[str, Any]]


def _conversation(value: Mapping[str, Any], where: str) -> Parts:
    place = at(where, "messages")
    placed = [
        (at(place, number), message if isinstance(message, Mapping) else {})
        for number, message in enumerate(value["messages"])
    ]
    yield _session(value, placed, where, Omissions())


def _gather(rows: Iterator[Row]) -> Parts:
    """Yield the session of a log; a message that was written again as it grew stays at its place."""
    meta: dict[str, Any] = {}
    kept: dict[str, _Placed] = {}
    repeats, omissions, went_back = Omissions(), Omissions(), list[str]()
    for row in rows:
        given = row.value if isinstance(row.value, Mapping) else {}
        name = text_in(given, "id")
        if name and "content" in given:
            if name in kept:
                repeats.add("growing message", row.where)
            kept[name] = (row.where, given)
        elif "$rewindTo" in given:
            went_back.append(row.where)
        elif "projectHash" in given and not meta:
            meta = dict(given)
        else:
            omissions.add(next(iter(given), None), row.where)
    notes = [Note(code="went_back", where=place, params={"count": len(went_back)}) for place in went_back[:1]]
    notes += repeats.notes(code="kept_once")
    yield _session(meta, list(kept.values()), "", omissions, notes)


def _session(
    value: Mapping[str, Any], placed: list[_Placed], where: str, omissions: Omissions, notes: list[Note] | None = None
) -> Part:
    messages = [one for there, message in placed for one in _said(message, there, omissions) if one["content"]]
    upload = {"sessionId": text_in(value, "sessionId") or None, "messages": messages}
    return conversation_of(upload, where=where, notes=(*(notes or ()), *omissions.notes()))


def _said(message: Mapping[str, Any], where: str, omissions: Omissions) -> Iterator[dict[str, str]]:
    """Yield what a record says, then what its tools gave back."""
    moment = text_in(message, "timestamp")
    if message.get("thoughts"):
        omissions.add("thoughts", where)
    content = message.get("content")
    parts = content if isinstance(content, list) else [content]
    texts = [part if isinstance(part, str) else text_in(part, "text") for part in parts if isinstance(part, str | dict)]
    words = "\n".join(text for text in texts if text)
    role = _ROLES.get(text_in(message, "type"), "system")
    yield {"role": role, "name": "", "content": words, "timestamp": moment}
    for call in items_in(message, "toolCalls"):
        given = call if isinstance(call, Mapping) else {}
        for part in items_in(given, "result"):
            name, output = response_of(part)
            yield {"role": "tool", "name": name, "content": output, "timestamp": text_in(given, "timestamp") or moment}


GEMINI_CLI = Reader(
    name="gemini_cli",
    title="Gemini CLI session",
    example='{"sessionId": "s1", "projectHash": "p1", "messages": [{"id": "m1", "timestamp": "2026-03-02T09:00:00Z", '
    '"type": "user", "content": "How long?"}]}',
    variants=(
        Variant(
            "`messages` of the types `user` and `gemini`",
            Having({"messages": Some(_MESSAGE)}),
            _conversation,
            Counting.MESSAGES_OF_A_LOG,
        ),
        RowVariant(
            "rows of the types `user` and `gemini`", Either((_META, _MESSAGE)), _gather, Counting.MESSAGES_OF_A_LOG
        ),
    ),
)
