"""Answers of OpenAI's Responses: messages, the results of file searches, and which sentence cites which file."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from aligner_core.formats.notes import Note
from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Variant, note_on_empty, part_of
from aligner_core.formats.shapes import LIST, Either, Having, Some, at, one_of
from aligner_core.formats.words import items_in, text_in, words_of

_ENDS = (". ", "! ", "? ", "。", "\n")
MAX_SENTENCE_CHARS = 2000
_OUTPUT = Having({"type": one_of("message", "reasoning", "function_call", "file_search_call", "web_search_call")})


def _response(value: Mapping[str, Any], where: str) -> Parts:
    """Yield the conversation; and, where sources were searched or cited, these with a claim for each citation."""
    omissions = Omissions()
    messages = [*_input(value.get("input"), at(where, "input"), omissions), *_output(value, where, omissions)]
    notes = (*omissions.notes(), *note_on_empty(messages, at(where, "messages")))
    upload = {"sessionId": text_in(value, "id") or None, "messages": messages}
    yield part_of(upload, where=where, notes=notes)
    yield from _sources(value, where, messages)


def _input(given: object, where: str, omissions: Omissions) -> Iterator[dict[str, str]]:
    if isinstance(given, str):
        yield {"role": "user", "content": given}
    for place, item in enumerate(given if isinstance(given, list) else []):
        yield from _message(item, at(where, place), omissions)


def _output(value: Mapping[str, Any], where: str, omissions: Omissions) -> Iterator[dict[str, str]]:
    for place, item in enumerate(items_in(value, "output")):
        if not (isinstance(item, Mapping) and item.get("type") == "file_search_call"):
            yield from _message(item, at(at(where, "output"), place), omissions)


def _message(item: object, where: str, omissions: Omissions) -> Iterator[dict[str, str]]:
    """Yield the message that an item is; calls, reasoning and what a tool gave back are left out."""
    given = item if isinstance(item, Mapping) else {}
    if "role" in given and given.get("type", "message") == "message":
        yield {
            "role": text_in(given, "role"),
            "content": words_of(given.get("content"), at(where, "content"), omissions),
        }
    else:
        omissions.add(given.get("type"), where)


def _sources(value: Mapping[str, Any], where: str, messages: list[dict[str, str]]) -> Parts:
    place = at(where, "output")
    found = [
        (result, at(at(at(at(place, number), "results"), index), "text"))
        for number, item in enumerate(items_in(value, "output"))
        for index, result in enumerate(items_in(item, "results"))
        if isinstance(result, Mapping)
    ]
    entries, notes = _cited(value, place)
    chunks = [_chunk(result, there, number) for number, (result, there) in enumerate(found)]
    extraction = {"entries": entries}
    if chunks:
        answer = "\n".join(message["content"] for message in messages if message["role"] == "assistant")
        yield part_of(
            {"query": _query(value), "chunks": chunks, "answer": answer, "extraction": extraction},
            where=where,
            notes=notes,
        )
    elif entries or notes:
        yield part_of(extraction, where=where, notes=notes)


def _chunk(result: Mapping[str, Any], where: str, number: int) -> dict[str, Any]:
    name = text_in(result, "filename")
    return {
        "chunkId": f"{text_in(result, 'file_id') or name}#{number}",
        "title": name,
        "fileName": name,
        "content": words_of(result.get("text"), where, Omissions()),
        "score": result.get("score"),
    }


def _query(value: Mapping[str, Any]) -> str:
    queries = chain.from_iterable(items_in(item, "queries") for item in items_in(value, "output"))
    return next((query for query in queries if isinstance(query, str)), "")


def _cited(value: Mapping[str, Any], where: str) -> tuple[list[dict[str, Any]], list[Note]]:
    """Return a claim for each citation of a file, and notes on places in the answer that it does not have."""
    entries, notes = list[dict[str, Any]](), list[Note]()
    for there, text, annotation in _annotations(value, where):
        places = [annotation.get(name) for name in ("index", "start_index", "end_index") if name in annotation]
        if not all(isinstance(place, int) and 0 <= place <= len(text) for place in places):
            notes.append(
                Note(code="offsets_wrong", where=there, params={"value": text_in(annotation, "filename", "url")})
            )
        if annotation.get("type") == "file_citation":
            claim = _sentence_before(text, places[0] if places else None)
            name = text_in(annotation, "filename", "file_id")
            entries.append({"type": "citation", "title": claim, "body": name, "evidence": []})
        else:
            params = {"kind": text_in(annotation, "type") or "annotation", "count": 1}
            notes.append(Note(code="left_out", where=there, params=params))
    return entries, notes


def _annotations(value: Mapping[str, Any], where: str) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for number, item in enumerate(items_in(value, "output")):
        for place, part in enumerate(items_in(item, "content")):
            for index, annotation in enumerate(items_in(part, "annotations")):
                there = at(at(at(at(where, number), "content"), place), "annotations")
                if isinstance(annotation, Mapping):
                    yield at(there, index), text_in(part, "text"), annotation


def _sentence_before(text: str, end: object) -> str:
    """Return the sentence that ends at a place in an answer; when the place is not in it, how the answer begins."""
    if not isinstance(end, int) or not 0 <= end <= len(text):
        return text[:MAX_SENTENCE_CHARS].strip()
    head = text[max(0, end - MAX_SENTENCE_CHARS) : end].rstrip()
    return head[max(head.rfind(end, 0, -1) + 1 for end in _ENDS) :].strip()


OPENAI_RESPONSES = Reader(
    name="openai_responses",
    title="OpenAI response",
    example='{"object": "response", "output": [{"type": "message", "role": "assistant", "content": '
    '[{"type": "output_text", "text": "One hour.", "annotations": []}]}]}',
    variants=(
        Variant(
            "`object` is `response`, with `output`",
            Either((Having({"object": one_of("response"), "output": LIST}), Having({"output": Some(_OUTPUT)}))),
            _response,
            Counting.DOCUMENTS,
        ),
    ),
)
