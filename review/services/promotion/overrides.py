"""Verify an entry despite the policy of its project; its evidence and the second person to certify are still needed."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain import events, policy
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import Override
from review.selectors.promotion.gate_facts import actor_facts, entry_facts, quotes_of
from review.selectors.promotion.statements import fingerprint_of
from review.services import _journal
from review.services._stages import lock_entry, move_up, promoted


@transaction.atomic(durable=True)
def override_policy(*, entry_id: int, reason: str, seen_version: int, actor: AbstractBaseUser) -> policy.Decision:
    """Verify an entry despite the policy of its project, for a reason; its evidence has to hold.

    It covers this one promotion: after a demotion the policy applies again. The record of the override stays.
    """
    entry = lock_entry(entry_id)
    quotes = quotes_of([entry])
    facts = entry_facts(entry, actor=actor, quotes=quotes)
    decision = policy.decide_override(facts, actor=actor_facts(actor, entry))
    if isinstance(decision, Granted) and entry.version != seen_version:
        decision = Refused(decision.to, (Reason.CONFLICT,))
    payloads: list[events.Payload] = []
    if isinstance(decision, Granted):
        items = [
            requirement.item
            for requirement in policy.policy_requirements(facts)
            if requirement.item and not requirement.met
        ]
        fingerprint = fingerprint_of(entry)
        Override.objects.create(
            entry=entry, actor_id=actor.pk, items=",".join(items), reason=reason, fingerprint=fingerprint
        )
        payloads.append(events.PolicyOverridden(items=items, reason=reason, fingerprint=fingerprint))
        payloads += promoted(
            entry, came_from=entry.stage, to=decision.to, quotes=quotes, second_persons=facts.second_persons
        )
        move_up(entry, to=decision.to, actor=actor)
    else:
        payloads.append(
            events.PromotionRefused(
                from_stage=entry.stage,
                to_stage=Stage.VERIFIED,
                reasons=[*decision.reasons],
                second_persons=[*facts.second_persons],
            )
        )
    _journal.append_all([(payload, entry) for payload in payloads], session=entry.session, actor=actor)
    return decision
