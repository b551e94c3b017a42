"""Sessions as tasks of Label Studio: the dialogue, and each quote that was found as a prediction in it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from aligner_core.exports.rows import MessageRow, QuoteRow, offsets_of

UNTYPED: Final = "quote"
"""The label of quotes whose entry has no type."""


def label_studio_config(types: Iterable[str]) -> str:
    """Return the labelling interface for quotes of these types: a label that it does not list is refused there.

    >>> '<Label value="decision"/>' in label_studio_config(["fact", "decision"])
    True
    """
    labels = "\n    ".join(f"<Label value={quoteattr(name)}/>" for name in sorted({name or UNTYPED for name in types}))
    return (
        "<View>\n"
        '  <ParagraphLabels name="label" toName="dialogue">\n'
        f"    {labels or f'<Label value={quoteattr(UNTYPED)}/>'}\n"
        "  </ParagraphLabels>\n"
        '  <Paragraphs name="dialogue" value="$dialogue" layout="dialogue" nameKey="author" textKey="text"/>\n'
        "</View>\n"
    )


def label_studio_task(session: str, messages: Sequence[MessageRow], *, model: str) -> dict[str, Any]:
    """Return a session as one task whose predictions are by *model*; offsets count UTF-16 code units.

    *messages* are all of the session, in their newest versions and in order. Quotes that were not found are left out.
    """
    found = [(place, row) for place, message in enumerate(messages) for row in message.quotes if row.words is not None]
    predictions = [
        {
            "model_version": model,
            "score": min(row.outcome.confidence for _, row in found),
            "result": list(_regions(found)),
        }
        for _ in found[:1]
    ]
    return {
        "data": {
            "session": session,
            "offsets": "utf-16",
            "dialogue": [{"author": message.speaker or "user", "text": message.text} for message in messages],
        },
        "predictions": predictions,
    }


def _regions(found: Iterable[tuple[int, QuoteRow]]) -> Iterator[dict[str, Any]]:
    for place, row in found:
        units = offsets_of(row)["utf16"]
        first, last = units if isinstance(units, list) else (0, 0)
        yield {
            "id": f"{row.entry}-{row.position}",
            "from_name": "label",
            "to_name": "dialogue",
            "type": "paragraphlabels",
            "value": {
                "start": str(place),
                "end": str(place),
                "startOffset": first,
                "endOffset": last,
                "text": row.words,
                "paragraphlabels": [row.type or UNTYPED],
            },
            "score": row.outcome.confidence,
            "meta": {"text": [row.title]},
        }
