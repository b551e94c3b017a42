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
