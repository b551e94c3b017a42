"""What managers decide on the webhooks of a project; each decision has an event."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import transaction
from django.utils import timezone

from aligner_core import text_hash
from review.domain.events.webhooks import (
    DeliveriesResent,
    WebhookDeleted,
    WebhookMade,
    WebhookSecretChanged,
)
from review.domain.limits import MAX_WEBHOOKS, WEBHOOK_ROTATION
from review.domain.roles import Obstacle, Unchanged
from review.domain.webhooks import DeliveryState, Silence
from review.models import Webhook
from review.selectors.access import may_manage
from review.selectors.feed.events import newest_number
from review.services import _journal
from review.services.feed._secrets import new_secret, sealed
from review.services.feed._switching import lock_project, switched
from review.services.feed.numbering import number_all_events


@dataclass(frozen=True, slots=True)
class Told:
    """A webhook with its new secret, which is known only now: the store keeps it sealed."""

    webhook: Webhook
    secret: str


def make_webhook(*, project_id: int, url: str, types: Sequence[str], actor: User) -> Told | Unchanged:
    """Have an address told of what happens in a project from now on: of events of some types, or of all."""
    number_all_events()  # what is not numbered yet would be told, whenever it happened
    return _made(project_id, url, types, actor)


@transaction.atomic(durable=True)
def _made(project_id: int, url: str, types: Sequence[str], actor: User) -> Told | Unchanged:
    project = lock_project(project_id)
    if not may_manage(actor, project.pk):
        return Unchanged(Obstacle.NOT_PERMITTED)
    if project.webhooks.count() >= MAX_WEBHOOKS:
        return Unchanged(Obstacle.TOO_MANY)
    secret = new_secret()
    webhook = Webhook.objects.create(
        project=project,
        url=url,
        types=list(types),
        secret=sealed(secret),
        cursor=newest_number(project),
        made_at=timezone.now(),
        made_by=actor,
    )
    payload = WebhookMade(**_named(webhook), types=list(types), secret_digest=text_hash(webhook.secret))
    _journal.append(payload, session=None, actor=actor)
    return Told(webhook, secret)


@transaction.atomic(durable=True)
def change_secret(*, webhook_id: int, actor: AbstractBaseUser) -> Told | Unchanged:
    """Replace the secret of a webhook; for a day the one before signs too, so that receivers can change meanwhile."""
    webhook = _changeable(webhook_id, actor)
    if isinstance(webhook, Unchanged):
        return webhook
    secret = new_secret()
    webhook.previous, webhook.previous_until = webhook.secret, timezone.now() + WEBHOOK_ROTATION
    webhook.secret = sealed(secret)
    webhook.save(update_fields=["secret", "previous", "previous_until"])
    payload = WebhookSecretChanged(
        **_named(webhook),
        secret_digest=text_hash(webhook.secret),
        previous_until=webhook.previous_until.isoformat(),
    )
    _journal.append(payload, session=None, actor=actor)
    return Told(webhook, secret)


@transaction.atomic(durable=True)
def switch_off(*, webhook_id: int, actor: AbstractBaseUser) -> Webhook | Unchanged:
    """Send nothing to a webhook until it is switched on again: then it is told what it missed."""
    webhook = _changeable(webhook_id, actor)
    if isinstance(webhook, Unchanged):
        return webhook
    return Unchanged(Obstacle.CONFLICT) if webhook.silence else switched(webhook, Silence.PERSON, actor)


@transaction.atomic(durable=True)
def switch_on(*, webhook_id: int, actor: AbstractBaseUser) -> Webhook | Unchanged:
    """Send to a webhook again, what happened meanwhile first."""
    webhook = _changeable(webhook_id, actor)
    if isinstance(webhook, Unchanged):
        return webhook
    return switched(webhook, None, actor) if webhook.silence else Unchanged(Obstacle.CONFLICT)


@transaction.atomic(durable=True)
def delete_webhook(*, webhook_id: int, actor: AbstractBaseUser) -> Webhook | Unchanged:
    """Delete a webhook with its deliveries."""
    webhook = _changeable(webhook_id, actor)
    if isinstance(webhook, Unchanged):
        return webhook
    _journal.append(WebhookDeleted(**_named(webhook)), session=None, actor=actor)
    webhook.delete()
    return webhook


@transaction.atomic(durable=True)
def send_again(*, webhook_id: int, numbers: Sequence[int], actor: AbstractBaseUser) -> Webhook | Unchanged:
    """Send dead deliveries again, with all of their tries; it is a `conflict` where none of them is dead any more."""
    webhook = _changeable(webhook_id, actor)
    if isinstance(webhook, Unchanged):
        return webhook
    dead = webhook.deliveries.filter(state=DeliveryState.DEAD, number__in=numbers)
    again = sorted(dead.values_list("number", flat=True))
    if not again:
        return Unchanged(Obstacle.CONFLICT)
    dead.update(state=DeliveryState.WAITING, due=timezone.now() - timedelta(seconds=1), tries=0)
    _journal.append(DeliveriesResent(**_named(webhook), numbers=again), session=None, actor=actor)
    return webhook


def _changeable(webhook_id: int, actor: AbstractBaseUser) -> Webhook | Unchanged:
    """Return a webhook, locked after its project, that a person may change; a `conflict` where it is gone."""
    project = Webhook.objects.filter(pk=webhook_id).values_list("project", flat=True).first()
    if project is None:
        return Unchanged(Obstacle.CONFLICT)
    lock_project(project)
    if not may_manage(actor, project):
        return Unchanged(Obstacle.NOT_PERMITTED)
    webhook = Webhook.objects.select_for_update(of=("self",)).select_related("project").filter(pk=webhook_id).first()
    return webhook or Unchanged(Obstacle.CONFLICT)


def _named(webhook: Webhook) -> dict[str, Any]:
    """Return the fields of every event of a webhook."""
    return {"project": webhook.project.slug, "webhook": webhook.pk, "url": webhook.url}
