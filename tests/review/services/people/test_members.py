"""Members and policy: managers decide, each change is journaled, and the last manager of a project stays."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission, User

from review.domain.policy import PolicyItem
from review.domain.roles import Obstacle, Role
from review.models import Event, Membership, Project
from review.services.audit.audit_store import audit_store
from review.services.people import staff_actions
from review.services.people.members import Unchanged, change_role, remove_member, set_policy, set_stale_limit
from tests.factories import make_project, make_user
from tests.journal import acts

pytestmark = pytest.mark.django_db

Change = Callable[[User, User], object]


def change(member: User, actor: User) -> object:
    role = Role(member.memberships.get(project__slug="ledger").role)
    return change_role(project_id=make_project().pk, user_id=member.pk, to=Role.AUDITOR, seen_role=role, actor=actor)


def remove(member: User, actor: User) -> object:
    role = Role(member.memberships.get(project__slug="ledger").role)
    return remove_member(project_id=make_project().pk, user_id=member.pk, seen_role=role, actor=actor)


def switch(member: User, actor: User) -> object:
    return set_policy(project_id=make_project().pk, policy=PolicyItem.TWO_REVIEWERS, on=True, actor=actor)


def limit(member: User, actor: User) -> object:
    return set_stale_limit(project_id=make_project().pk, days=90, seen_days=180, actor=actor)


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def recorded_events() -> list[tuple[str, str, dict[str, object]]]:
    return [(event.event_type, event.actor, event.body) for event in acts()]


def role_of(user: User) -> str | None:
    return Membership.objects.filter(user=user).values_list("role", flat=True).first()


def test_a_manager_changes_a_role(dana: User, mina: User) -> None:
    changed = change(mina, dana)

    assert isinstance(changed, Membership)
    assert role_of(mina) == "auditor"
    body = {"project": "ledger", "member": "mina", "from_role": "reviewer", "to_role": "auditor", "invitation": None}
    assert recorded_events() == [("role_changed", "dana", body)]


def test_a_manager_removes_a_member(dana: User, mina: User) -> None:
    remove(mina, dana)

    assert role_of(mina) is None
    assert recorded_events() == [
        ("member_removed", "dana", {"project": "ledger", "member": "mina", "role": "reviewer"})
    ]


def test_a_manager_switches_a_policy_item_on_and_off(dana: User) -> None:
    for on in (True, False):
        project = set_policy(project_id=make_project().pk, policy=PolicyItem.TWO_REVIEWERS, on=on, actor=dana)
        assert isinstance(project, Project)
        assert make_project().two_reviewers is on

    assert [body for _, _, body in recorded_events()] == [
        {"project": "ledger", "policy": "two_reviewers", "on": True},
        {"project": "ledger", "policy": "two_reviewers", "on": False},
    ]


def test_switching_what_is_switched_already_is_a_conflict(dana: User) -> None:
    off = set_policy(project_id=make_project().pk, policy=PolicyItem.TWO_REVIEWERS, on=False, actor=dana)

    assert (off, recorded_events()) == (Unchanged(Obstacle.CONFLICT), [])


def test_a_manager_says_after_how_many_days_sources_are_stale(dana: User) -> None:
    for days, seen in ((90, 180), (90, 90), (0, 90)):
        project = set_stale_limit(project_id=make_project().pk, days=days, seen_days=seen, actor=dana)
        assert isinstance(project, Project)
        assert make_project().stale_after_days == days

    assert recorded_events() == [
        ("stale_limit_changed", "dana", {"project": "ledger", "days": 90}),
        ("stale_limit_changed", "dana", {"project": "ledger", "days": 0}),
    ]


def test_a_stale_limit_that_somebody_else_changed_meanwhile_is_a_conflict(dana: User) -> None:
    changed = set_stale_limit(project_id=make_project().pk, days=90, seen_days=30, actor=dana)

    assert (changed, recorded_events()) == (Unchanged(Obstacle.CONFLICT), [])


@pytest.mark.parametrize("act", [change, remove, switch, limit])
@pytest.mark.parametrize("role", [*(role for role in Role if role is not Role.MANAGER), None])
def test_nobody_else_decides_on_people_and_policy(act: Change, role: Role | None, mina: User) -> None:
    project = make_project("ledger" if role else "elsewhere")
    actor = make_user("jun", project=project, role=role or Role.MANAGER)

    assert (act(mina, actor), recorded_events()) == (Unchanged(Obstacle.NOT_PERMITTED), [])


def test_what_somebody_else_changed_meanwhile_is_a_conflict(dana: User, mina: User) -> None:
    project, seen = make_project().pk, Role.VIEWER

    changed = change_role(project_id=project, user_id=mina.pk, to=Role.AUDITOR, seen_role=seen, actor=dana)
    removed = remove_member(project_id=project, user_id=mina.pk, seen_role=seen, actor=dana)

    assert (changed, removed, recorded_events()) == (Unchanged(Obstacle.CONFLICT), Unchanged(Obstacle.CONFLICT), [])


def test_who_is_no_member_is_a_conflict(dana: User) -> None:
    stranger, project = make_user("sora"), make_project()

    removed = remove_member(project_id=project.pk, user_id=stranger.pk, seen_role=Role.VIEWER, actor=dana)

    assert removed == Unchanged(Obstacle.CONFLICT)


def test_giving_a_member_the_role_they_have_records_nothing(dana: User, mina: User) -> None:
    role = Role.REVIEWER

    kept = change_role(project_id=make_project().pk, user_id=mina.pk, to=role, seen_role=role, actor=dana)

    assert (kept, recorded_events()) == (Membership.objects.get(user=mina), [])


@pytest.mark.parametrize("act", [change, remove])
def test_the_last_manager_stays(act: Change, dana: User, mina: User) -> None:
    make_user("elsewhere", project=make_project("other"), role=Role.MANAGER)

    assert (act(dana, dana), recorded_events()) == (Unchanged(Obstacle.LAST_MANAGER), [])


@pytest.mark.parametrize("act", [change, remove])
def test_who_may_not_log_in_is_no_manager_to_be_left(act: Change, dana: User) -> None:
    other = make_user("sora", project=make_project(), role=Role.MANAGER)
    User.objects.filter(pk=other.pk).update(is_active=False)

    assert act(dana, dana) == Unchanged(Obstacle.LAST_MANAGER)


@pytest.mark.parametrize("act", [change, remove])
def test_one_of_two_managers_may_go(act: Change, dana: User) -> None:
    make_user("sora", project=make_project(), role=Role.MANAGER)

    assert isinstance(act(dana, dana), Membership)


def test_add_member_keeps_the_role_of_a_member(mina: User) -> None:
    again = staff_actions.add_member(project_id=make_project().pk, user=mina, role=Role.MANAGER, actor=None)
    new = staff_actions.add_member(project_id=make_project().pk, user=make_user("jun"), role=Role.AUDITOR, actor=None)

    assert again == Unchanged(Obstacle.ALREADY_MEMBER)
    assert isinstance(new, Membership)
    body = {"project": "ledger", "member": "jun", "role": "auditor", "invitation": None}
    added = Event.objects.latest("seq")
    assert (added.event_type, added.actor, added.body) == ("member_added", "system", body)
    assert list(audit_store()) == []


@pytest.mark.parametrize("to", [Role.CERTIFIER, Role.MANAGER])
def test_no_manager_gives_a_role_alone_that_needs_a_second_person(to: Role, dana: User, mina: User) -> None:
    seen, project = Role.REVIEWER, make_project()

    alone = change_role(project_id=project.pk, user_id=mina.pk, to=to, seen_role=seen, actor=dana)

    assert (alone, role_of(mina), recorded_events()) == (Unchanged(Obstacle.SECOND_PERSON), "reviewer", [])


def test_a_manager_who_is_staff_for_people_gives_every_role(dana: User, mina: User) -> None:
    User.objects.filter(pk=dana.pk).update(is_staff=True)
    dana.user_permissions.set(Permission.objects.filter(codename="change_membership"))
    staff, seen = User.objects.get(pk=dana.pk), Role.REVIEWER

    change_role(project_id=make_project().pk, user_id=mina.pk, to=Role.CERTIFIER, seen_role=seen, actor=staff)

    assert role_of(mina) == "certifier"


def test_staff_change_the_role_of_the_last_manager_and_remove_them(dana: User) -> None:
    admin, last = make_user("admin"), Membership.objects.get(user=dana)

    staff_actions.change_role(membership=last, to=Role.VIEWER, actor=admin)
    staff_actions.remove_member(membership=last, actor=admin)

    assert [(kind, actor) for kind, actor, _ in recorded_events()] == [
        ("role_changed", "admin"),
        ("member_removed", "admin"),
    ]
    assert not Membership.objects.filter(user=dana).exists()
