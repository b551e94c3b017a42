"""Web annotations: quotes by `TextQuoteSelector`, as the W3C defines them and Hypothesis keeps them."""

from collections.abc import Iterator, Mapping
from typing import Any

from aligner_core.formats.reading import Counting, Omissions, Parts, Reader, Row, RowVariant, Variant, part_of
from aligner_core.formats.shapes import ANYTHING, LIST, Either, Having, Some, at, one_of
from aligner_core.formats.words import items_in, text_in

_ANNOTATION = Having({"type": one_of("Annotation"), "target": ANYTHING})
_KEPT = Having({"target": Some(Having({"selector": LIST})), "uri|links": ANYTHING})
_ONE = Either((_ANNOTATION, _KEPT))
_MAX_DEPTH = 8
"""How many selectors may refine one another."""


def _page(value: Mapping[str, Any], where: str) -> Parts:
    first = value.get("first")
    page, place = (first, at(where, "first")) if isinstance(first, Mapping) else (value, where)
    key = "items" if "items" in page else "rows"
    rows = (Row(at(at(place, key), number), one) for number, one in enumerate(items_in(page, key)))
    yield from _gather(rows)


def _gather(rows: Iterator[Row]) -> Parts:
    omissions, entries = Omissions(), list[dict[str, Any]]()
    for row in rows:
        given = row.value if isinstance(row.value, Mapping) else {}
        quotes = [quote for target in _targets(given) for quote in _quotes(target, _MAX_DEPTH)]
        if not quotes:
            omissions.add("annotation without a quote", row.where)
            continue
        sources = dict.fromkeys(text_in(one, "source") for one in _targets(given))
        remark, tags = _bodies(given)
        entry = {
            "entryId": text_in(given, "id") or None,
            "type": ", ".join(tags),
            "title": remark or quotes[0]["quote"],
        }
        entries.append({**entry, "body": "\n".join(filter(None, sources)), "evidence": quotes})
    yield part_of({"entries": entries, "index": "none"}, notes=omissions.notes())


def _targets(annotation: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    target = annotation.get("target")
    held = target if isinstance(target, list) else [target]
    return [one for one in held if isinstance(one, Mapping)]


def _quotes(target: Mapping[str, Any], depth: int) -> Iterator[dict[str, str]]:
    """Yield the words of the selectors of a target, also of those that refine others."""
    for key in ("selector", "refinedBy"):
        selector = target.get(key)
        for one in selector if isinstance(selector, list) else [selector]:
            given = one if isinstance(one, Mapping) else {}
            if text_in(given, "exact"):
                around = {key: given[key] for key in ("prefix", "suffix") if text_in(given, key)}
                yield {"quote": given["exact"], **around}
            elif given and depth:
                yield from _quotes({"refinedBy": given.get("refinedBy")}, depth - 1)


def _bodies(annotation: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return what an annotation says, and its tags."""
    body = annotation.get("body")
    held = [one if isinstance(one, Mapping) else {"value": one} for one in (body if isinstance(body, list) else [body])]
    tags = [text_in(one, "value") for one in held if one.get("purpose") == "tagging"]
    tags += [tag for tag in items_in(annotation, "tags") if isinstance(tag, str)]
    said = [text_in(one, "value") for one in held if one.get("purpose") != "tagging"]
    said += [text_in(annotation, "bodyValue", "text")]
    return "\n".join(filter(None, said)), [tag for tag in tags if tag]


W3C_ANNOTATION = Reader(
    name="w3c_annotation",
    title="Web annotations (W3C, Hypothesis)",
    example='{"@context": "http://www.w3.org/ns/anno.jsonld", "type": "Annotation", "body": {"type": "TextualBody", '
    '"value": "One hour"}, "target": {"source": "urn:doc", "selector": '
    '{"type": "TextQuoteSelector", "exact": "for one hour"}}}',
    variants=(
        Variant(
            "`items` or `rows` of annotations",
            Either((Having({"items|rows": Some(_ONE)}), Having({"first": Having({"items": Some(_ONE)})}))),
            _page,
            Counting.NO_NUMBERS,
        ),
        RowVariant("annotations with a `target`", _ONE, _gather, Counting.NO_NUMBERS),
    ),
)
