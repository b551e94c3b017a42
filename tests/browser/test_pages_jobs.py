"""A large upload in the browser: the page says how far it is, can be left, and leads to the result by itself."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django import Settings

from review.jobs.worker import run_waiting
from review.models import Job, ReviewSession
from tests.browser.waiting import assert_soon
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db(transaction=True)

TALK = {
    "messages": ["The cache lives for one hour."],
    "extraction": {"entries": [{"evidence": [{"messageIndex": 0, "quote": "The cache lives for one hour"}]}]},
}


@pytest.fixture
def reviewer(settings: Settings) -> User:
    settings.REVIEW_MAX_CHARS_AT_ONCE = 10
    return make_user("mina", project=make_project())


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(TALK), encoding="utf-8")
    return path


def assert_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    assert_soon(page, "document.documentElement.scrollWidth", 390)
    page.set_viewport_size({"width": 1280, "height": 720})


def upload(page: Page, talk: Path) -> None:
    page.goto("/upload/")
    page.locator("#id_files").set_input_files([talk])


@pytest.mark.smoke
def test_a_large_upload_goes_on_by_itself_and_leads_to_its_result(
    page: Page,
    reviewer: User,
    sign_in: Callable[[User], None],
    assert_accessible: Callable[[Page], None],
    talk: Path,
) -> None:
    sign_in(reviewer)
    upload(page, talk)
    expect(page.get_by_role("main").get_by_role("progressbar", name="Reading")).to_be_visible()
    assert_accessible(page)
    assert_fits_a_phone(page)

    run_waiting()
    expect(page.locator("#confirm")).to_be_visible()
    page.locator("#confirm").click()
    expect(page.get_by_role("heading", name="Importing")).to_be_visible()
    page.goto("/help/")
    expect(page.locator(".pill")).to_contain_text("Importing")
    page.locator(".pill").click()
    run_waiting()

    expect(page.get_by_role("link", name="Begin (1)")).to_be_visible()
    assert ReviewSession.objects.count() == 1


def test_jobs_are_listed_cancelled_and_tried_again_by_keyboard(
    page: Page,
    reviewer: User,
    sign_in: Callable[[User], None],
    assert_accessible: Callable[[Page], None],
    talk: Path,
) -> None:
    sign_in(reviewer)
    upload(page, talk)
    page.context.set_extra_http_headers({"Accept-Language": "ko"})
    page.goto("/projects/ledger/jobs/")
    assert_fits_a_phone(page)
    page.context.set_extra_http_headers({"Accept-Language": "en"})
    page.goto("/projects/ledger/jobs/")
    assert_accessible(page)
    assert_fits_a_phone(page)

    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_text("Cancelled by mina")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Try again").press("Enter")

    expect(page.get_by_role("progressbar", name="Reading").last).to_be_visible()
    assert [job.state for job in Job.objects.order_by("pk")] == ["cancelled", "waiting"]
