"""Hostile text in a real browser: it is shown as stored, reorders nothing, and its hidden characters are marked."""

import random
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Message
from review.selectors.reader.windows import MESSAGES_PER_WINDOW
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

ATOMS = (
    *"abc 가나ㅋ é<>&\"'\n\t\r",
    *"\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u00ad\u061c",
    *"\u0001\u0007\u000b\u000c\u001b\u007f\u0085\u0090\u2028\u2029\u034f\u115f\u3164\ufe0f\ufff9\ufffe\U000e0041",
    *(
        "\r\n",
        "</div>",
        "<script>",
        "&amp;",
        "&#13;",
        "א",
        "שלום",
        "٣",
        "👨‍👩‍👧‍👦",
        "❤️",
        "👍🏽",
        "\u1112\u1161\u11ab",
        "e\u0301" * 9,
    ),
)
ORDER = """() => {
  const walker = document.createTreeWalker(document.querySelector('#m-0 .msg-text'), NodeFilter.SHOW_TEXT);
  const lefts = [];
  while (walker.nextNode()) for (let at = 0; at < walker.currentNode.length; at++) {
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + 1);
    lefts.push(range.getBoundingClientRect().left);
  }
  return lefts;
}"""


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


def test_hostile_messages_read_as_they_are_stored(
    page: Page, mina: User, assert_accessible: Callable[[Page], None]
) -> None:
    chance = random.Random(3)  # noqa: S311 - the same texts every time
    texts = ["".join(chance.choices(ATOMS, k=chance.randint(1, 24))) for _ in range(200)]
    session = make_session(texts)
    cuts = [(index, texts[index][at : at + chance.randint(1, 9)]) for index in range(200) for at in (0, 3)]
    make_entry(session, [(index, words) for index, words in cuts if words.strip()])

    for first in range(0, 200, MESSAGES_PER_WINDOW):
        page.goto(f"{session.get_absolute_url()}?from={first}")
        shown = page.locator(f"#part-{first} .msg-text").evaluate_all("nodes => nodes.map(node => node.textContent)")
        assert shown == texts[first : first + MESSAGES_PER_WINDOW]
    assert Message.objects.count() == 200
    assert_accessible(page)


@pytest.mark.smoke
def test_bidi_controls_reorder_nothing(page: Page, mina: User) -> None:
    name = {
        "role": "user",
        "name": "eve\u202e",
        "timestamp": "noon",
        "content": "pay \u202e100\u2067 to\u202c eve\u202b now",
    }
    session = make_session([name], title="\u202etitle")
    make_entry(session, ["\u202e100", "eve\u202b"], title="claim \u202e")

    page.goto(session.get_absolute_url())

    lefts = page.evaluate(ORDER)
    assert lefts == sorted(lefts)
    who, when = (page.locator(f"#m-0 .msg-head {one}").bounding_box() for one in (".who", "h2 + bdi"))
    assert who is not None
    assert when is not None
    assert who["x"] + who["width"] <= when["x"]


def test_hidden_characters_are_drawn(page: Page, mina: User) -> None:
    session = make_session(["one\u200btwo\u202ethree 👨‍👩‍👧‍👦"])
    drawn = "node => [getComputedStyle(node, '::before').content, node.getBoundingClientRect().width > 8]"

    page.goto(session.get_absolute_url())

    inks = f"[...document.querySelectorAll('.msg-text .inv')].map({drawn})"
    assert_soon(page, inks, [['"ZWSP"', True], ['"RLO"', True]])
    expect(page.locator(".msg-text .inv").first).to_have_attribute("title", "U+200B ZERO WIDTH SPACE")
