"""The audit in a real browser: the alarm after a raw edit of the database, and accessible pages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from review.domain.roles import Role
from review.models import Entry, Event
from tests.behind import rewrite
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

WORDS = ["The index is rebuilt on Friday. " * 4]


@pytest.fixture
def entry(transactional_db: None, sign_in: Callable[..., None]) -> Entry:
    project = make_project()
    sign_in(make_user("vera", project=project, role=Role.AUDITOR))
    return make_entry(
        make_session(WORDS, project=project, session_id="talk"), ["rebuilt on Friday", "nobody said this"]
    )


@pytest.mark.smoke
def test_a_raw_edit_is_reported_and_every_page_says_so(page: Page, entry: Entry) -> None:
    """The page says "N events intact"; after a raw SQL edit it names the first broken event, and pages warn."""
    page.goto("/audit/verify/")
    page.locator("#verify").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{Event.objects.count()} events intact")
    event = Event.objects.get(entry=entry)
    rewrite("review_event", "actor", "somebody", where=f"id = {event.pk}")

    page.locator("#verify").click()

    expect(page.get_by_role("alert").filter(has_text="event_changed")).to_contain_text(f"seq {event.seq}")
    page.goto("/sessions/")
    expect(page.get_by_role("alert").filter(has_text="The audit found")).to_be_visible()


def test_pages_of_the_audit_are_accessible_and_fit_a_phone(
    page: Page, entry: Entry, assert_accessible: Callable[[Page], None]
) -> None:
    event = Event.objects.get(entry=entry)
    for address in ("/audit/", f"/audit/{event.pk}/", "/audit/verify/", f"{entry.get_absolute_url()}?at={event.seq}"):
        page.goto(address)
        assert_accessible(page)
        page.set_viewport_size({"width": 390, "height": 844})
        assert_soon(page, "document.documentElement.scrollWidth <= 390")
        page.set_viewport_size({"width": 1280, "height": 720})
