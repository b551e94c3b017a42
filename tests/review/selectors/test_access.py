"""Who may see and do what: a table of people and projects."""

import pytest
from django.contrib.auth.models import AnonymousUser, Permission, User
from pytest_django import DjangoAssertNumQueries

from review.domain.roles import CAPABILITIES, Capability
from review.models import Membership, Role
from review.selectors.access import (
    Person,
    decided_projects,
    may,
    may_certify,
    may_manage,
    may_override,
    may_review,
    memberships_of,
    memberships_read_once,
    own_projects,
    projects_where,
    uploadable_projects,
    visible_entries,
    visible_projects,
    visible_quotes,
    visible_sessions,
)
from review.services.people import staff_actions
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

PEOPLE = ["reviewer", "viewer", "both", "stranger", "staff", "trusted", "left", "root", "anonymous"]


@pytest.fixture
def people() -> dict[str, Person]:
    one, two = make_project("one"), make_project("two")
    for project in (one, two):
        make_entry(make_session(["hello there"], project=project), ["hello"])
    both = make_user("both", project=one)
    make_user("both", project=two, role=Role.VIEWER)
    trusted = User.objects.create(username="trusted", is_staff=True)
    left = User.objects.create(username="left", is_staff=True, is_active=False)
    for person in (trusted, left):
        person.user_permissions.add(Permission.objects.get(codename="change_entry"))
    return {
        "reviewer": make_user("reviewer", project=one),
        "viewer": make_user("viewer", project=one, role=Role.VIEWER),
        "both": both,
        "stranger": make_user("stranger"),
        "staff": User.objects.create(username="staff", is_staff=True),
        "trusted": trusted,
        "left": left,
        "root": User.objects.create(username="root", is_staff=True, is_superuser=True),
        "anonymous": AnonymousUser(),
    }


SEES = {"reviewer": ["one"], "viewer": ["one"], "both": ["one", "two"]}
REVIEWS = {"reviewer": ["one"], "both": ["one"], "trusted": ["one", "two"], "root": ["one", "two"]}


@pytest.mark.parametrize("name", PEOPLE)
def test_visible_rows_are_those_of_a_persons_projects(people: dict[str, Person], name: str) -> None:
    person, sees = people[name], SEES.get(name, [])

    assert sorted(project.slug for project in visible_projects(person)) == sees
    assert sorted(session.project.slug for session in visible_sessions(person)) == sees
    assert sorted(entry.session.project.slug for entry in visible_entries(person)) == sees
    assert sorted(quote.entry.session.project.slug for quote in visible_quotes(person)) == sees


@pytest.mark.parametrize("name", PEOPLE)
def test_may_review_is_true_for_those_who_may_change_things(people: dict[str, Person], name: str) -> None:
    reviews = [slug for slug in ("one", "two") if may_review(people[name], make_project(slug).pk)]

    assert reviews == REVIEWS.get(name, [])


MAY = {
    Role.VIEWER: "read",
    Role.REVIEWER: "read review",
    Role.CERTIFIER: "read review certify",
    Role.AUDITOR: "read audit",
    Role.MANAGER: "read review audit override manage",
}


@pytest.mark.parametrize("role", Role)
def test_a_role_has_the_rights_of_its_row_and_none_elsewhere(role: Role) -> None:
    person, elsewhere = make_user("mina", project=make_project("one"), role=role), make_project("two")

    for capability in Capability:
        allowed = capability in MAY[role].split()
        assert may(person, capability, make_project("one").pk) is allowed
        assert not may(person, capability, elsewhere.pk)
        assert [project.slug for project in projects_where(person, capability)] == ["one"] * allowed


def test_every_role_has_a_row_and_each_question_asks_for_its_own_capability() -> None:
    project = make_project()
    asked = {"review": may_review, "certify": may_certify, "override": may_override}

    assert set(CAPABILITIES) == set(Role)
    for role in Role:
        person = make_user(role, project=project, role=role)
        for name, question in {**asked, "manage": may_manage}.items():
            assert question(person, project.pk) is (name in MAY[role].split())


def test_a_role_in_one_project_gives_no_rights_in_another() -> None:
    both = make_user("both", project=make_project("one"), role=Role.CERTIFIER)
    make_user("both", project=make_project("two"), role=Role.VIEWER)
    make_user("other", project=make_project("two"), role=Role.CERTIFIER)

    assert not may_certify(both, make_project("two").pk)
    assert [project.slug for project in projects_where(both, Capability.CERTIFY)] == ["one"]


@pytest.mark.parametrize("name", ["anna", "root"])
def test_an_inactive_person_has_no_rights(name: str) -> None:
    project = make_project()
    person = make_user(name, project=project, role=Role.MANAGER)
    person.is_active, person.is_staff, person.is_superuser = False, name == "root", name == "root"
    person.save()

    assert Membership.objects.filter(user=person).exists()
    assert not any(may(person, capability, project.pk) for capability in Capability)
    assert not visible_projects(person).exists()


def test_trusted_staff_may_review_and_nothing_else(people: dict[str, Person]) -> None:
    project = make_project("one")

    assert [one.value for one in Capability if may(people["root"], one, project.pk)] == ["review"]


@pytest.mark.parametrize("name", PEOPLE)
def test_own_projects_are_those_of_the_roles_with_a_capability(people: dict[str, Person], name: str) -> None:
    person = people[name]

    for capability in Capability:
        expected = sorted(project.slug for project in projects_where(person, capability))
        assert [project.slug for project in own_projects(person, capability)] == expected
    expected = sorted(project.slug for project in uploadable_projects(person))
    assert [project.slug for project in decided_projects(person)] == expected


def test_memberships_are_read_once_within_a_request(
    people: dict[str, Person], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with memberships_read_once():
        with django_assert_num_queries(2):
            for _ in range(3):
                own_projects(people["both"])
                own_projects(people["reviewer"], Capability.MANAGE)
        with django_assert_num_queries(0):
            assert len(memberships_of(people["both"])) == 2
    with django_assert_num_queries(2):
        memberships_of(people["both"])
        memberships_of(people["both"])


def test_memberships_that_change_within_a_request_are_read_again() -> None:
    project, someone = make_project("one"), make_user("someone")
    with memberships_read_once():
        assert memberships_of(someone) == ()
        make_user("someone", project=project, role=Role.VIEWER)
        [held] = memberships_of(someone)
        assert held.role == Role.VIEWER
        staff_actions.change_role(membership=held, to=Role.REVIEWER, actor=None)
        [held] = memberships_of(someone)
        assert held.role == Role.REVIEWER
        staff_actions.remove_member(membership=held, actor=None)
        assert memberships_of(someone) == ()
