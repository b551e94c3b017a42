"""Annotated documents of LangExtract: a text, and what was extracted from it, found or not."""

import json
from collections.abc import Mapping
from typing import Any

from aligner_core.formats.notes import Note
from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Variant, part_of
from aligner_core.formats.shapes import ANYTHING, TEXT, Either, Having, Some, at
from aligner_core.formats.words import context_of, items_in, stands_at, text_in

_EXTRACTION = Having({"extraction_class": ANYTHING, "extraction_text": ANYTHING})
_OTHERS = ("messages", "role", "entries")


def _document(value: Mapping[str, Any], where: str) -> Parts:
    text = text_in(value, "text")
    omissions, wrong, entries = Omissions(), list[Note](), list[dict[str, Any]]()
    for place, extraction in enumerate(items_in(value, "extractions")):
        there = at(at(where, "extractions"), place)
        if not isinstance(extraction, Mapping):
            omissions.add("extraction", there)
            continue
        entries.append(_entry(extraction, text))
        if not _holds(extraction, text):
            shown = json.dumps(extraction.get("extraction_text"), ensure_ascii=False)[:80]
            wrong.append(Note(code="offsets_wrong", where=at(there, "char_interval"), params={"value": shown}))
    name = text_in(value, "document_id")
    upload = {"sessionId": name or None, "title": name, "messages": [text], "extraction": {"entries": entries}}
    yield part_of(upload, where=where, notes=(*omissions.notes(), *wrong))


def _entry(extraction: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return an extraction as an entry; its interval only tells which of several places of its words is meant."""
    attributes = extraction.get("attributes")
    lines = [text_in(extraction, "description")]
    lines += [f"{name}: {_shown(value)}" for name, value in attributes.items()] if isinstance(attributes, dict) else []
    quote = extraction.get("extraction_text")
    return {
        "type": text_in(extraction, "extraction_class"),
        "title": quote if isinstance(quote, str) else "",
        "body": "\n".join(line for line in lines if line),
        "evidence": [{"messageIndex": 0, "quote": quote, **context_of_extraction(extraction, text)}],
    }


def context_of_extraction(extraction: Mapping[str, Any], text: str) -> dict[str, str]:
    """Return the words around an extraction at its interval, where its words stand there and elsewhere too."""
    interval = extraction.get("char_interval")
    given = interval if isinstance(interval, Mapping) else {}
    words = text_in(extraction, "extraction_text")
    return context_of(words, text, given.get("start_pos"), given.get("end_pos")) if words else {}


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _holds(extraction: Mapping[str, Any], text: str) -> bool:
    """Whether the interval of an extraction, if it has one, holds its words."""
    interval = extraction.get("char_interval")
    if interval is None:
        return True
    given = interval if isinstance(interval, Mapping) else {}
    words = text_in(extraction, "extraction_text")
    return stands_at(words, text, given.get("start_pos"), given.get("end_pos"))


LANGEXTRACT = Reader(
    name="langextract",
    title="LangExtract documents",
    example='{"document_id": "d1", "text": "The cache lives for one hour.", "extractions": [{"extraction_class": '
    '"fact", "extraction_text": "one hour", "char_interval": {"start_pos": 20, "end_pos": 28}}]}',
    variants=(
        Variant(
            "`extractions` of a `text`",
            Either(
                (
                    Having({"text": TEXT, "extractions": Some(_EXTRACTION)}, lacking=_OTHERS),
                    Having({"document_id": TEXT, "text": TEXT, "extractions": ANYTHING}, lacking=_OTHERS),
                    Having({"extractions": Some(_EXTRACTION), "document_id": TEXT}, lacking=_OTHERS),
                )
            ),
            _document,
            Counting.ONE_TEXT,
        ),
    ),
)
