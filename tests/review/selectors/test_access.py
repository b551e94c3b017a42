"""Who sees what: a table of people and projects."""

import pytest
from django.contrib.auth.models import AnonymousUser, Permission, User

from review.models import Role
from review.selectors.access import (
    Person,
    may_review,
    visible_entries,
    visible_projects,
    visible_quotes,
    visible_sessions,
)
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
def test_may_review_says_who_may_change_things(people: dict[str, Person], name: str) -> None:
    reviews = [slug for slug in ("one", "two") if may_review(people[name], make_project(slug).pk)]

    assert reviews == REVIEWS.get(name, [])
