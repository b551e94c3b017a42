"""The webhooks of a project, and what became of their deliveries, for the managers of the project."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from review.domain.limits import MAX_COUNTED, PAGE_SIZE
from review.domain.webhooks import DeliveryState
from review.models import Delivery, Event, Project, Webhook
from review.selectors.feed.events import events_by_number
from review.selectors.keyset import Places, together


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook with how many deliveries wait and are dead, each counted to one beyond MAX_COUNTED."""

    webhook: Webhook
    waiting: int
    dead: int


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
    return _rows(project.webhooks.select_related("made_by").order_by("pk"))


def webhook_page(webhook: Webhook, *, state: str) -> WebhookPage:
    """Return a webhook with its newest deliveries; *state* is one of theirs, or empty for all."""
    [row] = _rows([webhook])
    found = webhook.deliveries.filter(**({"state": state} if state else {})).order_by("-number")[:PAGE_SIZE]
    events = events_by_number([one.number for one in found])
    return WebhookPage(row, tuple(DeliveryRow(one, events.get(one.number)) for one in found), state)


def _rows(webhooks: Iterable[Webhook]) -> tuple[WebhookRow, ...]:
    some = tuple(webhooks)
    waiting, dead = (_counts(some, state) for state in (DeliveryState.WAITING, DeliveryState.DEAD))
    return tuple(WebhookRow(one, waiting[one.pk], dead[one.pk]) for one in some)


def _counts(webhooks: Iterable[Webhook], state: DeliveryState) -> Counter[int]:
    """Count the deliveries in a state by their webhook, no further than shown: one may have any number of them."""
    some = (Delivery.objects.filter(webhook=one, state=state).order_by("number") for one in webhooks)
    found = together(Places(part.values_list("webhook_id")[: MAX_COUNTED + 1]) for part in some)
    return Counter(webhook for (webhook,) in found)
