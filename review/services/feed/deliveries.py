"""Make the deliveries of webhooks from the feed, and send those that are due."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from secrets import randbelow
from threading import Event as Flag
from time import monotonic

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from aligner_core import __version__
from review.domain.limits import WEBHOOK_DAYS, WEBHOOK_LEASE, WEBHOOK_TIME
from review.domain.webhooks import GAPS, GONE, DeliveryState, Silence, gap_after, is_taken
from review.models import Delivery, Event, FeedItem, Webhook
from review.models.events import moment_text
from review.selectors.feed.events import events_after, events_by_number, names_of
from review.services.feed._posting import Answer, post
from review.services.feed._secrets import secrets_of, signatures
from review.services.feed._switching import lock_project, switched
from review.services.feed.numbering import number_events

FILLED_AT_ONCE = 500
"""How many deliveries of one webhook are made in one transaction."""
SENT_AT_ONCE = 200
"""How many deliveries are sent before the feed is looked at again."""
CHANCES = 1_000


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a receiver has, how long a delivery is held by who sends it, and the gaps between its tries."""

    within: timedelta = WEBHOOK_TIME
    lease: timedelta = WEBHOOK_LEASE
    gaps: Sequence[timedelta] = field(default=GAPS)


def tell_webhooks(*, stop: Flag | None = None, pace: Pace | None = None) -> int:
    """Make the deliveries of what is new, send those that are due, and return how many were sent."""
    number_events()
    if not Webhook.objects.filter(silence="").exists():
        return 0
    newer = FeedItem.objects.filter(project=OuterRef("project"), number__gt=OuterRef("cursor"))
    for key in Webhook.objects.filter(Exists(newer), silence="").order_by("pk").values_list("pk", flat=True):
        while fill(key) == FILLED_AT_ONCE:
            pass
    return send_due(stop=stop, pace=pace)


@transaction.atomic(durable=True)
def fill(webhook_id: int) -> int:
    """Make the next deliveries of a webhook, and return how many: none is missed and none made twice.

    They and the place in the feed up to which they were made are stored together, under the lock of the webhook.
    """
    webhook = Webhook.objects.select_for_update().filter(pk=webhook_id, silence="").first()
    if webhook is None:
        return 0
    page = events_after(webhook.project, after=webhook.cursor, types=webhook.types, limit=FILLED_AT_ONCE)
    now = timezone.now()
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, number=one.number, due=now, made_at=now) for one in page.items
    )
    Webhook.objects.filter(pk=webhook.pk).update(cursor=page.next)
    ended = webhook.deliveries.exclude(state=DeliveryState.WAITING)
    ended.filter(made_at__lt=now - timedelta(days=WEBHOOK_DAYS)).delete()
    return len(page.items)


def send_due(*, stop: Flag | None = None, pace: Pace | None = None) -> int:
    """Send deliveries that are due, and return how many.

    A webhook that has failed, or was slow, waits for the next time: it holds up no other.
    """
    pace, spent, count = pace or Pace(), defaultdict[int, float](float), 0
    while count < SENT_AT_ONCE and not (stop is not None and stop.is_set()):
        resting = [key for key, seconds in spent.items() if seconds >= pace.within.total_seconds()]
        delivery = _next_due(resting)
        if delivery is None:
            break
        begun, held = monotonic(), timezone.now() + pace.lease
        if not _is_taken_on(delivery, until=held):
            continue
        count += 1
        answer = _sent(delivery, pace)
        _store(delivery, answer, held=held, gaps=pace.gaps)
        is_delivered = is_taken(answer.code)
        spent[delivery.webhook_id] += monotonic() - begun if is_delivered else pace.within.total_seconds()
    return count


def _next_due(resting: Sequence[int]) -> Delivery | None:
    due = Delivery.objects.filter(state=DeliveryState.WAITING, due__lte=timezone.now(), webhook__silence="")
    found = due.exclude(webhook__in=resting).select_related("webhook__project")
    return found.order_by("due", "pk").first()


def _is_taken_on(delivery: Delivery, *, until: datetime) -> bool:
    """Hold a delivery until a moment, and return whether nobody else did; who holds it and dies leaves it due then."""
    same = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.WAITING, due=delivery.due)
    return bool(same.update(due=until, tries=F("tries") + 1))


def _sent(delivery: Delivery, pace: Pace) -> Answer:
    now, webhook = timezone.now(), delivery.webhook
    used = secrets_of(webhook, at=now)
    if not used:
        return Answer(0, "sealed_otherwise")
    event = events_by_number([delivery.number]).get(delivery.number)
    if event is None:
        return Answer(0, "event_gone")
    body, name = _body(delivery, event), f"msg_{webhook.pk}_{delivery.number}"
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"evidence-review/{__version__}",
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signatures(used, name=name, at=now, body=body),
    }
    return post(webhook.url, body=body, headers=headers, allowed=settings.REVIEW_WEBHOOK_HOSTS, within=pace.within)


def _body(delivery: Delivery, event: Event) -> bytes:
    """Return the same bytes at every try: what happened and where, and nothing that anybody said."""
    about = {"number": delivery.number, "project": delivery.webhook.project.slug, "eventId": event.event_id}
    body = {"type": event.event_type, "timestamp": moment_text(event.created_at), "data": {**about, **names_of(event)}}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _store(delivery: Delivery, answer: Answer, *, held: datetime, gaps: Sequence[timedelta]) -> None:
    """Store what came of a try, unless somebody else holds the delivery by now."""
    now = timezone.now()
    gap = gap_after(delivery.tries + 1, chance=randbelow(CHANCES) / CHANCES, gaps=gaps)
    if is_taken(answer.code):
        change: dict[str, object] = {"state": DeliveryState.DELIVERED, "due": None}
    elif answer.code == GONE or gap is None:
        change = {"state": DeliveryState.DEAD, "due": None}
    else:
        change = {"due": now + gap}
    mine = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.WAITING, due=held)
    mine.update(answer=str(answer), tried_at=now, **change)
    if answer.code == GONE:
        _switch_off(delivery.webhook)


@transaction.atomic(durable=True)
def _switch_off(webhook: Webhook) -> None:
    """Send nothing any more to an address that has answered that it is gone."""
    lock_project(webhook.project_id)
    rows = Webhook.objects.select_for_update(of=("self",)).select_related("project")
    if (still := rows.filter(pk=webhook.pk, silence="").first()) is not None:
        switched(still, Silence.GONE, None)
