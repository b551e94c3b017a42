"""What every change of a quote does: lock, refuse, append the next attempt, tell. Private to the services."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import AlignedEvidence
from review import events
from review.models import ABOVE_CANDIDATE, Alignment, Entry, Message, Provenance, Quote, ReviewSession, Standing
from review.policy import Reason
from review.selectors.access import may_review
from review.selectors.sources import current_messages
from review.services import _journal
from review.services._attempts import Evidence, attempt_of, refresh_evidence

KINDS: Mapping[Provenance, type[events.QuoteAttempted]] = {
    Provenance.OCCURRENCE_CHOSEN: events.OccurrenceChosen,
    Provenance.PLACE_CONFIRMED: events.PlaceConfirmed,
    Provenance.SELECTED_BY_HAND: events.QuoteAnchored,
}
"""How the journal calls an attempt; all the others are retries."""


@dataclass(frozen=True, slots=True)
class Attempted:
    """A new attempt was appended and is now the quote's current alignment."""

    alignment: Alignment


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing was changed, and why."""

    reason: Reason


@transaction.atomic(durable=True)
def append_attempt(
    quote_id: int,
    evidence: Evidence | None,
    *,
    seen_attempt: int,
    actor: AbstractBaseUser,
    provenance: Provenance,
) -> Attempted | Declined:
    """Append evidence as the next attempt at a quote; none, or evidence for words that changed, is a conflict."""
    entry, quote = lock_quote(quote_id)
    refusal = refusal_of(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    messages = {} if evidence is None else messages_named(evidence, entry.session)
    if evidence is None or (isinstance(evidence, AlignedEvidence) and not messages):
        return Declined(Reason.CONFLICT)
    alignment = attempt_of(quote, evidence, attempt=seen_attempt + 1, messages=messages, actor=actor)
    alignment.provenance = provenance
    make_current(alignment)
    refresh_evidence(entry)
    payload = KINDS.get(provenance, events.QuoteRetried)(
        quote=quote.position,
        attempt=alignment.attempt,
        evidence_aligned=entry.evidence_aligned,
        provenance=provenance,
        outcome=evidence.model_dump(by_alias=True, mode="json"),
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Attempted(alignment)


def make_current(alignment: Alignment) -> None:
    """Store an attempt and make it what its quote stands on."""
    alignment.save(force_insert=True)
    alignment.quote.current = alignment
    alignment.quote.save(update_fields=["current"])


def lock_quote(quote_id: int) -> tuple[Entry, Quote]:
    """Lock the entry, which every change of it or its quotes does first, and read the quote behind the lock."""
    entry_id = Quote.objects.values_list("entry_id", flat=True).get(pk=quote_id)
    entry = Entry.objects.select_for_update(of=("self",)).select_related("session").get(pk=entry_id)
    return entry, Quote.objects.select_related("current").get(pk=quote_id)


def refusal_of(
    entry: Entry, quote: Quote, *, seen_attempt: int, actor: AbstractBaseUser, standing: Standing = Standing.COUNTS
) -> Reason | None:
    """Say why a person may not change a quote that should be in a *standing*; None when nothing speaks against it."""
    if not may_review(actor, entry.session.project_id):
        return Reason.NOT_PERMITTED
    if entry.stage in ABOVE_CANDIDATE or entry.rejected_at is not None:
        return Reason.WRONG_STAGE
    if quote.standing != standing or quote.current is None or quote.current.attempt != seen_attempt:
        return Reason.CONFLICT
    return None


def messages_named(evidence: Evidence, session: ReviewSession) -> dict[int, Message]:
    """Give the message that evidence is about; none when its words are not the current ones, read behind the lock."""
    if evidence.message_index is None:
        return {}
    messages = current_messages(session, index=evidence.message_index)
    if isinstance(evidence, AlignedEvidence):
        messages = messages.filter(content_hash=evidence.source_hash)
    return {message.index: message for message in messages}
