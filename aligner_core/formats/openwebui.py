"""Chats of Open WebUI: a tree of messages, of which one branch is current."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.moments import iso_moment
from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Variant, conversation_of
from aligner_core.formats.shapes import TEXT, Having, SomeValue, at
from aligner_core.formats.words import text_in

_MESSAGE = Having({"role": TEXT, "content": TEXT})
_HISTORY = Having({"messages": SomeValue(_MESSAGE)})


def _chat(value: Mapping[str, Any], where: str) -> Parts:
    """Yield the current branch of a chat; messages beside it are counted."""
    chat, place = value["chat"], at(at(at(where, "chat"), "history"), "messages")
    history = chat["history"]
    held: Mapping[str, Any] = history["messages"]
    current = text_in(history, "currentId")
    path = _path(held, current if current in held else next(reversed(list(held))))
    omissions = Omissions()
    for name in (name for name in held if name not in path):
        omissions.add("message of another branch", at(place, name))
    messages = [_message(held[name]) for name in path if isinstance(held[name], Mapping)]
    said = [message for message in messages if message["content"]]
    title = text_in(value, "title") or text_in(chat, "title")
    upload = {"sessionId": text_in(value, "id") or None, "title": title, "messages": said}
    yield conversation_of(upload, where=where, notes=omissions.notes())


def _path(held: Mapping[str, Any], last: str) -> list[str]:
    """Return the names from the first message to the last, each once, even if their parents form a circle."""
    path: dict[str, None] = {}
    name: object = last
    while isinstance(name, str) and name in held and name not in path:
        path[name] = None
        name = held[name].get("parentId") if isinstance(held[name], Mapping) else None
    return list(path)[::-1]


def _message(message: Mapping[str, Any]) -> dict[str, str]:
    role = text_in(message, "role")
    return {
        "role": role,
        "name": text_in(message, "model", "modelName") if role == "assistant" else "",
        "content": text_in(message, "content"),
        "timestamp": iso_moment(message.get("timestamp")),
    }


OPENWEBUI = Reader(
    name="openwebui",
    title="Open WebUI chats",
    example='[{"id": "c1", "title": "Cache", "chat": {"history": {"currentId": "1", "messages": {"1": {"id": "1", '
    '"parentId": null, "role": "user", "content": "How long?", "timestamp": 1772442001}}}}}]',
    variants=(
        Variant(
            "`chat` with a `history` of `messages`",
            Having({"chat": Having({"history": _HISTORY})}),
            _chat,
            Counting.MESSAGES_WITH_WORDS,
        ),
    ),
)
