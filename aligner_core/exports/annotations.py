"""Quotes as W3C Web Annotations: their exact words in the source, and what the model quoted as the body."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from aligner_core.evidence import AlignedEvidence
from aligner_core.exports.rows import QuoteRow
from aligner_core.exports.written import json_line

CONTEXT: Final = "http://www.w3.org/ns/anno.jsonld"
AROUND: Final = 32
"""How much of the source a selector repeats before and after the words, in code points."""
LABEL: Final = "Evidence Review: positions count code points, as the standard says, not UTF-16 code units"


def web_annotation(row: QuoteRow) -> dict[str, Any]:
    """Return the annotation of a quote that was found; its positions count code points.

    Raises:
        ValueError: the quote was not found, so there is nothing to annotate.

    """
    words, found, text = row.words, row.outcome, row.source
    if words is None or text is None or not isinstance(found, AlignedEvidence):
        message = "a quote that was not found has no annotation"
        raise ValueError(message)
    start, end = found.span_start, found.span_end
    claim = "\n".join(filter(None, (row.title, row.body)))
    tags = (("type", row.type), ("stage", row.stage), ("method", found.match_method), ("verdict", found.verdict.value))
    return {
        "id": row.urn,
        "type": "Annotation",
        "motivation": ["describing", "assessing"],
        "body": [
            {"type": "TextualBody", "value": claim, "purpose": "describing", "format": "text/plain"},
            {"type": "TextualBody", "value": found.quote, "purpose": "assessing", "format": "text/plain"},
            *({"type": "TextualBody", "value": f"{k}:{v}", "purpose": "tagging"} for k, v in tags if v),
        ],
        "target": {
            "type": "SpecificResource",
            "source": row.source_urn,
            "selector": [
                {
                    "type": "TextQuoteSelector",
                    "exact": words,
                    "prefix": text[max(0, start - AROUND) : start],
                    "suffix": text[end : end + AROUND],
                },
                {"type": "TextPositionSelector", "start": start, "end": end},
            ],
        },
    }


def annotation_page(rows: Iterable[QuoteRow], *, name: str) -> Iterator[str]:
    """Yield one collection of annotations, one in memory at a time; quotes that were not found are left out.

    *name* is an IRI for the collection.
    """
    first = f'"first": {{"id": {json_line(name + "#page").strip()}, "type": "AnnotationPage", "items": ['
    head = json_line({"@context": CONTEXT, "id": name, "type": "AnnotationCollection", "label": LABEL}).strip()
    yield f"{head[:-1]}, {first}"
    before = "\n"
    for row in rows:
        if row.words is not None:
            yield before + json_line(web_annotation(row)).rstrip("\n")
            before = ",\n"
    yield "\n]}}\n"
