import pytest
from django.test import Client, RequestFactory
from django.utils import translation

from review.views.errors import failed
from tests.factories import make_project, make_user


def test_failed_needs_nothing_that_may_be_broken(rf: RequestFactory) -> None:
    with translation.override("en"):
        response = failed(rf.get("/"))

    assert response.status_code == 500
    assert b"Something went wrong on our side" in response.content


def test_failed_is_translated_into_korean(rf: RequestFactory) -> None:
    with translation.override("ko"):
        response = failed(rf.get("/"))

    assert "서버에서 문제가 생겼습니다" in response.content.decode()


def test_failed_responds_to_htmx_with_a_sentence_for_the_notice(rf: RequestFactory) -> None:
    response = failed(rf.get("/", headers={"HX-Request": "true"}))

    assert (response.status_code, response["HX-Retarget"], response["HX-Reswap"]) == (500, "#notice", "innerHTML")
    assert b"<html" not in response.content


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "menu"), [("en", "Main"), ("ko", "주 메뉴")])
def test_what_is_not_found_or_permitted_keeps_the_menu(client: Client, language: str, menu: str) -> None:
    client.force_login(make_user("mina", project=make_project()))
    headers = {"accept-language": language}

    pages = [client.get(address, headers=headers) for address in ("/nothing/", "/audit/", "/entries/7/")]

    assert [page.status_code for page in pages] == [404, 403, 404]
    assert [f'<nav aria-label="{menu}">' in page.content.decode() for page in pages] == [True] * 3


@pytest.mark.django_db
def test_what_is_not_found_has_no_menu_for_who_is_not_logged_in(client: Client) -> None:
    page = client.get("/nothing/")

    assert (page.status_code, b"<nav" in page.content) == (404, False)
