"""Messages of Microsoft Teams, as Microsoft Graph answers with them."""

import html
import re
from collections.abc import Mapping
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Variant, conversation_of
from aligner_core.formats.shapes import ANYTHING, TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in

_MESSAGE = Having({"messageType": TEXT, "body": Having({"content": ANYTHING})})
_END = re.compile(r"<br\s*/?>|</(?:p|div|li|tr|h\d|blockquote)>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_SENDERS = ("user", "application", "device")


def _messages(value: Mapping[str, Any], where: str) -> Parts:
    place = at(where, "value")
    placed = [(at(place, number), one) for number, one in enumerate(value["value"]) if isinstance(one, Mapping)]
    placed.sort(key=lambda pair: text_in(pair[1], "createdDateTime"))
    omissions, messages = Omissions(), list[dict[str, str]]()
    for there, given in placed:
        kind, body = text_in(given, "messageType"), given.get("body")
        for number, _ in enumerate(items_in(given, "attachments")):
            omissions.add("attachments", at(at(there, "attachments"), number))
        if kind != "message" or not isinstance(body, Mapping):
            omissions.add(kind, there)
            continue
        words = text_in(body, "content")
        said = _plain(words) if text_in(body, "contentType") == "html" else words
        if said:
            moment = text_in(given, "createdDateTime")
            messages.append({"name": _sender(given.get("from")), "content": said, "timestamp": moment})
    yield conversation_of({"messages": messages}, where=where, notes=omissions.notes())


def _sender(sender: object) -> str:
    given = sender if isinstance(sender, Mapping) else {}
    held = next((one for key in _SENDERS if isinstance(one := given.get(key), Mapping)), {})
    return text_in(held, "displayName")


def _plain(text: str) -> str:
    """Return the words of a message in HTML, a paragraph a line."""
    return html.unescape(_TAG.sub("", _END.sub("\n", text))).strip("\n")


TEAMS = Reader(
    name="teams",
    title="Teams messages",
    example='{"value": [{"messageType": "message", "createdDateTime": "2026-03-02T09:00:00Z", "from": {"user": '
    '{"displayName": "Ines"}}, "body": {"contentType": "text", "content": "Ship on Friday"}}]}',
    variants=(
        Variant(
            "`value` with `messageType` and `body`",
            Having({"value": Some(_MESSAGE)}),
            _messages,
            Counting.MESSAGES_WITH_WORDS,
        ),
    ),
)
