"""What managers decide on webhooks: events of their project, in the chain of the store."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext_lazy

from review.domain.events._payload import Body, Code, Recorded, StoreEvent, Words
from review.domain.events.people import ProjectEvent
from review.domain.people_state import PeopleState, RecordedWebhook
from review.domain.webhooks import Silence


class WebhookEvent(ProjectEvent):
    """An event about one webhook: its key and its address."""

    particulars: ClassVar[tuple[str, ...]] = ("{url}",)
    webhook: int
    url: str


class WebhookMade(WebhookEvent):
    """An address is told of the events of a project, of those of its `types`; all where there are none.

    `secret_digest` is the digest of the sealed secret: without the secret of the server, nothing is tested against it.
    """

    event_type = "webhook_made"
    event_title = gettext_lazy("Webhook made")
    particulars = ("{url}", "{types:event}")
    types: list[Code]
    secret_digest: str

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.webhooks[event["webhook"]] = RecordedWebhook(
            project=event["project"],
            url=event["url"],
            types=tuple(event["types"]),
            made_by=event.actor,
            made_at=event.at,
            secret_digest=event["secret_digest"],
        )


class WebhookSecretChanged(WebhookEvent):
    """A webhook has a new secret; until `previous_until` the one before signs, too."""

    event_type = "webhook_secret_changed"
    event_title = gettext_lazy("Secret of a webhook changed")
    secret_digest: str
    previous_until: str

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        known = people.webhooks[event["webhook"]]
        people.webhooks[event["webhook"]] = replace(
            known,
            secret_digest=event["secret_digest"],
            previous_digest=known.secret_digest,
            previous_until=datetime.fromisoformat(event["previous_until"]),
        )


class WebhookSwitched(WebhookEvent):
    """A webhook was switched off, for the reason `silence`, or on again where that is empty."""

    event_type = "webhook_switched"
    event_title = gettext_lazy("Webhook switched off")
    silence: Code

    @classmethod
    def title_of(cls, body: Body) -> str:
        match body.get("silence"):
            case "":
                return str(gettext_lazy("Webhook switched on"))
            case Silence.GONE:
                return str(gettext_lazy("Webhook switched off: its receiver is gone"))
            case _:
                return super().title_of(body)

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        people.webhooks[event["webhook"]] = replace(people.webhooks[event["webhook"]], silence=event["silence"])


class WebhookDeleted(WebhookEvent):
    """A webhook was deleted with its deliveries."""

    event_type = "webhook_deleted"
    event_title = gettext_lazy("Webhook deleted")

    @staticmethod
    def apply(people: PeopleState, event: Recorded) -> None:
        del people.webhooks[event["webhook"]]


class DeliveriesResent(WebhookEvent):
    """Dead deliveries were sent again, by their `numbers` of the feed."""

    event_type = "deliveries_resent"
    event_title = gettext_lazy("Dead deliveries sent again")
    numbers: list[int]

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        yield event["url"]
        yield " ".join(map(str, event["numbers"]))


WEBHOOK_PAYLOADS: tuple[type[StoreEvent], ...] = (
    WebhookMade,
    WebhookSecretChanged,
    WebhookSwitched,
    WebhookDeleted,
    DeliveriesResent,
)
