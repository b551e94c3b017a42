from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

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


@pytest.fixture
def mina(project: Project, reviewer: User, as_person: Callable[[User], Client]) -> Client:
    return as_person(reviewer)


@pytest.fixture
def guest(project: Project, viewer: User, as_person: Callable[[User], Client]) -> Client:
    return as_person(viewer)
