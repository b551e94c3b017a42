"""The question whether a claim is still true, in a real browser: by mouse, by key, and without scripts."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Route, expect

from review.models import Entry, Project
from review.services.repair.quotes import retry_quote
from tests.browser.waiting import assert_soon, wait_until
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

SIZES = """new Set(['confirm', 'correct', 'reject'].map(
    (name) => Math.round(document.getElementById(`claim-${name}`).getBoundingClientRect().width / 4))).size"""
LEASE = "The lease ends on 30 April 2027, and we have to give notice 90 days before it ends."
MAY = LEASE.replace("April", "May")
KEYS = "열쇠는 이사 당일에 관리 사무소에 맡기지 않고 직접 넘기기로 했습니다."
FLIPPED = KEYS.replace("맡기지 않고", "맡기고")
SignIn = Callable[[User], None]


@pytest.fixture
def project(transactional_db: None, sign_in: SignIn) -> Project:
    project = make_project()
    sign_in(make_user("mina", project=project))
    return project


@pytest.fixture
def entry(project: Project) -> Entry:
    session = make_session([f"I read the contract. {LEASE} Nobody will remind us."], project=project)
    return make_entry(session, [MAY], title="The lease ends in May")


@pytest.fixture
def asked(entry: Entry) -> Entry:
    """Return an entry whose words were replaced before the page is opened."""
    [quote] = quotes_of(entry)
    mina = make_user("mina")
    retry_quote(quote_id=quote.pk, text=LEASE, message_index=0, seen_attempt=1, actor=mina)
    return entry


def stage(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).stage


@pytest.mark.smoke
def test_a_fix_asks_and_the_mouse_answers(page: Page, entry: Entry, assert_accessible: Callable[[Page], None]) -> None:
    """One click takes the message's words, and the gate stays shut until somebody says that the claim holds."""
    page.goto(entry.get_absolute_url())
    expect(page.locator("#claim-question")).to_be_hidden()
    page.locator(".q .q-go").click()
    expect(page.locator("#claim-question h2")).to_have_text("Is the claim still true?")
    expect(page.locator("#claim-question")).to_contain_text("The model wrote “May”, the message says “April”.")
    assert_accessible(page)
    page.locator("#promote-verified").press("Enter")
    expect(page.locator(".refusal code")).to_have_text("claim_unconfirmed")
    assert stage(entry) == "candidate"

    page.locator("#claim-confirm").click()

    expect(page.locator("#claim-question")).to_contain_text("Claim confirmed by mina")
    expect(page.locator("#live")).to_contain_text("Confirmed: the claim still holds")
    expect(page.locator("#claim-question")).to_be_focused()
    assert_accessible(page)
    page.locator("#promote-verified").click()
    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")
    assert stage(entry) == "verified"


