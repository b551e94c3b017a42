"""Turn an outcome of the aligner into a row, and keep an entry's flag true. Private to the services."""

from collections.abc import Mapping

from aligner_core import AlignedEvidence, FailedEvidence
from django.contrib.auth.models import AbstractBaseUser

from review.models import Alignment, Entry, Message, Quote


LARGEST_INDEX = 2**31 - 1
"""An index beyond it names no message and does not fit the column; the evidence keeps it as it came."""


def attempt_of(
    quote: Quote,
    evidence: AlignedEvidence | FailedEvidence,
    *,
    attempt: int,
    messages: Mapping[int, Message],
    actor: AbstractBaseUser | None,
) -> Alignment:
    """Give the row of one attempt; the columns repeat what people filter by, the evidence is kept whole."""
    aligned = isinstance(evidence, AlignedEvidence)
    index = evidence.message_index
    return Alignment(
        quote=quote,
        attempt=attempt,
        text=evidence.quote,
        message_index=index if index is not None and index <= LARGEST_INDEX else None,
        message=messages.get(index) if index is not None else None,
        method=evidence.match_method,
        span_start=evidence.span_start if aligned else None,
        span_end=evidence.span_end if aligned else None,
        similarity=evidence.similarity if aligned else None,
        ambiguous=aligned and evidence.ambiguous,
        reason="" if aligned else evidence.failure_reason,
        evidence_json=evidence.model_dump_json(by_alias=True),
        actor_id=actor.pk if actor is not None else None,
    )


def all_aligned(quotes: list[Quote]) -> bool:
    """Say whether there is a quote that counts and every one that counts is aligned (contract 3.8)."""
    counting = [quote.current for quote in quotes if quote.counts]
    return bool(counting) and all(current is not None and current.aligned for current in counting)


def refresh_evidence(entry: Entry) -> None:
    """Work out anew whether an entry's evidence is aligned, and count the change."""
    entry.evidence_aligned = all_aligned(list(entry.quotes.select_related("current")))
    entry.version += 1
    entry.save(update_fields=["evidence_aligned", "version"])
