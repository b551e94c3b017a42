"""The session reader in a real browser: marks, how methods differ, and keys."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Entry, Message, Quote, ReviewSession
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

HOSTILE = [
    "\nleading line\r\nand a carriage return\r\r\nend \n",
    "</div></article><script>document.title='owned'</script><img src=x onerror=document.title='owned'>",
    "&lt;b&gt; &amp;amp; \"quoted\" 'single' `tick` {{ template }} {% load %}",
    "\u202eright to left override\u202c and \u2067isolated\u2069",
    "👨‍👩‍👧‍👦 family, \U0001f44d\U0001f3fd thumb, \u1112\u1161\u11ab decomposed, zero\u200bwidth",
    "  two  spaces\tand\ttabs   ",
]
METHODS = (
    "The first sentence is taken word by word. The SECOND one in other letters. The third one has a small typo in it."
)


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


@pytest.fixture
def methods(mina: User) -> ReviewSession:
    session = make_session([METHODS, "배포 완료. 배포 완료. 배포 완료.", "A quiet message."])
    make_entry(
        session,
        [
            "first sentence is taken word by word",
            "the second one in other letters",
            "The third one has a smal typo in it.",
            (1, "배포 완료."),
            (2, "nobody ever said anything like this"),
        ],
    )
    return session


def style_of(page: Page, method: str, name: str) -> str:
    return str(
        page.locator(f'#talk .msg mark[data-m="{method}"]').first.evaluate(f"mark => getComputedStyle(mark).{name}")
    )


def test_methods_differ_in_line_and_badge(page: Page, methods: ReviewSession) -> None:
    page.goto(f"{methods.get_absolute_url()}?from=0")

    lines = {method: style_of(page, method, "textDecorationStyle") for method in ("exact", "normalized", "fuzzy")}
    badges = [mark.get_attribute("data-badge") for mark in page.locator("#m-0 mark").all()]
    assert lines == {"exact": "solid", "normalized": "dashed", "fuzzy": "wavy"}
    assert badges == ["E=", "N≈", "F~.94"]


def test_methods_differ_without_colour(page: Page, methods: ReviewSession) -> None:
    page.emulate_media(forced_colors="active")

    page.goto(f"{methods.get_absolute_url()}?from=0")

    lines = [style_of(page, method, "textDecorationStyle") for method in ("exact", "normalized", "fuzzy")]
    drawn = "mark => [getComputedStyle(mark, '::before').display, getComputedStyle(mark, '::before').content[1]]"
    badges = page.locator("#m-0 mark").evaluate_all(f"marks => marks.map({drawn})")
    assert lines == ["solid", "dashed", "wavy"]
    assert badges == [["inline-block", letter] for letter in "ENF"]


def test_messages_read_as_they_are_stored(page: Page, mina: User) -> None:
    session = make_session(HOSTILE)
    make_entry(
        session, [(0, "leading line\r\nand"), (1, "<script>"), (2, "&amp;amp;"), (4, "👍🏽 thumb"), (5, "two  spaces")]
    )

    page.goto(f"{session.get_absolute_url()}?from=0")

    shown = page.locator(".msg-text").evaluate_all("nodes => nodes.map(node => node.textContent)")
    assert shown == list(Message.objects.order_by("index").values_list("content", flat=True)) == HOSTILE
    assert "owned" not in page.title()


@pytest.mark.smoke
def test_a_deep_link_shows_its_quote(page: Page, mina: User) -> None:
    session = make_session([f"Message number {number} of many, with some more words." for number in range(300)])
    quote = make_entry(session, [(250, "Message number 250 of many")]).quotes.get()

    page.goto(quote.get_absolute_url())

    expect(page.locator("#here")).to_be_in_viewport()
    expect(page.locator("#here")).to_have_text("Message number 250 of many")
    expect(page.locator(f"#row-{quote.pk}")).to_have_attribute("aria-current", "true")


@pytest.mark.smoke
def test_a_session_begins_at_what_is_open_and_is_decided_beside_the_text(page: Page, mina: User) -> None:
    session = make_session([f"Message number {number} of many." for number in range(60)])
    make_entry(session, [(3, "Message number 3")], stage="candidate")
    entry = make_entry(session, [(45, "nobody has ever said that")], title="Said by nobody", stage="candidate")
    last = make_entry(session, [(50, "nobody has said it either")], stage="candidate").quotes.get()
    quote = entry.quotes.get()

    page.goto(session.get_absolute_url())

    expect(page.locator("#m-45")).to_be_in_viewport()
    expect(page.locator(f"#entry #quote-{quote.pk}")).to_be_visible()
    expect(page.locator("#desk-h")).to_have_text("Said by nobody")
    expect(page.locator("#rail")).not_to_be_focused()  # what loads by itself takes no focus
    page.keyboard.press("x")
    page.keyboard.type("it is made up")
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"#entry #quote-{last.pk}")).to_be_visible()
    expect(page.locator("#m-50")).to_be_in_viewport()
    entry.refresh_from_db()
    assert entry.rejected_reason == "it is made up"


HELD = """() => { const fetched = window.fetch; window.held = []; window.fetch = async (...asked) => {
    if (String(asked[0]?.url ?? asked[0]).includes('/desk/')) await new Promise((go) => window.held.push(go));
    return fetched(...asked); }; }"""


@pytest.mark.smoke
def test_nothing_is_decided_on_the_quote_before_while_the_next_one_comes(page: Page, mina: User) -> None:
    session = make_session([f"Message number {number} of many." for number in range(9)])
    ready, *others = (
        make_entry(session, [(number, f"Message number {number}")], title=f"Claim {number}", stage="candidate")
        for number in (1, 3, 5)
    )
    page.goto(f"{session.get_absolute_url()}?quote={ready.quotes.get().pk}")
    expect(page.locator("#desk-h")).to_have_text("Claim 1")
    page.evaluate(HELD)

    page.keyboard.press("n")
    page.keyboard.press("a")
    assert_soon(page, "window.held.length", 1)  # the desk of the second is asked for, and does not come
    page.keyboard.press("a")
    page.keyboard.press("n")
    page.evaluate("window.held[0]()")
    assert_soon(page, "window.held.length", 2)
    page.evaluate("window.held[1]()")

    expect(page.locator("#desk-h")).to_have_text("Claim 5")
    assert {entry.stage for entry in Entry.objects.all()} == {"candidate"}
    page.keyboard.press("a")
    expect(page.locator("#undo-go")).to_be_visible()
    assert Entry.objects.get(stage="verified") == others[-1]


@pytest.mark.smoke("keys0")
@pytest.mark.parametrize("keys", [("n", "f"), ("ㅜ", "ㄹ")])
def test_keys_walk_the_evidence(keys: tuple[str, str], page: Page, methods: ReviewSession) -> None:
    page.goto(f"{methods.get_absolute_url()}?from=0")
    quotes = list(Quote.objects.order_by("position"))
    current = page.locator(".row-ev[aria-current]")

    press(page, keys[0], "KeyN")
    press(page, keys[0], "KeyN")
    expect(current).to_have_id(f"row-{quotes[1].pk}")
    expect(page.locator("#talk .is-on")).to_have_attribute("data-ev", str(quotes[1].pk))
    press(page, keys[1], "KeyF")
    expect(current).to_have_id(f"row-{quotes[4].pk}")
    page.keyboard.press("p")
    expect(current).to_have_id(f"row-{quotes[3].pk}")
    expect(page.locator("#talk .is-on")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(current).to_have_count(0)


@pytest.mark.smoke
def test_keys_walk_the_failed_quotes_both_ways(page: Page, mina: User) -> None:
    session = make_session(["Something was said."])
    entry = make_entry(session, ["Something was", *(f"nobody ever said this number {number}" for number in range(3))])
    failed = [f"row-{quote.pk}" for quote in entry.quotes.order_by("position")[1:]]
    page.goto(f"{session.get_absolute_url()}?from=0")

    for key, row in (("f", 0), ("f", 1), ("Shift+F", 0), ("Shift+F", 2), ("f", 0)):
        page.keyboard.press(key)
        expect(page.locator(".row-ev[aria-current]")).to_have_id(failed[row])


def press(page: Page, key: str, code: str) -> None:
    event = f"new KeyboardEvent('keydown', {{key: '{key}', code: '{code}', bubbles: true}})"
    page.evaluate(f"document.activeElement.dispatchEvent({event})")


def test_keys_leave_typing_composing_and_repeating_alone(page: Page, methods: ReviewSession) -> None:
    page.goto(f"{methods.get_absolute_url()}?from=0")

    for extra in ("isComposing: true", "repeat: true", "ctrlKey: true"):
        event = f"new KeyboardEvent('keydown', {{key: 'n', code: 'KeyN', bubbles: true, {extra}}})"
        page.evaluate(f"document.body.dispatchEvent({event})")

    expect(page.locator(".row-ev[aria-current]")).to_have_count(0)


@pytest.mark.smoke
def test_enter_opens_the_entry_of_the_current_quote(page: Page, methods: ReviewSession) -> None:
    page.goto(f"{methods.get_absolute_url()}?from=0")
    quote = Quote.objects.order_by("position")[0]

    page.keyboard.press("n")
    page.keyboard.press("Enter")

    page.wait_for_url(f"**{quote.entry.get_absolute_url()}#quote-{quote.pk}")


def test_question_mark_shows_the_keys(page: Page, methods: ReviewSession) -> None:
    page.goto(f"{methods.get_absolute_url()}?from=0")

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


@pytest.mark.smoke
def test_a_click_on_a_mark_jumps_to_its_row(page: Page, methods: ReviewSession) -> None:
    page.goto(f"{methods.get_absolute_url()}?from=0")
    fuzzy = Quote.objects.order_by("position")[2]

    page.locator('#m-0 mark[data-m="fuzzy"]').click()

    expect(page.locator(f"#row-{fuzzy.pk}")).to_have_attribute("aria-current", "true")
    assert f"?quote={fuzzy.pk}" in page.url


@pytest.mark.smoke
def test_the_reader_walks_without_scripts(methods: ReviewSession, without_scripts: Callable[[], Page]) -> None:
    page = without_scripts()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{methods.get_absolute_url()}?from=0")

    page.get_by_role("link", name="Next quote").click()
    page.get_by_role("link", name="Next quote").click()

    expect(page.locator("#here")).to_have_attribute("data-m", "normalized")
