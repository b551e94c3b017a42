"""The webhooks of a project, and what became of their deliveries, for the managers of the project."""

from dataclasses import dataclass

from django.db.models import Count, Max, Q

from review.domain.limits import PAGE_SIZE
from review.domain.webhooks import DeliveryState
from review.models import Delivery, Event, Project, Webhook
from review.selectors.feed.events import events_by_number


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook with how many deliveries wait and are dead, and the number of the last that arrived."""

    webhook: Webhook
    waiting: int
    dead: int
    last: int | None


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A delivery, and the event that it tells of."""

    delivery: Delivery
    event: Event | None


@dataclass(frozen=True, slots=True)
class WebhookPage:
    """A webhook with its newest deliveries: all, or those in one state."""

    row: WebhookRow
    deliveries: tuple[DeliveryRow, ...]
    state: str

    @property
    def dead(self) -> str:
        """The numbers of the dead deliveries of the page, as a form sends them."""
        numbers = (one.delivery.number for one in self.deliveries if one.delivery.state == DeliveryState.DEAD)
        return " ".join(map(str, numbers))


def webhook_rows(project: Project) -> tuple[WebhookRow, ...]:
    """Return the webhooks of a project, the oldest first."""
    rows = (
        project.webhooks.select_related("made_by")
        .annotate(
            waiting=Count("deliveries", filter=Q(deliveries__state=DeliveryState.WAITING)),
            dead=Count("deliveries", filter=Q(deliveries__state=DeliveryState.DEAD)),
            last=Max("deliveries__number", filter=Q(deliveries__state=DeliveryState.DELIVERED)),
        )
        .order_by("pk")
    )
    return tuple(WebhookRow(one, one.waiting, one.dead, one.last) for one in rows)


def webhook_page(webhook: Webhook, *, state: str) -> WebhookPage:
    """Return a webhook with its newest deliveries; *state* is one of theirs, or empty for all."""
    [row] = (one for one in webhook_rows(webhook.project) if one.webhook.pk == webhook.pk)
    found = webhook.deliveries.filter(**({"state": state} if state else {})).order_by("-number")[:PAGE_SIZE]
    events = events_by_number([one.number for one in found])
    return WebhookPage(row, tuple(DeliveryRow(one, events.get(one.number)) for one in found), state)
