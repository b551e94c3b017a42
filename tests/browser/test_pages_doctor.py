"""The quote doctor in a real browser: what differs, what is offered, and where it leads."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Project
from tests.factories import make_entry, make_project, make_session, make_user


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


def test_what_differs_is_seen_in_three_ways(page: Page, project: Project) -> None:
    entry = make_entry(make_session(["DuckDB에서 JSONB 타입을 제거"], project=project), ["DuckDB JSONB 타입 제거"])
    sentence = "2 insertions (3 characters), 0 deletions · similarity 0.857 = 1 − 3/21"
    page.goto(entry.get_absolute_url())

    assert page.locator("ins").all_text_contents() == ["에서", "을"]
    assert page.locator("del").count() == 0
    expect(page.locator(".sum[aria-live=polite]")).to_contain_text(sentence)
    page.keyboard.press("d")
    expect(page.locator(".diff-rows")).to_be_visible()
    expect(page.locator(".diff-inline")).to_be_hidden()
    expect(page.locator("#live")).to_contain_text(f"In two rows: {sentence}")
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅇ', code: 'KeyD', bubbles: true}))")
    expect(page.locator(".diff-source")).to_have_text("DuckDB에서 JSONB 타입을 제거")
    page.get_by_role("button", name="Change view").click()
    expect(page.locator(".diff-inline")).to_be_visible()


CLOSE = "보관 기간은 법무팀 답을 받았습니다. 감사 로그는 2년 동안 지우지 않고 보관합니다. 그 뒤에는 요약만 남겨요."


def test_the_doctor_tries_words_while_they_are_typed_and_shows_where_to_look(
    page: Page, project: Project, assert_accessible: Callable[[Page], None]
) -> None:
    session = make_session([CLOSE, "The index is rebuilt on Friday."], project=project)
    entry = make_entry(session, ["감사 로그는 2년 동안 안 지우고 보관한다", "nobody said a word of this here"])
    near, invented = (quote.pk for quote in entry.quotes.all())
    page.goto(entry.get_absolute_url())
    card = page.locator(f"#quote-{near}")

    expect(card.locator(".ghost").first).to_be_visible()
    expect(card).to_contain_text("below the bar of 0.850")
    expect(page.locator(f"#why-{invented}")).to_be_visible()  # nothing like it: the tool is to withdraw it
    assert_accessible(page)
    page.locator(f"#quote-{near}").focus()
    page.keyboard.press("e")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("감사 로그는 2년 동안 지우지 않고 보관한다")
    expect(page.locator(f"#trial-{near}")).to_have_text("fuzzy would align as fuzzy, similarity 0.920 = 1 − 2/25")
    page.locator(f"#look-{near}-all").click()
    expect(card.locator(".spots li")).to_have_count(1)
    page.locator(f"#look-{near}-search").click()
    page.locator(f"#query-{near}").fill("index is")
    page.locator(f"#query-{near}").press("Enter")
    card.get_by_role("link", name="Show #1").click()
    expect(card.locator(".pane .msg-text")).to_have_text("The index is rebuilt on Friday.")
    page.locator(f"#text-{near}").press("Control+Enter")
    expect(card).to_have_attribute("data-state", "fuzzy")


TALK = [
    "The first one says nothing.",
    "Neither does the second.",
    "우리는 DuckDB에서 JSONB 타입을 제거하기로 했다.",
    "앞말 한글🙂뒤 그리고 한글🙂뒤 끝.",
]


def drag(page: Page, first: str, last: str, *, start: int, end: int) -> None:
    """Drag over words as a mouse does: from one character of an element to one of another."""
    box = """([selector, at]) => {
      const element = document.querySelector(selector);
      element.scrollIntoView({block: 'center', behavior: 'instant'});
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() && at > walker.currentNode.length) at -= walker.currentNode.length;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      const box = range.getBoundingClientRect();
      return [box.left, box.top + box.height / 2];
    }"""
    page.evaluate(box, [first, start])
    to = page.evaluate(box, [last, end])
    begin = page.evaluate(box.replace("element.scrollIntoView", "((none) => none)"), [first, start])
    page.mouse.move(*begin)
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    page.mouse.up()


def test_words_are_selected_with_the_mouse_in_the_session(page: Page, project: Project) -> None:
    session = make_session(TALK, project=project)
    quote = make_entry(session, [(3, "nobody said a word of this here")]).quotes.get()
    page.goto(f"{session.get_absolute_url()}?quote={quote.pk}")

    drag(page, "#m-2 .msg-text", "#m-3 .msg-text", start=4, end=5)
    expect(page.locator("#selection")).to_contain_text("One message per quote – split it?")
    assert quote.alignments.count() == 1
    page.keyboard.press("Escape")
    expect(page.locator("#anchor")).to_be_hidden()
    drag(page, "#m-3 .msg-text", "#m-3 .msg-text", start=3, end=8)
    expect(page.locator('#selection[data-places="3:3:7"] .chosen')).to_contain_text("#3 · 4 characters 한글🙂뒤")
    page.get_by_role("button", name="Use selection").click()

    expect(page.locator(f"#row-{quote.pk}")).to_have_attribute("data-state", "exact")
    current = quote.alignments.get(attempt=2)
    assert TALK[3][current.span_start : current.span_end] == "한글🙂뒤"
    assert (current.span_start, current.ambiguous, current.provenance) == (3, False, "selected_by_hand")


def test_words_are_selected_with_the_keyboard_alone(
    page: Page, project: Project, assert_accessible: Callable[[Page], None]
) -> None:
    session = make_session(TALK, project=project)
    entry = make_entry(session, [(2, "우리는 DuckDB JSONB 타입을 뺐다"), "nobody said a word of this here"])
    first = entry.quotes.first()
    assert first is not None
    page.goto(entry.get_absolute_url())

    page.keyboard.press("f")
    page.keyboard.press("v")
    expect(page.locator("#live")).to_contain_text("Select words: arrows move")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    for words in ("DuckDB", "DuckDB에서", "DuckDB에서 JSONB"):
        page.keyboard.press("Shift+Control+ArrowRight")
        expect(page.locator("#live")).to_have_text(words)
    assert_accessible(page)
    page.keyboard.press("Enter")

    expect(page.locator(f"#quote-{first.pk}")).to_have_attribute("data-state", "exact")
    expect(page.locator("#failed-count")).to_contain_text("1")
    expect(page.locator("#anchor")).to_be_hidden()
    current = first.alignments.get(attempt=2)
    assert (current.text, current.message_index, current.span_start) == ("DuckDB에서 JSONB", 2, 4)
