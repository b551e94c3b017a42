"""Comments and notifications in a real browser: by keyboard, announced by the bell, on a phone, in both languages."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.domain.limits import MAX_COMMENT_CHARS
from review.models import Comment, Entry, Project
from review.services.comments import make_comment
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user

MESSAGES = ["We keep the raw text for 30 days.", "The audit log is kept for two years."]


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


@pytest.fixture
def jun(project: Project) -> User:
    return make_user("jun", project=project)


@pytest.fixture
def entry(project: Project) -> Entry:
    return make_entry(make_session(MESSAGES, project=project), [(1, MESSAGES[1])], title="The log stays")


def say(entry: Entry, actor: User, text: str, reply_to: int | None = None) -> Comment:
    made = make_comment(entry_id=entry.pk, text=text, reply_to=reply_to, actor=actor)
    assert isinstance(made, Comment), made
    return made


@pytest.mark.smoke
def test_a_comment_is_written_answered_and_resolved_by_keyboard_alone(
    page: Page, page_of: Callable[..., Page], entry: Entry, jun: User
) -> None:
    page.goto(f"/entries/{entry.pk}/")
    expect(page.locator("#comment-text")).to_be_hidden()

    page.keyboard.press("t")
    expect(page.locator("#comment-text")).to_be_focused()
    page.keyboard.type("@jun: a, x and z are written")
    page.keyboard.press("Enter")
    page.keyboard.type("and not pressed")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#comment-1 .words")).to_have_text("@jun: a, x and z are written\nand not pressed")
    expect(page.locator("#comment-text")).to_have_value("")
    expect(page.locator("#live")).to_have_text("Your comment is kept.")
    expect(page.locator("#comments-note")).to_have_text("1 open comment")
    assert Entry.objects.get(pk=entry.pk).version == 1

    his = page_of(jun, locale="ko-KR")
    his.goto("/help/")
    expect(his.locator(".bell .n")).to_have_text("1")
    his.keyboard.press("g")
    his.keyboard.press("w")
    expect(his.get_by_role("heading", level=1)).to_have_text("알림")
    expect(his.locator(".bell .n")).to_have_count(0)
    his.keyboard.press("j")
    expect(his.get_by_role("link", name="mina 님이 나를 언급했습니다")).to_be_focused()
    his.keyboard.press("Enter")
    his.wait_for_url(f"**/entries/{entry.pk}/#comment-1")
    his.locator("#comment-1 .reply > summary").focus()
    his.keyboard.press("Enter")
    expect(his.locator("#comment-text-1")).to_be_focused()
    his.keyboard.type("네, 맞습니다.")
    his.keyboard.press("Control+Enter")
    expect(his.locator("#comment-2 .words")).to_have_text("네, 맞습니다.")
    his.locator("#resolve-1").focus()
    his.keyboard.press("Enter")
    expect(his.locator("#comments .resolved > summary")).to_have_text("해결된 댓글 1개")
    expect(his.locator("#comments")).to_be_focused()

    page.reload()
    expect(page.locator(".bell .n")).to_have_text("1")
    assert [comment.resolved_by for comment in Comment.objects.order_by("number")] == [jun, None]


def test_comments_are_in_the_queue_and_leave_what_is_being_written(page: Page, entry: Entry, jun: User) -> None:
    comment = say(entry, jun, "Is that so?")
    page.goto("/queue/")

    page.keyboard.press("x")
    page.keyboard.type("not yet")
    page.locator("#comments").evaluate("fold => fold.querySelector('#resolve-1').click()")
    expect(page.locator("#comments .resolved")).to_be_visible()
    expect(page.locator("#reject-reason")).to_have_value("not yet")
    comment.refresh_from_db()
    assert comment.resolved_by == User.objects.get(username="mina")


def test_words_that_were_too_many_stay_in_their_field(page: Page, entry: Entry) -> None:
    page.goto(f"/entries/{entry.pk}/")
    page.keyboard.press("t")
    page.locator("#comment-text").evaluate("field => { field.removeAttribute('maxlength'); }")
    page.locator("#comment-text").fill("x" * (MAX_COMMENT_CHARS + 1))
    page.keyboard.press("Control+Enter")

    expect(page.locator("#comments [role=alert]")).to_have_text(
        f"A comment has {MAX_COMMENT_CHARS:,} characters at most."
    )
    expect(page.locator("#comment-text")).to_have_value("x" * (MAX_COMMENT_CHARS + 1))


def test_a_syllable_that_is_being_composed_is_not_sent(page: Page, entry: Entry) -> None:
    page.goto(f"/entries/{entry.pk}/")
    page.keyboard.press("t")
    field = page.locator("#comment-text")
    field.fill("반")
    composing = {"key": "Enter", "ctrlKey": True, "isComposing": True}
    field.dispatch_event("keydown", composing)
    field.fill("반대합니다.")
    page.keyboard.press("Control+Enter")

    expect(page.locator("#comment-1 .words")).to_have_text("반대합니다.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_comments_and_notifications_fit_a_phone(
    page: Page, entry: Entry, jun: User, scheme: str, assert_accessible: Callable[[Page], None]
) -> None:
    say(entry, jun, f"@mina {'word' * 80} \u202e 이 주장은 맞나요?")
    say(entry, jun, "Well?", reply_to=1)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 390, "height": 844})

    for address in (f"/entries/{entry.pk}/", "/waiting/"):
        page.goto(address)
        assert_soon(page, "document.documentElement.scrollWidth", 390)
        assert_accessible(page)
