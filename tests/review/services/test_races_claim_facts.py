"""A project begins to wait for the facts of claims while others upload, repair and verify: nothing slips through."""

from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from time import sleep

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from review.domain.policy import PolicyItem, Stage
from review.models import Entry, Project, Role
from review.services._attempts import lock_quote
from review.services._stages import lock_entry
from review.services.audit.audit_store import audit_store
from review.services.people.members import set_policy
from review.services.promotion.claims import correct_claim
from review.services.promotion.stages import promote_entry
from review.services.repair.quotes import retry_quote
from tests.factories import make_entries, make_project, make_session, make_user, quotes_of
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)

REFUND = "Grace will refund everybody within 90 days."
ROUNDS = 6
Act = Callable[[Entry, User], object]


def entries(count: int) -> list[Entry]:
    evidence = [{"messageIndex": 0, "quote": REFUND}]
    session = make_session([REFUND, f"> {REFUND}"])
    return make_entries(session, [{"title": f"Refunds take 30 days, {n}", "evidence": evidence} for n in range(count)])


def switch(dana: User, *, on: bool) -> object:
    return set_policy(project_id=make_project().pk, policy=PolicyItem.CLAIM_FACTS, on=on, actor=dana)


def verify(entry: Entry, actor: User) -> object:
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=actor)


def move(entry: Entry, actor: User) -> object:
    [quote] = quotes_of(entry)
    assert quote.current is not None
    there = 1 - (quote.current.message_index or 0)
    seen = quote.current.attempt
    return retry_quote(quote_id=quote.pk, text=REFUND, message_index=there, seen_attempt=seen, actor=actor)


def correct(entry: Entry, actor: User) -> object:
    title = f"Version {entry.version} says 30 days"
    return correct_claim(entry_id=entry.pk, title=title, body="", seen_version=entry.version, actor=actor)


def upload(entry: Entry, _: User) -> object:
    evidence = [{"messageIndex": 0, "quote": REFUND}]
    return make_entries(entry.session, [{"title": f"7 weeks, {entry.version}", "evidence": evidence}])


@pytest.mark.parametrize("act", [verify, move, correct, upload])
def test_a_switch_against_another_change_leaves_no_wrong_mark(act: Act) -> None:
    mina, dana = make_user("mina", project=make_project()), make_user("dana", project=make_project(), role=Role.MANAGER)
    for entry in entries(ROUNDS):
        race([partial(switch, dana, on=True), partial(act, entry, mina)])
        assert [one for one in audit_store() if not one.is_note] == []

        entry.refresh_from_db()
        race([partial(switch, dana, on=False), partial(act, entry, mina)])
        assert list(audit_store()) == []


def lock_by_quote(entry: Entry) -> Entry:
    return lock_quote(quotes_of(entry)[0].pk)[0]


def lock_itself(entry: Entry) -> Entry:
    return lock_entry(entry.pk)


@pytest.mark.parametrize("lock", [lock_by_quote, lock_itself])
def test_what_is_joined_to_a_locked_entry_is_not_from_before_the_wait(lock: Callable[[Entry], Entry]) -> None:
    [entry], is_locked, seen = entries(1), Event(), []

    def wait_and_read() -> None:
        is_locked.wait(timeout=30)
        with transaction.atomic():
            seen.append(lock(entry).session.project.claim_facts)
        connection.close()

    waiter = Thread(target=wait_and_read)
    waiter.start()
    with transaction.atomic():
        locked = lock_entry(entry.pk)
        is_locked.set()
        while connection.vendor == "postgresql" and not _is_somebody_waiting():
            sleep(0.01)
        Project.objects.update(claim_facts=True)
        locked.save(update_fields=["version"])
    waiter.join(timeout=30)

    assert seen == [True]


def _is_somebody_waiting() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])
