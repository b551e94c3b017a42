"""Checks the extractions of LangExtract against their document: its own result claims that each of them is there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aligner_core.errors import InvalidTypeError
from aligner_core.formats.langextract import context_of_extraction
from aligner_core.grounding import Report, check


def check_langextract(result: object, *, strict: bool = False) -> Report:
    """Return for each extraction whether its text is in its document with no fact changed.

    *result* is what `langextract.extract` returns, an `AnnotatedDocument` or several, or the plain objects of its
    JSONL. A row carries the class of the extraction and its number in the document, counted from 1, as `entry_id`.
    An interval only chooses among equal places of its words: it may be that of other words.

    Raises:
        InvalidTypeError: *result* is nothing of the kind, or a document has no text.

    >>> taken = {"extraction_class": "dose", "extraction_text": "take 5 mcg at night"}
    >>> report = check_langextract({"text": "Take 5 mg at night.", "extractions": [taken]})
    >>> [(row.entry_id, row.verdict.value) for row in report.rows]
    [('dose 1', 'differs')]

    """
    documents = list(_documents(result))
    entries = [entry for index, document in enumerate(documents) for entry in _entries(index, document)]
    return check({"entries": entries}, [document["text"] for document in documents], strict=strict)


def _documents(result: object) -> Iterator[Mapping[str, Any]]:
    documents: Sequence[object] = (
        result if isinstance(result, Sequence) and not isinstance(result, str | bytes) else [result]
    )
    for document in documents:
        plain = document if isinstance(document, Mapping) else getattr(document, "__dict__", None)
        if plain is None or not isinstance(plain.get("text"), str):
            message = f"a LangExtract document has a text, {type(document).__name__} has none"
            raise InvalidTypeError(message)
        yield plain


def _entries(index: int, document: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    for number, extraction in enumerate(document.get("extractions") or (), start=1):
        plain = extraction if isinstance(extraction, Mapping) else vars(extraction)
        yield {
            "entryId": f"{plain.get('extraction_class')} {number}",
            "evidence": [
                {"messageIndex": index, "quote": plain.get("extraction_text"), **_context(plain, document["text"])}
            ],
        }


def _context(extraction: Mapping[str, Any], text: str) -> dict[str, str]:
    interval = extraction.get("char_interval")
    held = interval if interval is None or isinstance(interval, Mapping) else vars(interval)
    return context_of_extraction({**extraction, "char_interval": held}, text)
