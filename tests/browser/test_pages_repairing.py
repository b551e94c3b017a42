"""Repairs in the rail of the session reader: one response updates every place that shows the quote."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Event, Quote, ReviewSession
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

WORDS = "The audit log is kept for two years"
LATER = "The copies are moved to the archive on Friday."
TEXTS = [f"Nothing of note was said in message {number}." for number in range(60)]


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


@pytest.fixture
def session(mina: User) -> ReviewSession:
    texts = [*TEXTS]
    texts[3] = f"{WORDS} and then removed. Nobody asked for more of it so far, and nobody will. {LATER}"
    texts[45] = "The index is rebuilt on Friday."
    return make_session(texts)


def open_unloaded(page: Page, address: str) -> Callable[[], list[str]]:
    """Open a page, and return its later requests; a mark in its window shows that it was not reloaded."""
    page.goto(address)
    expect(page.locator(".tick").first).to_be_attached()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url.split('/', 3)[3]}"))
    page.evaluate("window.same = true")
    return lambda: asked


@pytest.mark.smoke
def test_a_fix_in_the_rail_changes_everything_that_shows_the_quote_in_one_response(
    page: Page, session: ReviewSession
) -> None:
    quote = make_entry(session, [(3, "The audit log is kept for two years and than remove")]).quotes.get()
    near = make_entry(session, [(3, "The audit log is saved for one year, then it is removed.")]).quotes.get()
    asked = open_unloaded(page, f"{session.get_absolute_url()}?quote={near.pk}")
    expect(page.locator(f'#m-3 .ghost[data-ev="{near.pk}"]')).to_have_count(1)
    expect(page.locator("#failed-count")).to_have_text("1 quotes")

    page.locator(f"#quote-{near.pk} .q-acts > .fix button").click()

    row = page.locator(f"#row-{near.pk}")
    expect(row).to_have_attribute("data-state", "exact")
    expect(row).to_have_attribute("aria-current", "true")
    expect(row.locator(".m")).to_have_attribute("data-badge", "E=")
    expect(page.locator(f'#m-3 mark[data-ev~="{near.pk}"]').first).to_be_in_viewport()
    expect(page.locator("#m-3 .ghost")).to_have_count(0)
    expect(page.locator("#m-3 .msg-head")).not_to_contain_text("failed")
    expect(page.locator(f'.tick[data-quote="{near.pk}"]')).to_have_attribute("data-shape", "exact")
    expect(page.locator("#rail-head")).not_to_contain_text("failed")
    expect(page.locator("#failed-count")).to_have_text("0 quotes")
    expect(page.locator("#live")).not_to_be_empty()
    assert [one for one in asked() if one.startswith("POST")] == [f"POST quotes/{near.pk}/fix/"]
    assert_soon(page, "window.same")
    assert quote.alignments.count() == 1


def test_a_quote_that_is_moved_in_the_rail_is_shown_at_its_new_place(page: Page, session: ReviewSession) -> None:
    quote = make_entry(session, [(3, "The index is rebuilt on Friday.")]).quotes.get()
    open_unloaded(page, f"{session.get_absolute_url()}?quote={quote.pk}")
    expect(page.locator("#part-40")).to_have_class("part ahead")

    page.locator(f"#quote-{quote.pk}").get_by_role("button", name="Move to #45").click()

    expect(page.locator(f'#m-45 mark[data-ev="{quote.pk}"]')).to_be_in_viewport()
    expect(page.locator(f"#rows-40 #row-{quote.pk}")).to_have_attribute("aria-current", "true")
    expect(page.locator(f"#row-{quote.pk}")).to_have_count(1)
    assert_soon(page, "window.same")


def test_a_conflict_is_shown_in_the_row(page: Page, session: ReviewSession) -> None:
    quote = make_entry(session, [(3, "The index is rebuilt on Friday.")]).quotes.get()
    open_unloaded(page, f"{session.get_absolute_url()}?quote={quote.pk}")
    button = page.locator(f"#quote-{quote.pk}").get_by_role("button", name="Move to #45")
    button.evaluate("button => { button.form.elements.seen_attempt.value = 7; }")

    button.click()

    expect(page.locator(f"#row-{quote.pk}").get_by_role("alert")).to_be_visible()
    expect(page.locator(f"#row-{quote.pk}")).to_have_attribute("data-state", "failed")
    assert not Event.objects.filter(event_type="quote_retried").exists()


def test_a_filtered_rail_keeps_its_rows(page: Page, session: ReviewSession) -> None:
    entry = make_entry(session, [(3, "The index is rebuilt on Friday."), (45, "never said in any of them")])
    moved, other = entry.quotes.order_by("position")
    open_unloaded(page, f"{session.get_absolute_url()}?show=failed")

    page.locator(f"#row-{moved.pk}").get_by_role("button", name="Move to #45").click()

    expect(page.locator(f"#row-{moved.pk}")).to_have_attribute("data-state", "exact")
    expect(page.locator(f"#row-{other.pk}")).to_have_attribute("data-state", "failed")


def test_a_split_in_the_rail_shows_its_parts(page: Page, session: ReviewSession) -> None:
    quote = make_entry(session, [(3, f"{WORDS} and then removed. {LATER}")]).quotes.get()
    open_unloaded(page, f"{session.get_absolute_url()}?quote={quote.pk}")

    page.locator(f"#quote-{quote.pk}").get_by_role("button", name="Split into 2").click()

    expect(page.locator('#rows-0 .row-ev[data-state="exact"]')).to_have_count(2)
    expect(page.locator("#m-3 mark")).to_have_count(2)
    expect(page.locator("#rail-head")).to_contain_text("3 quotes")


def test_a_row_of_a_crowded_rail_becomes_full_when_it_is_opened(page: Page, mina: User) -> None:
    session = make_session(["abc " * 200])
    quotes = list(make_entry(session, ["abc"] * 60).quotes.order_by("position"))
    page.goto(session.get_absolute_url())
    row = page.locator(f"#row-{quotes[50].pk}")
    expect(row).to_have_class("row-ev short")

    row.locator(".say").click()

    expect(row).to_have_class("row-ev")
    expect(row).to_have_attribute("aria-current", "true")
    assert_soon(page, "document.activeElement.closest('.row-ev').dataset.ev", str(quotes[50].pk))
    assert Quote.objects.count() == 60
