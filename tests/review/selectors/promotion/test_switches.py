"""An entry shows which switches were on when it was verified, and which of today's were off."""

import pytest
from django.contrib.auth.models import User

from review.domain.policy import PolicyItem, Stage
from review.models import Entry, Event, Project, Role
from review.selectors.promotion.switches import WAS_OFF, SwitchesThen, switches_then
from review.services.audit.audit_store import audit_store
from review.services.people.members import set_policy
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import demote_entry, promote_entry
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

WORDS = [{"role": "assistant", "content": "We keep the raw text of every event."}]
EXPLAIN, TWO, CLAIMS = PolicyItem.EXPLAIN_SOURCES, PolicyItem.TWO_REVIEWERS, PolicyItem.CLAIM_FACTS


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def turn(item: PolicyItem, dana: User, *, on: bool) -> None:
    assert isinstance(set_policy(project_id=make_project().pk, policy=item, on=on, actor=dana), Project)


def verified(dana: User) -> Entry:
    entry = make_entry(make_session(WORDS), ["keep the raw text of every event"], title="raw text")
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=dana)
    return again(entry)


def again(entry: Entry) -> Entry:
    return Entry.objects.select_related("session__project").get(pk=entry.pk)


def marked() -> set[int]:
    return set(Entry.objects.filter(WAS_OFF).values_list("pk", flat=True))


def test_a_switch_that_is_turned_on_later_was_off(dana: User) -> None:
    turn(CLAIMS, dana, on=True)
    entry = verified(dana)
    assert (switches_then(entry), marked()) == (SwitchesThen(on=(CLAIMS,)), set())

    turn(TWO, dana, on=True)

    assert switches_then(again(entry)) == SwitchesThen(on=(CLAIMS,), off=(TWO,))
    assert marked() == {entry.pk}
    assert Event.objects.get(event_type="entry_promoted").body["switches"] == ["claim_facts"]
    assert list(audit_store()) == []


def test_off_promote_on_leaves_a_mark(dana: User) -> None:
    """The loophole of before: the switch is off for the moment of the promotion."""
    turn(TWO, dana, on=True)
    turn(TWO, dana, on=False)
    entry = verified(dana)
    turn(TWO, dana, on=True)

    assert switches_then(again(entry)) == SwitchesThen(off=(TWO,))
    assert marked() == {entry.pk}


def test_a_switch_that_is_off_now_leaves_no_mark(dana: User) -> None:
    turn(CLAIMS, dana, on=True)
    entry = verified(dana)

    turn(CLAIMS, dana, on=False)

    assert (switches_then(again(entry)), marked()) == (SwitchesThen(on=(CLAIMS,)), set())


def test_what_was_verified_past_the_policy_shows_the_switches_too(dana: User) -> None:
    turn(EXPLAIN, dana, on=True)
    entry = make_entry(make_session(WORDS), ["keep the raw text of every event"], title="raw text")

    override_policy(entry_id=entry.pk, reason="The tool says it, and it is enough.", seen_version=1, actor=dana)

    assert switches_then(again(entry)) == SwitchesThen(on=(EXPLAIN,))
    assert list(audit_store()) == []


def test_an_entry_that_is_not_verified_has_none(dana: User) -> None:
    entry = verified(dana)
    turn(TWO, dana, on=True)

    demote_entry(entry_id=entry.pk, reason="once more", seen_version=entry.version, actor=dana)

    assert (switches_then(again(entry)), again(entry).verified_under, marked()) == (None, "", set())
    assert list(audit_store()) == []


def test_the_audit_goes_on_with_a_switch_that_cannot_be_read(dana: User) -> None:
    turn(TWO, dana, on=True)
    verified(make_user("mina", project=make_project()))
    rewrite("review_event", "payload", "{", where="event_type = 'policy_changed'")

    assert "journal_unreadable" in {one.code for one in audit_store()}
