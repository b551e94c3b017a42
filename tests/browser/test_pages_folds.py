"""Menus and folds in a real browser: which keys and clicks open and close them, and where the focus is then."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

FOCUSED = "document.activeElement === document.body ? 'body' : document.activeElement.id"


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


@pytest.mark.smoke
def test_escape_closes_a_menu_and_keeps_the_focus(page: Page, mina: User) -> None:
    page.goto("/help/")
    menu = page.locator("header.top details.menu")
    menu.locator("summary").click()
    menu.get_by_role("link", name="Change password").focus()

    page.keyboard.press("Escape")

    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()


def test_escape_closes_what_asks_for_a_reason_and_keeps_the_focus(page: Page, mina: User) -> None:
    page.goto(make_entry(make_session(["The cache lives for one hour."]), ["one hour"]).get_absolute_url())
    page.locator("#reject").click()
    expect(page.locator("#reject-reason")).to_be_focused()

    page.keyboard.press("Escape")

    expect(page.locator("#reject-reason")).to_be_hidden()
    assert_soon(page, FOCUSED, "reject")


@pytest.mark.smoke
def test_a_click_beside_a_menu_closes_it(page: Page, mina: User) -> None:
    page.goto("/help/")
    menu = page.locator("header.top details.menu")
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")

    page.locator("h1").click()

    expect(menu).not_to_have_attribute("open", "")


@pytest.mark.smoke("one hour")
@pytest.mark.parametrize("quote", ["one hour", "Nobody said anything like this."])
def test_e_leads_to_the_words_in_a_fold(page: Page, mina: User, quote: str) -> None:
    """What was found has the form in a fold, which opens."""
    page.goto(make_entry(make_session(["The cache lives for one hour."]), [quote]).get_absolute_url())

    page.keyboard.press("e")

    expect(page.locator(".q .retry textarea")).to_be_focused()
