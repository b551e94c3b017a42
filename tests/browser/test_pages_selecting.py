"""The mode in which words are selected by keys, in a real browser: what a Hangul keyboard sends counts too."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.waiting import assert_announced
from tests.factories import make_entry, make_project, make_session, make_user

PRESS = "keys => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, ...keys}))"
SAID = "The index is rebuilt on Friday. Nobody asked why."


@pytest.mark.smoke("hangul w")
@pytest.mark.parametrize(
    ("key", "code", "words"),
    [
        ("w", "KeyW", "The"),
        ("ㅈ", "KeyW", "The"),
        ("l", "KeyL", "The index is rebuilt on Friday."),
        ("ㅣ", "KeyL", "The index is rebuilt on Friday."),
    ],
    ids=["w", "hangul w", "l", "hangul l"],
)
def test_words_and_sentences_are_selected_with_one_key(
    page: Page,
    transactional_db: None,
    sign_in: Callable[[User], None],
    key: str,
    code: str,
    words: str,
) -> None:
    mina = make_user("mina")
    project = make_project(reviewer=mina)
    sign_in(mina)
    page.goto(make_entry(make_session([SAID], project=project), ["never said here"]).get_absolute_url())
    page.keyboard.press("v")
    assert_announced(page, "Select words: arrows move")
    page.keyboard.press("ArrowRight")

    page.evaluate(PRESS, {"key": key, "code": code})

    expect(page.locator("#live")).to_have_text(words)
