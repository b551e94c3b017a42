"""An entry is assigned to a person: their queue begins with it, other queues leave it out, until it is over."""

from functools import partial

import pytest
from django.contrib.auth.models import User
from django.http import QueryDict

from review.domain.changes import ChangeReason
from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.domain.roles import Role
from review.models import Entry, Event, Membership
from review.selectors.entries.entry_list import entry_list, entry_pages
from review.selectors.entries.entry_page import MAX_EVENTS, entry_page
from review.selectors.keyset import read_cursor
from review.selectors.promotion.asked import asked_on
from review.selectors.queue import queue_from
from review.services.audit.audit_store import audit_store
from review.services.derived.marks import wrong_marks
from review.services.people import staff_actions
from review.services.people.members import change_role, remove_member
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry
from review.services.promotion.statements import approve_entry
from review.services.promotion.undo import undo_decision
from review.services.queue.assignments import assign_entry, end_assignment
from review.services.queue.changes import request_change, resolve_change
from tests.factories import make_entry, make_project, make_session, make_user, switch
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)
MESSAGE = "We keep the raw text."


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def jun(mina: User) -> User:
    return make_user("jun", project=make_project())


@pytest.fixture
def entries(mina: User) -> list[Entry]:
    session = make_session([MESSAGE])
    return [make_entry(session, [MESSAGE], title=f"claim {number}") for number in range(3)]


def version(entry: Entry) -> int:
    return Entry.objects.get(pk=entry.pk).version


def assign(entry: Entry, person: User, actor: User) -> Decision:
    return assign_entry(entry_id=entry.pk, person=person, seen_version=version(entry), actor=actor)


def queued(user: User, **filters: str) -> list[tuple[int, str]]:
    return [(turn.entry_id, turn.name) for turn in queue_from(user, filters, turn="", cursor=None).turns]


def person_of(entry: Entry) -> str:
    held = asked_on(Entry.objects.get(pk=entry.pk)).assignment
    return "" if held is None else held.person


def test_the_queue_of_a_person_begins_with_what_is_assigned_to_them(
    entries: list[Entry], mina: User, jun: User
) -> None:
    first, second, third = (entry.pk for entry in entries)

    decision = assign(entries[2], jun, mina)

    event = Event.objects.get(event_type="entry_assigned")
    assert decision == Granted(Stage.CANDIDATE)
    assert (event.entry, event.actor, event.body) == (entries[2], "mina", {"person": "jun"})
    assert queued(jun)[0] == (third, "assigned")
    assert queued(mina) == [(first, "ready"), (second, "ready")]
    assert queued(mina, stage="candidate") == [(first, "filtered"), (second, "filtered")]
    assert queued(jun, stage="candidate")[-1] == (third, "filtered")
    assert list(wrong_marks([first, second, third])) == []
    assert list(audit_store()) == []


def test_what_is_assigned_comes_once_and_the_rest_after_it(entries: list[Entry], mina: User, jun: User) -> None:
    assign(entries[1], jun, mina)
    seen, skip = list[str](), ""
    for _ in range(3):
        asked = QueryDict(skip)
        queue = queue_from(jun, {}, turn=asked.get("turn", ""), cursor=read_cursor(asked))
        seen.append(f"{queue.turns[0].entry_id} {queue.turns[0].name}")
        skip = queue.turns[0].skip

    first, second, third = (entry.pk for entry in entries)
    assert seen == [f"{second} assigned", f"{first} ready", f"{third} ready"]


def test_lists_find_what_is_assigned(entries: list[Entry], mina: User, jun: User) -> None:
    assign(entries[0], jun, mina)
    assign(entries[1], mina, mina)

    assert [entry.pk for entry in entry_pages(jun, {"method": "assigned"}, None).entries] == [entries[0].pk]
    assert list(entry_list(jun, {"method": "assigned"})) == [entries[0]]
    assert [entry.pk for entry in entry_pages(jun, {"method": "elsewhere"}, None).entries] == [entries[1].pk]
    assert queued(jun, method="assigned") == [(entries[0].pk, "assigned")]
    assert queued(jun, method="elsewhere") == [(entries[1].pk, "elsewhere")]


def test_an_assignment_is_moved_and_taken_back(entries: list[Entry], mina: User, jun: User) -> None:
    assign(entries[0], jun, mina)
    assign(entries[0], mina, jun)
    assert (person_of(entries[0]), queued(jun, method="assigned")) == ("mina", [])

    decision = end_assignment(entry_id=entries[0].pk, seen_version=version(entries[0]), actor=jun)

    assert decision == Granted(Stage.CANDIDATE)
    assert Event.objects.get(event_type="assignment_ended").body == {"person": "mina", "cause": "taken_back"}
    assert person_of(entries[0]) == ""
    assert len(queued(jun)) == 3
    assert list(audit_store()) == []


def test_who_cannot_decide_is_assigned_nothing(entries: list[Entry], mina: User, jun: User) -> None:
    guest = make_user("guest", project=make_project(), role=Role.VIEWER)
    stranger = make_user("stranger", project=make_project("elsewhere"))
    conflict = Refused(Stage.CANDIDATE, (Reason.CONFLICT,))

    gone = make_user("gone", project=make_project())
    User.objects.filter(pk=gone.pk).update(is_active=False)

    assert [assign(entries[0], person, mina) for person in (guest, stranger, gone)] == [conflict] * 3
    assert assign(entries[0], jun, guest) == Refused(Stage.CANDIDATE, (Reason.NOT_PERMITTED,))
    assign(entries[0], jun, mina)
    assert assign(entries[0], jun, mina) == conflict
    assert assign_entry(entry_id=entries[1].pk, person=jun, seen_version=9, actor=mina) == conflict
    assert end_assignment(entry_id=entries[1].pk, seen_version=1, actor=mina) == conflict
    reject_entry(entry_id=entries[1].pk, reason="a joke", seen_version=1, actor=mina)
    assert assign(entries[1], jun, mina) == Refused(Stage.CANDIDATE, (Reason.WRONG_STAGE,))


