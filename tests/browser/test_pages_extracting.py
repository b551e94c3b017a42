"""A session is extracted by a scripted model from its page: repaired first, then verified by a person, and told of."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, ViewportSize, expect

from review.jobs.worker import run_waiting
from review.models import Entry, Extraction
from review.selectors.feed.memories import memories_since
from review.services.feed.numbering import number_all_events
from tests.browser.test_main_job import VERIFIED
from tests.browser.waiting import assert_soon
from tests.extracting import asking
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)
PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)


def assert_fits(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    """Hold that a page is accessible, and as wide as a phone in dark Korean."""
    page.set_viewport_size(DESK)
    assert_accessible(page)
    page.context.set_extra_http_headers({"Accept-Language": "ko"})
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    page.reload()
    assert_accessible(page)
    assert_soon(page, "document.documentElement.scrollWidth", PHONE["width"])
    page.context.set_extra_http_headers({"Accept-Language": "en"})
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESK)
    page.reload()


def test_a_session_is_extracted_repaired_verified_and_told(
    page: Page, sign_in: Callable[[User], None], assert_accessible: Callable[[Page], None]
) -> None:
    with asking("invent,flip,ok>mend") as (session, _):
        sign_in(make_user("mina", project=session.project))
        page.goto(session.get_absolute_url())
        assert_fits(page, assert_accessible)

        page.locator("#extract-go").click()
        expect(page.get_by_role("heading", name="Extracting")).to_be_visible()
        run_waiting()
        extraction_page = page.get_by_role("heading", level=1, name="Extraction")
        expect(extraction_page).to_be_visible()

    assert_fits(page, assert_accessible)
    expect(page.get_by_text("2 entries repaired, 2 withdrawn, 0 given up")).to_be_visible()
    entry = Entry.objects.filter(extraction=Extraction.objects.get()).earliest("position")
    page.goto(entry.get_absolute_url())
    assert_fits(page, assert_accessible)
    page.locator("#promote-verified").click()

    expect(page.get_by_text(VERIFIED).first).to_be_visible()
    number_all_events()
    [memory] = memories_since(session.project, since=0, limit=10).items
    assert (memory.entry.pk, memory.holds) == (entry.pk, True)
