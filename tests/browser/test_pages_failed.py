"""The list of failed quotes in a real browser: one grid for all rows, what stands around the target, the outcome."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories import make_entry, make_project, make_session, make_user

ELSEWHERE = "Nothing of interest is said in this one."
SOURCE = "Ben looked it up. The index is rebuilt on Friday, before the release, and nobody objected."
LEFTS = """(row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left))"""


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


@pytest.fixture
def groups(mina: User) -> None:
    session = make_session([ELSEWHERE, SOURCE])
    quotes = ["The index is rebuilt on Friday", "never said in here at all"]
    make_entry(session, [*quotes, (1, "The index is built Friday, then the release"), (7, "beyond the end")])


LANGUAGES = [
    pytest.param("In another message", id="en"),
    pytest.param("다른 메시지에 있음", marks=pytest.mark.browser_context_args(locale="ko-KR"), id="ko"),
]


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_row_shows_the_words_around_its_target(name: str, page: Page, groups: None) -> None:
    page.goto("/failed/")
    row = page.locator(".fail").first

    expect(row.locator(".q-say")).to_have_text(SOURCE)
    expect(row.locator(".q-say mark")).to_have_text("The index is rebuilt on Friday")
    expect(row.locator("h3")).to_contain_text(name)
    expect(row.locator(".m")).to_have_attribute("data-badge", "✗")


@pytest.mark.parametrize(
    "locale", [pytest.param(one, marks=pytest.mark.browser_context_args(locale=one)) for one in ("en-US", "ko-KR")]
)
def test_all_rows_have_one_grid(locale: str, page: Page, groups: None) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/failed/")

    lefts = {tuple(row[:4]) for row in (one.evaluate(LEFTS) for one in page.locator(".fail").all())}

    expect(page.locator(".group")).not_to_have_count(1)
    assert len(lefts) == 1
