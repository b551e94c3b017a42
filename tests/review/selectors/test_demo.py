"""Whom the log-in page offers: the people of the demo, on this machine alone, never staff."""

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from review.domain.roles import Role
from review.models import Membership, Project
from review.selectors.demo import DemoPerson, demo_people

pytestmark = pytest.mark.django_db
HERE = "127.0.0.1"


@pytest.fixture(autouse=True)
def demo(settings: Settings) -> Project:
    settings.REVIEW_DEMO = True
    project = Project.objects.create(slug="demo", name="Demo")
    for name, role in (("hana", Role.CERTIFIER), ("mina", Role.REVIEWER), ("stranger", Role.REVIEWER)):
        Membership.objects.create(project=project, user=User.objects.create_user(name), role=role)
    return project


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1"])
def test_demo_people_are_offered_in_the_order_of_the_demo(address: str) -> None:
    assert demo_people(address=address, is_forwarded=False) == [
        DemoPerson("mina", Role.REVIEWER),
        DemoPerson("hana", Role.CERTIFIER),
    ]


@pytest.mark.parametrize("address", ["192.168.0.7", "2001:db8::1", "", "unix:"])
def test_demo_people_are_not_offered_to_another_machine(address: str) -> None:
    assert demo_people(address=address, is_forwarded=False) == ()


def test_demo_people_are_not_offered_to_a_request_that_was_forwarded() -> None:
    assert demo_people(address=HERE, is_forwarded=True) == ()


@pytest.mark.parametrize(("name", "value"), [("REVIEW_DEMO", False), ("REVIEW_IS_EXPOSED", True)])
def test_demo_people_are_offered_in_a_local_demo_only(settings: Settings, name: str, value: object) -> None:
    setattr(settings, name, value)

    assert demo_people(address=HERE, is_forwarded=False) == ()


@pytest.mark.parametrize("change", [{"is_staff": True}, {"is_superuser": True}, {"is_active": False}])
def test_demo_people_leave_out_staff_and_the_blocked(change: dict[str, bool]) -> None:
    User.objects.filter(username="mina").update(**change)

    assert demo_people(address=HERE, is_forwarded=False) == [DemoPerson("hana", Role.CERTIFIER)]


def test_demo_people_are_members_of_the_demo_project(demo: Project) -> None:
    Project.objects.filter(pk=demo.pk).update(slug="another")

    assert demo_people(address=HERE, is_forwarded=False) == []
