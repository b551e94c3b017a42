"""Documents of Docling: the texts of a document in their order."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.reading import DOCUMENT, Counting, Omissions, Parts, Reader, Variant, conversation_of
from aligner_core.formats.shapes import TEXT, Having, Some, at, one_of
from aligner_core.formats.words import items_in, text_in

_FURNITURE = ("page_header", "page_footer")
_LEFT = ("tables", "pictures", "key_value_items", "form_items")


def _document(value: Mapping[str, Any], where: str) -> Parts:
    omissions, messages = Omissions(), list[dict[str, str]]()
    for number, text in enumerate(value["texts"]):
        given, there = text if isinstance(text, Mapping) else {}, at(at(where, "texts"), number)
        label = text_in(given, "label")
        if label in _FURNITURE or not text_in(given, "text"):
            omissions.add(label, there)
        else:
            messages.append({"role": DOCUMENT, "name": f"{label}{_page(given)}", "content": given["text"]})
    for key in _LEFT:
        for number, _ in enumerate(items_in(value, key)):
            omissions.add(key, at(at(where, key), number))
    upload = {"title": text_in(value, "name"), "messages": messages}
    yield conversation_of(upload, where=where, notes=omissions.notes())


def _page(text: Mapping[str, Any]) -> str:
    places = items_in(text, "prov")
    number = places[0].get("page_no") if places and isinstance(places[0], Mapping) else None
    return f", page {number}" if type(number) is int else ""


DOCLING = Reader(
    name="docling",
    title="Docling document",
    example='{"schema_name": "DoclingDocument", "name": "plan", "texts": [{"label": "text", "text": "One hour."}]}',
    variants=(
        Variant(
            "`schema_name` is `DoclingDocument`",
            Having({"schema_name": one_of("DoclingDocument"), "texts": Some(Having({"text": TEXT}))}),
            _document,
            Counting.MESSAGES_WITH_WORDS,
        ),
    ),
)
