from django.test import RequestFactory
from django.utils import translation

from review.views.errors import failed


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
