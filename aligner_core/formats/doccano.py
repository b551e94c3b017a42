"""Texts with labelled spans, as doccano and Prodigy write them."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.notes import Note
from aligner_core.formats.offsets import Offsets, Span
from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Variant, part_of
from aligner_core.formats.shapes import LIST, TEXT, Having, Is, Some, at
from aligner_core.formats.words import items_in, text_in

_KEYS = ("label", "labels", "entities", "spans")
_TRIPLE = 3
_SPAN = Is("a span with a start, an end and a label", lambda value: _span_of(value) is not None)
_SHAPE = Having({"text": TEXT, "|".join(_KEYS): Some(_SPAN)}, lacking=("messages", "extractions", "data"))
_WITHOUT = Having({"text": TEXT, "|".join(_KEYS): LIST}, lacking=("messages", "extractions", "data"))


def _text(value: Mapping[str, Any], where: str) -> Parts:
    text, omissions, notes = value["text"], Omissions(), list[Note]()
    key = next(key for key in _KEYS if key in value)
    place = at(where, key)
    spans = [(at(place, number), _span_of(one)) for number, one in enumerate(items_in(value, key))]
    offsets = Offsets.of(text, [span for _, found in spans if found is not None for span in (found[0],)])
    entries = list[dict[str, Any]]()
    for there, found in spans:
        quote, wrong = ("", ()) if found is None else offsets.quote(found[0], there)
        if found is None or not quote:
            omissions.add("label outside of the text", there)
            continue
        notes += wrong
        entries.append({"type": found[1], "title": quote, "evidence": [offsets.evidence(0, quote, found[0])]})
    for number, _ in enumerate(items_in(value, "relations")):
        omissions.add("relations", at(at(where, "relations"), number))
    upload = {"messages": [text], "extraction": {"entries": entries}}
    yield part_of(upload, where=where, notes=(*offsets.notes(place), *omissions.notes(), *notes))


def _span_of(value: object) -> tuple[Span, str] | None:
    """Return the span and the label of an annotation; None for what is neither a triple nor has offsets."""
    if isinstance(value, list) and len(value) == _TRIPLE and isinstance(value[2], str):
        start, end, label = value
        return ((start, end, ""), label) if type(start) is int and type(end) is int else None
    if not isinstance(value, Mapping):
        return None
    start, end = value.get("start_offset", value.get("start")), value.get("end_offset", value.get("end"))
    if type(start) is not int or type(end) is not int:
        return None
    return (start, end, text_in(value, "text")), text_in(value, "label")


DOCCANO = Reader(
    name="doccano",
    title="Labelled spans (doccano, Prodigy)",
    example='{"id": 1, "text": "It lives for one hour.", "label": [[13, 21, "TIME"]]}',
    variants=(Variant("`text` with spans that are labelled", _SHAPE, _text, Counting.ONE_TEXT),),
    others=(Variant("`text` with spans that are labelled", _WITHOUT, _text, Counting.ONE_TEXT),),
)
