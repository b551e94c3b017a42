"""What a person is shown when a request fails, in both languages; nothing that was typed is lost."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Page, Route, expect

from review.domain.policy import Stage
from review.models import Entry, Membership, Project
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_project, make_session, make_user

MESSAGES = ["We keep the raw text.", "The audit log is kept for two years."]
REASON = "The cache was never meant: 캐시는 아닙니다"
BOTH = [
    pytest.param("en", marks=pytest.mark.browser_context_args(locale="en-US")),
    pytest.param("ko", marks=pytest.mark.browser_context_args(locale="ko-KR")),
]
NOTICES = {
    "offline": {"en": "There is no connection to the server.", "ko": "서버에 연결할 수 없습니다."},
    "foreign": {"en": "Something between you and the server answered", "ko": "서버 대신 중간 장비가 응답했습니다."},
    "slow": {"en": "The server is still working on this…", "ko": "서버가 아직 처리하고 있습니다…"},
    "expired": {"en": "Your log-in has ended.", "ko": "로그인이 끝났습니다."},
    "restored": {"en": "What you typed before is here again.", "ko": "앞서 입력한 내용을 되살렸습니다."},
    "conflict": {"en": "Verified by jun", "ko": "jun"},
    "revoked": {"en": "There is nothing here", "ko": "여기에는 아무것도 없습니다"},
}
pytestmark = pytest.mark.parametrize("language", BOTH)


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    user.set_password("very much my own")
    user.save()
    sign_in(user)
    return user


@pytest.fixture
def project(mina: User) -> Project:
    return make_project(reviewer=mina)


@pytest.fixture
def entry(page: Page, project: Project, complaints: list[str]) -> Entry:
    entry = make_entry(make_session(MESSAGES, project=project), [(0, MESSAGES[0])], title="Raw text", stage="candidate")
    page.goto(entry.get_absolute_url())
    expect(page.locator("html")).to_have_attribute("data-ready", "yes")
    return entry


def type_reason(page: Page) -> None:
    page.keyboard.press("x")
    expect(page.locator("#reject-reason")).to_be_focused()
    page.keyboard.type(REASON)


def reject(page: Page) -> None:
    type_reason(page)
    page.locator("#reject-go").click()


def is_rejected(entry: Entry) -> bool:
    return Entry.objects.get(pk=entry.pk).rejected_reason == REASON


@pytest.mark.smoke("en")
def test_offline_is_shown_and_tried_again(
    page: Page, context: BrowserContext, entry: Entry, language: str, complaints: list[str]
) -> None:
    context.set_offline(True)
    reject(page)

    expect(page.locator("#notice")).to_contain_text(NOTICES["offline"][language])
    expect(page.locator("#reject-reason")).to_have_value(REASON)
    context.set_offline(False)
    page.locator("#reject-go").click()
    expect(page.locator("#decide .say")).to_contain_text("" if language == "ko" else "Rejected")
    expect(page.locator("#reopen")).to_be_visible()
    assert is_rejected(entry)
    complaints.clear()  # the browser logs that it was offline


@pytest.mark.real_clocks
def test_a_slow_answer_is_announced(page: Page, entry: Entry, language: str) -> None:
    held = list[Route]()
    page.route("**/reject/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks a function for its arity
    reject(page)

    expect(page.locator("#notice")).to_contain_text(NOTICES["slow"][language])
    held[0].continue_()

    expect(page.locator("#reopen")).to_be_visible()
    expect(page.locator("#notice")).to_be_empty()
    assert is_rejected(entry)


@pytest.mark.smoke("en")
def test_a_page_of_a_proxy_is_never_shown_as_ours(
    page: Page, entry: Entry, language: str, complaints: list[str]
) -> None:
    page.route(
        "**/reject/",
        lambda route: route.fulfill(status=502, content_type="text/html", body="<html><h1>Bad Gateway</h1></html>"),
    )
    reject(page)

    expect(page.locator("#notice")).to_contain_text(NOTICES["foreign"][language])
    expect(page.get_by_text("Bad Gateway")).to_have_count(0)
    expect(page.locator("#reject-reason")).to_have_value(REASON)
    page.unroute("**/reject/")
    page.locator("#try-again").click()
    expect(page.locator("#reopen")).to_be_visible()
    expect(page.locator("#notice")).to_be_empty()
    assert is_rejected(entry)
    complaints.clear()  # the browser logs the 502


@pytest.mark.smoke("en")
def test_an_ended_log_in_keeps_what_was_typed(page: Page, entry: Entry, language: str) -> None:
    Session.objects.all().delete()
    reject(page)

    expect(page.locator("#notice")).to_contain_text(NOTICES["expired"][language])
    page.locator("#log-in-again").click()
    page.locator("#id_username").fill("mina")
    page.locator("#id_password").fill("very much my own")
    page.keyboard.press("Enter")

    expect(page.locator("#reject-reason")).to_have_value(REASON)
    expect(page.locator("#reject-reason")).to_be_focused()
    expect(page.locator("#notice")).to_contain_text(NOTICES["restored"][language])
    page.locator("#reject-go").click()
    expect(page.locator("#reopen")).to_be_visible()
    assert is_rejected(entry)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-ready", "yes")
    expect(page.locator("#notice")).to_be_empty()


def test_a_conflict_shows_what_the_entry_is_now(page: Page, project: Project, entry: Entry, language: str) -> None:
    jun = make_user("jun", project=project)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=jun)
    reject(page)

    expect(page.locator("#decide .say")).to_contain_text(NOTICES["conflict"][language])
    expect(page.locator("#demote")).to_be_visible()
    expect(page.locator("#reject-reason")).to_have_value(REASON)
    assert not is_rejected(entry)


def test_a_membership_that_ended_is_shown(page: Page, entry: Entry, language: str, complaints: list[str]) -> None:
    Membership.objects.all().delete()
    reject(page)

    expect(page.locator("#notice")).to_contain_text(NOTICES["revoked"][language])
    expect(page.locator("#reject-reason")).to_have_value(REASON)
    assert not is_rejected(entry)
    complaints.clear()  # the browser logs the 404
