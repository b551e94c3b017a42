"""Verify an entry past what only its project asks, never past evidence, and never past the second who certifies."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review import events, policy
from review.models import Override
from review.policy import Granted, Reason, Refused, Stage
from review.selectors.gate import actor_facts, entry_facts
from review.selectors.statements import fingerprint_of
from review.services import _journal
from review.services._stages import lock_entry, move_up, proofs_of


@transaction.atomic(durable=True)
def override_policy(*, entry_id: int, reason: str, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Verify an entry whose evidence holds, for a reason, though the policy of its project asks for more.

    It covers this one promotion: after a demotion the policy asks again. What was done stays marked for good.
    """
    entry = lock_entry(entry_id)
    facts = entry_facts(entry, actor=actor)
    decision = policy.decide_override(facts, actor=actor_facts(actor, entry))
    if isinstance(decision, Granted) and entry.version != seen_version:
        decision = Refused(decision.to, (Reason.CONFLICT,))
    told: list[events.Payload] = []
    if isinstance(decision, Granted):
        items = [one.item for one in policy.policy_requirements(facts) if one.item and not one.met]
        name = fingerprint_of(entry)
        Override.objects.create(entry=entry, actor_id=actor.pk, items=",".join(items), reason=reason, fingerprint=name)
        told.append(events.PolicyOverridden(items=items, reason=reason, fingerprint=name))
        told.append(events.EntryPromoted(from_stage=entry.stage, to_stage=decision.to, proofs=proofs_of(entry)))
        move_up(entry, to=decision.to, actor=actor)
    else:
        told.append(
            events.PromotionRefused(from_stage=entry.stage, to_stage=Stage.VERIFIED, reasons=[*decision.reasons])
        )
    _journal.append_all([(payload, entry) for payload in told], session=entry.session, actor=actor)
    return decision
