"""A request and the answer to it in one file, as programs log their calls of a model."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.anthropic_messages import ANTHROPIC
from aligner_core.formats.gemini import GEMINI
from aligner_core.formats.notes import refuse
from aligner_core.formats.openai_chat import OPENAI_CHAT
from aligner_core.formats.openai_responses import OPENAI_RESPONSES
from aligner_core.formats.own import SESSION
from aligner_core.formats.reading import Parts, Reader, Variant
from aligner_core.formats.shapes import LIST, TEXT, Either, Having, Some, at
from aligner_core.formats.words import items_in

_ASKED = Either((Having({"messages": LIST}), Having({"contents": LIST}), Having({"input": Either((TEXT, LIST))})))
_ANSWERED = Either(
    (
        Having({"content": LIST}),
        Having({"choices": Some(Having({"message": Having({"role": TEXT})}))}),
        Having({"candidates": LIST}),
        Having({"output": LIST}),
    )
)
_REQUEST = Either((_ASKED, Having({"body": _ASKED})))
_RESPONSE = Either((_ANSWERED, Having({"body": _ANSWERED})))


def _exchange(value: Mapping[str, Any], where: str) -> Parts:
    """Yield the conversation that a request and its answer are, read as the form of their API."""
    request, response = _body(value["request"]), _body(value["response"])
    if "output" in response:
        yield from _read(response, at(where, "response"))
    elif "contents" in request:
        answers = [one["content"] for one in items_in(response, "candidates") if _has_content(one)]
        yield from _read({**request, "contents": [*request["contents"], *answers[:1]]}, where)
    else:
        answers = [
            one["message"] for one in items_in(response, "choices") if isinstance(one, Mapping) and "message" in one
        ]
        said = answers[:1] if "choices" in response else [response]
        kept = {key: request[key] for key in ("system",) if key in request}
        yield from _read({**kept, "messages": [*items_in(request, "messages"), *said]}, where)


def _body(value: Mapping[str, Any]) -> Mapping[str, Any]:
    body = value.get("body")
    return body if isinstance(body, Mapping) else value


def _has_content(candidate: object) -> bool:
    return isinstance(candidate, Mapping) and isinstance(candidate.get("content"), Mapping)


def _read(joined: Mapping[str, Any], where: str) -> Parts:
    readers = (OPENAI_RESPONSES, ANTHROPIC, OPENAI_CHAT, GEMINI, SESSION)
    variants = (one for reader in readers for one in reader.variants if isinstance(one, Variant))
    found = next((one for one in variants if one.shape.fits(joined)), None)
    if found is None:
        refuse("not_a_session", where)
    yield from found.read(joined, where)


EXCHANGE = Reader(
    name="exchange",
    title="Request and answer",
    example='{"request": {"messages": [{"role": "user", "content": "How long?"}]}, "response": {"choices": '
    '[{"message": {"role": "assistant", "content": "One hour."}}]}}',
    variants=(Variant("`request` and `response`", Having({"request": _REQUEST, "response": _RESPONSE}), _exchange),),
)
