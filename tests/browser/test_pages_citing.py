"""A quote is copied with its source: by key, by button, without a right to the clipboard, without scripts."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Entry
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

WORDS = ("The index is rebuilt on Friday.", "The audit log is kept for two years.")
ABSENT = "Nobody has said anything about cats or dogs here."


@pytest.fixture
def entry(transactional_db: None, sign_in: Callable[[User], None]) -> Entry:
    user = make_user("mina")
    sign_in(user)
    session = make_session(WORDS, project=make_project(reviewer=user), title="Talk")
    return make_entry(session, [(0, WORDS[0]), (1, WORDS[1]), (1, ABSENT)])


@pytest.mark.smoke
def test_a_key_copies_the_current_quote_of_the_reader(page: Page, entry: Entry) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    first, second, failed = (quote.pk for quote in entry.quotes.all())
    page.goto(f"{entry.session.get_absolute_url()}?quote={first}")

    page.keyboard.press("y")
    expect(page.locator("#live")).to_have_text("Copied.")
    copied = "async (words) => (await navigator.clipboard.readText()).startsWith(words)"
    assert_soon(page, copied, argument=f"> {WORDS[0]}\n\n— [user, Talk, message \\#0](<http")

    page.locator(f"#row-{second} .say").click()
    expect(page.locator("#cite-menu .cite")).to_have_count(0)
    page.locator("#cite-read").click()
    expect(page.locator("#cite-menu summary")).to_be_focused()
    page.locator(f"[data-cite=cite-link-{second}]").click()
    page.wait_for_function(f"() => navigator.clipboard.readText().then((text) => text.endsWith('/quotes/{second}/'))")

    page.evaluate("document.body.dataset.load = 'first'")
    page.locator(f"#row-{failed} .say").click()
    page.keyboard.press("y")
    expect(page.locator("#live")).to_have_text("Only a quote that was found can be cited.")
    expect(page.locator("body")).to_have_attribute("data-load", "first")


@pytest.mark.smoke
@pytest.mark.browser_context_args(locale="ko-KR")
def test_a_key_selects_the_text_where_the_clipboard_is_refused(page: Page, entry: Entry) -> None:
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))")
    first = entry.quotes.all()[0].pk
    page.goto(entry.get_absolute_url())

    page.evaluate(
        "dispatchEvent.call(document, new KeyboardEvent('keydown', {key: 'ㅛ', code: 'KeyY', bubbles: true}))"
    )

    expect(page.locator("#live")).to_have_text("텍스트를 선택해 두었습니다. Ctrl+C로 복사하세요.")
    expect(page.locator(f"#cite-markdown-{first}")).to_be_focused()
    assert_soon(page, "words => getSelection().toString().startsWith(words)", argument=f"> {WORDS[0]}")
