"""Repair a quote: look for other words or in another message, choose an occurrence, withdraw it."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from aligner_core import AlignedEvidence, Alternative, FailedEvidence
from review import events
from review.models import Acknowledgement, Alignment, Provenance, Quote, Standing
from review.payloads import check_quote
from review.policy import Reason
from review.selectors.gate import critical_differences
from review.selectors.sources import current_messages
from review.services import _journal
from review.services._attempts import Evidence, look_for, refresh_evidence
from review.services._changes import Attempted, Declined, append_attempt, lock_quote, refusal_of
from review.services._judging import placed

__all__ = [
    "Attempted",
    "Declined",
    "acknowledge_differences",
    "choose_occurrence",
    "restore_attempt",
    "retry_quote",
    "withdraw_quote",
]


def retry_quote(
    *, quote_id: int, text: str, message_index: int, seen_attempt: int, actor: AbstractBaseUser
) -> Attempted | Declined:
    """Look for *text* in the message *message_index* and append the outcome, aligned or not, as the next attempt.

    *seen_attempt* is the attempt the person saw: when another was appended since, the answer is `conflict`.
    """
    quote = Quote.objects.select_related("entry__session", "current__message").get(pk=quote_id)
    contents = [message.content for message in current_messages(quote.entry.session)]
    [evidence] = look_for([check_quote(text, message_index=message_index)], contents)
    return append_attempt(
        quote_id,
        evidence,
        seen_attempt=seen_attempt,
        actor=actor,
        provenance=_provenance(quote, evidence),
    )


def restore_attempt(*, quote_id: int, attempt: int, seen_attempt: int, actor: AbstractBaseUser) -> Attempted | Declined:
    """Look again for the words of an earlier attempt in its message; its old place is not believed, only looked for."""
    quote = Quote.objects.select_related("entry__session").get(pk=quote_id)
    earlier = quote.alignments.filter(attempt=attempt, attempt__lt=seen_attempt).first()
    evidence = None
    if earlier is not None:
        contents = [message.content for message in current_messages(quote.entry.session)]
        [evidence] = look_for([check_quote(earlier.text, message_index=earlier.evidence.message_index)], contents)
    return append_attempt(quote_id, evidence, seen_attempt=seen_attempt, actor=actor, provenance=Provenance.RESTORED)


def choose_occurrence(*, quote_id: int, start: int, seen_attempt: int, actor: AbstractBaseUser) -> Attempted | Declined:
    """Append the occurrence of an ambiguous quote that begins at *start* as the next attempt, ambiguous no more.

    What differs is told of the place that was chosen: equally similar places differ in other words.
    """
    current = Quote.objects.select_related("current__message").get(pk=quote_id).current
    chosen = _chosen(current, start) if current is not None else None
    return append_attempt(
        quote_id,
        chosen,
        seen_attempt=seen_attempt,
        actor=actor,
        provenance=Provenance.OCCURRENCE_CHOSEN,
    )


@transaction.atomic(durable=True)
def withdraw_quote(*, quote_id: int, reason: str, seen_attempt: int, actor: AbstractBaseUser) -> Quote | Declined:
    """Take a quote out of what counts as evidence, for a reason; it stays listed."""
    entry, quote = lock_quote(quote_id)
    refusal = refusal_of(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    quote.standing = Standing.WITHDRAWN
    quote.withdrawn_at, quote.withdrawn_by_id, quote.withdrawn_reason = timezone.now(), actor.pk, reason
    quote.save(update_fields=["standing", "withdrawn_at", "withdrawn_by", "withdrawn_reason"])
    refresh_evidence(entry)
    payload = events.QuoteWithdrawn(
        quote=quote.position, text=quote.text, reason=reason, evidence_aligned=entry.evidence_aligned
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return quote


@transaction.atomic(durable=True)
def acknowledge_differences(
    *, quote_id: int, reason: str, seen_attempt: int, actor: AbstractBaseUser
) -> Acknowledgement | Declined:
    """Accept the critical differences of a quote's current attempt, for a reason; a new attempt makes it void."""
    entry, quote = lock_quote(quote_id)
    refusal = refusal_of(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    current = quote.alignments.get(attempt=seen_attempt)
    critical = critical_differences(current)
    if not critical or current.acknowledgements.filter(actor=actor.pk).exists():
        return Declined(Reason.CONFLICT)
    accepted = current.acknowledgements.create(actor_id=actor.pk, reason=reason)
    refresh_evidence(entry)
    told = [one.model_dump(by_alias=True, mode="json") for one in critical]
    payload = events.DifferenceAcknowledged(quote=quote.position, attempt=seen_attempt, reason=reason, differences=told)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return accepted


def _provenance(quote: Quote, evidence: Evidence) -> Provenance:
    """Say where the words of an attempt come from, by comparing it with the attempt before."""
    before = quote.current
    if before is None or (evidence.quote, evidence.message_index) == (before.text, before.message_index):
        return Provenance.LOOKED_AGAIN
    if evidence.quote == before.text:
        return Provenance.MOVED_MESSAGE
    return Provenance.SOURCE_TEXT if evidence.quote in _source_texts(before) else Provenance.EDITED_QUOTE


def _source_texts(alignment: Alignment) -> set[str]:
    """Give the words of messages that an attempt came upon: its own place, the closest, and those in other messages."""
    evidence = alignment.evidence
    places = {place.text for place in evidence.found_in}
    if isinstance(evidence, AlignedEvidence) and alignment.message is not None:
        return places | {alignment.message.content[evidence.span_start : evidence.span_end]}
    if isinstance(evidence, FailedEvidence) and evidence.closest is not None:
        return places | {evidence.closest.text}
    return places


def _chosen(alignment: Alignment, start: int) -> AlignedEvidence | None:
    """Swap the occurrence at *start* with the one aligned to; None when there is no choice, or nothing begins there."""
    evidence, message = alignment.evidence, alignment.message
    if message is None or not isinstance(evidence, AlignedEvidence) or not evidence.ambiguous:
        return None
    places = {place.span_start: place for place in evidence.alternatives}
    places[evidence.span_start] = Alternative(span_start=evidence.span_start, span_end=evidence.span_end)
    return placed(evidence, places[start], message.content) if start in places else None
