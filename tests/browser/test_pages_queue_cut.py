"""The queue is cut midway: the network, the log-in or the entry is lost, and nothing that was decided or typed is."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Page, Route, expect

from review.domain.policy import Stage
from review.models import Entry, Event, Lease, Project
from tests.factories import make_entry, make_project, make_session, make_user

WORDS = "We keep the raw text for 30 days."
REASON = "Nobody decided it: 정한 적 없음"
BOTH = [
    pytest.param("en", marks=pytest.mark.browser_context_args(locale="en-US")),
    pytest.param("ko", marks=pytest.mark.browser_context_args(locale="ko-KR")),
]
OFFLINE = {"en": "There is no connection to the server.", "ko": "서버에 연결할 수 없습니다."}
OTHER = {"en": "What you typed was for the one before:", "ko": "입력한 내용은 앞 항목의 것입니다:"}


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    user.set_password("very much my own")
    user.save()
    sign_in(user)
    return make_project(reviewer=user)


@pytest.fixture
def entries(page: Page, project: Project, complaints: list[str]) -> list[Entry]:
    session = make_session([WORDS], project=project)
    made = [make_entry(session, [(0, WORDS)], title=f"Decision {number}", stage="candidate") for number in range(3)]
    page.goto("/queue/")
    page.keyboard.press("a")
    claim_is(page, "Decision 1")
    return made


def claim_is(page: Page, title: str) -> None:
    expect(page.locator("#claim")).to_have_text(title)
    expect(page.locator("#claim")).to_be_focused()


def log_in_again(page: Page) -> None:
    page.locator("#log-in-again").click()
    page.locator("#id_username").fill("mina")
    page.locator("#id_password").fill("very much my own")
    page.keyboard.press("Enter")


def stages() -> list[str]:
    return list(Entry.objects.order_by("pk").values_list("stage", flat=True))


@pytest.mark.smoke("en")
@pytest.mark.parametrize("language", BOTH)
def test_a_decision_without_a_network_is_made_once_it_is_back(
    page: Page, context: BrowserContext, entries: list[Entry], language: str, complaints: list[str]
) -> None:
    context.set_offline(True)
    page.keyboard.press("a")
    expect(page.locator("#try-again")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text(OFFLINE[language])
    expect(page.locator("#claim")).to_have_text("Decision 1")
    assert stages() == [Stage.VERIFIED, Stage.CANDIDATE, Stage.CANDIDATE]

    context.set_offline(False)
    page.keyboard.press("a")
    claim_is(page, "Decision 2")

    assert stages() == [Stage.VERIFIED, Stage.VERIFIED, Stage.CANDIDATE]
    assert Event.objects.filter(event_type="entry_promoted").count() == 2
    complaints.clear()  # the browser logs that it was offline


def test_a_key_that_waits_for_a_request_that_fails_is_pressed_then(
    page: Page, entries: list[Entry], complaints: list[str]
) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/promote/", hold, times=1)
    page.keyboard.press("a")
    page.wait_for_function("() => document.querySelector('#entry form.htmx-request')")
    page.keyboard.press("a")
    waiting[0].abort()
    claim_is(page, "Decision 2")

    assert stages() == [Stage.VERIFIED, Stage.VERIFIED, Stage.CANDIDATE]
    complaints.clear()  # the browser logs the request that failed


def test_what_a_card_reads_says_nothing_of_a_decision_that_failed(
    page: Page, entries: list[Entry], complaints: list[str]
) -> None:
    reading: list[Route] = []

    def hold(route: Route) -> None:
        reading.append(route)

    page.route("**/later/", hold)
    page.keyboard.press("a")
    claim_is(page, "Decision 2")
    expect(page.locator("#facts-elsewhere[hx-get]")).to_have_count(0)
    page.route("**/promote/", lambda route: route.abort())
    page.keyboard.press("a")
    expect(page.locator("#try-again")).to_be_visible()
    reading[0].continue_()
    expect(page.locator("#later[hx-get]")).to_have_count(0)

    expect(page.locator("#try-again")).to_be_visible()
    page.unroute("**/promote/")
    page.locator("#try-again").click()
    expect(page.locator("#claim")).to_have_text("Nothing is left in the queue")
    expect(page.locator("#notice")).to_be_empty()
    complaints.clear()  # the browser logs the request that failed


def test_a_reason_waits_for_the_log_in(page: Page, entries: list[Entry]) -> None:
    Session.objects.all().delete()
    page.keyboard.press("x")
    page.keyboard.type(REASON)
    page.locator("#reject-go").click()
    log_in_again(page)

    expect(page.locator("#claim")).to_have_text("Decision 1")
    expect(page.locator("#reject-reason")).to_have_value(REASON)
    page.locator("#reject-go").click()
    claim_is(page, "Decision 2")

    assert Entry.objects.get(pk=entries[1].pk).rejected_reason == REASON
    assert stages() == [Stage.VERIFIED, Stage.CANDIDATE, Stage.CANDIDATE]


@pytest.mark.parametrize("language", BOTH)
def test_a_reason_is_never_put_to_another_entry(
    page: Page, project: Project, entries: list[Entry], language: str
) -> None:
    Session.objects.all().delete()
    page.keyboard.press("x")
    page.keyboard.type(REASON)
    page.locator("#reject-go").click()
    Lease.objects.update(holder=make_user("jun", project=project))
    log_in_again(page)

    expect(page.locator("#claim")).to_have_text("Decision 2")
    expect(page.locator("#notice")).to_contain_text(OTHER[language])
    expect(page.locator("#notice q")).to_have_text(REASON)
    expect(page.locator("#reject-reason")).to_have_value("")
    assert not Entry.objects.exclude(rejected_reason="").exists()
