"""Make a statement for the gate: explain a missed requirement, or approve an entry for another person to verify."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain import events, policy
from review.domain.policy import EXPLAINABLE, Granted, Reason, Refused, Stage
from review.models import Approval, Entry, Explanation
from review.selectors.lineage import origin_names
from review.selectors.promotion.gate_facts import actor_facts, entry_facts
from review.selectors.promotion.statements import fingerprint_of
from review.services import _journal
from review.services._stages import lock_entry, save_changes


@transaction.atomic(durable=True)
def explain_requirement(
    *, entry_id: int, requirement: Reason, reason: str, seen_version: int, actor: AbstractBaseUser
) -> policy.Decision:
    """Explain why an entry may be verified despite a missed *requirement*; valid for this person and this evidence."""
    entry = lock_entry(entry_id)
    obstacle = _obstacle_to_explain(entry, requirement, seen_version=seen_version, actor=actor)
    if obstacle is not None:
        return Refused(Stage(entry.stage), (obstacle,))
    fingerprint = fingerprint_of(entry)
    Explanation.objects.create(
        entry=entry, actor_id=actor.pk, requirement=requirement, reason=reason, fingerprint=fingerprint
    )
    return _record(
        entry, events.RequirementExplained(requirement=requirement, reason=reason, fingerprint=fingerprint), actor
    )


@transaction.atomic(durable=True)
def approve_entry(*, entry_id: int, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Approve the evidence of an entry, so that another person may verify it; other evidence voids the approval."""
    entry = lock_entry(entry_id)
    facts = entry_facts(entry, actor=actor)
    decision = policy.decide_approval(facts, actor=actor_facts(actor, entry))
    fingerprint = fingerprint_of(entry)
    is_stale = entry.version != seen_version or entry.approvals.filter(actor=actor.pk, fingerprint=fingerprint).exists()
    if isinstance(decision, Granted) and is_stale:
        return Refused(decision.to, (Reason.CONFLICT,))
    if isinstance(decision, Refused):
        return decision
    Approval.objects.create(entry=entry, actor_id=actor.pk, fingerprint=fingerprint)
    brought_by, confirmed_by = origin_names(actor)
    payload = events.EntryApproved(fingerprint=fingerprint, brought_by=[*brought_by], confirmed_by=confirmed_by)
    return _record(entry, payload, actor)


def _record(entry: Entry, payload: events.StatementMade, actor: AbstractBaseUser) -> Granted:
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    save_changes(entry)  # after the event: the mark of an assigned entry depends on it
    return Granted(Stage(entry.stage))


def _obstacle_to_explain(
    entry: Entry, requirement: Reason, *, seen_version: int, actor: AbstractBaseUser
) -> Reason | None:
    facts_of_actor = actor_facts(actor, entry)
    if not facts_of_actor.may_review:
        return Reason.NOT_PERMITTED
    if facts_of_actor.is_program:
        return Reason.NEEDS_PERSON
    if entry.is_settled:
        return Reason.WRONG_STAGE
    missed = policy.unmet(policy.policy_requirements(entry_facts(entry, actor=actor)))
    is_explainable = requirement in EXPLAINABLE and requirement in missed
    return None if is_explainable and entry.version == seen_version else Reason.CONFLICT
