"""A manager raises the bar of similarity: first the page says how many entries that holds back."""

from http import HTTPStatus

import pytest
from django.test import Client

from review.models import Entry, Project, Role
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db

MESSAGE = "The index is rebuilt on Friday, before the release of the week."
SLIPPED = "The index is rebuilt on Friday, before the relaese of the week."
ADDRESS = "/projects/ledger/aligner/"


@pytest.fixture
def dana() -> Client:
    user = make_user("dana", project=make_project(), role=Role.MANAGER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def change(client: Client, **fields: object) -> tuple[int, str]:
    seen = {"seen_threshold": 0.85, "seen_length": 2_000, "max_quote_length": 2_000}
    response = client.post(ADDRESS, {**seen, **fields}, follow=True)
    return response.status_code, " ".join(response.content.decode().split())


def bar() -> float:
    return Project.objects.get().fuzzy_threshold


def test_a_higher_bar_is_stored_when_what_it_holds_back_was_seen(dana: Client) -> None:
    entry = make_entry(make_session([MESSAGE], project=make_project()), [SLIPPED])

    status, page = change(dana, fuzzy_threshold=0.99, max_quote_length=700)

    assert (status, bar()) == (HTTPStatus.UNPROCESSABLE_ENTITY, 0.85)
    assert "A bar of 0.990 holds back 1 entry, 0 of them verified: a quote of it is less similar." in page
    assert 'name="seen_held" value="1"' in page
    assert 'value="0.99" required' in page
    assert 'value="700" required' in page
    assert "Change it anyway" in page

    status, page = change(dana, fuzzy_threshold=0.99, seen_held=1)

    assert (status, bar()) == (HTTPStatus.OK, 0.99)
    assert Entry.objects.get(pk=entry.pk).missing == "below_project_bar"
    assert "Change it anyway" not in page


def test_another_number_than_was_seen_is_shown_again(dana: Client) -> None:
    session = make_session([MESSAGE], project=make_project())
    for title in ("one", "two"):
        make_entry(session, [SLIPPED], title=title)

    status, page = change(dana, fuzzy_threshold=0.99, seen_held=1)

    assert (status, bar()) == (HTTPStatus.UNPROCESSABLE_ENTITY, 0.85)
    assert "A bar of 0.990 holds back 2 entries" in page


def test_a_bar_that_holds_nothing_back_is_stored_at_once(dana: Client) -> None:
    make_entry(make_session([MESSAGE], project=make_project()), [SLIPPED])

    assert change(dana, fuzzy_threshold=0.9)[0] == HTTPStatus.OK
    assert bar() == 0.9


def test_an_equal_or_lower_bar_asks_nothing(dana: Client) -> None:
    make_entry(make_session([MESSAGE], project=make_project()), [SLIPPED])
    Project.objects.update(fuzzy_threshold=0.995)

    assert change(dana, fuzzy_threshold=0.995, seen_threshold=0.995, max_quote_length=700)[0] == HTTPStatus.OK
    assert change(dana, fuzzy_threshold=0.99, seen_threshold=0.995, seen_length=700)[0] == HTTPStatus.OK
    assert bar() == 0.99


def test_a_bar_that_is_no_number_is_refused(dana: Client) -> None:
    assert change(dana, fuzzy_threshold="high")[0] == HTTPStatus.UNPROCESSABLE_ENTITY


def test_the_entry_says_what_it_lacks(dana: Client) -> None:
    entry = make_entry(make_session([MESSAGE], project=make_project()), [SLIPPED])
    change(dana, fuzzy_threshold=0.99, seen_held=1)

    english = dana.get(f"/entries/{entry.pk}/").content.decode()
    korean = dana.get(f"/entries/{entry.pk}/", headers={"accept-language": "ko"}).content.decode()

    assert "None is below the bar of the project" in english
    assert "프로젝트 기준에 못 미치는 인용이 없음" in korean
