"""The messages of Signal Desktop, as its tools write them: a list of all, or below a key."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.moments import iso_moment
from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Row, RowVariant, Variant, conversation_of
from aligner_core.formats.shapes import ANYTHING, TEXT, Having, Some, at
from aligner_core.formats.words import items_in, text_in

_SAID = ("incoming", "outgoing")
_LEFT = ("attachments", "sticker", "contact")
_MESSAGE = Having({"conversationId": TEXT, "type": TEXT, "sent_at|received_at_ms": ANYTHING})


def _below(value: Mapping[str, Any], where: str) -> Parts:
    place = at(where, "messages")
    yield from _conversations(Row(at(place, number), one) for number, one in enumerate(items_in(value, "messages")))


def _conversations(rows: Iterator[Row]) -> Parts:
    """Yield a session for each conversation, its messages in the order of time."""
    omissions, talks = Omissions(), dict[str, list[tuple[float, dict[str, str]]]]()
    for row in rows:
        given = row.value if isinstance(row.value, Mapping) else {}
        kind, words = given.get("type"), text_in(given, "body")
        if kind not in _SAID:
            omissions.add(kind, row.where)
            continue
        for key in (key for key in _LEFT if given.get(key)):
            omissions.add(key, at(row.where, key))
        if words:
            moment = next((given[key] for key in ("sent_at", "received_at_ms", "timestamp") if given.get(key)), None)
            message = {"name": _name(given), "content": words, "timestamp": iso_moment(moment)}
            order = float(moment) if isinstance(moment, int | float) else 0.0
            talks.setdefault(text_in(given, "conversationId"), []).append((order, message))
    notes = omissions.notes()
    for name, talk in (talks or {"": []}).items():
        messages = [message for _, message in sorted(talk, key=lambda pair: pair[0])]
        upload = {"sessionId": f"signal {name}", "messages": messages}
        yield conversation_of(upload, where=name, notes=notes)
        notes = ()


def _name(given: Mapping[str, Any]) -> str:
    """Return who sent a message: the name of an account, its number or its id; the owner is called so."""
    if given.get("type") == "outgoing":
        return "Me"
    return text_in(given, "sourceName", "source", "sourceServiceId", "sourceUuid")


SIGNAL = Reader(
    name="signal",
    title="Signal messages",
    example='[{"id": "1", "conversationId": "c1", "type": "incoming", "sent_at": 1772442001000, "source": "+1555", '
    '"body": "Ship on Friday"}]',
    variants=(
        Variant(
            "`messages` with `conversationId` and `sent_at`",
            Having({"messages": Some(_MESSAGE)}),
            _below,
            Counting.MESSAGES_WITH_WORDS,
        ),
        RowVariant("rows with `conversationId` and `sent_at`", _MESSAGE, _conversations, Counting.MESSAGES_WITH_WORDS),
    ),
)
