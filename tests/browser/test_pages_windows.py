"""Long sessions in a real browser: windows load as they come into view, and every message is one jump away."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Quote, ReviewSession
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

MONDAY = "It is measured again on Monday."


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


@pytest.fixture
def long(mina: User) -> ReviewSession:
    session = make_session(
        [f"Message number {number} of many. " + "And some more words. " * 4 for number in range(2000)]
    )
    quotes = [(number, f"Message number {number} of many") for number in (3, 250, 1900)]
    make_entry(session, [*quotes, (1900, "nobody ever said that"), (1910, "Message number 1910 of many")])
    return session


@pytest.fixture
def cut(long: ReviewSession) -> ReviewSession:
    """Return the same with more quotes than the rail lists of windows that are not on the page."""
    make_entry(long, [(1000, "Message number 1000 of many")] * 300)
    return long


def quote_at(index: int) -> Quote:
    return Quote.objects.filter(current__message_index=index).order_by("position")[0]


def read_windows(page: Page) -> list[str]:
    parts: list[str] = page.locator(".part:not(.ahead)").evaluate_all("parts => parts.map(part => part.id)")
    return parts


def test_a_tick_of_the_map_shows_its_message(page: Page, long: ReviewSession) -> None:
    page.goto(f"{long.get_absolute_url()}?from=0")
    quote = quote_at(1900)

    page.locator(f'.tick[data-quote="{quote.pk}"]').click()

    mark = page.locator(f'#m-1900 [data-ev~="{quote.pk}"]')
    expect(mark).to_be_in_viewport()
    expect(mark).to_have_class("ev is-on")
    expect(page.locator(f"#row-{quote.pk}")).to_have_attribute("aria-current", "true")
    assert "part-1000" not in read_windows(page)


def test_the_map_has_a_list_that_tab_reaches(page: Page, cut: ReviewSession) -> None:
    page.goto(f"{cut.get_absolute_url()}?from=0")

    expect(page.locator(".tick").first).to_be_attached()
    page.locator("summary", has_text="Extract").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="As a list")).to_be_focused()
    page.keyboard.press("Enter")

    assert_soon(page, "location.hash", "#rail")
    listed = page.locator("#rail").get_by_role("link", name="Messages 1900–1919")
    expect(listed).to_be_visible()
    listed.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#m-1900")).to_be_in_viewport()
    expect(page.locator(".row-ev[aria-current]")).to_have_attribute("data-index", "1900")


SO_MANY = {
    "en": "So many quotes are listed with the messages that are on the page; the others come as you get there.",
    "ko": "인용이 많아 지금 펼쳐진 메시지의 인용만 나옵니다. 나머지는 그 메시지로 가면 나옵니다.",
}


@pytest.mark.parametrize(
    "language",
    [
        pytest.param("en", marks=pytest.mark.browser_context_args(locale="en-US")),
        pytest.param("ko", marks=pytest.mark.browser_context_args(locale="ko-KR")),
    ],
)
def test_the_rail_says_when_it_does_not_list_every_quote(language: str, page: Page, cut: ReviewSession) -> None:
    page.goto(f"{cut.get_absolute_url()}?from=0")
    expect(page.locator("#rail")).to_contain_text(SO_MANY[language])
    expect(page.locator(".row-ev")).to_have_count(1)

    page.locator("#rows-1000").click()

    expect(page.locator(".row-ev")).to_have_count(301)


def test_the_rail_lists_every_quote_before_its_messages_are_on_the_page(page: Page, long: ReviewSession) -> None:
    page.goto(f"{long.get_absolute_url()}?from=0")
    expect(page.locator(".row-ev")).to_have_count(5)
    expect(page.locator("#rail .rail-part.ahead:visible")).to_have_count(0)
    assert read_windows(page) == ["part-0"]
    last = quote_at(1910)

    page.locator(f"#row-{last.pk} .say").click()

    expect(page.locator(f'#m-1910 mark[data-ev="{last.pk}"]')).to_be_in_viewport()
    expect(page.locator(f"#row-{last.pk} .say")).to_be_focused()
    expect(page.locator(".row-ev")).to_have_count(5)


def test_tab_in_the_rail_brings_messages_that_are_not_on_the_page(page: Page, long: ReviewSession) -> None:
    page.goto(f"{long.get_absolute_url()}?from=0")
    first, second = quote_at(3), quote_at(250)
    page.keyboard.press("n")
    expect(page.locator(f"#row-{first.pk} .say")).to_be_focused()

    page.keyboard.press("Tab")
    expect(page.locator(f"#row-{second.pk} .entry-link")).to_be_focused()
    page.keyboard.press("Tab")

    expect(page.locator("#m-250 .is-on")).to_be_in_viewport()
    expect(page.locator(f"#row-{second.pk} .say")).to_be_focused()


def test_a_repair_in_a_row_without_its_messages_on_the_page_changes_the_row(page: Page, mina: User) -> None:
    session = make_session([f"Message number {number} of many. " * 9 for number in range(200)])
    quote = make_entry(session, [(150, "Message number 155 of many")]).quotes.get()
    page.goto(f"{session.get_absolute_url()}?from=0")

    page.locator(f"#row-{quote.pk}").get_by_role("button", name="Move to #155").click()

    expect(page.locator(f"#row-{quote.pk}")).to_have_attribute("data-state", "exact")
    expect(page.locator("#m-155 .is-on").first).to_be_in_viewport()


@pytest.mark.smoke
def test_a_window_that_comes_into_view_is_loaded(page: Page, long: ReviewSession) -> None:
    page.goto(f"{long.get_absolute_url()}?from=500#m-500")
    assert "part-500" in read_windows(page)

    page.locator("#m-519").scroll_into_view_if_needed()

    expect(page.locator("#m-520")).to_be_attached()
    expect(page.locator("#m-520 .msg-text")).to_contain_text("Message number 520")


def test_the_whole_session_is_loaded_for_the_search_of_the_browser(page: Page, mina: User) -> None:
    session = make_session([f"Message number {number} of many." for number in range(75)])
    page.goto(f"{session.get_absolute_url()}?from=0")
    button = page.get_by_role("button", name="Load the whole session")

    button.click()

    expect(page.locator(".part.ahead")).to_have_count(0)
    expect(page.locator(".msg-text")).to_have_count(75)
    expect(button).to_be_hidden()
    expect(page.locator("#live")).to_contain_text("The whole session is on the page")
    assert_soon(page, "window.find('Message number 74')")


def test_a_session_of_one_window_has_nothing_to_load(page: Page, every_kind: ReviewSession, mina: User) -> None:
    page.goto(make_session(["One message."]).get_absolute_url())
    expect(page.get_by_role("button", name="Load the whole session")).to_be_hidden()

    page.goto(f"{every_kind.get_absolute_url()}?from=0")
    expect(page.get_by_role("button", name="Load the whole session")).to_be_visible()


@pytest.mark.smoke("long")
@pytest.mark.parametrize("fixture", ["long", "cut"])
def test_keys_walk_into_windows_that_are_not_loaded_yet(
    fixture: str, page: Page, request: pytest.FixtureRequest
) -> None:
    session: ReviewSession = request.getfixturevalue(fixture)
    page.goto(f"{session.get_absolute_url()}?from=0")
    current = page.locator(".row-ev[aria-current]")

    page.keyboard.press("n")
    expect(current).to_have_attribute("data-index", "3")
    page.keyboard.press("n")
    expect(current).to_have_attribute("data-index", "250")
    page.keyboard.press("f")
    expect(current).to_have_attribute("data-state", "failed")
    expect(page.locator("#m-1900")).to_be_in_viewport()
    page.keyboard.press("p")
    expect(page.locator("#m-1900 .is-on")).to_be_in_viewport()


@pytest.mark.smoke
def test_a_window_that_did_not_load_keeps_its_place_and_can_be_retried(
    page: Page, long: ReviewSession, complaints: list[str]
) -> None:
    page.goto(f"{long.get_absolute_url()}?from=0")
    page.route("**/messages/?from=1900*", lambda route: route.abort())
    page.locator(f'.tick[data-quote="{quote_at(1900).pk}"]').click()
    failed = page.locator("#part-1900").get_by_text("These messages did not load.")
    expect(failed).to_be_attached()
    expect(page.locator("#m-3 .msg-text")).to_be_attached()
    complaints.clear()

    page.unroute("**/messages/?from=1900*")
    page.locator("#part-1900").get_by_role("button", name="Try again").click()

    expect(page.locator("#m-1900 .msg-text")).to_contain_text("Message number 1900")


@pytest.mark.smoke
def test_an_error_does_not_replace_the_window_that_was_asked_for(
    page: Page, long: ReviewSession, complaints: list[str]
) -> None:
    page.goto(f"{long.get_absolute_url()}?from=0")
    ours = {"X-Evidence-Review": "yes"}
    page.route("**/messages/?from=1900*", lambda route: route.fulfill(status=500, headers=ours, body="<b>Broken</b>"))

    page.locator(f'.tick[data-quote="{quote_at(1900).pk}"]').click()

    expect(page.locator("#part-1900").get_by_text("These messages did not load.")).to_be_attached()
    expect(page.get_by_text("Broken")).to_have_count(0)
    complaints.clear()  # the browser logs the 500


@pytest.mark.smoke
def test_keys_walk_backwards_into_the_last_quote_of_a_window(page: Page, cut: ReviewSession) -> None:
    page.goto(f"{cut.get_absolute_url()}?from=0")

    page.keyboard.press("p")

    expect(page.locator(".row-ev[aria-current]")).to_have_attribute("data-index", "1910")
    expect(page.locator("#m-1910 .is-on")).to_be_in_viewport()


def bracket_of(page: Page) -> tuple[float, float]:
    """Return where the bracket of the map begins and how long it is."""
    y, height = page.locator(".t-view").evaluate("view => ['y', 'height'].map(name => view.getAttribute(name))")
    return float(y), float(height)


def test_the_bracket_of_the_map_follows_the_visible_messages(page: Page, long: ReviewSession) -> None:
    page.goto(f"{long.get_absolute_url()}?from=1000#m-1000")
    assert 354 <= bracket_of(page)[0] <= 358

    page.evaluate("document.getElementById('part-1500').scrollIntoView({block: 'start', behavior: 'instant'})")

    page.wait_for_function("() => Number(document.querySelector('.t-view').getAttribute('y')) > 500")


@pytest.mark.smoke
def test_the_bracket_follows_where_nothing_is_read(page: Page, mina: User) -> None:
    session = make_session([f"Message number {number} of many. " * 40 for number in range(10)])
    make_entry(session, [(0, "Message number 0 of many")])
    page.goto(f"{session.get_absolute_url()}?from=0")
    page.wait_for_selector(".t-view")

    page.locator("#m-9").evaluate("message => message.scrollIntoView({block: 'end', behavior: 'instant'})")

    page.wait_for_function("() => Number(document.querySelector('.t-view').getAttribute('y')) > 300")


@pytest.mark.smoke
def test_the_bracket_is_drawn_when_the_map_comes(page: Page, mina: User) -> None:
    """The head of the page is above the text then; what is seen is less than the session."""
    session = make_session([f"Message number {number} of many. " * 40 for number in range(10)])
    make_entry(session, [(0, "Message number 0 of many")])
    page.goto(f"{session.get_absolute_url()}?from=0")

    page.wait_for_function("() => Number(document.querySelector('.t-view')?.getAttribute('height') ?? 700) < 350")

    assert bracket_of(page)[0] == 6


def test_the_rest_of_a_long_message_loads_in_its_place(page: Page, mina: User) -> None:
    text = "before " * 700 + "the buried treasure" + " after" * 700
    session = make_session([text])
    make_entry(session, ["the buried treasure"])
    page.goto(f"{session.get_absolute_url()}?from=0")

    page.get_by_role("link", name="Show all 9,119 characters").click()

    expect(page.locator("#m-0 .fold")).to_have_count(0)
    assert_soon(page, "document.querySelector('#m-0 .msg-text').textContent", text)


@pytest.fixture
def every_kind(mina: User) -> ReviewSession:
    texts = [{"role": "user", "content": f"Nothing of note was said in message {number}."} for number in range(150)]
    texts[1] = {"role": "assistant", "content": f"We keep the cache for one hour. {MONDAY} {MONDAY}"}
    texts[2] = {"role": "tool", "content": "rebuilt the index\n" * 60}
    session = make_session(texts)
    quotes = ["keep the cache for one hour", "KEEP the cache for ONE hour. It is", MONDAY]
    quotes += ["keep the cashe for one hour. It"]
    make_entry(session, [*((1, quote) for quote in quotes), (3, "never said here at all")])
    return session


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_reader_is_accessible_with_hits_and_an_open_list(
    size: tuple[int, int], page: Page, every_kind: ReviewSession, assert_accessible: Callable[[Page], None]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{every_kind.get_absolute_url()}?from=0")
    page.locator("#find").fill("measured again")
    page.keyboard.press("Enter")
    expect(page.locator(".hit")).to_have_count(1)
    assert_accessible(page)

    page.locator("#m-1 mark").nth(1).click()
    expect(page.locator("#shared")).to_be_visible()

    assert_accessible(page)
    assert_soon(page, f"document.documentElement.scrollWidth <= {size[0]}")


def test_ticks_and_marks_differ_without_colour(page: Page, every_kind: ReviewSession) -> None:
    """With forced colours and with a greyscale filter, methods differ in style and badge."""
    page.emulate_media(forced_colors="active")
    page.goto(f"{every_kind.get_absolute_url()}?from=0")
    page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    expect(page.locator(".tick")).to_have_count(5)

    shapes = set(page.locator(".tick").evaluate_all("ticks => ticks.map((tick) => tick.lastElementChild.outerHTML)"))
    badges = page.locator(".row-ev .m").evaluate_all("badges => badges.map((one) => one.dataset.badge[0])")

    assert len(shapes) == 5
    assert set(badges) == {"E", "N", "F", "◆", "✗"}
