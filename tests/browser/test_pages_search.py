"""The search page and the palette, in a real browser."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from review.models import Entry, ReviewSession
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

SEARCH, HELP = reverse("review:search"), reverse("review:help")
COMPOSED = """() => { const field = document.getElementById('pal-q');
    field.dispatchEvent(new CompositionEvent('compositionstart', {bubbles: true})); field.value = '보증';
    field.dispatchEvent(new InputEvent('input', {bubbles: true, isComposing: true}));
    field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', code: 'Enter', bubbles: true, isComposing: true}));
    field.dispatchEvent(new CompositionEvent('compositionend', {bubbles: true, data: '보증'})); }"""


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    session = make_session(
        ["보증금은 석 달 치이고 열쇠 받기 전에 냅니다.", "The lease ends in April."], title="사무실 이전"
    )
    make_entry(session, [(0, "보증금은 석 달 치이고")], title="보증금은 석 달 치다", type="fact")
    make_entry(session, [(1, "lease ends in April")], title="The lease ends in April", type="decision")
    return user


@pytest.mark.smoke
def test_palette_opens_an_entry_by_the_keyboard_alone(page: Page, mina: User) -> None:
    page.goto(HELP)

    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Search everything")).to_be_focused()
    page.keyboard.type("lease")
    expect(page.get_by_role("option", selected=True)).to_contain_text("The lease ends in April")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_have_id("pal-quotes-1")
    expect(page.locator("#pal-q")).to_have_attribute("aria-activedescendant", "pal-quotes-1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_have_text("The lease ends in April")


def test_palette_follows_what_was_typed_and_not_what_was_shown_before(page: Page, mina: User) -> None:
    page.goto(HELP)
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option").first).to_be_visible()

    page.keyboard.type("lease")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_have_text("The lease ends in April")


def test_palette_goes_to_a_page_and_to_all_results(page: Page, mina: User) -> None:
    page.goto(HELP)

    page.keyboard.press("Control+k")
    page.keyboard.type("fail")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/failed/")
    page.keyboard.press("Control+k")
    page.keyboard.type("lease")
    page.keyboard.press("Control+Enter")

    page.wait_for_url("**/search/?q=lease")


@pytest.mark.smoke
def test_palette_does_what_the_page_offers_after_what_it_finds(page: Page, mina: User) -> None:
    entry = Entry.objects.get(title="The lease ends in April")
    page.goto(entry.get_absolute_url())

    page.keyboard.press("Control+k")
    page.keyboard.type("lease")
    expect(page.locator("#palette [aria-selected=true]")).to_contain_text("The lease ends in April")
    page.locator("#pal-q").fill("verif")
    expect(page.locator("#palette [role=option]")).to_have_text(["a Verify"])
    page.locator("#pal-q").fill("reject")
    expect(page.locator("#palette [role=option]")).to_have_text(["x Reject…"])
    page.keyboard.press("Enter")

    expect(page.locator("#palette")).to_be_hidden()
    expect(page.locator("#reject-reason")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.keyboard.type("verif")
    page.keyboard.press("Enter")

    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")


def test_enter_follows_no_answer_to_other_words(page: Page, mina: User) -> None:
    entry = Entry.objects.get(title="The lease ends in April")
    page.goto(entry.get_absolute_url())
    page.evaluate(
        """() => { const fetched = window.fetch; window.held = []; window.fetch = async (...asked) => {
        const answer = await fetched(...asked);
        if (String(asked[0]).includes('?q=')) await new Promise((go) => window.held.push(go));
        return answer; }; }"""
    )

    page.keyboard.press("Control+k")
    assert_soon(page, "window.held.length", 1)
    page.keyboard.type("verif")
    page.keyboard.press("Enter")
    page.evaluate("window.held[0]()")
    assert_soon(page, "window.held.length", 2)
    expect(page.locator("#palette")).to_be_visible()
    page.evaluate("window.held[1]()")

    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")


def test_palette_gives_the_focus_back_and_keeps_it_off_the_page(page: Page, mina: User) -> None:
    page.goto(HELP)
    page.locator("#search-link").focus()

    page.keyboard.press("Control+k")
    expect(page.locator("#pal-q")).to_be_focused()
    page.evaluate("document.querySelector('.brand').focus()")
    expect(page.locator("#pal-q")).to_be_focused()
    page.keyboard.press("Escape")

    expect(page.locator("#palette")).to_be_hidden()
    expect(page.locator("#search-link")).to_be_focused()


def test_palette_opens_and_waits_with_a_hangul_keyboard(page: Page, mina: User) -> None:
    """The key K sends ㅏ, and Enter that ends a syllable opens nothing."""
    page.goto(HELP)

    page.evaluate(
        "document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅏ', code: 'KeyK', ctrlKey: true, bubbles: true}))"
    )
    expect(page.get_by_role("option").first).to_be_visible()
    page.evaluate(COMPOSED)

    expect(page.get_by_role("option", selected=True)).to_contain_text("보증금은 석 달 치다")
    assert page.url.endswith(HELP)


def test_palette_asks_once_a_pause_and_shows_the_newest_answer(page: Page, mina: User) -> None:
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url) if "palette" in request.url else None)
    page.goto(HELP)

    page.keyboard.press("Control+k")
    expect(page.get_by_role("option").first).to_be_visible()
    page.locator("#pal-q").press_sequentially("lease", delay=10)
    expect(page.get_by_role("option", selected=True)).to_contain_text("lease")

    assert [url.partition("?")[2] for url in asked] == ["q=", "q=lease"]


@pytest.mark.smoke
def test_palette_shows_that_the_search_did_not_answer(page: Page, mina: User) -> None:
    def fail(route: Route) -> None:
        route.fulfill(status=422, body="")

    page.route("**/search/palette/**", fail)
    page.goto(HELP)

    page.keyboard.press("Control+k")

    expect(page.locator("#pal-told")).to_have_text("The search did not answer. Type on to try again.")


def test_search_pushes_its_view_and_keeps_the_words(page: Page, mina: User) -> None:
    make_entry(ReviewSession.objects.get(), [(0, "열쇠 받기 전에")], title="보증금은 열쇠 받기 전에 낸다", type="task")
    page.goto(f"{SEARCH}?q=보증")
    expect(page.locator("mark.sought").first).to_have_text("보증")

    page.get_by_role("checkbox", name="fact").check()
    page.wait_for_url(re.compile("type=fact"))
    expect(page.get_by_role("checkbox", name="fact")).to_be_checked()
    page.reload()

    expect(page.get_by_role("checkbox", name="fact")).to_be_checked()
    expect(page.locator(".res li")).to_have_count(1)


def test_search_works_without_scripts(mina: User, without_scripts: Callable[[], Page]) -> None:
    make_entry(ReviewSession.objects.get(), [(1, "The lease")], title="Ask for a longer lease", type="task")
    page = without_scripts()
    page.goto(HELP)

    page.locator("#search-link").click()
    page.get_by_role("searchbox").fill("lease")
    page.keyboard.press("Enter")
    page.get_by_role("checkbox", name="decision").check()
    page.get_by_role("button", name="Filter").click()

    expect(page.locator(".res .t")).to_have_text(["The lease ends in April"])


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_search_and_palette_are_accessible_and_fit(
    page: Page, mina: User, assert_accessible: Callable[[Page], None], size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{SEARCH}?q=lease")
    assert_accessible(page)
    assert_soon(page, "document.documentElement.scrollWidth", size[0])

    page.keyboard.press("Control+k")
    page.keyboard.type("lease")
    expect(page.locator("#palette [aria-selected=true]")).to_contain_text("lease")

    assert_accessible(page)
