"""Channels of Discord, as DiscordChatExporter writes them."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.reading import Omissions, Parts, Reader, Variant, conversation_of, note_on_empty
from aligner_core.formats.shapes import TEXT, Either, Having, Some, at
from aligner_core.formats.words import items_in, text_in

_AUTHOR = Having({"name|nickname|username": TEXT})
_MESSAGE = Having({"author": _AUTHOR, "content": TEXT}, lacking=("role",))
_SAID = {"Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "ThreadStarterMessage", "0", "19", "20"}


def _channel(value: Mapping[str, Any], where: str) -> Parts:
    place = at(where, "messages")
    yield from _session(value["messages"], place, where, value.get("channel"))


def _list(value: list[Any], where: str) -> Parts:
    yield from _session(value, where, where, None)


def _session(messages: list[Any], place: str, where: str, channel: object) -> Parts:
    omissions = Omissions()
    read = [_message(message, at(place, number), omissions) for number, message in enumerate(messages)]
    named = channel if isinstance(channel, Mapping) else {}
    upload = {"sessionId": text_in(named, "id") or None, "title": text_in(named, "name"), "messages": read}
    yield conversation_of(upload, where=where, notes=(*omissions.notes(), *note_on_empty(read, place)))


def _message(message: object, where: str, omissions: Omissions) -> dict[str, str]:
    given = message if isinstance(message, Mapping) else {}
    for key in ("attachments", "embeds", "stickers"):
        for place, _ in enumerate(items_in(given, key)):
            omissions.add(key, at(at(where, key), place))
    author = given.get("author")
    return {
        "role": "" if str(given.get("type", "Default")) in _SAID else "system",
        "name": text_in(author, "nickname", "name", "global_name", "username") if isinstance(author, Mapping) else "",
        "content": text_in(given, "content"),
        "timestamp": text_in(given, "timestamp"),
    }


DISCORD = Reader(
    name="discord",
    title="Discord channel",
    example='{"guild": {"name": "g"}, "channel": {"name": "ops"}, "messages": [{"id": "1", "type": "Default", '
    '"timestamp": "2026-03-02T09:00:00+00:00", "content": "Ship on Friday", "author": {"name": "ines"}}]}',
    variants=(
        Variant("`messages` with `author` and `content`", Having({"messages": Some(_MESSAGE)}), _channel),
        Variant("a list of messages with `author` and `content`", Either((Some(_MESSAGE),)), _list),
    ),
)
