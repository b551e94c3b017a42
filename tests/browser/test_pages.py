"""Every page in a real browser: accessible in light and dark, quiet, and as wide as the screen."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from review.models import Entry, ReviewSession, UploadDraft
from review.services.ingest.dropped import keep_files
from tests.browser.waiting import assert_soon
from tests.factories import make_entries, make_project, make_session, make_user

PHONE = {"width": 390, "height": 844}
MESSAGES = [
    {
        "role": "user",
        "content": "아침 회의 정리입니다. JSONB 경로 연산은 아직 불안정해서 이 기능은 배포하지 않기로 결정했습니다. "
        "스테이징은 배포 완료. 1번 노드 배포 완료. 2번 노드 배포 완료.",
        "timestamp": "2026-11-19T09:12:00+09:00",
    },
    {
        "role": "assistant",
        "content": "The journal keeps the raw JSON text and a digest of its canon.\r\n<script>alert()</script>",
    },
    {"role": "tool", "content": "averylongtokenwithoutanyspace" * 20},
    {
        "role": "user",
        "content": "The audit log is kept for two years and then removed. " + "More words follow here. " * 300,
    },
]
QUOTES = [
    (0, "이 기능은 배포하기로 결정했습니다"),
    (0, "배포 완료."),
    (1, "The journal keeps the raw JSON text"),
    (1, "RAW JSON text and a digest of its canon"),
    (1, "<script>alert()</script>"),
    (3, "The audit log is saved for one year, then it is removed."),
    (0, "The audit log is kept for two years"),
    (1, "nobody ever said anything like this"),
    ("x", "The audit log is kept"),
]


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


@pytest.fixture
def session(mina: User) -> ReviewSession:
    session = make_session(MESSAGES, title="이벤트 저장 형식 결정: JSONB → JSON")
    evidence = [{"messageIndex": index, "quote": quote} for index, quote in QUOTES]
    make_entries(
        session, [{"title": "JSONB 기능을 배포한다", "body": "A body.", "evidence": evidence}, {"evidence": []}]
    )
    return session


@pytest.fixture
def addresses(session: ReviewSession, mina: User) -> list[str]:
    draft = UploadDraft.objects.create(
        project=session.project,
        created_by=mina,
        session_json='{"messages": ["a quote stands here"], "odd": 1}',
        extraction_json='{"entries": [{"stage": "verified"}, {"evidence": [{"quote": "absent", "messageIndex": 0}]}]}',
    )
    dropped = UploadDraft(project=session.project, created_by=mina)
    keep_files(
        dropped, [("talks.json", b'["one", "two"]'), ("two.json", b'[{"messages": ["a"]}, {"messages": ["b"]}]')]
    )
    make_session(["A list of sessions is as wide as its longest title."], project=session.project, title="wide " * 40)
    entry = Entry.objects.filter(session=session).first()
    assert entry is not None
    quote = entry.quotes.filter(current__ambiguous=True).get()
    return [
        "/",
        "/help/",
        "/api/v1/docs/",
        "/sessions/",
        session.get_absolute_url(),
        f"{session.get_absolute_url()}?quote={quote.pk}&full=3#here",
        f"{session.get_absolute_url()}?show=failed",
        "/entries/",
        "/entries/?stage=certified",
        entry.get_absolute_url(),
        f"/entries/{entry.pk}/bundle/",
        "/failed/",
        "/upload/",
        f"/upload/?draft={draft.pk}",
        f"/upload/{draft.pk}/",
        f"/upload/{dropped.pk}/files/",
    ]


@pytest.mark.smoke("light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_and_fits_the_screen(
    scheme: str, page: Page, addresses: list[str], assert_accessible: Callable[[Page], None]
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]

    for address in addresses:
        page.goto(address)
        assert_accessible(page)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        assert_soon(page, "document.documentElement.scrollWidth - innerWidth", 0)
        page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.smoke
@pytest.mark.browser_context_args(locale="ko-KR")
def test_every_page_is_translated_into_korean(page: Page, addresses: list[str]) -> None:
    for address in addresses:
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", "ko")
        expect(page.get_by_role("link", name="도움말")).to_be_visible()


@pytest.mark.smoke
def test_the_log_in_page_lets_a_person_in(
    page: Page, transactional_db: None, assert_accessible: Callable[[Page], None]
) -> None:
    user = make_user("jun", project=make_project())
    user.set_password("correct horse")
    user.save()

    page.goto("/failed/")
    assert_accessible(page)
    page.get_by_label("Name").fill("jun")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("p[role=alert]")).to_contain_text("Please enter a correct username and password")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_label("Password").press("Enter")

    expect(page.get_by_role("heading", name="Failed quotes")).to_be_visible()


@pytest.mark.smoke
def test_language_and_theme_are_switched_without_scripts(
    session: ReviewSession, without_scripts: Callable[[], Page]
) -> None:
    page = without_scripts()
    page.goto("/help/")

    page.locator(".menu > summary").click()
    page.get_by_role("button", name="한국어").click()
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="어둡게").click()

    expect(page.locator("html")).to_have_attribute("lang", "ko")
    assert_soon(page, "getComputedStyle(document.body).backgroundColor", "rgb(20, 24, 29)")


@pytest.mark.smoke
def test_an_error_page_is_accessible(
    page: Page, mina: User, assert_accessible: Callable[[Page], None], complaints: list[str]
) -> None:
    page.goto("/sessions/12345/")

    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert_accessible(page)
    assert [complaint for complaint in complaints if "404" not in complaint] == []
    complaints.clear()


@pytest.mark.smoke
def test_an_expired_session_leads_to_the_log_in_and_back(
    page: Page, session: ReviewSession, context: BrowserContext
) -> None:
    entry = Entry.objects.filter(session=session).first()
    assert entry is not None
    page.goto(entry.get_absolute_url())
    expect(page.locator("#later[hx-get]")).to_have_count(0)
    context.clear_cookies(name="sessionid")

    page.locator("#promote-verified").press("Enter")
    page.locator("#log-in-again").click()

    page.wait_for_url(f"**/accounts/login/?next={entry.get_absolute_url()}")
    expect(page.locator("main")).to_have_count(1)
