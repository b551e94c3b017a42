"""The two protocols that models are asked by: OpenAI's chat completions, which most servers speak, and Anthropic's."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from aligner_core.errors import InvalidValueError
from aligner_core.extraction.questions import Answer, Exchange, Question, Tokens

Json = dict[str, Any]
ProtocolName = Literal["openai", "anthropic"]
TOOL: Final = "extraction"
"""The name of the tool whose input is the answer."""
NO_ANSWER = "(no answer)"
"""What stands in the place of an answer that could not be read: protocols allow no empty turn."""
ANTHROPIC_VERSION = "2023-06-01"


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """How a model is asked: where, with which headers for a key, with which body, and how its answer is read."""

    name: ProtocolName
    base_url: str
    path: str
    key_variable: str
    headers: Callable[[str], dict[str, str]]
    body: Callable[[Question, str, int], Json]
    read: Callable[[Mapping[str, Any]], Answer]


def protocol_named(name: str) -> Protocol:
    """Return a protocol.

    Raises:
        InvalidValueError: there is none of that name.

    >>> protocol_named("anthropic").base_url
    'https://api.anthropic.com'

    """
    if name not in PROTOCOLS:
        message = f"protocol must be one of {', '.join(PROTOCOLS)}, not {name!r}"
        raise InvalidValueError(message)
    return PROTOCOLS[name]


def value_in(text: object) -> object:
    r"""Return the JSON object that a text is or has in a block of code; None if there is none.

    >>> value_in('```json\n{"entries": []}\n```'), value_in("I am sorry."), value_in('{"entries": [')
    ({'entries': []}, None, None)
    """
    if not isinstance(text, str):
        return None
    start, end = text.find("{"), text.rfind("}")
    try:
        found: object = json.loads(text[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError):
        return None
    return found


def _openai_body(question: Question, model: str, max_tokens: int) -> Json:
    turns = [turn for place, one in enumerate(question.before) for turn in _openai_turns(one, place)]
    tool = {"name": TOOL, "description": "The entries of the conversation.", "parameters": question.schema}
    limit = {"max_completion_tokens": max_tokens * 2**question.cuts} if max_tokens else {}
    return {
        "model": model,
        "messages": [
            {"role": "system", "content": question.instruction},
            *turns,
            {"role": "user", "content": question.asked},
        ],
        "tools": [{"type": "function", "function": tool}],
        "tool_choice": {"type": "function", "function": {"name": TOOL}},
        **limit,
    }


def _openai_turns(one: Exchange, place: int) -> Iterator[Json]:
    """Yield an exchange as turns: what was asked, the call of the tool that answered, and its result."""
    yield {"role": "user", "content": one.asked}
    if one.answer.value is None:
        yield {"role": "assistant", "content": NO_ANSWER}
        return
    arguments = json.dumps(one.answer.value, ensure_ascii=False)
    call = {"id": f"call_{place}", "type": "function", "function": {"name": TOOL, "arguments": arguments}}
    yield {"role": "assistant", "content": None, "tool_calls": [call]}
    yield {"role": "tool", "tool_call_id": f"call_{place}", "content": "read"}


def _read_openai(given: Mapping[str, Any]) -> Answer:
    choice = given["choices"][0]
    message = choice["message"]
    calls = message.get("tool_calls") or []
    text = calls[0]["function"]["arguments"] if calls else message.get("content")
    used = given.get("usage") or {}
    tokens = Tokens(_count(used.get("prompt_tokens")), _count(used.get("completion_tokens")))
    is_cut = choice.get("finish_reason") == "length"
    return Answer(None if is_cut else value_in(text), tokens, is_cut=is_cut)


def _anthropic_body(question: Question, model: str, max_tokens: int) -> Json:
    turns = list[Json]()
    result: list[Json] = []
    for place, one in enumerate(question.before):
        turns.append({"role": "user", "content": [*result, {"type": "text", "text": one.asked}]})
        said, result = _anthropic_answer(one.answer, place)
        turns.append({"role": "assistant", "content": said})
    turns.append({"role": "user", "content": [*result, {"type": "text", "text": question.asked}]})
    tool = {"name": TOOL, "description": "The entries of the conversation.", "input_schema": question.schema}
    return {
        "model": model,
        "max_tokens": max_tokens * 2**question.cuts,
        "system": question.instruction,
        "messages": turns,
        "tools": [tool],
        "tool_choice": {"type": "tool", "name": TOOL},
    }


def _anthropic_answer(answer: Answer, place: int) -> tuple[list[Json], list[Json]]:
    """Return an answer as the model gave it, and what begins the turn after it: each use of a tool has a result."""
    if not isinstance(answer.value, dict):
        return [{"type": "text", "text": NO_ANSWER}], []
    use = {"type": "tool_use", "id": f"toolu_{place}", "name": TOOL, "input": answer.value}
    return [use], [{"type": "tool_result", "tool_use_id": f"toolu_{place}", "content": "read"}]


def _read_anthropic(given: Mapping[str, Any]) -> Answer:
    blocks, is_cut = given["content"], given.get("stop_reason") == "max_tokens"
    inputs = [block["input"] for block in blocks if block.get("type") == "tool_use"]
    texts = [block.get("text") for block in blocks if block.get("type") == "text"]
    value = inputs[0] if inputs else value_in(texts[0] if texts else None)
    used = given.get("usage") or {}
    tokens = Tokens(_count(used.get("input_tokens")), _count(used.get("output_tokens")))
    return Answer(None if is_cut else value, tokens, is_cut=is_cut)


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0


PROTOCOLS: Mapping[str, Protocol] = {
    one.name: one
    for one in (
        Protocol(
            name="openai",
            base_url="https://api.openai.com/v1",
            path="/chat/completions",
            key_variable="OPENAI_API_KEY",
            headers=lambda key: {"Authorization": f"Bearer {key}"},
            body=_openai_body,
            read=_read_openai,
        ),
        Protocol(
            name="anthropic",
            base_url="https://api.anthropic.com",
            path="/v1/messages",
            key_variable="ANTHROPIC_API_KEY",
            headers=lambda key: {"x-api-key": key, "anthropic-version": ANTHROPIC_VERSION},
            body=_anthropic_body,
            read=_read_anthropic,
        ),
    )
}
"""The protocols by their names."""
