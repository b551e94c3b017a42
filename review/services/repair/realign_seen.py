"""Realign one quote as its caller has seen it: look for its words again, by the engine and the settings of today."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import ENGINE_VERSION, AlignedEvidence, FailedEvidence, FailureReason, resolve_ambiguity
from review.models import Alignment, Provenance, Quote
from review.payloads import CheckedQuote
from review.services._attempts import (
    Attempted,
    Declined,
    Made,
    align_in_session,
    append_attempt,
    config_of_attempt,
    lock_quote,
    refusal_to_change,
    words_of_attempt,
)

__all__ = ["Attempted", "Declined", "realign_seen_quote", "sought_again"]
NOT_THE_WORDS = frozenset({FailureReason.INVALID_QUOTE, FailureReason.OFFSETS_NOT_ALLOWED})
"""The reasons of failures of which the store has no words that could be looked for."""


def realign_seen_quote(*, quote_id: int, seen_attempt: int, actor: AbstractBaseUser) -> Attempted | Quote | Declined:
    """Look for the words of a quote again, and append the outcome as the next attempt, aligned or not.

    Where it is what the attempt says already, by the same rules, nothing is appended: what people said of the attempt
    stays. The occurrence that somebody has chosen stays chosen.
    """
    quote = Quote.objects.select_related("entry__session__project", "current__message").get(pk=quote_id)
    before = quote.current
    made = None if before is None else _made_again(quote, before)
    if before is None or made is None or _is_as_before(before, made):
        return _left(quote_id, seen_attempt=seen_attempt, actor=actor)
    return append_attempt(quote_id, made, seen_attempt=seen_attempt, actor=actor, provenance=Provenance.LOOKED_AGAIN)


@transaction.atomic(durable=True)
def _left(quote_id: int, *, seen_attempt: int, actor: AbstractBaseUser) -> Quote | Declined:
    entry, quote = lock_quote(quote_id)
    refusal = refusal_to_change(entry, quote, seen_attempt=seen_attempt, actor=actor)
    return quote if refusal is None else Declined(refusal)


def sought_again(quote: Quote, before: Alignment) -> CheckedQuote | None:
    """Return the words of an attempt to be looked for again; None where the store does not have them as they came."""
    evidence = before.evidence
    is_cut = quote.is_cut and before.text == quote.text
    if is_cut or (isinstance(evidence, FailedEvidence) and evidence.failure_reason in NOT_THE_WORDS):
        return None
    return words_of_attempt(before)


def _made_again(quote: Quote, before: Alignment) -> Made | None:
    """Return the outcome of today; None where the store does not have the words as they came."""
    words = sought_again(quote, before)
    if words is None:
        return None
    [made] = align_in_session(quote.entry.session, [words])
    return Made(_at_the_chosen(before, made.evidence), made.config)


def _at_the_chosen(before: Alignment, found: AlignedEvidence | FailedEvidence) -> AlignedEvidence | FailedEvidence:
    """Return ambiguous evidence at the occurrence that it was at, if that was the only one or somebody chose it."""
    evidence, message = before.evidence, before.message
    if message is None or not isinstance(evidence, AlignedEvidence) or not isinstance(found, AlignedEvidence):
        return found
    places = {found.span, *(place.span for place in found.alternatives)}
    is_there = found.source_hash == evidence.source_hash and evidence.span in places
    if evidence.ambiguous or not found.ambiguous or not is_there:
        return found
    return resolve_ambiguity(found, evidence.span, message.source_for(found.quote))


def _is_as_before(before: Alignment, made: Made) -> bool:
    is_by_same_rules = before.engine == ENGINE_VERSION and config_of_attempt(before) == made.config
    return is_by_same_rules and before.evidence == made.evidence
