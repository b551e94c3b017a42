"""Move an entry between stages, or record why it may not move."""

from dataclasses import dataclass, replace

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from review.domain import events, policy
from review.domain.bulk import InBatch
from review.domain.lineage import SecondPerson
from review.domain.notices import NoticeKind
from review.domain.policy import ActorFacts, EntryFacts, Granted, Reason, Refused, Stage
from review.domain.reauthentication import Reauthentication
from review.models import ABOVE_CANDIDATE, Entry, Quote
from review.models.events import moment_text
from review.selectors.access import may_review
from review.selectors.promotion.gate_facts import actor_facts, entry_facts, quotes_of
from review.services import _journal
from review.services._notices import notify, vouchers_of
from review.services._stages import lock_entry, move_up, promoted, return_to_candidate, save_changes
from review.services.derived.refresh import refresh


@transaction.atomic(durable=True)
def promote_entry(
    *,
    entry_id: int,
    to: Stage,
    seen_version: int,
    actor: AbstractBaseUser,
    reauthentication: Reauthentication | None = None,
) -> policy.Decision:
    """Move an entry up, through every stage between, or record why it may not move.

    *seen_version* is the version of the entry that the person saw: when it has changed since, the decision is
    `conflict`. Certifying needs the actor's own *reauthentication*.
    """
    return _promote(entry_id, to=to, seen_version=seen_version, actor=actor, given=reauthentication)


def promote_in_batch(
    *, entry_id: int, to: Stage, seen_version: int, actor: AbstractBaseUser, batch: InBatch
) -> policy.Decision:
    """Move one entry of a batch up, or record why it may not move; the event names the batch and its reason.

    It is a part of the caller's transaction, which also updates the item of the batch.
    """
    return _promote(entry_id, to=to, seen_version=seen_version, actor=actor, given=batch)


def _promote(
    entry_id: int, *, to: Stage, seen_version: int, actor: AbstractBaseUser, given: Reauthentication | InBatch | None
) -> policy.Decision:
    """Move an entry up, with what was *given*: a password for this one step, or the reason of a batch."""
    entry = lock_entry(entry_id)
    came_from = entry.stage
    own = given if isinstance(given, Reauthentication) and given.user_id == actor.pk else None
    judged = _judge(entry, to=to, seen_version=seen_version, actor=actor, reauthentication=own)
    decision, second_persons = judged.decision, judged.second_persons
    payloads: list[events.Payload]
    if isinstance(decision, Granted):
        move_up(entry, to=to, actor=actor)
        moment = None if own is None else moment_text(own.at)
        steps = promoted(entry, came_from=came_from, to=to, quotes=judged.quotes, second_persons=second_persons)
        payloads = [step.model_copy(update={"reauthenticated_at": moment}) for step in steps]
        if isinstance(given, InBatch):
            payloads = [events.PromotedInBatch(**dict(step), batch=given.name, reason=given.reason) for step in steps]
    else:
        refusal = events.PromotionRefused(
            from_stage=came_from, to_stage=to, reasons=[*decision.reasons], second_persons=[*second_persons]
        )
        if isinstance(given, InBatch):
            refusal = events.RefusedInBatch(**dict(refusal), batch=given.name, reason=given.reason)
        payloads = [refusal]
    _journal.append_all([(payload, entry) for payload in payloads], session=entry.session, actor=actor)
    return decision


