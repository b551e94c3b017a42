"""Managers decide on webhooks, nobody else; each decision is an event, and the secret is nowhere in the store."""

import json

import pytest
from django.contrib.auth.models import User
from django.db import connection

from review.domain.limits import MAX_WEBHOOKS
from review.domain.roles import Obstacle, Role, Unchanged
from review.models import Delivery, Event, Webhook
from review.services.audit.audit_store import audit_store
from review.services.feed.webhooks import (
    Told,
    change_secret,
    delete_webhook,
    make_webhook,
    send_again,
    switch_off,
    switch_on,
)
from tests.behind import rewrite
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db

URL = "https://example.com/hook"


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def made(actor: User) -> Told:
    told = make_webhook(project_id=make_project().pk, url=URL, types=["entry_promoted"], actor=actor)
    assert isinstance(told, Told)
    return told


def recorded() -> list[str]:
    return list(Event.objects.filter(session=None, event_type__contains="webhook").values_list("event_type", flat=True))


def test_each_decision_is_an_event_and_the_audit_finds_nothing(dana: User) -> None:
    key = made(dana).webhook.pk
    change_secret(webhook_id=key, actor=dana)
    switch_off(webhook_id=key, actor=dana)
    switch_on(webhook_id=key, actor=dana)
    assert list(audit_store()) == []
    delete_webhook(webhook_id=key, actor=dana)

    assert list(audit_store()) == []
    assert recorded() == [
        "webhook_made",
        "webhook_secret_changed",
        "webhook_switched",
        "webhook_switched",
        "webhook_deleted",
    ]
    assert not Webhook.objects.exists()


def test_only_managers_decide(dana: User) -> None:
    key, mina = made(dana).webhook.pk, make_user("mina", project=make_project())
    refused = Unchanged(Obstacle.NOT_PERMITTED)

    assert make_webhook(project_id=make_project().pk, url=URL, types=[], actor=mina) == refused
    for act in (change_secret, switch_off, switch_on, delete_webhook):
        assert act(webhook_id=key, actor=mina) == refused
    assert send_again(webhook_id=key, numbers=[1], actor=mina) == refused
    assert recorded() == ["webhook_made"]


def test_what_is_so_already_or_gone_is_a_conflict(dana: User) -> None:
    key, conflict = made(dana).webhook.pk, Unchanged(Obstacle.CONFLICT)

    assert switch_on(webhook_id=key, actor=dana) == conflict
    switch_off(webhook_id=key, actor=dana)
    assert switch_off(webhook_id=key, actor=dana) == conflict
    assert send_again(webhook_id=key, numbers=[1], actor=dana) == conflict
    delete_webhook(webhook_id=key, actor=dana)
    assert change_secret(webhook_id=key, actor=dana) == conflict


def test_a_project_has_a_bounded_number_of_them(dana: User) -> None:
    for _ in range(MAX_WEBHOOKS):
        made(dana)

    too_many = make_webhook(project_id=make_project().pk, url=URL, types=[], actor=dana)

    assert too_many == Unchanged(Obstacle.TOO_MANY)


def test_the_secret_is_not_in_the_store(dana: User) -> None:
    secrets = [made(dana).secret]
    changed = change_secret(webhook_id=Webhook.objects.get().pk, actor=dana)
    assert isinstance(changed, Told)
    secrets.append(changed.secret)

    stored = json.dumps([*Webhook.objects.values(), *Event.objects.values()], default=str)

    assert all(secret.startswith("whsec_") for secret in secrets)
    assert not any(secret.removeprefix("whsec_") in stored for secret in secrets)


def test_a_new_webhook_is_not_told_of_what_was_before(dana: User) -> None:
    newest = make_session(["before"]).events.latest("pk")

    webhook = made(dana).webhook

    newest.refresh_from_db()
    assert webhook.cursor == newest.feed_item.number


def test_only_dead_deliveries_are_sent_again(dana: User) -> None:
    webhook = made(dana).webhook
    for number, state in enumerate(("dead", "delivered", "dead"), start=1):
        Delivery.objects.create(webhook=webhook, number=number, state=state, tries=9, made_at=webhook.made_at)

    assert send_again(webhook_id=webhook.pk, numbers=[1, 2], actor=dana) == webhook

    assert list(webhook.deliveries.values_list("number", "state", "tries")) == [
        (3, "dead", 9),
        (2, "delivered", 9),
        (1, "waiting", 0),
    ]
    assert Event.objects.get(event_type="deliveries_resent").body["numbers"] == [1]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("url", "https://evil.example/hook"),
        ("types", "[]"),
        ("secret", "another"),
        ("silence", "person"),
        ("made_at", "2020-01-01 00:00:00+00:00"),
    ],
)
def test_a_webhook_that_was_changed_in_the_database_is_found(dana: User, column: str, value: str) -> None:
    webhook = made(dana).webhook

    rewrite("review_webhook", column, value)

    assert [(one.code, one.pk) for one in audit_store()] == [("webhook_unaccounted", webhook.pk)]


def test_webhooks_that_are_gone_or_invented_are_found(dana: User) -> None:
    webhook = made(dana).webhook
    with connection.cursor() as cursor:
        cursor.execute("UPDATE review_webhook SET id = id + 1")

    assert {(one.code, one.pk) for one in audit_store()} == {
        ("webhook_missing", webhook.pk),
        ("webhook_unaccounted", webhook.pk + 1),
    }
