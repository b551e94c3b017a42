"""Agent files of Letta: the messages of an agent, and the blocks of its memory."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Part, Parts, Reader, Variant, part_of
from aligner_core.formats.shapes import ANYTHING, LIST, TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in, words_of

_MESSAGE = Having({"role": TEXT, "content": ANYTHING})
_BLOCK = Having({"label": TEXT, "value": TEXT})
_SEND = "send_message"
"""The tool by which an older agent speaks; its own content is what it thinks."""


def _file(value: Mapping[str, Any], where: str) -> Parts:
    for number, agent in enumerate(value["agents"]):
        if isinstance(agent, Mapping):
            yield _agent(agent, items_in(value, "blocks"), at(at(where, "agents"), number))


def _old(value: Mapping[str, Any], where: str) -> Parts:
    yield _agent(value, items_in(value, "core_memory"), where)


def _agent(agent: Mapping[str, Any], blocks: list[Any], where: str) -> Part:
    omissions, name = Omissions(), text_in(agent, "name")
    place = at(where, "messages")
    messages = [
        said
        for number, message in enumerate(items_in(agent, "messages"))
        if isinstance(message, Mapping)
        for said in _said(message, name, at(place, number), omissions)
        if said["content"]
    ]
    entries = list[dict[str, Any]]()
    for block in blocks:
        if isinstance(block, Mapping) and text_in(block, "value"):
            entries.append({"type": text_in(block, "label"), "title": block["value"], "evidence": []})
        else:
            omissions.add("empty block", where)
    extraction = {"extractor": "Letta", "entries": entries}
    upload = {"sessionId": text_in(agent, "id") or None, "title": name, "messages": messages, "extraction": extraction}
    return part_of(upload if messages else extraction, where=where, notes=omissions.notes())


def _said(message: Mapping[str, Any], agent: str, where: str, omissions: Omissions) -> Iterator[dict[str, str]]:
    role, moment = text_in(message, "role"), text_in(message, "created_at")
    words = words_of(message.get("content"), at(where, "content"), omissions)
    sent = [text for call in items_in(message, "tool_calls") if (text := _sent(call)) is not None]
    if role == "tool" and text_in(message, "name") == _SEND:
        omissions.add(f"result of {_SEND}", where)
        return
    if role == "user":
        role, words = _unwrapped(words)
    if sent and words:
        omissions.add("inner monologue", where)
    name = {"assistant": agent, "tool": text_in(message, "name")}.get(role, "")
    for text in sent or [words]:
        yield {"role": role, "name": name, "content": text, "timestamp": moment}


def _sent(call: object) -> str | None:
    """Return what an agent says by the tool for it; None for another tool."""
    function = call.get("function") if isinstance(call, Mapping) else None
    given = function if isinstance(function, Mapping) else {}
    held = _object(text_in(given, "arguments")) if given.get("name") == _SEND else {}
    return text_in(held, "message") or None


def _unwrapped(words: str) -> tuple[str, str]:
    """Return the words of a person from the JSON around them; what the program sends so is nobody's."""
    held = _object(words)
    if text_in(held, "type") == "user_message":
        return "user", text_in(held, "message")
    return ("system" if text_in(held, "type") else "user"), words


def _object(text: str) -> Mapping[str, Any]:
    if not text.startswith("{"):
        return {}
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return held if isinstance(held, Mapping) else {}


LETTA = Reader(
    name="letta",
    title="Letta agent file",
    example='{"agents": [{"id": "agent-0", "name": "helper", "messages": [{"role": "user", "content": [{"type": '
    '"text", "text": "How long?"}]}]}], "blocks": [{"label": "human", "value": "Likes short answers."}]}',
    variants=(
        Variant(
            "`agents` with `messages`",
            Having({"agents": Some(Having({"messages": Some(_MESSAGE)}))}),
            _file,
            Counting.MESSAGES_WITH_WORDS,
        ),
        Variant(
            "`core_memory` with `messages`",
            Having({"core_memory": Some(_BLOCK), "messages": LIST}),
            _old,
            Counting.MESSAGES_WITH_WORDS,
        ),
    ),
)
