"""A new entry of words that a person selects in a session, by mouse and by keys, verified by somebody else."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Entry, Project, ReviewSession
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

SAID = ["I am planning the summer 🙂.", "We fly. I always take the window seat.", "Noted: a window seat for you."]


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    sign_in(user)
    return user


@pytest.fixture
def session(mina: User) -> ReviewSession:
    return make_session(SAID, project=make_project(reviewer=mina), session_id="talk")


def stated(entry: Entry) -> tuple[str, str, str, list[str]]:
    return entry.title, entry.type, entry.stage, [quote.text for quote in quotes_of(entry)]


@pytest.mark.smoke
def test_an_entry_is_added_by_keys_and_verified_by_another_person(
    page: Page, session: ReviewSession, sign_in: Callable[[User], None], assert_accessible: Callable[[Page], None]
) -> None:
    Project.objects.update(separate_span_author=True)
    page.goto(session.get_absolute_url())
    page.keyboard.press("v")
    page.keyboard.press("l")
    expect(page.locator("#selection q")).to_have_text(SAID[0])
    page.keyboard.press("Enter")
    expect(page.locator("#new-title")).to_be_focused()
    expect(page.locator("#selection q")).to_have_text("I am planning the summer 🙂.")
    assert_accessible(page)

    page.keyboard.type("The user plans a trip, v and l and w")
    page.keyboard.press("Tab")
    page.keyboard.type("fact")
    page.keyboard.press("Enter")

    expect(page.locator(".flash")).to_contain_text("The user plans a trip")
    entry = Entry.objects.get()
    quote = quotes_of(entry)[0]
    expect(page.locator(f"#row-{quote.pk}")).to_contain_text("added by mina")
    expect(page.locator(f".msg-text [data-ev~='{quote.pk}']").first).to_be_visible()
    assert_accessible(page)
    assert stated(entry) == ("The user plans a trip, v and l and w", "fact", "candidate", [SAID[0]])

    page.goto(entry.get_absolute_url())
    expect(page.locator("#facts")).to_contain_text("added by mina")
    expect(page.locator("#checklist li[data-is=no]")).to_have_count(1)
    assert_accessible(page)

    sign_in(make_user("jun", project=session.project))
    page.goto(entry.get_absolute_url())
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#promotion-h")).to_have_text("What it rests on")
    entry.refresh_from_db()
    assert entry.stage == "verified"


def test_an_entry_is_added_with_the_mouse_behind_an_emoji_and_the_form_is_left_with_escape(
    page: Page, session: ReviewSession
) -> None:
    page.goto(session.get_absolute_url())
    page.locator("#m-1 .msg-text").dblclick(position={"x": 5, "y": 8})
    page.locator("#use-selection").click()
    page.locator("#new-title").click()
    page.keyboard.press("Escape")
    expect(page.locator("#anchor")).to_be_hidden()

    page.locator("#m-1 .msg-text").dblclick(position={"x": 5, "y": 8})
    page.locator("#use-selection").click()
    page.locator("#new-body").click()
    page.keyboard.type("To the sea.")
    page.locator("#new-title").fill("They fly")
    page.locator("#add-entry-go").click()

    expect(page.locator(".flash")).to_contain_text("They fly")
    assert stated(Entry.objects.get()) == ("They fly", "", "candidate", ["We"])


def test_what_is_refused_keeps_what_was_typed(page: Page, session: ReviewSession) -> None:
    page.goto(session.get_absolute_url())
    page.locator("#m-1 .msg-text").dblclick(position={"x": 5, "y": 8})
    page.locator("#use-selection").click()
    page.locator("#new-title").fill("They fly")
    page.locator("#new-type").fill("answer")
    page.locator("#add-entry-go").click()

    expect(page.locator("#new-type")).to_be_focused()
    expect(page.locator("#selection [role=alert]")).to_contain_text("An answer comes with the sources")
    expect(page.locator("#new-title")).to_have_value("They fly")
    page.locator("[data-leave]").click()
    expect(page.locator("#anchor")).to_be_hidden()
    assert not Entry.objects.exists()


def test_words_selected_beside_a_failed_quote_may_become_an_entry_too(page: Page, session: ReviewSession) -> None:
    [failed] = quotes_of(make_entry(session, [(1, "nobody said this here")]))
    page.goto(f"{session.get_absolute_url()}?quote={failed.pk}")
    page.locator("#m-1 .msg-text").dblclick(position={"x": 5, "y": 8})
    expect(page.locator("#use-selection")).to_contain_text("Use selection")

    page.locator("#to-new-entry").click()
    page.locator("#new-title").fill("They fly")
    page.keyboard.press("Enter")

    expect(page.locator(".flash")).to_contain_text("They fly")
    assert stated(Entry.objects.get(extraction=None)) == ("They fly", "", "candidate", ["We"])


def test_a_reader_who_may_not_review_is_offered_nothing(
    page: Page, session: ReviewSession, sign_in: Callable[[User], None]
) -> None:
    vera = make_user("vera")
    make_project(viewer=vera)
    sign_in(vera)
    page.goto(session.get_absolute_url())
    page.locator("#m-1 .msg-text").dblclick(position={"x": 5, "y": 8})

    expect(page.locator("#anchor")).to_have_count(0)
    expect(page.locator("#add-entry")).to_have_count(0)


@pytest.mark.smoke
def test_an_entry_is_added_without_scripts(without_scripts: Callable[[], Page], session: ReviewSession) -> None:
    plain = without_scripts()
    plain.goto(session.get_absolute_url())
    plain.locator("#add-entry").click()
    plain.locator("#new-words").fill("window seat for")
    plain.locator("#new-index").fill("2")
    plain.locator("#new-title").fill("A window seat")
    plain.locator("#add-entry-go").click()

    expect(plain.locator(".flash")).to_contain_text("A window seat")
    assert stated(Entry.objects.get()) == ("A window seat", "", "candidate", ["window seat for"])


def fits_a_phone(page: Page, session: ReviewSession) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(session.get_absolute_url())
    page.keyboard.press("v")
    page.keyboard.press("l")
    expect(page.locator("#selection q")).to_have_text(SAID[0])
    page.keyboard.press("Enter")
    page.locator("#new-title").fill("창가 자리를 고른다")
    assert_soon(page, "document.documentElement.scrollWidth", 390)
    expect(page.locator("#add-entry-go")).to_be_in_viewport()


def test_the_form_fits_a_phone(page: Page, session: ReviewSession) -> None:
    fits_a_phone(page, session)


@pytest.mark.browser_context_args(locale="ko-KR")
def test_the_form_fits_a_phone_in_korean_and_takes_the_name_of_a_type(page: Page, session: ReviewSession) -> None:
    fits_a_phone(page, session)
    page.locator("#new-type").fill("사실")
    page.locator("#add-entry-go").click()

    expect(page.locator(".flash")).to_contain_text("창가 자리를 고른다")
    entry = Entry.objects.get()
    assert entry.type == "fact"
    expect(page.locator(f"#row-{quotes_of(entry)[0].pk}")).to_contain_text("mina 님이 추가함")
