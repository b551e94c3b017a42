"""Say something of an entry for the gate: why it may be verified all the same, or that another person may verify it."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review import events, policy
from review.models import ABOVE_CANDIDATE, Approval, Entry, Explanation
from review.policy import EXPLAINABLE, Granted, Reason, Refused, Stage
from review.selectors.gate import actor_facts, entry_facts
from review.selectors.statements import fingerprint_of
from review.services import _journal
from review.services._stages import lock_entry, save


@transaction.atomic(durable=True)
def explain_requirement(
    *, entry_id: int, requirement: Reason, reason: str, seen_version: int, actor: AbstractBaseUser
) -> policy.Decision:
    """Give a reason to verify an entry though *requirement* is missed; it holds for this person and this evidence."""
    entry = lock_entry(entry_id)
    obstacle = _obstacle_to_explain(entry, requirement, seen_version=seen_version, actor=actor)
    if obstacle is not None:
        return Refused(Stage(entry.stage), (obstacle,))
    name = fingerprint_of(entry)
    Explanation.objects.create(entry=entry, actor_id=actor.pk, requirement=requirement, reason=reason, fingerprint=name)
    return _said(entry, events.RequirementExplained(requirement=requirement, reason=reason, fingerprint=name), actor)


@transaction.atomic(durable=True)
def approve_entry(*, entry_id: int, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Say of a candidate that its evidence holds, so that another person may verify it; other evidence voids it."""
    entry = lock_entry(entry_id)
    facts = entry_facts(entry, actor=actor)
    decision = policy.decide_approval(facts, actor=actor_facts(actor, entry))
    name = fingerprint_of(entry)
    is_stale = entry.version != seen_version or entry.approvals.filter(actor=actor.pk, fingerprint=name).exists()
    if isinstance(decision, Granted) and is_stale:
        return Refused(decision.to, (Reason.CONFLICT,))
    if isinstance(decision, Refused):
        return decision
    Approval.objects.create(entry=entry, actor_id=actor.pk, fingerprint=name)
    return _said(entry, events.EntryApproved(fingerprint=name), actor)


def _said(entry: Entry, payload: events.Statement, actor: AbstractBaseUser) -> Granted:
    save(entry)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Granted(Stage(entry.stage))


def _obstacle_to_explain(
    entry: Entry, requirement: Reason, *, seen_version: int, actor: AbstractBaseUser
) -> Reason | None:
    if not actor_facts(actor, entry).may_review:
        return Reason.NOT_PERMITTED
    if entry.stage in ABOVE_CANDIDATE or entry.rejected_at is not None:
        return Reason.WRONG_STAGE
    missed = policy.unmet(policy.policy_requirements(entry_facts(entry, actor=actor)))
    is_open = requirement in EXPLAINABLE and requirement in missed
    return None if is_open and entry.version == seen_version else Reason.CONFLICT
