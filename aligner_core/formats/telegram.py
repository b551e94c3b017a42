"""The export of Telegram: a chat, or all chats in one file."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Part, Parts, Reader, Variant, conversation_of
from aligner_core.formats.shapes import ANYTHING, TEXT, Having, Some, at, one_of
from aligner_core.formats.words import items_in, text_in

_MESSAGE = Having({"type": one_of("message", "service"), "date": TEXT, "text": ANYTHING}, lacking=("ts",))
_CHAT = Having({"messages": Some(_MESSAGE)})
_MEDIA = ("photo", "file", "media_type", "poll", "location_information", "contact_information")


def _chat(value: Mapping[str, Any], where: str) -> Parts:
    yield _session(value, where)


def _all(value: Mapping[str, Any], where: str) -> Parts:
    place = at(at(where, "chats"), "list")
    for number, chat in enumerate(value["chats"]["list"]):
        if isinstance(chat, Mapping) and items_in(chat, "messages"):
            yield _session(chat, at(place, number))


def _session(chat: Mapping[str, Any], where: str) -> Part:
    omissions, messages = Omissions(), list[dict[str, str]]()
    for number, message in enumerate(items_in(chat, "messages")):
        given, there = message if isinstance(message, Mapping) else {}, at(at(where, "messages"), number)
        if given.get("type") != "message":
            omissions.add(given.get("action"), there)
            continue
        for key in (key for key in _MEDIA if key in given):
            omissions.add(key, at(there, key))
        words = "".join(_texts(given.get("text")))
        if words:
            name = text_in(given, "from", "from_id")
            messages.append({"name": name, "content": words, "timestamp": text_in(given, "date")})
    upload = {"sessionId": _name(chat), "title": text_in(chat, "name"), "messages": messages}
    return conversation_of(upload, where=where, notes=omissions.notes())


def _name(chat: Mapping[str, Any]) -> str | None:
    name = chat.get("id")
    return f"telegram {name}" if isinstance(name, int | str) and not isinstance(name, bool) and name else None


def _texts(text: object) -> Iterator[str]:
    """Yield the pieces of a text, which are texts and objects with a style or a link."""
    for piece in text if isinstance(text, list) else [text]:
        yield piece if isinstance(piece, str) else text_in(piece, "text") if isinstance(piece, Mapping) else ""


TELEGRAM = Reader(
    name="telegram",
    title="Telegram export",
    example='{"name": "Flat", "type": "private_chat", "id": 1, "messages": [{"id": 1, "type": "message", '
    '"date": "2026-03-02T09:00:00", "from": "Ines", "text": "Ship on Friday"}]}',
    variants=(
        Variant("`messages` with `date` and `text`", _CHAT, _chat, Counting.MESSAGES_WITH_WORDS),
        Variant(
            "a `list` of `chats`",
            Having({"chats": Having({"list": Some(_CHAT)})}),
            _all,
            Counting.MESSAGES_WITH_WORDS,
        ),
    ),
)
