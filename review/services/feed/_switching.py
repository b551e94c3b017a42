"""Lock a project for its webhooks, and switch one off or on. Private to the services."""

from django.contrib.auth.models import AbstractBaseUser

from review.domain.events.webhooks import WebhookSwitched
from review.domain.webhooks import Silence
from review.models import Project, Webhook
from review.services import _journal


def lock_project(project_id: int) -> Project:
    """Return a project, locked: every change of its webhooks does this first."""
    return Project.objects.select_for_update(no_key=True).get(pk=project_id)


def switched(webhook: Webhook, silence: Silence | None, actor: AbstractBaseUser | None) -> Webhook:
    """Switch a locked webhook off for a reason, or on again; with its event."""
    webhook.silence = silence or ""
    webhook.save(update_fields=["silence"])
    payload = WebhookSwitched(
        project=webhook.project.slug, webhook=webhook.pk, url=webhook.url, silence=webhook.silence
    )
    _journal.append(payload, session=None, actor=actor)
    return webhook
