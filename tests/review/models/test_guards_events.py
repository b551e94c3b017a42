"""No statement of anybody changes or deletes a stored event."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, NotSupportedError, connection, transaction
from django.test import Client

from review.models import Event
from tests.factories import make_entry, make_session

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]


@pytest.fixture
def event() -> Event:
    make_entry(make_session(WORDS), ["the raw text"])
    return Event.objects.order_by("pk")[0]


def forged(event: Event) -> Event:
    event.actor = "somebody"
    return event


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


ATTEMPTS: dict[str, Callable[[Event], object]] = {
    "save": lambda event: forged(event).save(),
    "save of one column": lambda event: forged(event).save(update_fields=["actor"]),
    "save that forces an update": lambda event: forged(event).save(force_update=True),
    "raw save": lambda event: forged(event).save_base(raw=True),
    "delete": lambda event: event.delete(),
    "update": lambda _: Event.objects.update(actor="somebody"),
    "update of one": lambda event: Event.objects.filter(pk=event.pk).update(hash="0" * 64),
    "bulk_update": lambda event: Event.objects.bulk_update([forged(event)], ["actor"]),
    "update_or_create": lambda event: Event.objects.update_or_create({"actor": "somebody"}, pk=event.pk),
    "upsert": lambda event: Event.objects.bulk_create(
        [forged(event)], update_conflicts=True, update_fields=["actor"], unique_fields=["id"]
    ),
    "delete of all": lambda _: Event.objects.all().delete(),
    "delete through its chain": lambda event: event.chain.events.all().delete(),
    "raw delete": lambda _: Event.objects.all()._raw_delete("default"),
    "SQL update": lambda _: run("UPDATE review_event SET payload = '{}'"),
    "SQL update of the number": lambda event: run(f"UPDATE review_event SET seq = 9 WHERE id = {event.pk}"),
    "SQL delete": lambda _: run("DELETE FROM review_event"),
}
OF_ONE_ENGINE = {
    "sqlite": ["REPLACE INTO review_event SELECT * FROM review_event", "UPDATE OR REPLACE review_event SET seq = 1"],
    "postgresql": ["TRUNCATE review_event", "TRUNCATE review_event CASCADE", "TRUNCATE ONLY review_event"],
}


def refused(attempt: Callable[[], object]) -> bool:
    try:
        with transaction.atomic():
            attempt()
    except (IntegrityError, NotSupportedError):  # PostgreSQL does not truncate what notifications refer to
        return True
    return False


def test_every_attempt_at_an_event_is_refused(event: Event) -> None:
    before = list(Event.objects.order_by("pk").values())
    if connection.vendor == "postgresql":
        run("SET CONSTRAINTS ALL IMMEDIATE")

    let = [name for name, attempt in ATTEMPTS.items() if not refused(lambda attempt=attempt: attempt(event))]  # type: ignore[misc]
    let += [sql for sql in OF_ONE_ENGINE[connection.vendor] if not refused(lambda sql=sql: run(sql))]  # type: ignore[misc]

    assert let == []
    assert list(Event.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("path", ["add/", "{pk}/change/", "{pk}/delete/", "?action=delete_selected"])
def test_the_admin_takes_no_form_about_events(event: Event, path: str) -> None:
    client = Client()
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    before = list(Event.objects.order_by("pk").values())

    form = {
        "actor": "somebody",
        "payload": "{}",
        "action": "delete_selected",
        "_selected_action": event.pk,
        "post": "yes",
    }
    answer = client.post(f"/admin/review/event/{path.format(pk=event.pk)}", form)

    assert answer.status_code in {302, 403}
    assert list(Event.objects.order_by("pk").values()) == before