@pytest.mark.smoke("light")
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_keys_answer_one_two_three(
    page: Page, asked: Entry, color_scheme: str, assert_accessible: Callable[[Page], None]
) -> None:
    page.emulate_media(color_scheme="dark" if color_scheme == "dark" else "light")
    page.goto(asked.get_absolute_url())
    page.keyboard.press("3")
    expect(page.locator("#claim-reject-reason")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#claim-reject")).to_be_focused()
    expect(page.locator("#claim-reject-reason")).to_be_hidden()
    page.keyboard.press("2")
    expect(page.locator("#correct-title")).to_be_focused()
    expect(page.locator("#correct-title")).to_have_value("The lease ends in April")
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.keyboard.press("1")

    expect(page.locator("#claim-question")).to_contain_text("Claim confirmed by mina")
    expect(page.locator("#claim-question")).to_be_focused()
    page.keyboard.press("1")
    assert Entry.objects.get(pk=asked.pk).version == 3


@pytest.mark.smoke
def test_one_answer_is_open_at_a_time(page: Page, asked: Entry) -> None:
    page.goto(asked.get_absolute_url())
    page.keyboard.press("2")
    expect(page.locator("#correct-title")).to_be_focused()
    page.locator("#correct-title").blur()

    page.keyboard.press("3")

    expect(page.locator("#claim-reject-reason")).to_be_focused()
    expect(page.locator("#correct-title")).to_be_hidden()


def test_a_digit_that_is_typed_answers_nothing(page: Page, asked: Entry) -> None:
    page.goto(asked.get_absolute_url())
    page.keyboard.press("2")
    page.keyboard.press("Control+End")
    page.keyboard.type(" 123")

    expect(page.locator("#correct-title")).to_have_value("The lease ends in April 123")
    assert Entry.objects.get(pk=asked.pk).claim_open


def test_the_claim_is_corrected_by_key(page: Page, asked: Entry) -> None:
    page.goto(asked.get_absolute_url())
    page.keyboard.press("2")
    page.locator("#correct-title").fill("The lease ends in May")
    page.locator("#correct-go").press("Enter")
    expect(page.locator("#claim-question [role=alert]")).to_contain_text("This is the claim as it was")
    expect(page.locator("#correct-title")).to_be_focused()
    page.locator("#correct-title").fill("The lease ends on 30 April 2027")

    page.locator("#correct-go").press("Enter")

    expect(page.locator("#claim")).to_have_text("The lease ends on 30 April 2027")
    expect(page.locator("#open-count")).to_contain_text("Everything is met.")
    expect(page.locator("#claim-question")).to_contain_text("Claim corrected by mina")
    expect(page.locator("#claim-question")).to_be_focused()
    page.locator(".versions summary").first.click()
    expect(page.locator(".hist-claims")).to_contain_text("The lease ends in May")
    page.locator("#promote-verified").press("Enter")
    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")


def test_the_focus_stays_with_the_answer_when_a_late_part_comes_first(page: Page, asked: Entry) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/later/", hold)
    page.route("**/correct/", hold)
    page.goto(asked.get_absolute_url())
    page.keyboard.press("2")
    page.locator("#correct-title").fill("The lease ends on 30 April 2027")
    page.locator("#correct-go").press("Enter")
    wait_until(page, lambda: len(held) == 2)
    late, answer = held
    page.unroute("**/later/")
    late.continue_()
    expect(page.locator("#later[hx-get]")).to_have_count(0)

    answer.continue_()

    expect(page.locator("#claim-question")).to_contain_text("Claim corrected by mina")
    expect(page.locator("#claim-question")).to_be_focused()


def test_the_entry_is_rejected_by_key(page: Page, asked: Entry) -> None:
    page.goto(asked.get_absolute_url())
    page.keyboard.press("3")
    page.keyboard.type("It ends in April.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator("#decide")).to_contain_text("Rejected.")
    expect(page.locator("[data-claim-choices]")).to_have_count(0)
    assert Entry.objects.get(pk=asked.pk).rejected_reason == "It ends in April."


@pytest.mark.browser_context_args(locale="ko-KR")
def test_a_lost_negation_asks_in_korean(page: Page, project: Project) -> None:
    entry = make_entry(make_session([f"{KEYS} 잊지 마세요."], project=project), [FLIPPED], title="열쇠는 맡긴다")
    page.goto(entry.get_absolute_url())
    page.locator(".q .q-go").click()

    expect(page.locator("#claim-question h2")).to_have_text("이 주장은 여전히 맞나요?")
    expect(page.locator("#claim-confirm")).to_contain_text("그대로 맞음")
    page.locator("#promote-verified").press("Enter")
    expect(page.locator(".refusal code")).to_have_text("claim_unconfirmed")
    page.locator("#claim-correct").click()
    page.locator("#correct-title").fill("열쇠는 직접 넘긴다")
    page.locator("#correct-go").click()
    expect(page.locator("#claim")).to_have_text("열쇠는 직접 넘긴다")


@pytest.mark.browser_context_args(locale="ko-KR")
def test_words_typed_by_hand_ask_and_looking_again_asks_on(page: Page, project: Project) -> None:
    """The second path to the message's words: no fix, the editor. Looking for the same words again answers nothing."""
    entry = make_entry(make_session([f"{KEYS} 잊지 마세요."], project=project), ["열쇠는 관리 사무소에 맡긴다"])
    [quote] = quotes_of(entry)
    page.goto(entry.get_absolute_url())
    for attempt in (2, 3):
        page.locator(f"#quote-{quote.pk}").focus()
        page.keyboard.press("e")
        page.locator(f"#text-{quote.pk}").fill(KEYS)
        page.locator(f"#text-{quote.pk}").press("Control+Enter")
        expect(page.locator(f"#quote-{quote.pk}")).to_have_attribute("data-state", "exact")
        expect(page.locator(f'#quote-{quote.pk} [name="seen_attempt"]').first).to_have_value(str(attempt))
        expect(page.locator("#claim-question h2")).to_have_text("이 주장은 여전히 맞나요?")

    page.locator("#promote-verified").press("Enter")

    expect(page.locator(".refusal code")).to_have_text("claim_unconfirmed")
    assert stage(entry) == "candidate"


@pytest.mark.smoke
def test_everything_is_answered_without_scripts(asked: Entry, without_scripts: Callable[[], Page]) -> None:
    page = without_scripts()
    page.goto(asked.get_absolute_url())
    page.locator("#promote-verified").press("Enter")
    expect(page.locator(".refusal code")).to_have_text("claim_unconfirmed")
    page.locator("#claim-correct").click()
    page.locator("#correct-title").fill("The lease ends in May")
    page.locator("#correct-go").click()
    expect(page.locator("#claim-question [role=alert]")).to_contain_text("This is the claim as it was")
    page.locator("#correct-title").fill("The lease ends in April")
    page.locator("#correct-go").click()
    expect(page.locator("#claim")).to_have_text("The lease ends in April")
    expect(page.locator("#claim-question")).to_contain_text("Claim corrected by mina")

    [quote] = quotes_of(asked)
    retry_quote(
        quote_id=quote.pk, text="The lease ends on 30 April", message_index=0, seen_attempt=2, actor=make_user("mina")
    )
    page.goto(asked.get_absolute_url())
    page.locator("#claim-confirm").click()
    expect(page.locator("#claim-question")).to_contain_text("Claim confirmed by mina")
    page.locator("#promote-verified").click()
    expect(page.locator("#decide")).to_contain_text("Verified by mina")


def test_a_rejection_without_scripts(asked: Entry, without_scripts: Callable[[], Page]) -> None:
    page = without_scripts()
    page.goto(asked.get_absolute_url())
    page.locator("#claim-reject").click()
    page.locator("#claim-reject-reason").fill("It ends in April.")
    page.locator("#claim-reject-go").click()

    expect(page.locator("#decide")).to_contain_text("It ends in April.")


def test_the_three_answers_have_one_size_and_nothing_is_cut(page: Page, asked: Entry) -> None:
    page.goto(asked.get_absolute_url())

    for width in (320, 390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert_soon(page, SIZES, 1)
        assert_soon(page, "document.documentElement.scrollWidth <= innerWidth")
