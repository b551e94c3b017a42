"""The export of Claude: conversations with `chat_messages`."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.reading import Omissions, Parts, Reader, Variant, conversation_of, note_on_empty
from aligner_core.formats.shapes import LIST, TEXT, Having, at
from aligner_core.formats.words import items_in, text_in, words_of

_ROLES = {"human": "user"}


def _conversation(value: Mapping[str, Any], where: str) -> Parts:
    omissions = Omissions()
    place = at(where, "chat_messages")
    messages = [_message(message, at(place, i), omissions) for i, message in enumerate(value["chat_messages"])]
    upload = {"sessionId": text_in(value, "uuid") or None, "title": text_in(value, "name"), "messages": messages}
    yield conversation_of(upload, where=where, notes=(*omissions.notes(), *note_on_empty(messages, place)))


def _message(message: object, where: str, omissions: Omissions) -> dict[str, str]:
    """Return a message, with the words of its blocks, or of `text`, which is all that older exports have."""
    given = message if isinstance(message, Mapping) else {}
    for key in ("attachments", "files", "files_v2"):
        for place, _ in enumerate(items_in(given, key)):
            omissions.add(key, at(at(where, key), place))
    words = words_of(items_in(given, "content"), at(where, "content"), omissions)
    role = text_in(given, "sender")
    return {
        "role": _ROLES.get(role, role),
        "content": words or text_in(given, "text"),
        "timestamp": text_in(given, "created_at"),
    }


CLAUDE = Reader(
    name="claude",
    title="Claude export",
    example='[{"uuid": "c1", "name": "Cache", "chat_messages": [{"sender": "human", "text": "How long?"}]}]',
    variants=(Variant("`chat_messages` with `uuid`", Having({"chat_messages": LIST, "uuid": TEXT}), _conversation),),
)
