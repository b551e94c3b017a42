"""Crowded and hostile messages in a real browser: shared words, hundreds of overlaps, a megabyte, random cuts."""

from collections.abc import Callable
from random import Random

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from benchmarks.reading import Upload, crowded_session
from review.models import Message, Project, Quote, ReviewSession
from review.payloads import check_extraction, check_session
from review.services.ingest.receive import receive_extraction, receive_session
from tests.browser.waiting import assert_soon
from tests.factories import make_entries, make_entry, make_project, make_session, make_user

PIECES = [
    "</script><img src=x onerror=window.owned=1>",
    "javascript:window.owned=1",
    "<b>&lt;&amp;\"'`{{ x }}{% y %}",
    "\u202eoverride\u202c \u2067isolated\u2069 \u200b\u00ad\u2060",
    "\r\n\r\n \t  \n",
    "👨‍👩‍👧‍👦🇰🇷👍🏽e\u0301\u1112\u1161\u11ab",
    "한글과 English 12,345원 (-5%)",
    "\x01\x07\x1b[31m\x7f\ufeff\ufffd",
    "x" * 40,
    "]]><!-- --><style>*{display:none}</style>",
]


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


def receive(given: Upload) -> ReviewSession:
    session = receive_session(project=Project.objects.get(), upload=check_session(given.session), actor=None).session
    receive_extraction(session=session, checked=check_extraction(given.extraction), actor=None)
    return session


@pytest.fixture
def overlapping(mina: User) -> list[Quote]:
    session = make_session(["The journal keeps the raw JSON text and a digest of it."])
    one, two = make_entries(
        session,
        [
            {"evidence": [{"messageIndex": 0, "quote": "keeps the raw JSON text"}]},
            {
                "evidence": [
                    {"messageIndex": 0, "quote": quote}
                    for quote in ("RAW JSON text and a digest", "keeps the raw JSON text")
                ]
            },
        ],
    )
    return [*one.quotes.all(), *two.quotes.order_by("position")]


@pytest.mark.smoke
def test_shared_words_open_a_list_of_their_quotes(page: Page, overlapping: list[Quote]) -> None:
    page.goto(f"{overlapping[0].entry.session.get_absolute_url()}?from=0")

    page.locator("#m-0 mark", has_text="raw JSON text").last.click()
    listed = page.get_by_role("dialog", name="Quotes at these words")
    expect(listed.get_by_role("button")).to_have_count(3)
    listed.get_by_role("button", name="N≈ RAW JSON").click()

    expect(listed).to_be_hidden()
    expect(page.locator(f"#row-{overlapping[1].pk}")).to_have_attribute("aria-current", "true")
    expect(page.locator("#talk .is-on")).to_have_count(2)


def test_shared_words_open_by_keyboard_alone(page: Page, overlapping: list[Quote]) -> None:
    page.goto(f"{overlapping[0].entry.session.get_absolute_url()}?from=0")

    page.keyboard.press("n")
    page.keyboard.press("o")
    expect(page.locator("#m-0 mark:focus")).to_have_attribute(
        "aria-label", "exact, confidence 1.000 #0 Entry 1 user short quote keeps the raw JSON text used by 2 entries"
    )
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Quotes at these words")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator(".row-ev[aria-current]")).to_have_attribute("data-ev", str(overlapping[2].pk))


def test_the_text_follows_tab_in_the_rail(page: Page, overlapping: list[Quote]) -> None:
    page.goto(f"{overlapping[0].entry.session.get_absolute_url()}?from=0")
    page.locator(f"#row-{overlapping[0].pk} .say").focus()

    page.keyboard.press("Tab")
    page.keyboard.press("Tab")

    expect(page.locator(".row-ev[aria-current]")).to_have_count(1)
    expect(page.locator("#talk .is-on").first).to_be_visible()


