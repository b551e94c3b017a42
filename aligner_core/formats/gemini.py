"""Requests and answers of Gemini's API: `contents` of `parts`, and the checkpoints of Gemini CLI."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import DOCUMENT, Omissions, Parts, Reader, Variant, note_on_empty, part_of
from aligner_core.formats.shapes import LIST, Every, Having, Some, at, one_of
from aligner_core.formats.words import items_in, mapping_of, text_in

_ROLES = {"model": "assistant", "function": "tool"}
_CONTEXT = "This is the Gemini CLI."
"""How the text begins that Gemini CLI sends before the first words of a person."""
_CONTENT = Having({"role": one_of("user", "model", "function"), "parts": LIST})
_CANDIDATE = Having({"content": Having({"parts": LIST})})


def _request(value: Mapping[str, Any], where: str) -> Parts:
    omissions = Omissions()
    given = value.get("systemInstruction", value.get("system_instruction"))
    system = [{**given, "role": "system"}] if isinstance(given, Mapping) else []
    yield from _conversation([*system, *value["contents"]], where, at(where, "contents"), omissions)


def _list(value: list[Any], where: str) -> Parts:
    yield from _conversation(value, where, where, Omissions())


def _answer(value: Mapping[str, Any], where: str) -> Parts:
    """Yield each candidate with the passages that it rests on."""
    for place, candidate in enumerate(value["candidates"]):
        there, omissions = at(at(where, "candidates"), place), Omissions()
        given = candidate if isinstance(candidate, Mapping) else {}
        said = message_of({"role": "model", **mapping_of(given.get("content"))}, at(there, "content"), omissions)
        messages = [said, *_passages(given, there, omissions)]
        yield part_of({"messages": messages}, where=there, notes=(*omissions.notes(), *note_on_empty(messages, there)))


def _conversation(contents: list[Any], where: str, place: str, omissions: Omissions) -> Parts:
    messages = [message_of(mapping_of(one), at(place, number), omissions) for number, one in enumerate(contents)]
    yield part_of({"messages": messages}, where=where, notes=(*omissions.notes(), *note_on_empty(messages, place)))


def message_of(content: Mapping[str, Any], where: str, omissions: Omissions) -> dict[str, str]:
    """Return a content as a message: its texts, or what a function gave back."""
    texts, outputs, name = list[str](), list[str](), ""
    for place, part in enumerate(items_in(content, "parts")):
        given, there = mapping_of(part), at(at(where, "parts"), place)
        if given.get("thought"):
            omissions.add("thought", there)
        elif isinstance(given.get("text"), str):
            texts.append(given["text"])
        elif response_of(given)[1]:
            name, output = response_of(given)
            outputs.append(output)
        else:
            omissions.add(next((key for key in given if key != "thoughtSignature"), None), there)
    role = text_in(content, "role")
    words = "\n".join(texts)
    if words.startswith(_CONTEXT):
        role = "system"
    if outputs and not texts:
        return {"role": "tool", "name": name, "content": "\n".join(outputs)}
    return {"role": _ROLES.get(role, role), "name": "", "content": words}


def response_of(part: object) -> tuple[str, str]:
    """Return the name of a function and what it gave back, where a part holds that; else two empty texts."""
    given = mapping_of(part)
    held = mapping_of(given.get("functionResponse", given.get("function_response")))
    response = mapping_of(held.get("response"))
    words = text_in(response, "output", "result", "content", "error")
    return text_in(held, "name"), words or (json.dumps(response, ensure_ascii=False) if response else "")


def _passages(candidate: Mapping[str, Any], where: str, omissions: Omissions) -> Iterator[dict[str, str]]:
    """Yield the passages that were found for an answer; a page of the web is named without its words."""
    key = "groundingMetadata" if "groundingMetadata" in candidate else "grounding_metadata"
    chunks = mapping_of(candidate.get(key))
    for name in ("groundingChunks", "grounding_chunks"):
        for place, chunk in enumerate(items_in(chunks, name)):
            held = mapping_of(mapping_of(chunk).get("retrievedContext", mapping_of(chunk).get("retrieved_context")))
            if text_in(held, "text"):
                yield {"role": DOCUMENT, "name": text_in(held, "title", "uri"), "content": text_in(held, "text")}
            else:
                omissions.add(f"{name} without text", at(at(at(where, key), name), place))


GEMINI = Reader(
    name="gemini",
    title="Gemini contents",
    example='{"contents": [{"role": "user", "parts": [{"text": "How long?"}]}, '
    '{"role": "model", "parts": [{"text": "One hour."}]}]}',
    variants=(
        Variant("`contents` of `parts`", Having({"contents": Every(_CONTENT)}), _request),
        Variant("a list of `parts` with a `role`", Every(_CONTENT), _list),
        Variant("`candidates` with `content`", Having({"candidates": Some(_CANDIDATE)}), _answer),
    ),
)