def test_a_decision_settles_an_assignment_and_taking_it_back_restores_it(
    entries: list[Entry], mina: User, jun: User
) -> None:
    entry = entries[0]
    assign(entry, jun, mina)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version(entry), actor=jun)
    assert (person_of(entry), queued(jun, method="assigned")) == ("", [])

    undo_decision(entry_id=entry.pk, event_id=entry.events.latest("seq").pk, actor=jun)
    assert (person_of(entry), queued(jun, method="assigned")) == ("jun", [(entry.pk, "assigned")])

    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version(entry), actor=jun)
    demote_entry(entry_id=entry.pk, reason="too soon", seen_version=version(entry), actor=mina)
    assert (person_of(entry), queued(jun, method="assigned")) == ("", [])
    assert list(audit_store()) == []


def test_who_approves_has_done_what_was_asked(entries: list[Entry], mina: User, jun: User) -> None:
    switch(two_reviewers=True)
    assign(entries[0], jun, mina)
    approve_entry(entry_id=entries[0].pk, seen_version=version(entries[0]), actor=mina)
    assert person_of(entries[0]) == "jun"

    approve_entry(entry_id=entries[0].pk, seen_version=version(entries[0]), actor=jun)

    assert (person_of(entries[0]), queued(jun, method="assigned")) == ("", [])
    assert list(wrong_marks([entries[0].pk])) == []


def test_a_change_that_was_asked_for_comes_before_the_decision(entries: list[Entry], mina: User, jun: User) -> None:
    assign(entries[0], jun, mina)
    request_change(
        entry_id=entries[0].pk,
        reason=ChangeReason.OTHER,
        comment="two in one",
        seen_version=version(entries[0]),
        actor=jun,
    )
    assert entries[0].pk not in dict(queued(jun))

    resolve_change(entry_id=entries[0].pk, seen_version=version(entries[0]), actor=mina)
    assert queued(jun)[0] == (entries[0].pk, "assigned")


@pytest.mark.parametrize("way", ["removed", "viewer", "removed by staff", "deactivated"])
def test_who_reviews_no_more_holds_no_assignments(entries: list[Entry], mina: User, jun: User, way: str) -> None:
    project = make_project()
    other = make_entry(make_session([MESSAGE], session_id="other"), [MESSAGE], title="in another session")
    dana = make_user("dana", project=project, role=Role.MANAGER)
    assign(entries[0], jun, mina)
    assign(other, jun, mina)
    assign(entries[1], mina, jun)
    remove = partial(remove_member, project_id=project.pk, user_id=jun.pk, seen_role=Role.REVIEWER, actor=dana)
    change = partial(change_role, project_id=project.pk, user_id=jun.pk, seen_role=Role.REVIEWER, actor=dana)
    membership = Membership.objects.get(project=project, user=jun)

    if way == "removed":
        remove()
    elif way == "viewer":
        change(to=Role.VIEWER)
    elif way == "removed by staff":
        staff_actions.remove_member(membership=membership, actor=dana)
    else:
        staff_actions.set_active(user=jun, active=False, actor=dana)

    ended = Event.objects.filter(event_type="assignment_ended").order_by("pk")
    assert [(event.entry, event.actor, event.body) for event in ended] == [
        (entries[0], "dana", {"person": "jun", "cause": "left"}),
        (other, "dana", {"person": "jun", "cause": "left"}),
    ]
    assert (person_of(entries[0]), person_of(other), person_of(entries[1])) == ("", "", "mina")
    assert len(queued(mina)) == 1
    assert [name for _, name in queued(mina)] == ["assigned"]
    assert list(wrong_marks([*(entry.pk for entry in entries), other.pk])) == []


def test_a_role_that_reviews_keeps_the_assignments(entries: list[Entry], mina: User, jun: User) -> None:
    dana = make_user("dana", project=make_project(), role=Role.MANAGER)
    assign(entries[0], jun, mina)

    staff_actions.change_role(membership=Membership.objects.get(user=jun), to=Role.CERTIFIER, actor=dana)

    assert person_of(entries[0]) == "jun"


def test_the_page_names_the_person_however_long_ago_it_was(entries: list[Entry], mina: User, jun: User) -> None:
    assign(entries[0], jun, mina)
    first = entry_page(Entry.objects.get(pk=entries[0].pk), actor=mina)
    for _ in range(MAX_EVENTS):
        promote_entry(entry_id=entries[0].pk, to=Stage.CERTIFIED, seen_version=version(entries[0]), actor=mina)

    then = entry_page(Entry.objects.get(pk=entries[0].pk), actor=mina)

    assert first.assignment is not None
    assert (first.assignment, [user.username for user in first.assignable]) == (then.assignment, ["jun", "mina"])


def test_two_people_assign_one_entry_once(entries: list[Entry], mina: User, jun: User) -> None:
    entry = entries[0].pk
    to_jun = partial(assign_entry, entry_id=entry, person=jun, seen_version=1, actor=mina)
    to_mina = partial(assign_entry, entry_id=entry, person=mina, seen_version=1, actor=jun)

    one, other = race([to_jun, to_mina])

    assert sorted([type(one).__name__, type(other).__name__]) == ["Granted", "Refused"]
    assert Event.objects.filter(event_type="entry_assigned").count() == 1
