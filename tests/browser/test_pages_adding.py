"""From a memory without quotes to a verified entry: a proposed place, words selected by keys, and without scripts."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Entry, Project
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

SAID = ["I am planning the summer.", "We fly. I always take the window seat.", "Noted: a window seat for you."]


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


@pytest.fixture
def memory(project: Project) -> Entry:
    return make_entry(make_session(SAID, project=project), title="The user prefers window seats")


def added(entry: Entry) -> list[str]:
    return [quote.text for quote in quotes_of(entry)]


@pytest.mark.smoke
def test_a_memory_is_verified_from_a_proposed_place_by_keys(
    page: Page, memory: Entry, assert_accessible: Callable[[Page], None]
) -> None:
    page.goto(memory.get_absolute_url())
    expect(page.locator(".proposed").first).to_have_text("I always take the window seat.")
    assert_accessible(page)

    page.locator("#take-1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("Added, word for word from #1.")
    assert_accessible(page)
    page.keyboard.press("1")
    expect(page.locator("#checklist li[data-is=no]")).to_have_count(0)
    page.get_by_role("button", name="Verify").click()

    expect(page.locator("#promotion-h")).to_have_text("What it rests on")
    memory.refresh_from_db()
    assert (memory.stage, added(memory)) == ("verified", ["I always take the window seat."])


def test_words_for_a_memory_are_selected_in_the_session_by_keys(
    page: Page, memory: Entry, assert_accessible: Callable[[Page], None]
) -> None:
    page.goto(memory.get_absolute_url())
    page.locator("#add-summary").click()
    page.locator("#add-select").click()
    page.wait_for_url("**/sessions/**")
    expect(page.locator("#anchor")).to_contain_text("The user prefers window seats")
    assert_accessible(page)

    page.keyboard.press("v")
    for _ in range(2):
        page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#selection q")).to_have_text("We")
    page.keyboard.press("Enter")
    page.wait_for_url("**/entries/**")

    expect(page.locator(".q")).to_have_count(1)
    assert added(memory) == ["We"]


def test_words_for_a_memory_are_selected_with_a_button_and_the_mouse(page: Page, memory: Entry) -> None:
    page.goto(f"{memory.session.get_absolute_url()}?add={memory.pk}")
    page.locator("#select-to-add").click()
    expect(page.locator("#anchor")).to_be_visible()

    page.locator("#m-1 .msg-text").dblclick(position={"x": 5, "y": 8})
    page.locator("#use-selection").click()
    page.wait_for_url("**/entries/**")

    assert added(memory) == ["We"]


def test_a_quote_is_added_without_scripts(
    page: Page, without_scripts: Callable[[], Page], project: Project, memory: Entry
) -> None:
    plain = without_scripts()
    plain.goto(memory.get_absolute_url())
    plain.locator("#take-1").click()
    expect(plain.locator(".q")).to_have_count(1)

    plain.locator("#add-summary").click()
    plain.locator("#add-words").fill("planning the summer")
    plain.locator("#add-index").fill("0")
    plain.locator("#add-go").click()

    expect(plain.locator(".q")).to_have_count(2)
    assert added(memory) == ["I always take the window seat.", "planning the summer"]


def test_the_places_fit_a_phone(page: Page, memory: Entry) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(memory.get_absolute_url())

    assert_soon(page, "document.documentElement.scrollWidth", 390)
