"""Compare webhooks with what the journal records of them. Private to the services."""

from collections.abc import Iterator, Mapping

from aligner_core import text_hash
from review.domain.people_state import RecordedWebhook
from review.models import Webhook
from review.services.audit._finding import Finding
from review.services.audit._moments import matches_recorded_time


def webhook_differences(recorded: Mapping[int, RecordedWebhook]) -> Iterator[Finding]:
    """Yield webhooks that nobody made like this, and those that are gone."""
    stored = Webhook.objects.select_related("project", "made_by").in_bulk()
    for key in sorted(stored.keys() | recorded.keys()):
        if key not in stored:
            yield Finding("webhook_missing", "webhook", key)
        elif key not in recorded or not _is_as_recorded(stored[key], recorded[key]):
            yield Finding("webhook_unaccounted", "webhook", key)


def _is_as_recorded(webhook: Webhook, recorded: RecordedWebhook) -> bool:
    """Return whether a webhook has the address, types, secrets and silence that its events record, and its maker."""
    is_made = (
        webhook.project.slug == recorded.project
        and webhook.made_by.get_username() == recorded.made_by
        and matches_recorded_time(webhook.made_at, recorded.made_at)
    )
    return (
        is_made
        and (webhook.url, tuple(webhook.types)) == (recorded.url, recorded.types)
        and webhook.silence == recorded.silence
        and text_hash(webhook.secret) == recorded.secret_digest
        and (text_hash(webhook.previous) if webhook.previous else "") == recorded.previous_digest
        and webhook.previous_until == recorded.previous_until
    )
