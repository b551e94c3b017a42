"""The pages of webhooks count and list the same among ten times the deliveries, and read as many rows."""

import pytest
from django.db import connection
from django.utils import timezone

from benchmarks.pages import Cost, costs
from review.databases import refresh_statistics
from review.domain.limits import MAX_COUNTED
from review.domain.roles import Role
from review.domain.webhooks import DeliveryState
from review.models import Delivery, Webhook
from review.selectors.feed.webhooks import webhook_page, webhook_rows
from review.services.feed.webhooks import Told, make_webhook
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db(transaction=True)
SMALL, LARGE = 600, 6_000
GROWTH, SLACK = 1.1, {"sqlite": 20, "postgresql": 300}


@pytest.fixture
def webhook() -> Webhook:
    project = make_project()
    dana = make_user("dana", project=project, role=Role.MANAGER)
    told = make_webhook(project_id=project.pk, url="https://example.com/hook", types=[], actor=dana)
    assert isinstance(told, Told)
    return told.webhook


def fill(webhook: Webhook, first: int, last: int) -> None:
    """Add deliveries: a third waits, a third was given up and a third arrived."""
    now, states = timezone.now(), list(DeliveryState)
    some = ((number, states[number % len(states)]) for number in range(first, last))
    Delivery.objects.bulk_create(
        (
            Delivery(
                webhook=webhook,
                number=number,
                state=state,
                due=now if state == DeliveryState.WAITING else None,
                made_at=now,
            )
            for number, state in some
        ),
        batch_size=90,
    )
    refresh_statistics()


def measured(webhook: Webhook) -> dict[str, Cost]:
    page = f"/projects/{webhook.project.slug}/webhooks/"
    states = {f"one, {state}": f"{page}{webhook.pk}/?state={state}" for state in DeliveryState}
    return costs({"list": page, "one": f"{page}{webhook.pk}/", **states})


def test_pages_of_webhooks_cost_the_same_among_many_deliveries(webhook: Webhook) -> None:
    fill(webhook, 1, SMALL)
    small = measured(webhook)
    fill(webhook, SMALL, LARGE)
    large = measured(webhook)

    assert {name: (small[name], large[name]) for name in small if grows(small[name], large[name])} == {}


def test_webhook_rows_counts_each_state_of_each_webhook_a_bit_further_than_is_shown(webhook: Webhook) -> None:
    Delivery.objects.create(webhook=webhook, number=1, due=timezone.now(), made_at=timezone.now())
    other = Webhook.objects.get(pk=webhook.pk)
    other.pk = None
    other.save()
    fill(other, 2, 3 * MAX_COUNTED + 50)

    first, second = webhook_rows(webhook.project)

    assert (first.webhook, first.waiting, first.dead) == (webhook, 1, 0)
    assert (second.webhook, second.waiting, second.dead) == (other, MAX_COUNTED + 1, MAX_COUNTED + 1)
    assert webhook_page(webhook, state="").row == first


def grows(before: Cost, after: Cost) -> bool:
    return after.work > GROWTH * before.work + SLACK[connection.vendor] or after.queries > before.queries
