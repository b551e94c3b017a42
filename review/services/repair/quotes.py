"""Repair a quote: align other words or another message, choose an occurrence, acknowledge differences, withdraw it."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from aligner_core import AlignedEvidence, FailedEvidence, resolve_ambiguity
from review.domain import events
from review.domain.policy import Reason
from review.models import Acknowledgement, Alignment, Provenance, Quote
from review.payloads import check_quote
from review.selectors.promotion.gate_facts import needs_person
from review.services import _journal
from review.services._attempts import (
    Attempted,
    Declined,
    Evidence,
    Made,
    align_in_session,
    append_attempt,
    config_of_attempt,
    lock_quote,
    refresh_evidence,
    refusal_to_change,
)
from review.services._withdrawals import withdraw

__all__ = [
    "Attempted",
    "Declined",
    "acknowledge_differences",
    "choose_occurrence",
    "restore_attempt",
    "retry_quote",
    "tried",
    "tried_again",
    "withdraw_quote",
]


def retry_quote(
    *, quote_id: int, text: str, message_index: int, seen_attempt: int, actor: AbstractBaseUser
) -> Attempted | Declined:
    """Align *text* to the message *message_index*, and append the outcome, aligned or not, as the next attempt.

    *seen_attempt* is the attempt that the person saw: it is a `conflict` when another was appended since.
    """
    made, provenance = tried(quote_id, text=text, message_index=message_index)
    return append_attempt(quote_id, made, seen_attempt=seen_attempt, actor=actor, provenance=provenance)


def tried(quote_id: int, *, text: str, message_index: int) -> tuple[Made, Provenance]:
    """Return the outcome of aligning *text*, and where its words come from; nothing is stored."""
    quote = Quote.objects.select_related("entry__session__project", "current__message").get(pk=quote_id)
    [made] = align_in_session(quote.entry.session, [check_quote(text, message_index=message_index)])
    return made, _provenance(quote, made.evidence)


def restore_attempt(*, quote_id: int, attempt: int, seen_attempt: int, actor: AbstractBaseUser) -> Attempted | Declined:
    """Align the words of an earlier attempt to its message again, without trusting its old span."""
    made = tried_again(quote_id, attempt=attempt) if attempt < seen_attempt else None
    return append_attempt(quote_id, made, seen_attempt=seen_attempt, actor=actor, provenance=Provenance.RESTORED)


def tried_again(quote_id: int, *, attempt: int) -> Made | None:
    """Return the outcome of aligning the words of an earlier attempt again; None when there is no such attempt."""
    quote = Quote.objects.select_related("entry__session__project").get(pk=quote_id)
    earlier = quote.alignments.filter(attempt=attempt).first()
    if earlier is None:
        return None
    words = check_quote(earlier.text, message_index=earlier.evidence.message_index)
    [made] = align_in_session(quote.entry.session, [words])
    return made


def choose_occurrence(*, quote_id: int, start: int, seen_attempt: int, actor: AbstractBaseUser) -> Attempted | Declined:
    """Append the occurrence of an ambiguous quote that begins at *start* as the next attempt, no longer ambiguous.

    The differences are those of the chosen occurrence: equally similar ones may differ in other words.
    """
    current = Quote.objects.select_related("current__message").get(pk=quote_id).current
    chosen = _chosen(current, start) if current is not None else None
    return append_attempt(
        quote_id,
        None if current is None or chosen is None else Made(chosen, config_of_attempt(current)),
        seen_attempt=seen_attempt,
        actor=actor,
        provenance=Provenance.OCCURRENCE_CHOSEN,
    )


@transaction.atomic(durable=True)
def withdraw_quote(*, quote_id: int, reason: str, seen_attempt: int, actor: AbstractBaseUser) -> Quote | Declined:
    """Withdraw a quote from the evidence, for a reason; it stays listed."""
    entry, quote = lock_quote(quote_id)
    refusal = refusal_to_change(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    withdraw(quote, at=timezone.now(), by=actor.pk, reason=reason)
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
    """Accept the critical differences of a quote's current attempt, for a reason; a new attempt voids it."""
    entry, quote = lock_quote(quote_id)
    refusal = refusal_to_change(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    if needs_person(entry.session.project):
        return Declined(Reason.NEEDS_PERSON)
    current = quote.alignments.get(attempt=seen_attempt)
    critical = current.critical_differences
    version = entry.claim_version
    if not critical or current.acknowledgements.filter(actor=actor.pk, claim_version=version).exists():
        return Declined(Reason.CONFLICT)
    acknowledgement = current.acknowledgements.create(actor_id=actor.pk, claim_version=version, reason=reason)
    refresh_evidence(entry)
    accepted_differences = [difference.model_dump(by_alias=True, mode="json") for difference in critical]
    payload = events.DifferenceAcknowledged(
        quote=quote.position,
        attempt=seen_attempt,
        reason=reason,
        differences=accepted_differences,
        claim_version=version,
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return acknowledgement


def _provenance(quote: Quote, evidence: Evidence) -> Provenance:
    """Return where the words of an attempt come from, compared with the attempt before it."""
    before = quote.current
    if before is None or (evidence.quote, evidence.message_index) == (before.text, before.message_index):
        return Provenance.LOOKED_AGAIN
    if evidence.quote == before.text:
        return Provenance.MOVED_MESSAGE
    return Provenance.SOURCE_TEXT if evidence.quote in _source_texts(before) else Provenance.EDITED_QUOTE


def _source_texts(alignment: Alignment) -> set[str]:
    """Return the texts that an attempt found in messages: at its span, the closest, and those in other messages."""
    evidence = alignment.evidence
    places = {place.text for place in evidence.found_in}
    if isinstance(evidence, AlignedEvidence) and alignment.message is not None:
        return places | {alignment.message.content[evidence.span_start : evidence.span_end]}
    if isinstance(evidence, FailedEvidence) and evidence.closest is not None:
        return places | {evidence.closest.text}
    return places


def _chosen(alignment: Alignment, start: int) -> AlignedEvidence | None:
    """Return the evidence at the occurrence that begins at *start*; None when there is none, or nothing to choose."""
    evidence, message = alignment.evidence, alignment.message
    if message is None or not isinstance(evidence, AlignedEvidence) or not evidence.ambiguous:
        return None
    spans = {span.start: span for span in (evidence.span, *(place.span for place in evidence.alternatives))}
    return resolve_ambiguity(evidence, spans[start], message.source_for(evidence.quote)) if start in spans else None
