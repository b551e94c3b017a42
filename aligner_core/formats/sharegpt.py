"""Conversations in the form of ShareGPT: `from` and `value`."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.reading import Omissions, Parts, Reader, Variant, conversation_of, note_on_empty
from aligner_core.formats.shapes import TEXT, Having, Some, at
from aligner_core.formats.words import text_in

_ROLES = {
    **dict.fromkeys(("human", "user"), "user"),
    **dict.fromkeys(
        ("gpt", "chatgpt", "assistant", "model", "bing", "bard", "function_call", "tool_call"), "assistant"
    ),
    **dict.fromkeys(("observation", "tool", "function_response", "tool_response"), "tool"),
    "system": "system",
}
_TURN = Having({"from": TEXT, "value": TEXT})


def _conversation(value: Mapping[str, Any], where: str) -> Parts:
    omissions, place = Omissions(), at(where, "conversations")
    messages = [{"role": "system", "name": "", "content": value["system"]}] if text_in(value, "system") else []
    for number, turn in enumerate(value["conversations"]):
        given = turn if isinstance(turn, Mapping) else {}
        who = text_in(given, "from")
        role = _ROLES.get(who, "")
        if not given:
            omissions.add("turn", at(place, number))
        messages.append({"role": role, "name": "" if role else who, "content": text_in(given, "value")})
    upload = {"sessionId": text_in(value, "id") or None, "title": text_in(value, "title"), "messages": messages}
    yield conversation_of(upload, where=where, notes=(*omissions.notes(), *note_on_empty(messages, place)))


SHAREGPT = Reader(
    name="sharegpt",
    title="ShareGPT conversations",
    example='[{"id": "q1", "conversations": [{"from": "human", "value": "How long?"}, '
    '{"from": "gpt", "value": "One hour."}]}]',
    variants=(Variant("`conversations` of `from` and `value`", Having({"conversations": Some(_TURN)}), _conversation),),
)
