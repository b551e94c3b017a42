"""A change is asked for instead of a decision: the queue leaves the entry out until the change is settled."""

from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User

from review.domain.changes import ChangeReason
from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Event
from review.selectors.entries.entry_list import entry_list, entry_pages
from review.selectors.promotion.asked import WantedChange, asked_on
from review.selectors.queue import queue_from
from review.services.derived.marks import wrong_marks
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.promotion.undo import undo_decision
from review.services.queue.changes import request_change, resolve_change
from tests.factories import make_entry, make_project, make_session, make_user
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)
MESSAGE = "We keep the raw text."


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def entries(mina: User) -> list[Entry]:
    session = make_session([MESSAGE])
    return [make_entry(session, [MESSAGE], title=f"claim {number}") for number in range(3)]


def ask(entry: Entry, actor: User, reason: ChangeReason = ChangeReason.NEEDS_CONTEXT, comment: str = "") -> Decision:
    version = Entry.objects.get(pk=entry.pk).version
    return request_change(entry_id=entry.pk, reason=reason, comment=comment, seen_version=version, actor=actor)


def settle(entry: Entry, actor: User) -> Decision:
    return resolve_change(entry_id=entry.pk, seen_version=Entry.objects.get(pk=entry.pk).version, actor=actor)


def queued(user: User, **filters: str) -> list[int]:
    return [turn.entry_id for turn in queue_from(user, filters, turn="", cursor=None).turns]


def wanted(entry: Entry) -> WantedChange | None:
    return asked_on(Entry.objects.get(pk=entry.pk)).change


def test_request_change_takes_an_entry_out_of_the_queue(entries: list[Entry], mina: User) -> None:
    first, second, third = entries

    decision = ask(second, mina, ChangeReason.OTHER, "two claims in one")

    event = Event.objects.get(event_type="change_requested")
    assert decision == Granted(Stage.CANDIDATE)
    assert (event.entry, event.actor, event.body) == (
        second,
        "mina",
        {"reason": "other", "comment": "two claims in one"},
    )
    assert wanted(second) == WantedChange(ChangeReason.OTHER, "two claims in one", "mina", event.created_at)
    assert queued(mina) == [first.pk, third.pk]
    assert list(wrong_marks([entry.pk for entry in entries])) == []


def test_lists_find_what_is_to_be_changed(entries: list[Entry], mina: User) -> None:
    ask(entries[1], mina)

    assert [entry.pk for entry in entry_pages(mina, {"method": "change"}, None).entries] == [entries[1].pk]
    assert list(entry_list(mina, {"method": "change"})) == [entries[1]]
    assert queued(mina, method="change") == [entries[1].pk]


def test_resolve_change_puts_the_entry_back(entries: list[Entry], mina: User) -> None:
    ask(entries[0], mina)

    decision = settle(entries[0], make_user("jun", project=make_project()))

    assert decision == Granted(Stage.CANDIDATE)
    assert wanted(entries[0]) is None
    assert queued(mina) == [entry.pk for entry in entries]
    assert Event.objects.get(event_type="change_resolved").actor == "jun"


def test_a_change_is_asked_for_once_and_settled_once(entries: list[Entry], mina: User) -> None:
    conflict = Refused(Stage.CANDIDATE, (Reason.CONFLICT,))

    assert settle(entries[0], mina) == conflict
    assert isinstance(ask(entries[0], mina), Granted)
    assert ask(entries[0], mina) == conflict
    assert Event.objects.filter(event_type="change_requested").count() == 1


@pytest.mark.parametrize("decide", [partial(promote_entry, to=Stage.VERIFIED), partial(reject_entry, reason="a joke")])
def test_a_decision_settles_it_and_taking_that_back_does_not(
    entries: list[Entry], mina: User, decide: Callable[..., Decision]
) -> None:
    ask(entries[0], mina)
    decide(entry_id=entries[0].pk, seen_version=2, actor=mina)
    then, marks = wanted(entries[0]), list(wrong_marks([entries[0].pk]))
    on_decided = [ask(entries[0], mina), settle(entries[0], mina)]
    event = Event.objects.filter(entry=entries[0]).latest("seq")
    undo_decision(entry_id=entries[0].pk, event_id=event.pk, actor=mina)

    assert (then, marks) == (None, [])
    assert [one.reasons for one in on_decided if isinstance(one, Refused)] == [(Reason.WRONG_STAGE,)] * 2
    assert wanted(entries[0]) is not None
    assert queued(mina) == [entries[1].pk, entries[2].pk]


def test_a_change_of_another_version_is_a_conflict(entries: list[Entry], mina: User) -> None:
    decision = request_change(
        entry_id=entries[0].pk, reason=ChangeReason.OTHER, comment="late", seen_version=7, actor=mina
    )

    assert decision == Refused(Stage.CANDIDATE, (Reason.CONFLICT,))


def test_who_only_reads_asks_for_nothing(entries: list[Entry]) -> None:
    assert ask(entries[0], make_user("guest")) == Refused(Stage.CANDIDATE, (Reason.NOT_PERMITTED,))


def test_a_decision_and_a_request_at_once_are_one_and_a_conflict(entries: list[Entry], mina: User) -> None:
    pk, jun = entries[0].pk, make_user("jun", project=make_project())
    request = partial(
        request_change, entry_id=pk, reason=ChangeReason.WRONG_WORDS, comment="", seen_version=1, actor=jun
    )
    verify = partial(promote_entry, entry_id=pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    decisions = race([request, verify])

    assert sorted(type(one).__name__ for one in decisions) == ["Granted", "Refused"]
