"""Which entries were repaired before their claims were asked about, for 0013: by the rules of that day."""

from collections.abc import Iterator
from typing import Any

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

from aligner_core import AlignedEvidence, ProofError, Span, fold, reclassify, whole_words


def mark_asked(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Mark every entry with a withdrawn quote, or with words that count and are not the extractor's own."""
    quotes = apps.get_model("review", "Quote").objects
    asking = {quote.entry_id for quote in quotes.filter(standing="withdrawn")}
    touched = quotes.filter(standing="counts").filter(Q(current__attempt__gt=1) | Q(split_from__isnull=False))
    for quote in touched.select_related("current").iterator(chunk_size=200):
        if quote.current and quote.current.method != "none" and not _has_own_words(quote):
            asking.add(quote.entry_id)
    entries = apps.get_model("review", "Entry").objects
    for pk in sorted(asking):
        entries.filter(pk=pk).update(claim_open=True)


def _has_own_words(quote: Any) -> bool:  # noqa: ANN401 - a row of the schema of that day
    if quote.split_from_id is not None or quote.is_cut:
        return False
    words = fold(quote.current.text)
    if words == fold(quote.text):
        return True
    attempts = quote.alignments.filter(text=quote.text, message__isnull=False).exclude(method="none")
    return any(words in _found_words(attempt) for attempt in attempts.select_related("message"))


def _found_words(attempt: Any) -> Iterator[str]:  # noqa: ANN401 - a row of the schema of that day
    content, span = attempt.message.content, Span(start=attempt.span_start, end=attempt.span_end)
    try:
        evidence = reclassify(AlignedEvidence.model_validate_json(attempt.evidence_json), content)
    except (ProofError, ValueError):
        return
    if not any(one.critical for one in evidence.differences):
        for one in (span, whole_words(content, span)):
            yield fold(content[one.start : one.end])
