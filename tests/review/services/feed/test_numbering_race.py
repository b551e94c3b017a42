"""Eight writers at once, some slow, some rolled back: readers of the feed miss no event, and see none twice."""

from collections.abc import Callable
from random import Random
from threading import Event as Flag
from time import sleep

import pytest
from django.db import connection, transaction

from review.domain.events import EntryReopened
from review.models import Event, FeedItem, ReviewSession
from review.selectors.feed.events import events_after
from review.services import _journal
from review.services.feed.numbering import number_events
from tests.factories import make_session
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS, READERS = 8, 2
ONE = EntryReopened(stage="raw")


def write(session: ReviewSession, chance: Random, until: Callable[[], bool], size: int) -> int:
    """Append events of up to five times *size* a transaction until told to end, and return how many were committed."""
    count = 0
    while not until():
        many, is_lost = size * chance.choice([1, 1, 2, 5]), chance.random() < 0.05
        with transaction.atomic():
            _journal.append_all([(ONE, None)] * many, session=session, actor=None)
            if chance.random() < 0.2:
                sleep(chance.choice([0.005, 0.03]))
            transaction.set_rollback(is_lost)
        count += 0 if is_lost else many
    return count


def follow(session: ReviewSession, is_over: Flag) -> list[tuple[int, int]]:
    """Read the feed from its beginning until nobody writes any more, and return the number and key of all events."""
    seen: list[tuple[int, int]] = []
    after, is_last = 0, False
    while True:
        is_last = is_over.is_set()
        number_events()
        while (page := events_after(session.project, after=after, limit=200)).items:
            seen += [(one.number, one.event.pk) for one in page.items]
            after = page.next
        if is_last:
            return seen


def raced(*, transactions: int, size: int) -> list[list[tuple[int, int]]]:
    """Let eight writers make so many transactions in all, and return what each reader saw."""
    sessions = [make_session([f"Talk {number}."], session_id=f"talk-{number}") for number in range(WRITERS)]
    done, ended, is_over = [0] * WRITERS, list[int](), Flag()

    def writer(number: int) -> list[tuple[int, int]]:
        def is_enough() -> bool:
            done[number] += 1
            return done[number] > transactions // WRITERS

        try:
            write(sessions[number], Random(number), is_enough, size)  # noqa: S311 - no secret
        finally:
            ended.append(number)
            if len(ended) == WRITERS:
                is_over.set()
        return []

    writers = [lambda number=number: writer(number) for number in range(WRITERS)]
    readers = [lambda: follow(sessions[0], is_over) for _ in range(READERS)]
    return race([*writers, *readers])[WRITERS:]


def check(seen: list[list[tuple[int, int]]]) -> int:
    """Hold that each reader saw each event once, in the order of its chain; return how many there are."""
    keys = sorted(Event.objects.values_list("pk", flat=True))
    for told in seen:
        assert sorted(key for _, key in told) == keys
        numbers = [number for number, _ in told]
        assert numbers == sorted(set(numbers))
        if connection.vendor == "postgresql":
            assert numbers == list(range(1, len(keys) + 1))
    ordered = Event.objects.order_by("feed_item__number").values_list("chain", "seq")
    last: dict[int, int] = {}
    for chain, seq in ordered:
        assert seq == last.get(chain, 0) + 1
        last[chain] = seq
    assert not FeedItem.objects.filter(number=None).exists()
    return len(keys)


def test_readers_beside_writers_miss_nothing_and_see_nothing_twice() -> None:
    assert check(raced(transactions=80, size=1)) > 80


@pytest.mark.exhaustive
@pytest.mark.slow
def test_readers_miss_none_of_thirty_thousand_events() -> None:
    count = check(raced(transactions=4_000, size=4))

    assert count >= 30_000
    print(f"{count} events on {connection.vendor}: 0 missed, 0 twice")  # noqa: T201
