"""Confirm that a claim holds although its words changed, or correct it (specification 4.2)."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain import events, policy
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import ClaimConfirmation, ClaimVersion, Entry
from review.selectors.promotion.claims import claim_fingerprint, is_claim_open
from review.selectors.promotion.gate_facts import actor_facts, entry_facts, needs_person
from review.services import _journal
from review.services._stages import lock_entry, save_changes
from review.services.derived.refresh import refresh


@transaction.atomic(durable=True)
def confirm_claim(*, entry_id: int, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Confirm that the claim of an entry holds for the words that count; other words or another claim void it.

    It is a `conflict` when the entry has changed since it was seen, or its claim is not open.
    """
    entry = lock_entry(entry_id)
    decision = _decide(entry, seen_version=seen_version, actor=actor)
    if isinstance(decision, Granted) and not is_claim_open(entry):
        decision = Refused(decision.to, (Reason.CONFLICT,))
    if isinstance(decision, Granted) and needs_person(entry.session.project):
        decision = Refused(decision.to, (Reason.NEEDS_PERSON,))
    if isinstance(decision, Refused):
        return _refuse(entry, decision, answer="confirmed", actor=actor)
    version = entry.claim_version
    fingerprint = claim_fingerprint(entry, version=version)
    ClaimConfirmation.objects.create(entry=entry, actor_id=actor.pk, claim_version=version, fingerprint=fingerprint)
    return _answered(entry, events.ClaimConfirmed(claim_version=version, fingerprint=fingerprint), actor=actor)


@transaction.atomic(durable=True)
def correct_claim(
    *, entry_id: int, title: str, body: str, seen_version: int, actor: AbstractBaseUser
) -> policy.Decision:
    """Store a new version of a claim, which counts as confirmed for the words that count; the extractor's text stays.

    Reasons, approvals and acknowledgements given for the old claim become void. It is a `conflict` when the entry has
    changed since it was seen, or the claim would stay the same or state nothing.
    """
    entry = lock_entry(entry_id)
    decision = _decide(entry, seen_version=seen_version, actor=actor)
    is_new = (title or body) and (title, body) != (entry.claim_title, entry.claim_body)
    if isinstance(decision, Granted) and not is_new:
        decision = Refused(decision.to, (Reason.CONFLICT,))
    if isinstance(decision, Refused):
        return _refuse(entry, decision, answer="corrected", actor=actor)
    version = entry.claim_version + 1
    fingerprint = claim_fingerprint(entry, version=version)
    entry.claim = ClaimVersion.objects.create(
        entry=entry, actor_id=actor.pk, number=version, title=title, body=body, fingerprint=fingerprint
    )
    payload = events.ClaimCorrected(claim_version=version, title=title, body=body, fingerprint=fingerprint)
    return _answered(entry, payload, actor=actor)


def _decide(entry: Entry, *, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    decision = policy.decide_answer(entry_facts(entry, actor=actor), actor=actor_facts(actor, entry))
    if isinstance(decision, Granted) and entry.version != seen_version:
        return Refused(decision.to, (Reason.CONFLICT,))
    return decision


def _answered(entry: Entry, payload: events.StatementMade, *, actor: AbstractBaseUser) -> Granted:
    entry.claim_open = False
    save_changes(entry, "claim", "claim_open")
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    refresh([entry])
    return Granted(Stage(entry.stage))


def _refuse(entry: Entry, refused: Refused, *, answer: str, actor: AbstractBaseUser) -> Refused:
    payload = events.ClaimAnswerRefused(answer=answer, reasons=list(refused.reasons))
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return refused
