"""The quote doctor in a real browser: what differs, what is offered, and where it leads."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Project
from tests.factories import make_entry, make_project, make_session, make_user


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


def test_what_differs_is_seen_in_three_ways(page: Page, project: Project) -> None:
    entry = make_entry(make_session(["DuckDB에서 JSONB 타입을 제거"], project=project), ["DuckDB JSONB 타입 제거"])
    sentence = "2 insertions (3 characters), 0 deletions · similarity 0.857 = 1 − 3/21"
    page.goto(entry.get_absolute_url())

    assert page.locator("ins").all_text_contents() == ["에서", "을"]
    assert page.locator("del").count() == 0
    expect(page.locator(".sum[aria-live=polite]")).to_contain_text(sentence)
    page.keyboard.press("d")
    expect(page.locator(".diff-rows")).to_be_visible()
    expect(page.locator(".diff-inline")).to_be_hidden()
    expect(page.locator("#live")).to_contain_text(f"In two rows: {sentence}")
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅇ', code: 'KeyD', bubbles: true}))")
    expect(page.locator(".diff-source")).to_have_text("DuckDB에서 JSONB 타입을 제거")
    page.get_by_role("button", name="Change view").click()
    expect(page.locator(".diff-inline")).to_be_visible()


CLOSE = "보관 기간은 법무팀 답을 받았습니다. 감사 로그는 2년 동안 지우지 않고 보관합니다. 그 뒤에는 요약만 남겨요."


def test_the_doctor_tries_words_while_they_are_typed_and_shows_where_to_look(
    page: Page, project: Project, assert_accessible: Callable[[Page], None]
) -> None:
    session = make_session([CLOSE, "The index is rebuilt on Friday."], project=project)
    entry = make_entry(session, ["감사 로그는 2년 동안 안 지우고 보관한다", "nobody said a word of this here"])
    near, invented = (quote.pk for quote in entry.quotes.all())
    page.goto(entry.get_absolute_url())
    card = page.locator(f"#quote-{near}")

    expect(card.locator(".ghost").first).to_be_visible()
    expect(card).to_contain_text("below the bar of 0.850")
    expect(page.locator(f"#why-{invented}")).to_be_visible()  # nothing like it: the tool is to withdraw it
    assert_accessible(page)
    page.locator(f"#quote-{near}").focus()
    page.keyboard.press("e")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("감사 로그는 2년 동안 지우지 않고 보관한다")
    expect(page.locator(f"#trial-{near}")).to_have_text("fuzzy would align as fuzzy, similarity 0.920 = 1 − 2/25")
    page.locator(f"#look-{near}-all").click()
    expect(card.locator(".spots li")).to_have_count(1)
    page.locator(f"#look-{near}-search").click()
    page.locator(f"#query-{near}").fill("index is")
    page.locator(f"#query-{near}").press("Enter")
    card.get_by_role("link", name="Show #1").click()
    expect(card.locator(".pane .msg-text")).to_have_text("The index is rebuilt on Friday.")
    page.locator(f"#text-{near}").press("Control+Enter")
    expect(card).to_have_attribute("data-state", "fuzzy")
