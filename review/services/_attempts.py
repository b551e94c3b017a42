"""Look for quotes, turn outcomes into rows, and keep an entry's flag true. Private to the services."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser

from aligner_core import AlignedEvidence, EvidenceAligner, FailedEvidence, FailureReason, canonical_json, text_hash
from review.models import Alignment, Entry, Message, Quote
from review.payloads import CheckedQuote

Evidence = AlignedEvidence | FailedEvidence
LARGEST_INDEX = 2**31 - 1
"""An index beyond it names no message and does not fit the column; the evidence keeps it as it came."""


def look_for(quotes: Sequence[CheckedQuote], contents: Sequence[str]) -> list[Evidence]:
    """Look for quotes in the messages of a session; give one outcome a quote, in order."""
    wire = [{"quote": quote.text, "messageIndex": quote.claimed} for quote in quotes]
    outcomes = EvidenceAligner().align(list(contents), {"evidence": wire}).outcomes
    return [_outcome(quote, one.without_entry()) for quote, one in zip(quotes, outcomes, strict=True)]


def quote_of(entry: Entry, position: int, quote: CheckedQuote) -> Quote:
    """Give the row of one quote, as it was claimed."""
    return Quote(
        entry=entry,
        position=position,
        text=quote.text,
        text_hash=text_hash(quote.text),
        is_cut=quote.is_cut,
        claimed_index=canonical_json(quote.claimed).decode(),
    )


def attempt_of(
    quote: Quote,
    evidence: Evidence,
    *,
    attempt: int,
    messages: Mapping[int, Message],
    actor: AbstractBaseUser | None,
) -> Alignment:
    """Give the row of one attempt; the columns repeat what people filter by, the evidence is kept whole."""
    index = evidence.message_index
    row = Alignment(
        quote=quote,
        attempt=attempt,
        text=evidence.quote,
        message_index=index if index is not None and index <= LARGEST_INDEX else None,
        message=messages.get(index) if index is not None else None,
        method=evidence.match_method,
        evidence_json=evidence.model_dump_json(by_alias=True),
        actor_id=actor.pk if actor is not None else None,
    )
    if isinstance(evidence, FailedEvidence):
        row.reason = evidence.failure_reason
    else:
        row.span_start, row.span_end = evidence.span_start, evidence.span_end
        row.similarity, row.ambiguous = evidence.similarity, evidence.ambiguous
    return row


def all_aligned(quotes: Sequence[Quote]) -> bool:
    """Say whether there is a quote that counts and every one that counts is aligned (contract 3.8)."""
    counting = [quote.current for quote in quotes if quote.counts]
    return bool(counting) and all(current is not None and current.aligned for current in counting)


def refresh_evidence(entry: Entry) -> None:
    """Work out anew whether an entry's evidence is aligned, and count the change."""
    entry.evidence_aligned = all_aligned(list(entry.quotes.select_related("current")))
    entry.version += 1
    entry.save(update_fields=["evidence_aligned", "version"])


def _outcome(quote: CheckedQuote, looked_for: Evidence) -> Evidence:
    """Keep what the aligner found, unless the quote was refused before it could be looked for."""
    if quote.refusal in {None, FailureReason.INVALID_INDEX}:
        return looked_for
    return FailedEvidence(message_index=quote.message_index, quote=quote.text, failure_reason=quote.refusal)
