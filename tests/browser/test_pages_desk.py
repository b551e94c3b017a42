"""The review desk with two people: late decisions, who has an entry until when, assignments, the order of turns."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.domain.limits import LEASE_TIME
from review.domain.policy import Stage
from review.models import Entry, Lease, Project, Role
from review.services.promotion.stages import promote_entry
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

MESSAGES = ["The audit log is kept for two years.", "Done. Done."]
READY, TWICE = (0, MESSAGES[0]), (1, "Done.")


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


@pytest.fixture
def jun(project: Project, page_of: Callable[..., Page]) -> Page:
    return page_of(make_user("jun", project=project))


def make_queue(project: Project, *quotes: tuple[int, str]) -> list[Entry]:
    session = make_session(MESSAGES, project=project)
    return [
        make_entry(session, [quote], title=f"Decision {number}", stage="candidate")
        for number, quote in enumerate(quotes)
    ]


@pytest.mark.smoke
def test_a_late_rejection_shows_both_states_and_goes_on(page: Page, jun: Page, project: Project) -> None:
    entries = make_queue(project, READY, READY, READY)
    page.goto("/queue/")
    page.keyboard.press("x")
    expect(page.locator("#reject-reason")).to_be_focused()
    page.keyboard.type("nobody decided this")
    Lease.objects.all().delete()
    jun.goto("/queue/")
    expect(jun.locator("#claim")).to_have_text("Decision 0")
    jun.keyboard.press("a")
    expect(jun.locator("#claim")).to_have_text("Decision 1")

    page.locator("#reject-go").click()

    expect(page.locator("#late")).to_be_in_viewport(ratio=1)
    expect(page.locator(".late-both > div").first).to_contain_text("verified")
    expect(page.locator(".late-both > div").first).to_contain_text("jun")
    expect(page.locator(".late-both > div").last).to_contain_text("Reject")
    expect(page.locator("#late-reason")).to_have_value("nobody decided this")
    assert Entry.objects.get(pk=entries[0].pk).rejected_at is None

    page.locator("#late-next").click()
    expect(page.locator("#claim")).to_have_text("Decision 2")
    expect(page.locator("#late")).to_have_count(0)


def test_a_late_decision_is_made_all_the_same(page: Page, project: Project) -> None:
    [entry] = make_queue(project, READY)
    page.goto("/queue/")
    page.keyboard.press("x")
    expect(page.locator("#reject-reason")).to_be_focused()
    page.keyboard.type("nobody decided this")
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=make_user("jun", project=project))
    page.locator("#reject-go").click()

    page.locator("#late-again").click()

    expect(page.locator("#claim")).to_have_text("Nothing is left in the queue")
    assert Entry.objects.get(pk=entry.pk).rejected_reason == "nobody decided this"


@pytest.mark.parametrize("act", ["a", "change", "claim"])
def test_other_late_decisions_show_both_states_too(page: Page, project: Project, act: str) -> None:
    [entry] = make_queue(project, READY)
    page.goto("/queue/")
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=make_user("jun", project=project))

    if act == "a":
        page.keyboard.press("a")
    elif act == "change":
        page.keyboard.press("c")
        page.locator("#change-comment").fill("two in one")
        page.locator("#change-go").click()
    else:
        page.locator("form[action$='/correct/'] textarea").first.evaluate("one => one.closest('details').open = true")
        page.locator("form[action$='/correct/'] [name=title]").fill("Another claim")
        page.locator("form[action$='/correct/'] button").first.click()

    expect(page.locator("#late")).to_contain_text("As the entry is now, that cannot be done any more.")
    written = {"a": "", "change": "two in one", "claim": "Another claim"}[act]
    if written:
        expect(page.locator("#late textarea").first).to_have_value(written)


@pytest.mark.real_clocks
def test_the_clock_is_quiet_and_follows_the_beat(page: Page, jun: Page, project: Project) -> None:
    entries = make_queue(project, READY)
    page.goto("/queue/")
    clock = page.locator("#lease-until")
    expect(clock).to_contain_text("Yours until ")
    assert_soon(page, "document.querySelector('#lease-until').closest('[role=status], [aria-live]') === null")
    before = clock.get_attribute("data-until")

    jun.goto(f"/entries/{entries[0].pk}/")
    minutes = LEASE_TIME.seconds // 60
    expect(jun.locator("#presence")).to_have_text(f"mina is looking at it – {minutes} min left")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(clock).not_to_have_attribute("data-until", before or "")

    Lease.objects.update(holder=User.objects.get(username="jun"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(clock).to_be_hidden()
    expect(page.locator("#lease")).to_have_text("Somebody else has this entry now: the first decision counts.")


def test_what_is_assigned_is_where_the_other_begins(page: Page, jun: Page, project: Project) -> None:
    make_user("jun", project=project)
    make_queue(project, READY, READY)
    page.goto("/queue/")
    page.locator("#more").click()
    expect(page.locator("#assign-person")).to_be_focused()
    page.locator("#assign-person").select_option("jun")
    page.locator("#assign-go").click()
    expect(page.locator("#claim")).to_have_text("Decision 1")
    expect(page.locator("#decided")).to_have_text("2 of 2")

    jun.goto("/")
    jun.locator("#inbox-assigned a").click()

    expect(jun.locator("#claim")).to_have_text("Decision 0")
    expect(jun.locator("#queue-head .why b")).to_have_text("Assigned to you by mina.")
    jun.locator("#assign-end").click()
    expect(jun.locator("#assignment")).to_have_count(0)


def test_other_weights_are_another_order_after_a_reload(
    page: Page, project: Project, sign_in: Callable[[User], None]
) -> None:
    make_queue(project, READY, TWICE)
    sign_in(make_user("dana", project=project, role=Role.MANAGER))
    page.goto("/queue/")
    expect(page.locator("#claim")).to_have_text("Decision 1")

    page.goto("/projects/ledger/")
    page.locator("#weight-ready").fill("99")
    page.locator("#weights-go").click()
    expect(page.locator("#project .flash")).to_be_visible()
    page.goto("/queue/")

    expect(page.locator("#claim")).to_have_text("Decision 0")
    expect(page.locator("#queue-head .why b")).to_have_text("Ready to verify")
