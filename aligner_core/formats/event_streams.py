"""Answers that came as server-sent events, put together to what they would be as one answer."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from aligner_core.errors import FormatError
from aligner_core.formats.decoding import json_value
from aligner_core.formats.words import items_in, text_in

_BEGINS = re.compile(r"\s*(?:(?:id|retry|:)[^\n]*\n)*(?:event|data): ?\S")
_DATA = re.compile(r"^data: ?(\{.*\})[ \t]*\r?$", re.MULTILINE)
_Event = Mapping[str, Any]


class Answer(NamedTuple):
    """An answer, and the number of events that it came in."""

    value: dict[str, Any]
    events: int


def answer_in(text: str) -> Answer | None:
    """Return the answer of a text that is a stream of events; None for any other text.

    >>> answer_in('data: {"choices": [{"delta": {"content": "One."}}]}').value
    {'choices': [{'message': {'role': 'assistant', 'content': 'One.'}}]}
    """
    if _BEGINS.match(text) is None:
        return None
    events = list(_events(text))
    for put_together in (_response, _message, _completion, _candidates):
        value = put_together(events)
        if value is not None:
            return Answer(value, len(events))
    return None


def _events(text: str) -> Iterator[_Event]:
    """Yield the data of events; what cannot be read, as the last one that was cut off, is passed over."""
    for data in _DATA.findall(text):
        try:
            value = json_value(data)
        except FormatError:
            continue
        yield from [value] if isinstance(value, Mapping) else []


def _response(events: list[_Event]) -> dict[str, Any] | None:
    """Return the answer of OpenAI Responses, which its last event holds whole."""
    held = [one["response"] for one in events if text_in(one, "type") in ("response.completed", "response.incomplete")]
    return next((dict(one) for one in held if isinstance(one, Mapping)), None)


def _message(events: list[_Event]) -> dict[str, Any] | None:
    """Return the answer of Anthropic, whose blocks grow by deltas."""
    starts = [one.get("message") for one in events if one.get("type") == "message_start"]
    start = next((one for one in starts if isinstance(one, Mapping)), None)
    if start is None:
        return None
    blocks: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for event in events:
        block, delta = event.get("content_block"), event.get("delta")
        held = blocks[str(event.get("index"))]
        if isinstance(block, Mapping):
            held.update(block)
        if isinstance(delta, Mapping) and text_in(delta, "text"):
            held["text"] = text_in(held, "text") + delta["text"]
        if isinstance(delta, Mapping) and isinstance(delta.get("citation"), Mapping):
            held["citations"] = [*items_in(held, "citations"), delta["citation"]]
    content = [block for block in blocks.values() if block.get("type")]
    return {**start, "content": content}


def _completion(events: list[_Event]) -> dict[str, Any] | None:
    """Return the answer of OpenAI's chat, whose choices grow by deltas."""
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for choice in (one for event in events for one in items_in(event, "choices") if isinstance(one, Mapping)):
        delta = choice.get("delta")
        if isinstance(delta, Mapping):
            texts[json.dumps(choice.get("index"))].append(text_in(delta, "content", "refusal"))
    choices = [{"message": {"role": "assistant", "content": "".join(said)}} for said in texts.values()]
    return {"choices": choices} if choices else None


def _candidates(events: list[_Event]) -> dict[str, Any] | None:
    """Return the answer of Gemini, whose events hold one piece each."""
    candidates = [one for event in events for one in items_in(event, "candidates")[:1] if isinstance(one, Mapping)]
    contents = [one["content"] for one in candidates if isinstance(one.get("content"), Mapping)]
    parts = [part for content in contents for part in items_in(content, "parts") if isinstance(part, Mapping)]
    if not parts:
        return None
    said = "".join(text_in(part, "text") for part in parts if not part.get("thought"))
    others = [part for part in parts if part.get("thought") or not isinstance(part.get("text"), str)]
    whole = {key: held for one in candidates for key, held in one.items() if key.startswith("grounding")}
    return {"candidates": [{**whole, "content": {"role": "model", "parts": [*others, {"text": said}]}}]}
