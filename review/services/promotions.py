"""Move an entry between stages, or record why it may not move."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from review import events, policy
from review.models import ABOVE_CANDIDATE, Entry
from review.policy import Granted, Reason, Refused, Stage
from review.selectors.access import may_review
from review.selectors.gate import entry_facts
from review.services import _journal
from review.services._stages import save, send_back


@transaction.atomic(durable=True)
def promote_entry(*, entry_id: int, to: Stage, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Move an entry up, or record why it may not move.

    *seen_version* is the entry's version the person saw: when it has changed since, the answer is `conflict`.
    """
    entry = _lock(entry_id)
    came_from = entry.stage
    decision = _decide(entry, to=to, seen_version=seen_version, actor=actor)
    if isinstance(decision, Granted):
        _move(entry, to=to, actor=actor)
        payload: events.Payload = events.EntryPromoted(from_stage=came_from, to_stage=to, proofs=_proofs(entry))
    else:
        payload = events.PromotionRefused(from_stage=came_from, to_stage=to, reasons=list(decision.reasons))
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return decision


@transaction.atomic(durable=True)
def demote_entry(*, entry_id: int, reason: str, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Take a verified or certified entry back to candidate, for a reason."""
    entry = _lock(entry_id)
    allowed = entry.stage in ABOVE_CANDIDATE and entry.rejected_at is None
    refusal = _refusal(entry, seen_version=seen_version, actor=actor, allowed=allowed)
    if refusal is not None:
        return Refused(Stage.CANDIDATE, (refusal,))
    came_from = send_back(entry)
    payload = events.EntryDemoted(from_stage=came_from, to_stage=Stage.CANDIDATE, reason=reason, drifted=[])
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Granted(Stage.CANDIDATE)


@transaction.atomic(durable=True)
def reject_entry(*, entry_id: int, reason: str, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Take an entry out of every queue, for a reason; it keeps its stage."""
    entry = _lock(entry_id)
    stage = Stage(entry.stage)
    refusal = _refusal(entry, seen_version=seen_version, actor=actor, allowed=entry.rejected_at is None)
    if refusal is not None:
        return Refused(stage, (refusal,))
    entry.rejected_at, entry.rejected_by_id, entry.rejected_reason = timezone.now(), actor.pk, reason
    save(entry, "rejected_at", "rejected_by", "rejected_reason")
    payload = events.EntryRejected(stage=stage, reason=reason)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Granted(stage)


@transaction.atomic(durable=True)
def reopen_entry(*, entry_id: int, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Bring a rejected entry back at the stage it kept."""
    entry = _lock(entry_id)
    stage = Stage(entry.stage)
    refusal = _refusal(entry, seen_version=seen_version, actor=actor, allowed=entry.rejected_at is not None)
    if refusal is not None:
        return Refused(stage, (refusal,))
    entry.rejected_at, entry.rejected_by, entry.rejected_reason = None, None, ""
    save(entry, "rejected_at", "rejected_by", "rejected_reason")
    _journal.append(events.EntryReopened(stage=stage), session=entry.session, actor=actor, entry=entry)
    return Granted(stage)


def _lock(entry_id: int) -> Entry:
    return Entry.objects.select_for_update(of=("self",)).select_related("session").get(pk=entry_id)


def _decide(entry: Entry, *, to: Stage, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    permitted = may_review(actor, entry.session.project_id)
    if permitted and entry.version != seen_version:
        return Refused(to, (Reason.CONFLICT,))
    return policy.decide(entry_facts(entry, actor=actor), to=to, permitted=permitted)


def _refusal(entry: Entry, *, seen_version: int, actor: AbstractBaseUser, allowed: bool) -> Reason | None:
    if not may_review(actor, entry.session.project_id):
        return Reason.NOT_PERMITTED
    if entry.version != seen_version:
        return Reason.CONFLICT
    return None if allowed else Reason.WRONG_STAGE


def _move(entry: Entry, *, to: Stage, actor: AbstractBaseUser) -> None:
    entry.stage = to
    if to is Stage.VERIFIED:
        entry.verified_at, entry.verified_by_id = timezone.now(), actor.pk
    save(entry, "stage", "verified_at", "verified_by")


def _proofs(entry: Entry) -> list[events.Outcome]:
    """Name what a promotion rests on: the digests of message and quote, and the span between them."""
    currents = [quote.current for quote in entry.quotes.select_related("current") if quote.counts]
    alignments = [current for current in currents if current is not None and current.aligned]
    keys = {"messageIndex", "quoteHash", "sourceHash", "spanStart", "spanEnd", "matchMethod"}
    dumps = [alignment.evidence.model_dump(by_alias=True, mode="json") for alignment in alignments]
    return [{key: value for key, value in dump.items() if key in keys} for dump in dumps]
