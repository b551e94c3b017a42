"""Chats with GitHub Copilot: the export of VS Code, and the events of Copilot CLI."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.moments import iso_moment
from aligner_core.formats.reading import (
    Counting,
    Omissions,
    Parts,
    Reader,
    Row,
    RowVariant,
    Variant,
    conversation_of,
)
from aligner_core.formats.shapes import ANYTHING, OBJECT, TEXT, Either, Having, Some, at, one_of
from aligner_core.formats.words import items_in, mapping_of, text_in

_REQUEST = Having({"message": Either((TEXT, OBJECT)), "response": ANYTHING}, lacking=("role",))
_EVENT = Having({"type": one_of("session.start", "user.message", "assistant.message"), "data": OBJECT})


def _chat(value: Mapping[str, Any], where: str) -> Parts:
    omissions, messages = Omissions(), list[dict[str, str]]()
    user, model = text_in(value, "requesterUsername"), text_in(value, "responderUsername")
    for number, request in enumerate(value["requests"]):
        given, there = mapping_of(request), at(at(where, "requests"), number)
        moment = iso_moment(given.get("timestamp"))
        asked = given.get("message")
        words = asked if isinstance(asked, str) else text_in(mapping_of(asked), "text")
        for _ in items_in(given.get("variableData"), "variables"):
            omissions.add("variables", at(there, "variableData"))
        answer = _answer(items_in(given, "response"), at(there, "response"), omissions)
        messages.append({"role": "user", "name": user, "content": words, "timestamp": moment})
        messages.append({"role": "assistant", "name": model, "content": answer, "timestamp": moment})
    said = [message for message in messages if message["content"]]
    upload = {
        "sessionId": text_in(value, "sessionId") or None,
        "title": text_in(value, "customTitle"),
        "messages": said,
    }
    yield conversation_of(upload, where=where, notes=omissions.notes())


def _answer(parts: list[Any], where: str, omissions: Omissions) -> str:
    """Return the words of an answer as they are shown; what stands beside them parts a paragraph from the next."""
    words, is_parted = "", False
    for place, part in enumerate(parts):
        given = mapping_of(part)
        kind = text_in(given, "kind")
        text = text_in(given, "value") if kind in ("", "markdownContent") else ""
        text = text or text_in(mapping_of(given.get("content")), "value") * (kind == "markdownContent")
        if kind == "inlineReference":
            text = text_in(given, "name")
        if not text:
            omissions.add(kind, at(where, place))
            is_parted = bool(words)
            continue
        words += ("\n\n" if is_parted else "") + text
        is_parted = False
    return words


def _gather(rows: Iterator[Row]) -> Parts:
    omissions, messages, tools, name = Omissions(), list[dict[str, str]](), dict[str, str](), ""
    for row in rows:
        given = mapping_of(row.value)
        data, kind = mapping_of(given.get("data")), text_in(given, "type")
        if kind == "session.start" and not name:
            name = text_in(data, "sessionId")
        elif kind in ("user.message", "assistant.message", "tool.execution_complete"):
            messages += _said(kind, data, text_in(given, "timestamp"), tools)
            for key in ("toolRequests", "reasoningText"):
                if data.get(key):
                    omissions.add(key, at(at(row.where, "data"), key))
        else:
            tools[text_in(data, "toolCallId")] = text_in(data, "toolName")
            omissions.add(kind, row.where)
    yield conversation_of({"sessionId": name or None, "messages": messages}, notes=omissions.notes())


def _said(kind: str, data: Mapping[str, Any], moment: str, tools: Mapping[str, str]) -> Iterator[dict[str, str]]:
    role = kind.partition(".")[0]
    words = text_in(mapping_of(data.get("result")), "content") if role == "tool" else text_in(data, "content")
    name = tools.get(text_in(data, "toolCallId"), "") if role == "tool" else ""
    if words:
        yield {"role": role, "name": name, "content": words, "timestamp": moment}


COPILOT = Reader(
    name="copilot",
    title="Copilot chat",
    example='{"requesterUsername": "mina", "responderUsername": "GitHub Copilot", "requests": [{"message": {"text": '
    '"How long?"}, "response": [{"value": "One hour."}]}]}',
    variants=(
        Variant(
            "`requests` with `message` and `response`",
            Having({"requests": Some(_REQUEST)}),
            _chat,
            Counting.MESSAGES_WITH_WORDS,
        ),
        RowVariant("events of Copilot CLI", _EVENT, _gather, Counting.MESSAGES_OF_A_LOG),
    ),
)
