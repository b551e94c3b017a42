"""The browser fixtures: complaints are collected, people are signed in, and scripts can be disabled."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.waiting import assert_soon, wait_until

LOG_IN = "/admin/login/"


@pytest.mark.smoke
def test_complaints_include_a_script_that_the_policy_refuses(page: Page, complaints: list[str]) -> None:
    page.goto(LOG_IN)

    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))")

    wait_until(page, lambda: complaints != [])
    assert_soon(page, "window.ran", None)
    assert [complaint for complaint in complaints if "Content Security Policy" in complaint] == complaints != []
    complaints.clear()


def test_complaints_include_an_error_of_the_page(page: Page, complaints: list[str]) -> None:
    page.goto(LOG_IN)

    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('it broke') })")

    wait_until(page, lambda: any("it broke" in complaint for complaint in complaints))
    complaints.clear()


def test_sign_in_needs_no_password(page: Page, sign_in: Callable[[User], None]) -> None:
    sign_in(User.objects.create(username="auditor", is_staff=True, is_superuser=True))

    page.goto("/admin/")

    expect(page.locator(".top .menu > summary")).to_contain_text("auditor")


def test_without_scripts_runs_none_and_is_signed_in(
    page: Page, sign_in: Callable[[User], None], without_scripts: Callable[[], Page]
) -> None:
    sign_in(User.objects.create(username="auditor", is_staff=True, is_superuser=True))
    plain = without_scripts()

    plain.goto("/admin/auth/user/")

    expect(plain.locator(".top .menu > summary")).to_contain_text("auditor")
    assert_soon(plain, "[...document.scripts].length > 0 && typeof django", "undefined")


@pytest.mark.browser_context_args(locale="ko-KR")
def test_browser_context_args_choose_the_language(page: Page) -> None:
    page.goto(LOG_IN)

    expect(page.locator("html")).to_have_attribute("lang", "ko")


def test_assert_accessible_refuses_a_serious_violation(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.goto(LOG_IN)
    assert_accessible(page)

    page.evaluate("document.querySelector('main').append(document.createElement('button'))")

    with pytest.raises(AssertionError, match="critical button-name"):
        assert_accessible(page)
