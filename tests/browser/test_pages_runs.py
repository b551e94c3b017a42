"""Runs and quality in a real browser: accessible, narrow, and live with a bar."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from review.models import Extraction
from tests.browser.waiting import assert_soon
from tests.factories import make_entries, make_project, make_session, make_user

WORDS = ["The index is rebuilt on Friday at noon, and the cache lives for ten minutes."]
FUZZY = "the cache lives for ten minuts"


@pytest.fixture
def runs(transactional_db: None, sign_in: Callable[..., None]) -> tuple[int, ...]:
    project = make_project()
    sign_in(make_user(project=project))
    session = make_session(WORDS, project=project, session_id="talk")
    for title in ("Index on Friday", "색인은 금요일에 다시 만든다"):
        evidence = [{"messageIndex": 0, "quote": quote} for quote in ("index is rebuilt on Friday", FUZZY, "not said")]
        make_entries(session, [{"title": title, "evidence": evidence}])
    return tuple(Extraction.objects.order_by("pk").values_list("pk", flat=True))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_runs_are_accessible_and_fit_a_phone(
    page: Page, runs: tuple[int, ...], assert_accessible: Callable[[Page], None], scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    first, second = runs
    compare = f"/runs/compare/?a={first}&b={second}"
    for address in ("/runs/", f"/extractions/{first}/", compare, "/quality/", "/runs/entries/", "/runs/quotes/"):
        page.goto(address)
        assert_accessible(page)
        page.set_viewport_size({"width": 390, "height": 844})
        assert_soon(page, "document.documentElement.scrollWidth <= 390")
        page.set_viewport_size({"width": 1280, "height": 720})


def test_the_trial_follows_the_bar(page: Page, runs: tuple[int, ...]) -> None:
    page.goto("/quality/")
    page.locator("#what-if").scroll_into_view_if_needed()
    expect(page.locator("#what-if .say")).to_contain_text("0 of 2")

    page.locator("#bar").fill("0.99")
    page.locator("#bar").blur()

    expect(page.locator("#what-if .say")).to_contain_text("2 of 2")


@pytest.mark.parametrize("address", ["/runs/", "/entries/"])
def test_names_keep_a_width_on_a_phone(
    page: Page, runs: tuple[int, ...], assert_accessible: Callable[[Page], None], address: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address)

    name = page.locator("main tbody th").first.bounding_box()

    assert name is not None
    assert name["width"] >= 150
    assert_accessible(page)
