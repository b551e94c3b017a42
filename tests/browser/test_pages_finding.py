"""Text search and later mentions of a claim, in a real browser."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


@pytest.mark.smoke
def test_find_shows_the_words_in_a_window_that_was_not_loaded(page: Page, mina: User) -> None:
    texts = [f"Message number {number} of many. " * 4 for number in range(1000)]
    texts[700] = "before " * 1000 + "한글 보물이 여기" + " after" * 1000
    session = make_session(texts)
    page.goto(session.get_absolute_url())

    page.keyboard.press("/")
    page.keyboard.type("보물이")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="In 1 message")).to_be_visible()
    page.locator(".hit").click()

    expect(page.locator("#m-700 .found")).to_have_text("보물이")
    expect(page.locator("#m-700 .found")).to_be_in_viewport()
    assert_soon(page, "document.querySelector('#m-700 .msg-text').textContent", texts[700])
    expect(page.locator("#m-500")).to_have_count(0)


@pytest.mark.parametrize(
    ("found", "none"),
    [
        pytest.param("cache: In 2 messages", "lamp: In no message", id="en"),
        pytest.param(
            "cache: 메시지 2개에 있음",
            "lamp: 어느 메시지에도 없음",
            marks=pytest.mark.browser_context_args(locale="ko-KR"),
            id="ko",
        ),
    ],
)
def test_what_was_found_is_heard(found: str, none: str, page: Page, mina: User) -> None:
    page.goto(make_session(["The cache.", "No.", "A cache."]).get_absolute_url())
    heard = page.get_by_role("status").and_(page.locator("#live"))

    for words, sentence in (("cache", found), ("lamp", none)):
        page.locator("#find").fill(words)
        page.keyboard.press("Enter")

        expect(heard).to_have_text(sentence)


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["#0 user · Grace", "#1 assistant", "#2 tool output"], id="en"),
        pytest.param(
            ["#0 사용자 · Grace", "#1 어시스턴트", "#2 도구 출력"],
            marks=pytest.mark.browser_context_args(locale="ko-KR"),
            id="ko",
        ),
    ],
)
def test_every_message_has_a_heading_with_its_speaker(names: list[str], page: Page, mina: User) -> None:
    speakers = [("user", "Grace"), ("assistant", ""), ("tool", "")]
    messages = [{"role": role, "content": "Yes."} | ({"name": name} if name else {}) for role, name in speakers]
    page.goto(make_session(messages).get_absolute_url())

    for name in names:
        expect(page.locator("#talk").get_by_role("heading", level=2, name=name, exact=True)).to_be_visible()
        expect(page.get_by_role("article", name=name, exact=True)).to_be_visible()


def test_find_does_not_replace_the_search_of_the_browser(page: Page, mina: User) -> None:
    page.goto(make_session(["One message."]).get_absolute_url())
    page.evaluate("addEventListener('keydown', (event) => { window.taken = event.defaultPrevented; })")

    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'f', ctrlKey: true, bubbles: true}))")

    assert_soon(page, "window.taken === false")


def test_m_jumps_from_one_later_mention_to_the_next(page: Page, mina: User) -> None:
    """Two mentions stand beside the quotes and the third is folded; the key m jumps to them one after another."""
    texts = [f"Nothing of note was said in message {number}." for number in range(60)]
    texts[12] = "우리는 DuckDB에서 JSONB 타입을 제거하기로 했다."
    texts[30] = "JSONB 색인은 만드는 데 오래 걸립니다."
    texts[40] = "아니다, JSONB 유지하기로 했다"
    texts[50] = "JSONB는 문서에 적어 두겠습니다."
    entry = make_entry(make_session(texts), [(12, "JSONB 타입을 제거하기로 했다")], title="JSONB 제거")
    page.goto(entry.get_absolute_url())

    later = page.locator(".side #later")
    expect(later.get_by_role("heading", name="Later in this session (3)")).to_be_visible()
    expect(later.locator(".mention").filter(visible=True)).to_have_text(["#40", "#30"])
    later.get_by_text("1 more mention").click()
    expect(later.locator(".mention").filter(visible=True)).to_have_text(["#40", "#30", "#50"])
    page.keyboard.press("m")
    expect(page.locator("#part-20:not(.ahead)")).to_be_attached()  # what is read above leaves it where it is
    expect(page.locator("#m-40 .found")).to_be_in_viewport(ratio=1)
    page.keyboard.press("m")
    expect(page.locator("#m-30 .found")).to_be_in_viewport()
    page.get_by_role("link", name="JSONB 제거").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("JSONB 제거")
