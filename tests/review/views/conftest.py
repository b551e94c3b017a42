from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from review.jobs import running
from review.models import Project
from tests.factories import make_project, make_user


@pytest.fixture
def reviewer(db: None) -> User:
    return make_user("mina")


@pytest.fixture
def viewer(db: None) -> User:
    return make_user("guest")


@pytest.fixture
def project(reviewer: User, viewer: User) -> Project:
    return make_project(reviewer=reviewer, viewer=viewer)


@pytest.fixture
def as_person() -> Callable[[User], Client]:
    """Log a person in without a password."""

    def _as_person(user: User) -> Client:
        client = Client(headers={"accept-language": "en"})
        client.force_login(user)
        return client

    return _as_person


@pytest.fixture(autouse=True)
def _no_beat_waits_for_the_transaction_around_a_test(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REVIEW_JOB_LEASE_SECONDS = 3600
    monkeypatch.setattr(running, "LOOK_EVERY", 600)


@pytest.fixture
def mina(project: Project, reviewer: User, as_person: Callable[[User], Client]) -> Client:
    return as_person(reviewer)


@pytest.fixture
def guest(project: Project, viewer: User, as_person: Callable[[User], Client]) -> Client:
    return as_person(viewer)
