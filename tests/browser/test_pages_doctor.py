"""The quote doctor in a real browser: differences, suggestions and their results."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Event, Project, ReviewSession
from tests.browser.waiting import assert_announced, assert_soon
from tests.factories import make_entry, make_project, make_session, make_user


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


@pytest.mark.smoke
def test_differences_are_shown_in_three_ways(page: Page, project: Project) -> None:
    entry = make_entry(make_session(["DuckDB에서 JSONB 타입을 제거"], project=project), ["DuckDB JSONB 타입 제거"])
    page.goto(entry.get_absolute_url())

    expect(page.locator(".q-say ins")).to_have_text(["에서", "을"])
    expect(page.locator(".q-say del")).to_have_count(0)
    for view in ("source", "quote", "inline"):
        page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅇ', code: 'KeyD', bubbles: true}))")
        expect(page.locator("html")).to_have_attribute("data-diff", view)
        expect(page.locator(".q-say ins").first).to_be_visible(visible=view != "quote")


def test_a_key_acts_on_the_card_that_has_the_focus(page: Page, project: Project) -> None:
    session = make_session(["The log is kept for 90 days.", "The fee is 12 euros a month."], project=project)
    entry = make_entry(session, [(0, "The log is kept for 30 days."), (1, "The fee is 15 euros a month.")])
    first, second = entry.quotes.order_by("position")
    page.goto(entry.get_absolute_url())

    page.locator(f"#quote-{second.pk}").focus()
    page.keyboard.press("r")

    expect(page.locator(f"#quote-{second.pk}")).to_have_attribute("data-state", "exact")
    expect(page.locator(f"#quote-{first.pk}")).to_have_attribute("data-state", "fuzzy")


def test_a_fold_of_a_card_is_written_next(page: Page, project: Project) -> None:
    entry = make_entry(
        make_session(["The log is kept for 90 days."], project=project), ["The log is kept for 30 days."]
    )
    page.goto(entry.get_absolute_url())

    page.get_by_text("It is fine…").click()

    expect(page.locator(f"#accept-{entry.quotes.get().pk}")).to_be_focused()


def test_control_enter_sends_a_reason(page: Page, project: Project) -> None:
    entry = make_entry(
        make_session(["The log is kept for 90 days."], project=project), ["The log is kept for 30 days."]
    )
    page.goto(entry.get_absolute_url())

    page.keyboard.press("i")
    page.keyboard.type("a slip of ours")
    page.keyboard.press("Control+Enter")

    expect(page.locator(".q")).to_contain_text("a slip of ours")
    page.locator("#search-link").click()
    page.keyboard.type("fee")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/search/?q=fee")


CLOSE = "보관 기간은 법무팀 답을 받았습니다. 감사 로그는 2년 동안 지우지 않고 보관합니다. 그 뒤에는 요약만 남겨요."


@pytest.mark.smoke
def test_the_doctor_tries_words_while_they_are_typed_and_shows_where_to_look(
    page: Page, project: Project, assert_accessible: Callable[[Page], None]
) -> None:
    session = make_session([CLOSE, "The index is rebuilt on Friday."], project=project)
    entry = make_entry(session, ["감사 로그는 2년 동안 안 지우고 보관된다", "nobody said a word of this here"])
    near, invented = (quote.pk for quote in entry.quotes.all())
    page.goto(entry.get_absolute_url())
    card = page.locator(f"#quote-{near}")

    expect(card.locator(".ghost").first).to_be_visible()
    expect(card).to_contain_text("Near miss")
    expect(page.locator(f"#withdraw-summary-{invented}")).to_be_visible()  # nothing like it: the tool is to withdraw it
    assert_accessible(page)
    page.locator(f"#quote-{near}").focus()
    page.keyboard.press("e")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("감사 로그는 2년 동안 지우지 않고 보간합니다")
    expect(page.locator(f"#trial-{near}")).to_contain_text(
        "fuzzy, confidence 0.949 would align as fuzzy, similarity 0.960 = 1 − 1/25"
    )
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
    """Drag the mouse from a character of one element to a character of another."""
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


@pytest.mark.smoke
def test_words_are_selected_with_the_mouse_in_the_session(page: Page, project: Project) -> None:
    session = make_session(TALK, project=project)
    quote = make_entry(session, [(3, "nobody said a word of this here")]).quotes.get()
    page.goto(f"{session.get_absolute_url()}?quote={quote.pk}")

    drag(page, "#m-2 .msg-text", "#m-3 .msg-text", start=4, end=5)
    expect(page.locator("#selection")).to_contain_text("One message per quote – split it?")
    assert quote.alignments.count() == 1
    page.keyboard.press("Escape")
    expect(page.locator("#anchor")).to_be_hidden()
    drag(page, "#m-3 .msg-text", "#m-3 .msg-text", start=13, end=18)  # in UTF-16 units, behind an emoji
    expect(page.locator('#selection[data-places="3:12:16"] .chosen')).to_contain_text("#3 · 4 characters 한글🙂뒤")
    page.get_by_role("button", name="Use selection").click()

    expect(page.locator(f"#row-{quote.pk}")).to_have_attribute("data-state", "exact")
    expect(page.locator(f"#row-{quote.pk} .prov")).to_have_text("selected by mina")
    expect(page.locator(f"#row-{quote.pk} .m")).to_have_text("exact, confidence 1.000")
    current = quote.alignments.get(attempt=2)
    assert TALK[3][current.span_start : current.span_end] == "한글🙂뒤"
    assert (current.span_start, current.ambiguous, current.provenance) == (12, False, "selected_by_hand")


@pytest.mark.smoke
def test_words_are_selected_with_the_keyboard_alone(
    page: Page, project: Project, assert_accessible: Callable[[Page], None]
) -> None:
    session = make_session(TALK, project=project)
    entry = make_entry(session, [(2, "우리는 DuckDB JSONB 타입을 뺐다"), "nobody said a word of this here"])
    first = entry.quotes.first()
    assert first is not None
    page.goto(entry.get_absolute_url())

    page.keyboard.press("f")
    press = "keys => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, ...keys}))"
    page.evaluate(press, {"key": "v", "code": "KeyV", "isComposing": True})
    page.evaluate(press, {"key": "v", "code": "KeyV", "repeat": True})
    expect(page.locator("#anchor")).to_be_hidden()
    page.evaluate(press, {"key": "ㅍ", "code": "KeyV"})
    assert_announced(page, "Select words: arrows move")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    for words in ("DuckDB", "DuckDB에서", "DuckDB에서 JSONB"):
        page.keyboard.press("Shift+Control+ArrowRight")
        expect(page.locator("#live")).to_have_text(words)
    assert_accessible(page)
    page.evaluate(press, {"key": "Enter", "code": "Enter", "repeat": True})
    assert first.alignments.count() == 1
    page.keyboard.press("Enter")

    expect(page.locator(f"#quote-{first.pk}")).to_have_attribute("data-state", "exact")
    head = page.locator(f"#quote-{first.pk} .q-head")
    expect(head.locator(".m")).to_have_text("exact, confidence 1.000")
    expect(head.get_by_text("selected by mina")).to_be_visible()
    assert_accessible(page)
    expect(page.locator("#failed-count")).to_contain_text("1")
    expect(page.locator("#anchor")).to_be_hidden()
    current = first.alignments.get(attempt=2)
    assert (current.text, current.message_index, current.span_start) == ("DuckDB에서 JSONB", 2, 4)


LONG = " ".join(f"Sentence number {number} of a very long quote." for number in range(14))
UNSAID = "And nobody ever said anything like this, at no time, in no place and to no person that we know of. " * 2
DIAGNOSED = [
    "The index is rebuilt on Friday, before the release goes out to everybody.",
    "감사 로그는 2년 동안 지우지 않고 보관합니다. 그 뒤에는 요약만 남겨요.",
    "결정: JSONB를 쓰지 않기로 했다. 이유는 단순하다. DuckDB가 지원하지 않기 때문이다.",
    "Let us keep this short.",
    "담당자는 다음 주 회의에서 다시 정합니다.",
    "회의에서 이 기능은 배포하지 않기로 결정했습니다.",
    LONG,
]
ONE_CLICK: list[tuple[str, dict[str, object]]] = [
    ("wrong_message", {"messageIndex": 5, "quote": "The index is rebuilt on Friday"}),
    ("off_by_one_index", {"messageIndex": 1, "quote": "before the release goes out"}),
    ("bad_index", {"messageIndex": 99, "quote": "The index is rebuilt on Friday"}),
    ("offsets_sent", {"messageIndex": 4, "quote": "담당자는 다음 주 회의에서", "spanStart": 0, "spanEnd": 4}),
    ("elided", {"messageIndex": 2, "quote": "JSONB를 쓰지 않기로 했다 ... DuckDB가 지원하지 않기"}),
    ("merged", {"messageIndex": 3, "quote": "Let us keep this short. 담당자는 다음 주 회의에서 다시 정합니다."}),
    ("too_long", {"messageIndex": 6, "quote": f"{LONG} {UNSAID}"}),
    ("near_miss", {"messageIndex": 1, "quote": "감사 로그는 2년 동안 안 지우고 보관된다"}),
    ("critical_difference", {"messageIndex": 5, "quote": "이 기능은 배포하기로 결정했습니다"}),
]
BY_HAND: list[tuple[str, dict[str, object], str]] = [
    ("no_trace", {"messageIndex": 3, "quote": "Everyone agreed to drop the mobile client"}, "#why-{}"),
    ("empty", {"messageIndex": 3, "quote": ""}, "#text-{}"),
    ("not_a_text", {"messageIndex": 3, "quote": 7}, "#text-{}"),
    ("paraphrased", {"messageIndex": 3, "quote": "감사 기록을 두 해쯤 지우지 않고 남겨 두기로 한다"}, ".spots"),
]


@pytest.mark.smoke
def test_the_first_suggestion_repairs_each_diagnosis_in_one_response(page: Page, project: Project) -> None:
    session = make_session(DIAGNOSED, project=project)
    entry = make_entry(session, [item for _, item in ONE_CLICK] + [item for _, item, _ in BY_HAND])
    quotes = list(entry.quotes.order_by("position"))
    failed = len(quotes) - 1
    page.goto(entry.get_absolute_url())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.resource_type}"))

    for (code, _), quote in zip(ONE_CLICK, quotes, strict=False):
        card = page.locator(f"#quote-{quote.pk}")
        if code != "critical_difference":
            expect(card.locator(".diag code")).to_have_text(code)
            failed -= 1
        card.locator(".q-acts > .fix button").first.click()
        is_split = code in {"elided", "merged"}
        expect(card).to_have_attribute("data-state", "split" if is_split else "exact")
        for found in page.locator(".q").all()[-2:] if is_split else [card]:
            expect(found.locator(".m").first).to_have_attribute("data-badge", "E= 1.00")
            expect(found.locator("mark.ev[data-m=exact]")).to_be_visible()
        expect(page.locator("#failed-count")).to_contain_text(str(failed))
    assert asked.count("POST fetch") == len(ONE_CLICK)
    assert not [one for one in asked if "document" in one]

    for (code, _, tool), quote in zip(BY_HAND, quotes[len(ONE_CLICK) :], strict=True):
        card = page.locator(f"#quote-{quote.pk}")
        expect(card.locator(".diag code")).to_have_text(code)
        card.locator(f".q-acts > details.act:has({tool.format(quote.pk)}) > summary").click()
        expect(card.locator(tool.format(quote.pk))).to_be_visible()


def test_the_failed_list_repairs_each_diagnosis_in_one_response(page: Page, project: Project) -> None:
    entry = make_entry(make_session(DIAGNOSED, project=project), [item for _, item in ONE_CLICK])
    failed = [(code, quote) for (code, _), quote in zip(ONE_CLICK, entry.quotes.order_by("position"), strict=True)]
    failed = [(code, quote) for code, quote in failed if code != "critical_difference"]
    page.goto("/failed/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.resource_type}"))
    icon = "GET other"  # which a browser asks for when it likes

    for left, (code, quote) in zip(range(len(failed) - 1, -1, -1), failed, strict=True):
        row = page.locator(f"#failed-{quote.pk}")
        row.locator("form button").click()
        expect(row).to_have_attribute("data-state", "split" if code in {"elided", "merged"} else "exact")
        expect(page.locator("#failed-head h1")).to_contain_text(str(left))
        expect(page.locator("#failed-count")).to_contain_text(str(left))
    assert [one for one in asked if one != icon] == ["POST fetch"] * len(failed)


@pytest.mark.smoke
def test_the_place_of_an_ambiguous_quote_is_chosen_by_keyboard(page: Page, project: Project) -> None:
    session = make_session(["배포 완료. 배포 완료. 배포 완료."], project=project)
    entry = make_entry(session, ["배포 완료."])
    quote = entry.quotes.get()
    page.goto(entry.get_absolute_url())

    expect(page.locator(f"#quote-{quote.pk} .m").first).to_have_attribute("data-badge", "◆1/3")
    expect(page.locator("#promote-verified")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("]")
    expect(page.locator(".fixes .is-on")).to_have_attribute("data-badge", "2")
    for key, badge in (("]", "3"), ("]", "1"), ("[", "3"), ("[", "2")):
        page.keyboard.press(key)
        expect(page.locator(".fixes .is-on")).to_have_attribute("data-badge", badge)
    page.keyboard.press("Enter")
    expect(page.locator("#promote-verified")).not_to_have_attribute("aria-disabled", "true")
    assert quote.alignments.get(attempt=2).span_start == 7
    assert Event.objects.filter(event_type="occurrence_chosen", entry=entry).count() == 1


def test_a_ghost_is_not_evidence_until_its_words_are_used(page: Page, project: Project) -> None:
    session = make_session([CLOSE], project=project)
    entry = make_entry(session, ["감사 로그는 2년 동안 안 지우고 보관됩니다"])
    quote = entry.quotes.get()
    page.goto(f"{session.get_absolute_url()}?quote={quote.pk}")

    ghost = page.locator(".msg .ghost")
    expect(ghost).to_have_css("border-top-style", "dotted")
    expect(page.locator(f"#row-{quote.pk}")).to_contain_text("0.050 below the bar")
    expect(page.locator("#failed-count")).to_contain_text("1")
    page.goto(entry.get_absolute_url())
    expect(page.locator("#promote-verified")).to_have_attribute("aria-disabled", "true")
    page.locator(f"#quote-{quote.pk} .q-acts > .fix button").click()
    expect(page.locator(f"#quote-{quote.pk}")).to_have_attribute("data-state", "exact")
    assert quote.alignments.get(attempt=2).text == "감사 로그는 2년 동안 지우지 않고 보관합니다"


@pytest.mark.smoke
def test_a_split_makes_two_marks_and_is_undone(page: Page, project: Project) -> None:
    session = make_session([DIAGNOSED[2]], project=project)
    entry = make_entry(session, ["JSONB를 쓰지 않기로 했다 ... DuckDB가 지원하지 않기"])
    quote = entry.quotes.get()
    page.goto(entry.get_absolute_url())

    page.get_by_role("button", name="Split into 2").click()
    expect(page.locator('.q[data-state="exact"]')).to_have_count(2)
    page.goto(session.get_absolute_url())
    expect(page.locator(".msg mark.ev[data-badge='E=']")).to_have_count(2)
    expect(page.locator('.row-ev[data-state="exact"]')).to_have_count(2)
    page.goto(entry.get_absolute_url())
    expect(page.locator("#history")).to_contain_text("quote_split")
    page.locator(f"#undo-{quote.pk}").press("Enter")
    expect(page.locator(f"#quote-{quote.pk}")).to_have_attribute("data-state", "failed")
    expect(page.locator('.q[data-state="undone"]')).to_have_count(2)


def test_drifted_evidence_waits_for_a_person(
    page: Page, project: Project, assert_accessible: Callable[[Page], None]
) -> None:
    make_session(["The cache lives for one hour, said Ann."], project=project, session_id="talk")
    entry = make_entry(ReviewSession.objects.get(), ["The cache lives for one hour"])
    page.goto(entry.get_absolute_url())
    page.locator("#promote-verified").click()
    expect(page.locator("#facts")).to_contain_text("verified")

    make_session(["As Ann said: The cache lives for one hour."], project=project, session_id="talk")
    page.reload()

    expect(page.locator("#facts")).to_contain_text("candidate")
    expect(page.locator(".q h2")).to_contain_text("The message has changed")
    expect(page.locator(".ev.gone")).to_be_visible()
    assert entry.quotes.get().alignments.count() == 1
    assert_accessible(page)
    page.get_by_role("button", name="Take the new words").press("Enter")
    expect(page.locator(".q mark.ev[data-m=exact]")).to_be_visible()
    expect(page.locator(".ev.gone")).to_have_count(0)


@pytest.mark.browser_context_args(viewport={"width": 390, "height": 844}, forced_colors="active", has_touch=True)
def test_the_doctor_is_usable_on_a_phone_and_in_forced_colours(
    page: Page, project: Project, assert_accessible: Callable[[Page], None]
) -> None:
    session = make_session([CLOSE], project=project)
    entry = make_entry(session, ["감사 로그는 2년 동안 안 지우고 보관된다", "DuckDB가 지원하지 않기"])
    quote = entry.quotes.first()
    assert quote is not None
    page.goto(entry.get_absolute_url())

    assert_soon(page, "document.documentElement.scrollWidth", 390)
    page.locator(f"#edit-{quote.pk} > summary").tap()
    page.locator(f"#select-{quote.pk}").tap()
    page.keyboard.press("Shift+Control+ArrowRight")
    button = page.locator("#use-selection")
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box is not None
    assert (box["height"] >= 44, box["y"] + box["height"] <= 844) == (True, True)
    assert_accessible(page)
    button.tap()
    expect(page.locator(f"#quote-{quote.pk}")).to_have_attribute("data-state", "exact")
