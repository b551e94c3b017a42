"""Webhooks against receivers that fail in every way: each event arrives once, or is dead and says why."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from threading import Event as Flag
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import override_settings
from django.utils import timezone
from standardwebhooks.webhooks import Webhook as Verifier

from review.domain.policy import Stage
from review.domain.roles import Role
from review.domain.webhooks import GAPS, DeliveryState, Silence
from review.models import Delivery, Event, Project, Webhook
from review.selectors.feed.events import events_by_number
from review.services.feed import deliveries
from review.services.feed.deliveries import Pace, fill, send_due, tell_webhooks
from review.services.feed.webhooks import Told, change_secret, make_webhook, send_again, switch_off, switch_on
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_project, make_session, make_user
from tests.racing import race
from tests.receiving import Receiver, receiving

pytestmark = pytest.mark.django_db(transaction=True)

QUICK = Pace(within=timedelta(minutes=1), gaps=[timedelta(0)] * len(GAPS))


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def hook(receiver: Receiver, actor: User, *, types: tuple[str, ...] = ()) -> Webhook:
    told = make_webhook(project_id=make_project().pk, url=receiver.url, types=types, actor=actor)
    assert isinstance(told, Told)
    receiver.secret = told.secret
    return told.webhook


def happen(count: int) -> None:
    """Let so many events happen in the project."""
    for _ in range(count):
        make_session([f"Talk {Event.objects.count()}."], session_id=f"talk-{Event.objects.count()}")


def tell_all(pace: Pace = QUICK) -> int:
    """Send until nothing waits any more, and return how often something was sent."""
    count = tell_webhooks(pace=pace)
    while Delivery.objects.filter(state=DeliveryState.WAITING, webhook__silence="").exists():
        count += tell_webhooks(pace=pace)
    return count


def told_of(receiver: Receiver) -> list[str]:
    return [one["data"]["eventId"] for one in receiver.taken]


def of_project(project: Project) -> set[str]:
    return set(Event.objects.filter(session__project=project).values_list("event_id", flat=True))


def test_each_event_arrives_once_through_a_hostile_receiver(dana: User) -> None:
    script: list[str | int] = [500, "close", "redirect", "drip", "huge", "nonsense", 200, 503, 429, 404]
    with receiving(Receiver(script)) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        happen(6)

        sent = tell_all(replace(QUICK, within=timedelta(seconds=3)))

        assert sorted(told_of(receiver)) == sorted(of_project(webhook.project))
        assert receiver.unverified == []
        assert {one["path"] for one in receiver.seen} == {"/hook?from=us"}
        assert sent == len(receiver.seen) == 6 + 9
        assert {*webhook.deliveries.values_list("state", "due")} == {("delivered", None)}


def test_a_delivery_that_fails_for_ever_is_dead_and_says_why(dana: User) -> None:
    with receiving(Receiver(otherwise=503)) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        happen(1)
        tell_all()

        [dead] = webhook.deliveries.all()
        assert (dead.state, dead.tries, dead.answer) == ("dead", len(GAPS) + 1, "503 said so")
        assert len({one["webhook-id"] for one in receiver.seen}) == 1

        receiver.otherwise = 200
        assert send_again(webhook_id=webhook.pk, numbers=[dead.number], actor=dana) == webhook
        tell_all()

    assert set(told_of(receiver)) == of_project(webhook.project)
    assert webhook.deliveries.get().answer == "200 said so"


@pytest.mark.parametrize(
    ("way", "answer"),
    [
        (500, "500 said so"),
        ("close", "broken_off"),
        ("redirect", "302"),
        ("drip", "late"),
        ("nonsense", "broken_off"),
        ("huge", f"500 {'x' * 196}"),
    ],
)
def test_what_came_of_a_try_is_kept_for_the_page(dana: User, way: str | int, answer: str) -> None:
    with receiving(Receiver([way])) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        happen(1)
        tell_webhooks(pace=Pace(within=timedelta(seconds=0.5 if way == "drip" else 60)))

    [waiting] = webhook.deliveries.all()
    assert (waiting.state, waiting.tries, waiting.answer) == ("waiting", 1, answer)
    assert waiting.due is not None
    assert waiting.tried_at is not None
    assert timedelta(seconds=4) < waiting.due - waiting.tried_at < timedelta(seconds=6)


def test_a_receiver_that_is_gone_is_sent_nothing_more_until_it_is_switched_on(dana: User) -> None:
    with receiving(Receiver([410])) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        happen(2)
        tell_all()

        webhook.refresh_from_db()
        assert (webhook.silence, len(receiver.seen)) == (Silence.GONE, 1)
        assert Event.objects.filter(event_type="webhook_switched").get().actor == "system"
        happen(1)
        assert tell_webhooks(pace=QUICK) == 0

        switch_on(webhook_id=webhook.pk, actor=dana)
        tell_all()

    assert len(told_of(receiver)) == 2
    assert webhook.deliveries.get(state="dead").answer == "410 said so"


def test_what_happened_while_it_was_off_is_told_then(dana: User) -> None:
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        switch_off(webhook_id=webhook.pk, actor=dana)
        happen(2)
        assert tell_webhooks() == 0
        switch_on(webhook_id=webhook.pk, actor=dana)
        tell_all()

    assert set(told_of(receiver)) == of_project(webhook.project)


def test_a_webhook_is_told_of_its_types_alone_and_of_nothing_before_it(dana: User) -> None:
    happen(2)
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        hook(receiver, dana, types=("entry_promoted",))
        entry = make_entry(make_session(["We keep the raw text."]), ["the raw text"], entryId="e-9")
        promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=dana)
        tell_all()

    event = entry.events.latest("seq")
    [told] = receiver.taken
    assert told == {
        "type": "entry_promoted",
        "timestamp": told["timestamp"],
        "data": {
            "number": event.feed_item.number,
            "project": "ledger",
            "eventId": event.event_id,
            "session": entry.session_id,
            "sessionId": entry.session.session_id,
            "entry": entry.pk,
            "entryId": "e-9",
        },
    }


def test_filling_twice_makes_no_delivery_twice(dana: User) -> None:
    webhook = hook(Receiver(port=1), dana)
    happen(3)
    tell_webhooks(stop=_set())

    assert race([lambda: fill(webhook.pk), lambda: fill(webhook.pk)]) == [0, 0]
    happen(1)
    tell_webhooks(stop=_set())
    assert webhook.deliveries.count() == 4


def _set() -> Flag:
    stop = Flag()
    stop.set()
    return stop


def test_two_workers_send_a_delivery_once(dana: User) -> None:
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        happen(8)
        tell_webhooks(stop=_set())

        race([lambda: send_due(pace=QUICK)] * 2)

    assert sorted(told_of(receiver)) == sorted(of_project(webhook.project))
    assert {*webhook.deliveries.values_list("tries", flat=True)} == {1}


def test_more_than_is_filled_at_once_is_filled(dana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "FILLED_AT_ONCE", 2)
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        happen(5)
        tell_webhooks(stop=_set())

    assert webhook.deliveries.count() == 5


def test_an_event_that_is_not_there_is_said(dana: User) -> None:
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        webhook.deliveries.create(number=10**6, due=timezone.now(), made_at=timezone.now())
        send_due(pace=QUICK)

    assert (webhook.deliveries.get().answer, receiver.seen) == ("event_gone", [])


def test_one_that_was_switched_off_meanwhile_stays_as_a_person_left_it(dana: User) -> None:
    def as_its_answer_is_stored(run: Callable[..., Any], sql: str, *rest: Any) -> Any:  # noqa: ANN401 - of a wrapper
        if sql.startswith("UPDATE") and '"answer"' in sql and not Webhook.objects.exclude(silence="").exists():
            switch_off(webhook_id=webhook.pk, actor=dana)
        return run(sql, *rest)

    with receiving(Receiver([410])) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        happen(1)
        with connection.execute_wrapper(as_its_answer_is_stored):
            tell_webhooks(pace=QUICK)

    assert Webhook.objects.get().silence == Silence.PERSON
    assert fill(webhook.pk) == 0


def test_a_delivery_of_a_killed_worker_is_sent_again_after_its_lease(dana: User) -> None:
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        happen(1)
        tell_webhooks(stop=_set())
        held = timezone.now() + timedelta(seconds=60)
        Delivery.objects.update(due=held, tries=1)  # as whoever was killed left it

        assert send_due(pace=QUICK) == 0
        Delivery.objects.update(due=timezone.now())
        assert send_due(pace=QUICK) == 1

    assert webhook.deliveries.get().tries == 2
    assert len(receiver.taken) == 1


def test_one_that_fails_holds_up_no_other(dana: User) -> None:
    with (
        receiving(Receiver(otherwise=500)) as failing,
        receiving(Receiver()) as quick,
        override_settings(REVIEW_WEBHOOK_HOSTS=(failing.host, quick.host)),
    ):
        hook(failing, dana)
        hook(quick, dana)
        happen(5)

        tell_webhooks(pace=QUICK)

    assert (len(failing.seen), len(quick.taken)) == (1, 5)


def test_while_its_secret_is_changed_both_sign(dana: User) -> None:
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        before = receiver.secret
        told = change_secret(webhook_id=webhook.pk, actor=dana)
        assert isinstance(told, Told)
        happen(1)
        tell_all()
        receiver.secret = told.secret
        happen(1)
        tell_all()

        assert receiver.unverified == []
        assert before != told.secret
        assert [len(one["webhook-signature"].split()) for one in receiver.seen] == [2, 2]

        Webhook.objects.update(previous_until=timezone.now())
        happen(1)
        tell_all()

    assert receiver.unverified == []
    assert len(receiver.seen[-1]["webhook-signature"].split()) == 1
    assert Verifier(told.secret) is not None


def test_a_secret_that_the_server_cannot_open_is_said(dana: User) -> None:
    webhook = hook(Receiver(port=1), dana)
    happen(1)
    with override_settings(SECRET_KEY="another secret of the server" * 3):
        tell_webhooks()

    assert webhook.deliveries.get().answer == "sealed_otherwise"


def test_what_ended_is_forgotten_after_a_month(dana: User) -> None:
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        webhook = hook(receiver, dana)
        happen(1)
        tell_all()
        webhook.deliveries.update(made_at=timezone.now() - timedelta(days=31))
        happen(1)
        tell_all()

    assert webhook.deliveries.count() == 1
    assert events_by_number([webhook.deliveries.get().number])
