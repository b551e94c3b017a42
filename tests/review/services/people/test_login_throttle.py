"""So many tries for one account and address, more for either: never more, not even at once, and not for ever."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from review.domain.limits import LOGIN_WINDOW, MAX_LOGIN_TRIES, MAX_LOGIN_TRIES_IN_ALL
from review.models import LogInTries
from review.services.people.login_throttle import HeldBack, count_try, forget_tries

HERE = {"name": "mina", "address": "127.0.0.1"}


def try_often(times: int = MAX_LOGIN_TRIES) -> list[HeldBack | None]:
    return [count_try(**HERE) for _ in range(times)]


def let_pass(time: timedelta) -> None:
    """Move all tries into the past by *time*."""
    for tries in LogInTries.objects.all():
        tries.moments = [moment - time.total_seconds() for moment in tries.moments]
        tries.last_at -= time
        tries.save()


@pytest.mark.django_db
def test_ten_tries_a_minute_are_let_through_and_the_eleventh_waits() -> None:
    assert try_often() == [None] * 10

    held_back = count_try(**HERE)

    assert held_back is not None
    assert 55 < held_back.seconds <= 60


@pytest.mark.django_db
def test_waiting_is_enough_and_tries_meanwhile_do_not_make_it_longer() -> None:
    try_often()
    let_pass(timedelta(seconds=40))
    first, last = try_often(5)[::4]
    let_pass(timedelta(seconds=20))

    assert first is not None
    assert last is not None
    assert last.seconds <= first.seconds <= 20
    assert try_often() == [None] * 10
    assert count_try(**HERE) is not None


@pytest.mark.django_db
def test_the_minute_slides() -> None:
    try_often(5)
    let_pass(timedelta(seconds=40))
    try_often(5)
    let_pass(timedelta(seconds=20))

    assert [one is None for one in try_often(6)] == [True] * 5 + [False]


@pytest.mark.django_db
@pytest.mark.parametrize("other", [{"name": "jun"}, {"address": "10.0.0.1"}])
def test_others_are_not_held_back(other: dict[str, str]) -> None:
    try_often()

    assert count_try(**HERE | other) is None


@pytest.mark.django_db
def test_a_right_password_begins_anew() -> None:
    try_often(9)
    forget_tries(**HERE)

    assert try_often() == [None] * 10


@pytest.mark.django_db
def test_one_address_that_tries_many_accounts_is_held_back() -> None:
    tries = [count_try(name=f"account {number}", address="10.0.0.1") for number in range(200)]

    assert [one is None for one in tries] == [True] * MAX_LOGIN_TRIES_IN_ALL + [False] * (200 - MAX_LOGIN_TRIES_IN_ALL)
    assert count_try(name="account 1", address="10.0.0.2") is None


@pytest.mark.django_db
def test_many_addresses_that_try_one_account_are_held_back() -> None:
    tries = [count_try(name="mina", address=f"10.0.0.{number}") for number in range(100)]

    assert [one is None for one in tries] == [True] * MAX_LOGIN_TRIES_IN_ALL + [False] * (100 - MAX_LOGIN_TRIES_IN_ALL)
    assert count_try(name="jun", address="10.0.0.1") is None


@pytest.mark.django_db
def test_people_who_log_in_from_one_address_do_not_hold_each_other_back() -> None:
    for number in range(2 * MAX_LOGIN_TRIES_IN_ALL):
        given = {"name": f"account {number}", "address": "10.0.0.1"}
        assert count_try(**given) is None
        forget_tries(**given)


@pytest.mark.django_db
def test_a_right_password_takes_away_no_try_of_others() -> None:
    for number in range(MAX_LOGIN_TRIES_IN_ALL - 1):
        count_try(name=f"account {number}", address="10.0.0.1")
    own = {"name": "own", "address": "10.0.0.1"}
    count_try(**own)
    forget_tries(**own)

    assert [count_try(name="next", address="10.0.0.1") is None for _ in range(2)] == [True, False]


@pytest.mark.django_db
def test_nothing_is_kept_of_who_tried_after_a_minute_and_never_a_name() -> None:
    try_often(1)
    kept = list(LogInTries.objects.all())
    let_pass(LOGIN_WINDOW + timedelta(seconds=1))
    count_try(name="jun", address="10.0.0.1")

    assert "mina" not in str([vars(tries) for tries in kept])
    assert not LogInTries.objects.filter(pk__in=[tries.pk for tries in kept]).exists()
    assert {tries.last_at <= timezone.now() for tries in LogInTries.objects.all()} == {True}


@pytest.mark.django_db(transaction=True)
def test_tries_made_at_once_are_all_counted() -> None:
    barrier = Barrier(4)

    def try_some() -> int:
        barrier.wait(timeout=30)
        try:
            return sum(one is None for one in try_often(5))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        let_through = sum(pool.map(lambda _: try_some(), range(4)))

    assert let_through == MAX_LOGIN_TRIES
