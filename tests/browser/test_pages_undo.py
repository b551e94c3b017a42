"""The key z takes back what was just done with a quote, wherever that was: entry, queue, list or session."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from review.models import Acknowledgement, Entry
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

WORDS = "The audit log is kept for two years."


@pytest.fixture
def entry(transactional_db: None, sign_in: Callable[..., None]) -> Entry:
    user = make_user("mina")
    project = make_project(reviewer=user)
    sign_in(user)
    quotes = [(0, "The audit log is kept"), (0, "nobody has ever said it")]
    return make_entry(make_session([WORDS], project=project), quotes, stage="candidate")


@pytest.mark.smoke("False")
@pytest.mark.parametrize("is_queue", [False, True])
def test_z_takes_a_withdrawal_back_and_a_repair(page: Page, entry: Entry, *, is_queue: bool) -> None:
    quote = quotes_of(entry)[1]
    card = page.locator(f"#quote-{quote.pk}")
    page.goto("/queue/" if is_queue else entry.get_absolute_url())
    card.get_by_text("Withdraw it…").click()
    page.locator(f"#why-{quote.pk}").fill("made up")
    page.locator(f"#withdraw-{quote.pk}").click()
    expect(card).to_have_attribute("data-state", "withdrawn")
    expect(page.locator("#undo-go")).to_be_visible()

    page.keyboard.press("z")

    expect(card).to_have_attribute("data-state", "failed")
    expect(page.locator("#undo-go")).to_have_count(0)

    card.locator(f"#edit-{quote.pk} > summary").click()
    page.locator(f"#text-{quote.pk}").fill("two years")
    page.locator(f"#retry-{quote.pk}").click()
    expect(card).to_have_attribute("data-state", "exact")
    page.keyboard.press("z")

    expect(card).to_have_attribute("data-state", "failed")
    expect(page.locator("#live")).to_have_text("Undone.")


@pytest.mark.parametrize("is_queue", [False, True])
def test_z_takes_an_acknowledgement_back(page: Page, entry: Entry, *, is_queue: bool) -> None:
    differing = make_entry(
        make_session(["The log is kept for two years."], project=entry.session.project, session_id="other"),
        [(0, "The log is kept for nine years.")],
        stage="candidate",
    )
    quote = quotes_of(differing)[0]
    page.goto("/queue/?method=differences" if is_queue else differing.get_absolute_url())
    page.get_by_text("It is fine…").click()
    page.locator(f"#accept-{quote.pk}").fill("a slip")
    page.locator(f"#acknowledge-{quote.pk}").click()
    expect(page.locator("#undo-go")).to_be_visible()
    assert Acknowledgement.objects.count() == 1

    page.keyboard.press("z")

    expect(page.locator("#live")).to_have_text("Undone.")
    expect(page.get_by_text("It is fine…")).to_be_visible()
    assert Acknowledgement.objects.count() == 0


def test_a_withdrawn_quote_is_restored_and_that_is_taken_back(page: Page, entry: Entry) -> None:
    quote = quotes_of(entry)[0]
    card = page.locator(f"#quote-{quote.pk}")
    page.goto(entry.get_absolute_url())
    card.get_by_text("Details", exact=True).click()
    card.get_by_text("Withdraw it…").click()
    page.locator(f"#why-{quote.pk}").fill("made up")
    page.locator(f"#withdraw-{quote.pk}").click()
    expect(card).to_have_attribute("data-state", "withdrawn")

    card.get_by_text("Restore…").click()
    page.locator(f"#why-{quote.pk}").fill("it was said")
    page.locator(f"#restore-{quote.pk}").click()
    expect(card).to_have_attribute("data-state", "exact")
    page.keyboard.press("z")

    expect(card).to_have_attribute("data-state", "withdrawn")


@pytest.mark.parametrize("is_reader", [False, True])
def test_z_takes_a_fix_back_in_the_list_where_it_was_made(page: Page, entry: Entry, *, is_reader: bool) -> None:
    session = make_session(["Nothing of note is said here.", WORDS], project=entry.session.project, session_id="other")
    quote = quotes_of(make_entry(session, [(0, WORDS)], stage="candidate"))[0]
    row = page.locator(f"#row-{quote.pk}" if is_reader else f"#failed-{quote.pk}")
    page.goto(f"{session.get_absolute_url()}?quote={quote.pk}" if is_reader else "/failed/")
    card = page.locator("#entry") if is_reader else row
    card.get_by_role("button", name="Move to #1").click()
    expect(row).to_have_attribute("data-state", "exact")
    expect(page.locator("#undo-go")).to_be_visible()

    page.keyboard.press("z")

    expect(row).to_have_attribute("data-state", "failed")
    expect(card.get_by_role("button", name="Move to #1")).to_be_visible()
    expect(page.locator("#live")).to_have_text("Undone.")
    expect(page.locator("#failed-count")).to_have_text("2 quotes")
    expect(page.locator("#undo-go")).to_have_count(0)
    expect(page.locator(f'mark[data-ev~="{quote.pk}"]')).to_have_count(0)