@transaction.atomic(durable=True)
def demote_entry(*, entry_id: int, reason: str, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Move a verified or certified entry back to candidate, for a reason; notify the people who vouched for it."""
    entry = lock_entry(entry_id)
    allowed = entry.stage in ABOVE_CANDIDATE and entry.rejected_at is None
    refusal = _refusal(entry, seen_version=seen_version, actor=actor, allowed=allowed)
    if refusal is not None:
        return Refused(Stage.CANDIDATE, (refusal,))
    vouchers, came_from = vouchers_of(entry), return_to_candidate(entry)
    payload = events.EntryDemoted(from_stage=came_from, to_stage=Stage.CANDIDATE, reason=reason, drifted=[])
    link = _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    notify(NoticeKind.DEMOTION, {link.event_id: vouchers}, project_id=entry.session.project_id, actor=actor)
    refresh([entry])
    return Granted(Stage.CANDIDATE)


@transaction.atomic(durable=True)
def reject_entry(*, entry_id: int, reason: str, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Remove an entry from every queue, for a reason; it keeps its stage."""
    return _reject(entry_id, given=reason, seen_version=seen_version, actor=actor)


def reject_in_batch(*, entry_id: int, seen_version: int, actor: AbstractBaseUser, batch: InBatch) -> policy.Decision:
    """Remove one entry of a batch from every queue, for the reason of the batch, in the caller's transaction."""
    return _reject(entry_id, given=batch, seen_version=seen_version, actor=actor)


def _reject(entry_id: int, *, given: str | InBatch, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    reason = given.reason if isinstance(given, InBatch) else given
    entry = lock_entry(entry_id)
    stage = Stage(entry.stage)
    refusal = _refusal(entry, seen_version=seen_version, actor=actor, allowed=entry.rejected_at is None)
    if refusal is not None:
        return Refused(stage, (refusal,))
    entry.rejected_at, entry.rejected_by_id, entry.rejected_reason = timezone.now(), actor.pk, reason
    save_changes(entry, "rejected_at", "rejected_by", "rejected_reason")
    payload = events.EntryRejected(stage=stage, reason=reason)
    if isinstance(given, InBatch):
        payload = events.RejectedInBatch(**dict(payload), batch=given.name)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Granted(stage)


@transaction.atomic(durable=True)
def reopen_entry(*, entry_id: int, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Reopen a rejected entry at the stage it kept."""
    entry = lock_entry(entry_id)
    stage = Stage(entry.stage)
    refusal = _refusal(entry, seen_version=seen_version, actor=actor, allowed=entry.rejected_at is not None)
    if refusal is not None:
        return Refused(stage, (refusal,))
    entry.rejected_at, entry.rejected_by, entry.rejected_reason = None, None, ""
    save_changes(entry, "rejected_at", "rejected_by", "rejected_reason")
    _journal.append(events.EntryReopened(stage=stage), session=entry.session, actor=actor, entry=entry)
    return Granted(stage)


@dataclass(frozen=True, slots=True)
class _Judged:
    """The decision of the gate, the other accounts whose acts the step asks about, and the quotes it rests on."""

    decision: policy.Decision
    second_persons: tuple[SecondPerson, ...] = ()
    quotes: tuple[Quote, ...] = ()


def _judge(
    entry: Entry, *, to: Stage, seen_version: int, actor: AbstractBaseUser, reauthentication: Reauthentication | None
) -> _Judged:
    facts_of_actor = replace(actor_facts(actor, entry), reauthenticated=reauthentication is not None)
    if facts_of_actor.may_review and entry.version != seen_version:
        return _Judged(Refused(to, (Reason.CONFLICT,)))
    quotes = quotes_of([entry])
    facts = entry_facts(entry, actor=entry.verified_by or actor, quotes=quotes)
    decision = policy.decide(facts, to=to, actor=facts_of_actor)
    return _Judged(decision, _asked_about(entry, facts, facts_of_actor, to), tuple(quotes))


def _asked_about(entry: Entry, facts: EntryFacts, actor: ActorFacts, to: Stage) -> tuple[SecondPerson, ...]:
    """Return the other accounts whose acts a step asks about."""
    if entry.verified_by is not None:
        return () if actor.verifier is None else (actor.verifier,)
    return facts.second_persons if to is Stage.VERIFIED else ()


def _refusal(entry: Entry, *, seen_version: int, actor: AbstractBaseUser, allowed: bool) -> Reason | None:
    if not may_review(actor, entry.session.project_id):
        return Reason.NOT_PERMITTED
    if entry.version != seen_version:
        return Reason.CONFLICT
    return None if allowed else Reason.WRONG_STAGE
