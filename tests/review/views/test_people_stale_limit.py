"""A manager sets the number of days after which sources are stale."""

from http import HTTPStatus

import pytest
from django.test import Client

from review.models import Project, Role
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def dana() -> Client:
    user = make_user("dana", project=make_project(), role=Role.MANAGER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def change(client: Client, **fields: object) -> tuple[int, str]:
    response = client.post("/projects/ledger/stale/", {"seen_days": 180, **fields}, follow=True)
    return response.status_code, " ".join(response.content.decode().split())


def test_limit_of_stale_sources_is_shown_and_changed(dana: Client) -> None:
    assert "Retrieved sources are stale after 180 days" in dana.get("/projects/ledger/").content.decode()

    status, page = change(dana, days=1)

    assert (status, Project.objects.get().stale_after_days) == (HTTPStatus.OK, 1)
    assert "Retrieved sources are stale after 1 day " in page


def test_no_limit_of_stale_sources_is_shown_in_words(dana: Client) -> None:
    assert "No retrieved source is stale" in change(dana, days=0)[1]


@pytest.mark.parametrize("days", ["", "-1", "36501", "soon"])
def test_an_invalid_limit_changes_nothing(dana: Client, days: str) -> None:
    status, _ = change(dana, days=days)

    assert status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert Project.objects.get().stale_after_days == 180


def test_a_limit_that_somebody_else_changed_is_a_conflict(dana: Client) -> None:
    assert change(dana, days=90, seen_days=30)[0] == HTTPStatus.CONFLICT
