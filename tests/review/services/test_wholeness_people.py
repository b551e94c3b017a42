"""The power fails while people or policies change: all of the change is stored, or nothing."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from review.domain.policy import PolicyItem
from review.domain.roles import Role
from review.services.people import staff_actions
from review.services.people.confirmations import confirm_account
from review.services.people.invitations import accept_invitation, confirm_invitation, invite, revoke_invitation
from review.services.people.members import change_role, remove_member, set_policy
from review.services.repair.quotes import acknowledge_differences
from tests.factories import make_entry, make_invitation, make_project, make_session, make_user, quotes_of
from tests.joining import join, staff
from tests.power import Work, cut_after, store

pytestmark = pytest.mark.django_db

WORDS = {"role": "assistant", "content": "We keep the raw text of every event."}
FOUND = "keep the raw text of every event"


def manager() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


def new_role() -> Work:
    dana, mina, project = manager(), make_user("mina", project=make_project()), make_project().pk
    seen = Role.REVIEWER
    return lambda: change_role(project_id=project, user_id=mina.pk, to=Role.VIEWER, seen_role=seen, actor=dana)


def removal() -> Work:
    dana, mina, project = manager(), make_user("mina", project=make_project()), make_project().pk
    return lambda: remove_member(project_id=project, user_id=mina.pk, seen_role=Role.REVIEWER, actor=dana)


def policy() -> Work:
    dana, project, item = manager(), make_project().pk, PolicyItem.TWO_REVIEWERS
    return lambda: set_policy(project_id=project, policy=item, on=True, actor=dana)


def invitation() -> Work:
    dana, project = manager(), make_project().pk
    return lambda: invite(project_id=project, role=Role.VIEWER, actor=dana)


def revocation() -> Work:
    dana, made = manager(), make_invitation()
    return lambda: revoke_invitation(invitation_id=made.pk, actor=dana)


def joining() -> Work:
    made, sora = make_invitation(Role.REVIEWER), make_user("sora")
    return lambda: accept_invitation(invitation_id=made.pk, user=sora)


def confirmation() -> Work:
    made, root = make_invitation(), staff()
    accept_invitation(invitation_id=made.pk, user=make_user("sora"))
    return lambda: confirm_invitation(invitation_id=made.pk, account="sora", actor=root)


def confirmation_as_another_person() -> Work:
    sora, root = join(manager(), "sora"), staff()
    return lambda: confirm_account(account=sora, actor=root)


def joining_to_wait() -> Work:
    made, sora = make_invitation(), make_user("sora")
    return lambda: accept_invitation(invitation_id=made.pk, user=sora)


def joining_anew() -> Work:
    made = make_invitation(Role.REVIEWER)
    return lambda: accept_invitation(invitation_id=made.pk, user=User(username="sora"))


def enrolment() -> Work:
    sora, project = make_user("sora"), make_project().pk
    return lambda: staff_actions.add_member(project_id=project, user=sora, role=Role.VIEWER, actor=None)


def deactivation() -> Work:
    sora = make_user("sora")
    return lambda: staff_actions.set_active(user=sora, active=False, actor=None)


def acknowledgement() -> Work:
    [quote] = quotes_of(make_entry(make_session([WORDS]), ["We never keep the raw text of every event."]))
    mina = make_user("mina", project=make_project())
    return lambda: acknowledge_differences(quote_id=quote.pk, reason="a joke", seen_attempt=1, actor=mina)


AGAIN_IS_ANOTHER = [invitation, deactivation]
ALL = [
    new_role,
    removal,
    policy,
    revocation,
    confirmation,
    confirmation_as_another_person,
    joining,
    joining_to_wait,
    joining_anew,
    enrolment,
    acknowledgement,
]


@pytest.mark.parametrize("prepare", [*ALL, *AGAIN_IS_ANOTHER])
def test_a_service_stopped_at_any_statement_leaves_nothing(prepare: Callable[[], Work]) -> None:
    work = prepare()
    before = store()

    count = 1
    while cut_after(count, work):
        assert store() == before, f"stopped behind statement {count}"
        count += 1

    assert count > 3
    assert len(store()["Event"]) > len(before["Event"])


@pytest.mark.parametrize("prepare", ALL)
def test_a_service_that_is_tried_again_is_done_once(prepare: Callable[[], Work]) -> None:
    work = prepare()
    work()
    once = store()

    work()

    twice = store()
    recorded = [event["event_type"] for event in twice.pop("Event")[len(once.pop("Event")) :]]
    assert set(recorded) <= {"promotion_refused"}
    assert {**twice, "Chain": None} == {**once, "Chain": None}
