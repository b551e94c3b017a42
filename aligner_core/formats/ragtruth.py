"""The answers of RAGTruth with the words that are marked as unfounded, and the texts that they were made from."""

import json
from collections.abc import Mapping
from typing import Any

from aligner_core.formats.notes import Note
from aligner_core.formats.offsets import Offsets
from aligner_core.formats.reading import DOCUMENT, Counting, Omissions, Parts, Reader, Variant, part_of
from aligner_core.formats.shapes import ANYTHING, LIST, TEXT, Having, at
from aligner_core.formats.words import items_in, text_in


def _answer(value: Mapping[str, Any], where: str) -> Parts:
    """Yield an answer; what is marked in it are quotes of the answer itself."""
    words, entries, notes = value["response"], list[dict[str, Any]](), list[Note]()
    offsets = Offsets.of(words, [_span(label) for label in items_in(value, "labels")])
    for place, label in enumerate(items_in(value, "labels")):
        given = label if isinstance(label, Mapping) else {}
        there = at(at(where, "labels"), place)
        quote, wrong = offsets.quote(_span(label), there)
        notes += wrong
        entry = {"type": text_in(given, "label_type"), "title": quote, "body": text_in(given, "meta")}
        entries.append({**entry, "evidence": [offsets.evidence(0, quote, _span(label))]})
    message = {"role": "assistant", "name": text_in(value, "model"), "content": words}
    upload: dict[str, Any] = {"sessionId": text_in(value, "id") or None, "messages": [message]}
    if entries:
        upload["extraction"] = {"extractor": "RAGTruth", "entries": entries}
    yield part_of(upload, where=where, notes=(*offsets.notes(at(where, "labels")), *notes))


def _span(label: object) -> tuple[object, object, str]:
    given = label if isinstance(label, Mapping) else {}
    return given.get("start"), given.get("end"), text_in(given, "text")


def _source(value: Mapping[str, Any], where: str) -> Parts:
    held, omissions = value["source_info"], Omissions()
    if text_in(value, "prompt"):
        omissions.add("prompt", at(where, "prompt"))
    given = held if isinstance(held, Mapping) else {}
    asked = text_in(given, "question")
    words = held if isinstance(held, str) else text_in(given, "passages") or json.dumps(held, ensure_ascii=False)
    messages = [{"role": "user", "content": asked}] if asked else []
    messages.append({"role": DOCUMENT, "name": text_in(value, "source"), "content": words})
    upload = {"sessionId": text_in(value, "source_id") or None, "messages": messages}
    yield part_of(upload, where=where, notes=omissions.notes())


RAGTRUTH = Reader(
    name="ragtruth",
    title="RAGTruth",
    example='{"id": "1", "source_id": "s1", "model": "m", "response": "It lives for one hour.", "labels": '
    '[{"start": 13, "end": 21, "text": "one hour", "label_type": "Evident Conflict"}]}',
    variants=(
        Variant(
            "`response` with `labels` and `source_id`",
            Having({"response": TEXT, "labels": LIST, "source_id": ANYTHING}),
            _answer,
            Counting.ONE_TEXT,
        ),
        Variant("`source_info` with `source_id`", Having({"source_info": ANYTHING, "source_id": ANYTHING}), _source),
    ),
)
