"""Repair a quote: look for other words or in another message, choose an occurrence, withdraw it."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from aligner_core import AlignedEvidence, Alternative
from review import events
from review.models import ABOVE_CANDIDATE, Acknowledgement, Alignment, Entry, Message, Quote, ReviewSession
from review.payloads import check_quote
from review.policy import Reason
from review.selectors.access import may_review
from review.selectors.gate import critical_differences
from review.selectors.sources import current_messages
from review.services import _journal
from review.services._attempts import Evidence, attempt_of, look_for, refresh_evidence
from review.services._judging import judged


@dataclass(frozen=True, slots=True)
class Attempted:
    """A new attempt was appended and is now the quote's current alignment."""

    alignment: Alignment


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing was changed, and why."""

    reason: Reason


def retry_quote(
    *, quote_id: int, text: str, message_index: int, seen_attempt: int, actor: AbstractBaseUser
) -> Attempted | Declined:
    """Look for *text* in the message *message_index* and append the outcome, aligned or not, as the next attempt.

    *seen_attempt* is the attempt the person saw: when another was appended since, the answer is `conflict`.
    """
    session = Quote.objects.select_related("entry__session").get(pk=quote_id).entry.session
    contents = [message.content for message in current_messages(session)]
    [evidence] = look_for([check_quote(text, message_index=message_index)], contents)
    return _append(quote_id, evidence, seen_attempt=seen_attempt, actor=actor, kind=events.QuoteRetried)


def choose_occurrence(*, quote_id: int, start: int, seen_attempt: int, actor: AbstractBaseUser) -> Attempted | Declined:
    """Append the occurrence of an ambiguous quote that begins at *start* as the next attempt, ambiguous no more.

    What differs is told of the place that was chosen: equally similar places differ in other words.
    """
    current = Quote.objects.select_related("current__message").get(pk=quote_id).current
    chosen = _chosen(current, start) if current is not None else None
    return _append(quote_id, chosen, seen_attempt=seen_attempt, actor=actor, kind=events.OccurrenceChosen)


@transaction.atomic(durable=True)
def withdraw_quote(*, quote_id: int, reason: str, seen_attempt: int, actor: AbstractBaseUser) -> Quote | Declined:
    """Take a quote out of what counts as evidence, for a reason; it stays listed."""
    entry, quote = _lock(quote_id)
    refusal = _refusal(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    quote.withdrawn_at, quote.withdrawn_by_id, quote.withdrawn_reason = timezone.now(), actor.pk, reason
    quote.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
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
    entry, quote = _lock(quote_id)
    refusal = _refusal(entry, quote, seen_attempt=seen_attempt, actor=actor)
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


@transaction.atomic(durable=True)
def _append(
    quote_id: int,
    evidence: Evidence | None,
    *,
    seen_attempt: int,
    actor: AbstractBaseUser,
    kind: type[events.QuoteAttempted],
) -> Attempted | Declined:
    entry, quote = _lock(quote_id)
    refusal = _refusal(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    if evidence is None:
        return Declined(Reason.CONFLICT)
    messages = _messages_named(evidence, entry.session)
    if isinstance(evidence, AlignedEvidence) and not messages:
        return Declined(Reason.CONFLICT)
    alignment = attempt_of(quote, evidence, attempt=seen_attempt + 1, messages=messages, actor=actor)
    alignment.save(force_insert=True)
    quote.current = alignment
    quote.save(update_fields=["current"])
    refresh_evidence(entry)
    payload = kind(
        quote=quote.position,
        attempt=alignment.attempt,
        evidence_aligned=entry.evidence_aligned,
        outcome=evidence.model_dump(by_alias=True, mode="json"),
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Attempted(alignment)


def _lock(quote_id: int) -> tuple[Entry, Quote]:
    """Lock the entry, which every change of it or its quotes does first, and read the quote behind the lock."""
    entry_id = Quote.objects.values_list("entry_id", flat=True).get(pk=quote_id)
    entry = Entry.objects.select_for_update(of=("self",)).select_related("session").get(pk=entry_id)
    return entry, Quote.objects.select_related("current").get(pk=quote_id)


def _refusal(entry: Entry, quote: Quote, *, seen_attempt: int, actor: AbstractBaseUser) -> Reason | None:
    if not may_review(actor, entry.session.project_id):
        return Reason.NOT_PERMITTED
    if entry.stage in ABOVE_CANDIDATE or entry.rejected_at is not None:
        return Reason.WRONG_STAGE
    if not quote.counts or quote.current is None or quote.current.attempt != seen_attempt:
        return Reason.CONFLICT
    return None


def _messages_named(evidence: Evidence, session: ReviewSession) -> dict[int, Message]:
    """Give the message that evidence is about; none when its words are not the current ones, read behind the lock."""
    if evidence.message_index is None:
        return {}
    messages = current_messages(session, index=evidence.message_index)
    if isinstance(evidence, AlignedEvidence):
        messages = messages.filter(content_hash=evidence.source_hash)
    return {message.index: message for message in messages}


def _chosen(alignment: Alignment, start: int) -> AlignedEvidence | None:
    """Swap the occurrence at *start* with the one aligned to; None when there is no choice, or nothing begins there."""
    evidence, message = alignment.evidence, alignment.message
    if message is None or not isinstance(evidence, AlignedEvidence) or not evidence.ambiguous:
        return None
    here = Alternative(span_start=evidence.span_start, span_end=evidence.span_end)
    places = [here, *evidence.alternatives]
    wanted = [place for place in places if place.span_start == start]
    if not wanted:
        return None
    others = sorted((place for place in places if place != wanted[0]), key=lambda place: place.span_start)
    span = {"span_start": wanted[0].span_start, "span_end": wanted[0].span_end}
    chosen = evidence.model_copy(update={**span, "ambiguous": False, "alternatives": tuple(others)})
    return judged(chosen, message.content)
