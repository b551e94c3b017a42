"""Repairs and decisions in a real browser, with htmx and without scripts: what changes, and where the focus stays."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Entry, Event, Project, Quote, Role
from tests.factories import make_entry, make_project, make_session, make_user

MESSAGES = ["The index is rebuilt on Friday.", "The audit log is kept for two years and then removed. Done. Done."]


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


@pytest.fixture
def entry(project: Project) -> Entry:
    session = make_session(MESSAGES, project=project)
    return make_entry(
        session,
        [
            (1, "The index is rebuilt on Friday."),
            (1, "The audit log is saved for one year, then it is removed."),
            (1, "Done."),
        ],
    )


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


@pytest.mark.smoke
def test_an_entry_is_repaired_and_verified_without_leaving_the_page(page: Page, entry: Entry) -> None:
    first, second, third = (quote.pk for quote in entry.quotes.all())
    page.goto(entry.get_absolute_url())
    expect(page.locator("#failed-count")).to_contain_text("2")

    page.locator("#promote-verified").press("Enter")
    expect(page.locator(".refusal")).to_contain_text("Evidence alignment failed. Cannot promote to Verified.")
    expect(page.locator("#promote-verified")).to_be_focused()

    page.locator(f"#fix-{first}-move-0").click()
    expect(page.locator("#failed-count")).to_contain_text("1")
    expect(page.locator("#live")).to_have_text("Found in #0 (exact).")
    expect(page.locator(f"#quote-{first}")).to_be_focused()

    page.locator(f"#fix-{second}-use_words-0").click()
    expect(page.locator(f"#quote-{second}")).to_have_attribute("data-state", "exact")
    expect(page.locator("#checklist [data-is=no]")).to_have_count(2)
    page.locator(f"#quote-{third}").get_by_role("button", name="It is this one (2/2)").click()
    expect(page.locator("#checklist [data-is=no]")).to_have_count(1)
    page.locator("#claim-confirm").click()
    expect(page.locator("#claim-question")).to_be_focused()
    expect(page.locator("#promote-verified")).not_to_have_attribute("aria-disabled", "true")

    page.locator("#promote-verified").click()
    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")
    expect(page.locator("#history")).to_contain_text("Promoted: candidate → verified")
    expect(page.locator("#entry")).to_be_focused()


@pytest.mark.smoke
def test_typed_words_are_searched_and_kept_when_they_are_refused(page: Page, entry: Entry) -> None:
    second = entry.quotes.all()[1].pk
    page.goto(entry.get_absolute_url())
    card = page.locator(f"#quote-{second}")

    card.locator(f"#edit-{second} > summary").click()
    card.get_by_label("Words to look for").fill("kept for two years")
    card.get_by_label("in message").fill("7")
    card.get_by_role("button", name="Look again").click()
    expect(card.get_by_role("alert")).to_contain_text("Choose a message from 0 to 1.")
    expect(card.get_by_label("Words to look for")).to_have_value("kept for two years")
    expect(page.locator(f"#retry-{second}")).to_be_focused()
    card.get_by_label("in message").fill("1")
    card.get_by_role("button", name="Look again").press("Enter")

    expect(card).to_have_attribute("data-state", "exact")


@pytest.mark.smoke
def test_the_failed_list_repairs_in_place(page: Page, entry: Entry) -> None:
    first = entry.quotes.all()[0].pk
    page.goto("/failed/")

    page.locator(f"#failed-{first}").get_by_role("button", name="Move to #0").click()

    expect(page.locator(f"#failed-{first}")).to_contain_text("Found in #0 (exact).")
    expect(page.locator("#failed-head h1")).to_contain_text("1")


def test_a_double_click_makes_one_attempt(page: Page, entry: Entry) -> None:
    first = entry.quotes.all()[0].pk
    page.goto(entry.get_absolute_url())

    page.locator(f"#fix-{first}-move-0").dblclick()
    expect(page.locator(f"#quote-{first}")).to_have_attribute("data-state", "exact")

    assert Event.objects.filter(event_type="quote_retried").count() == 1


def test_a_newer_change_is_shown_instead_of_overwritten(page: Page, entry: Entry) -> None:
    page.goto(entry.get_absolute_url())
    Entry.objects.filter(pk=entry.pk).update(version=9)

    page.locator("#reject").click()
    page.get_by_label("Why is it rejected?").fill("doubts")
    page.locator("#reject-go").click()

    expect(page.locator("#decide")).to_contain_text("Somebody changed this a moment ago")


def test_a_quote_is_withdrawn_with_a_reason_by_keyboard(page: Page, entry: Entry) -> None:
    second = entry.quotes.all()[1].pk
    page.goto(entry.get_absolute_url())

    page.locator(f"#quote-{second}").focus()
    page.keyboard.press("w")
    expect(page.locator(f"#why-{second}")).to_be_focused()
    page.keyboard.type("invented")
    page.keyboard.press("Enter")

    expect(page.locator(f"#quote-{second}")).to_have_attribute("data-state", "withdrawn")
    expect(page.locator("#facts")).to_contain_text("1 withdrawn")


def test_repair_and_promotion_work_without_scripts(entry: Entry, without_scripts: Callable[[], Page]) -> None:
    page = without_scripts()
    first, second, third = (quote.pk for quote in entry.quotes.all())
    page.goto("/failed/")

    page.locator(f"#failed-{first}").get_by_role("button", name="Move to #0").click()
    expect(page.get_by_role("status").first).to_contain_text("Found in #0 (exact).")
    page.goto(entry.get_absolute_url())
    page.locator("#promote-verified").press("Enter")
    expect(page.locator(".refusal")).to_contain_text("Evidence alignment failed")
    card = page.locator(f"#quote-{second}")
    card.locator(f"#edit-{second} > summary").click()
    card.get_by_label("Words to look for").fill("The audit log is kept for two years")
    card.get_by_role("button", name="Look again").click()
    page.locator(f"#quote-{third}").get_by_role("button", name="It is this one (1/2)").click()
    page.locator("#claim-confirm").click()
    page.locator("#promote-verified").click()

    expect(page.locator("#decide")).to_contain_text("Verified by mina")
    assert Quote.objects.filter(entry=entry, current__ambiguous=True).count() == 0


def test_viewers_see_no_forms(page: Page, entry: Entry, project: Project, sign_in: Callable[[User], None]) -> None:
    guest = make_user("guest")
    make_project(viewer=guest)
    sign_in(guest)

    page.goto(entry.get_absolute_url())

    expect(page.locator("main form")).to_have_count(0)
    expect(page.locator("#decide")).to_contain_text("its reviewers decide")


@pytest.mark.smoke
def test_a_person_who_may_no_longer_decide_gets_a_notice_and_keeps_the_page(
    page: Page, entry: Entry, project: Project
) -> None:
    first = entry.quotes.all()[0].pk
    page.goto(entry.get_absolute_url())
    project.memberships.update(role=Role.VIEWER)

    page.locator(f"#fix-{first}-move-0").click()

    expect(page.locator("#notice")).to_contain_text("You may not do this here")
    expect(page.locator(f"#quote-{first}")).to_have_attribute("data-state", "failed")


@pytest.mark.smoke
def test_keys_walk_the_failed_quotes_of_a_list(page: Page, entry: Entry) -> None:
    page.goto("/failed/")

    rows = [row.get_attribute("id") for row in page.locator('.fail[data-state="failed"]').all()]
    walked = []
    for key in ("f", *["f"] * len(rows), "Shift+F"):
        page.keyboard.press(key)
        walked.append(focused(page))

    assert walked == [*rows, rows[0], rows[-1]]
    assert len(rows) > 1