def test_the_same_words_in_two_entries_are_counted(page: Page, overlapping: list[Quote]) -> None:
    page.goto(f"{overlapping[0].entry.session.get_absolute_url()}?from=0")

    expect(page.locator(f"#row-{overlapping[0].pk}")).to_contain_text("used by 2 entries")
    expect(page.locator(f"#row-{overlapping[1].pk}")).not_to_contain_text("used by")


def test_three_hundred_overlaps_and_a_megabyte_are_shown_correctly(page: Page, mina: User) -> None:
    session = receive(crowded_session())
    sentence, huge = Message.objects.order_by("index").values_list("content", flat=True)

    page.goto(f"{session.get_absolute_url()}?from=0")
    names = page.locator("#m-0 [data-ev]").evaluate_all("marks => marks.map((mark) => mark.dataset.ev)")
    aligned = Quote.objects.filter(current__message_index=0, current__span_start__isnull=False)

    assert len(huge.encode()) > 800_000
    assert_soon(page, "document.querySelector('#m-0 .msg-text').textContent", sentence)
    assert len({key for name in names for key in name.split()}) == aligned.count() > 280  # settled: of the database
    parts = "(huge) => [...document.querySelectorAll('#m-1 .msg-text')].map((part) => huge.includes(part.textContent))"
    assert_soon(page, parts, [True] * 9, argument=huge)
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("#m-1 .fold")).to_have_count(0)
    assert_soon(page, "document.querySelector('#m-1 .msg-text').textContent", huge)
    assert_soon(page, "document.documentElement.scrollWidth <= innerWidth")


def test_a_line_of_a_megabyte_holds_the_layout_and_runs_nothing(page: Page, mina: User) -> None:
    hostile = "</script><img src=x onerror=window.owned=1>"
    line = "x" * 500_000 + hostile + "\u202e" + "y" * 400_000
    session = make_session([line, "after"])
    make_entry(session, [(0, hostile)])

    page.goto(f"{session.get_absolute_url()}?from=0")
    assert_soon(page, "document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("#m-0 .fold")).to_have_count(0)

    assert_soon(page, "document.querySelector('#m-0 .msg-text').textContent", line)
    assert_soon(page, "document.documentElement.scrollWidth <= innerWidth")
    assert_soon(page, "window.owned", None)


def test_tool_output_is_collapsed_unless_it_contains_evidence(page: Page, mina: User) -> None:
    output = "ERROR: function jsonb_path_query does not exist\n" * 40
    session = make_session([{"role": "tool", "content": output}, {"role": "tool", "content": f"{output}Done."}])
    make_entry(session, [(1, "Done.")])

    page.goto(f"{session.get_absolute_url()}?from=0")

    expect(page.locator("#m-0 .msg-text")).to_be_hidden()
    expect(page.locator("#m-1 .msg-text")).to_be_visible()
    page.locator("#m-0 summary").click()
    assert_soon(page, "document.querySelector('#m-0 .msg-text').textContent", output)


def test_five_thousand_random_cuts_leave_every_text_as_it_is(page: Page, mina: User) -> None:
    """`textContent` of every rendered message equals the stored text, and nothing in it runs."""
    random = Random(25)  # noqa: S311 - nobody guards a secret with it
    texts = ["".join(random.choices(PIECES, k=random.randint(2, 9))) for _ in range(100)]
    quotes = []
    for _ in range(5_000):
        index = random.randrange(len(texts))
        start = random.randrange(len(texts[index]))
        quotes.append({"messageIndex": index, "quote": texts[index][start : start + random.randint(1, 60)]})
    session = receive(Upload({"messages": texts}, {"evidence": quotes}))

    shown: list[str] = []
    marks = 0
    for first in range(0, len(texts), 20):
        page.goto(f"{session.get_absolute_url()}?from={first}", timeout=60_000)
        window = page.locator(f"#part-{first}")
        shown += window.locator(".msg-text").evaluate_all("texts => texts.map(text => text.textContent)")
        marks += window.locator("[data-ev]").count()
        assert_soon(page, "window.owned", None)
        assert_soon(page, "document.documentElement.scrollWidth <= innerWidth")

    assert shown == texts
    assert marks > 5_000
