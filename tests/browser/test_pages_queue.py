"""The review queue in a real browser: by keyboard alone, with two people, with Hangul, and what is announced."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from review.domain.limits import UNDO_WINDOW
from review.domain.policy import Stage
from review.models import Entry, Event, Lease, Project, Role
from review.services.promotion.stages import promote_entry
from tests.browser.waiting import assert_soon, nothing_is_sent, wait_until
from tests.factories import make_entry, make_project, make_session, make_user

MESSAGES = ["We keep the raw text for 30 days.", "Done. Done.", "The audit log is kept for two years."]
READY, TWICE, OTHER = (2, MESSAGES[2]), (1, "Done."), (0, "We keep the raw text for 90 days.")


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


def make_queue(project: Project, *quotes: tuple[int, str]) -> list[Entry]:
    session = make_session(MESSAGES, project=project)
    return [
        make_entry(session, [quote], title=f"Decision {number}", stage="candidate")
        for number, quote in enumerate(quotes)
    ]


def stage_of(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).stage


def claim_is(page: Page, title: str) -> None:
    expect(page.locator("#claim")).to_have_text(title)
    expect(page.locator("#claim")).to_be_focused()


@pytest.mark.smoke
def test_twelve_entries_are_decided_by_keyboard_alone(page: Page, project: Project) -> None:
    entries = make_queue(project, *[READY] * 10, TWICE, OTHER)
    loads = list[str]()
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.goto("/queue/")

    expect(page.locator("#claim")).to_have_text("Decision 11")
    page.keyboard.press("a")
    expect(page.locator("#promote-verified")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("s")
    claim_is(page, "Decision 10")
    page.keyboard.press("x")
    expect(page.locator("#reject-reason")).to_be_focused()
    page.keyboard.type("a as in xsz")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for number in range(10):
        claim_is(page, f"Decision {number}")
        page.keyboard.press("a")
    claim_is(page, "Nothing is left in the queue")
    expect(page.locator("#queue-head")).to_be_hidden()

    assert len(loads) == 1
    assert [stage_of(entry) for entry in entries] == [Stage.VERIFIED] * 10 + [Stage.CANDIDATE] * 2
    assert Entry.objects.get(pk=entries[10].pk).rejected_reason == "a as in xsz"
    assert Event.objects.filter(event_type="entry_promoted").count() == 10


@pytest.mark.smoke
def test_holding_a_key_decides_once(page: Page, project: Project) -> None:
    entries = make_queue(project, *[READY] * 3)
    page.goto("/queue/")

    page.keyboard.down("a")
    for _ in range(20):
        page.keyboard.down("a")
    page.keyboard.up("a")
    claim_is(page, "Decision 1")

    assert [stage_of(entry) for entry in entries] == [Stage.VERIFIED, Stage.CANDIDATE, Stage.CANDIDATE]


@pytest.mark.smoke
def test_two_quick_presses_decide_once(page: Page, project: Project) -> None:
    entries = make_queue(project, *[READY] * 3)
    page.goto("/queue/")
    sent = list[str]()
    page.on("request", lambda request: sent.append(f"{request.method} {request.url.rpartition('/entries/')[2]}"))

    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'a', code: 'KeyA', bubbles: true}))"
    again = f"document.addEventListener('htmx:before:request', () => setTimeout(() => {press}), {{once: true}})"
    page.evaluate(f"{again}; {press}")
    claim_is(page, "Decision 1")
    with nothing_is_sent(page):
        pass  # a key that was kept would be pressed when the answer has come

    assert [one for one in sent if "promote" in one] == [f"POST {entries[0].pk}/promote/"]
    assert [stage_of(entry) for entry in entries] == [Stage.VERIFIED, Stage.CANDIDATE, Stage.CANDIDATE]


def test_keys_do_not_wait_for_what_a_card_reads_on_its_own(page: Page, project: Project) -> None:
    entries = make_queue(project, *[READY] * 3)
    page.goto("/queue/")
    held = list[Route]()
    page.route("**/later/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks a function for its arity
    page.keyboard.press("a")
    claim_is(page, "Decision 1")
    page.locator(".beside > summary").click()
    wait_until(page, lambda: bool(held))

    page.keyboard.press("x")
    page.keyboard.type("a as in xsz")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    claim_is(page, "Decision 2")

    assert Entry.objects.get(pk=entries[1].pk).rejected_reason == "a as in xsz"


def test_the_focus_is_not_looked_for_in_the_card_that_leaves(page: Page, project: Project) -> None:
    """Finding it there would have the page laid out with both cards in it."""
    make_queue(project, *[READY] * 3)
    page.goto("/queue/")
    page.keyboard.press("a")
    claim_is(page, "Decision 1")
    page.evaluate("""document.getElementById('claim').addEventListener('blur', () => {
        window.cards = document.querySelectorAll('#entry').length;
    })""")

    page.keyboard.press("a")

    claim_is(page, "Decision 2")
    assert_soon(page, "window.cards", 1)


def test_a_hangul_keyboard_decides_too(page: Page, project: Project) -> None:
    make_queue(project, *[READY] * 2)
    page.goto("/queue/")

    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅁ', code: 'KeyA', bubbles: true}))")

    claim_is(page, "Decision 1")


@pytest.mark.smoke
def test_two_people_never_meet(page: Page, page_of: Callable[..., Page], project: Project) -> None:
    entries = make_queue(project, *[READY] * 6)
    page.goto("/queue/")
    second = page_of(make_user("jun", project=project))
    second.goto("/queue/")

    expect(page.locator("#claim")).to_have_text("Decision 0")
    expect(second.locator("#claim")).to_have_text("Decision 1")
    for first, then in ((0, 2), (2, 4)):
        page.keyboard.press("a")
        claim_is(page, f"Decision {then}")
        second.keyboard.press("a")
        claim_is(second, f"Decision {first + 3}")
    for one in (page, second):
        one.keyboard.press("a")
        claim_is(one, "Nothing is left in the queue")

    assert [stage_of(entry) for entry in entries] == [Stage.VERIFIED] * 6
    by = Event.objects.filter(event_type="entry_promoted").values_list("actor", flat=True)
    assert sorted(by) == ["jun"] * 3 + ["mina"] * 3


@pytest.mark.smoke
def test_a_lost_lease_is_shown(page: Page, project: Project) -> None:
    make_queue(project, READY)
    page.goto("/queue/")
    jun = make_user("jun", project=project)
    Lease.objects.update(holder=jun)

    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator("#lease")).to_have_text("Somebody else has this entry now: the first decision counts.")


def test_a_log_in_that_has_ended_is_shown_without_a_click(page: Page, project: Project) -> None:
    make_queue(project, READY)
    page.goto("/queue/")
    Session.objects.all().delete()

    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator("#lease")).to_contain_text("Your log-in has ended.")


@pytest.mark.smoke("en")
@pytest.mark.parametrize(
    ("language", "decided", "bar"),
    [
        pytest.param(
            "en-US",
            "Promoted to verified. Next: Decision 1",
            "Decision",
            marks=pytest.mark.browser_context_args(),
            id="en",
        ),
        pytest.param(
            "ko-KR",
            "승격했습니다: 검증됨. 다음: Decision 1",
            "결정",
            marks=pytest.mark.browser_context_args(locale="ko-KR"),
        ),
    ],
)
def test_a_decision_is_announced(page: Page, project: Project, language: str, decided: str, bar: str) -> None:
    make_queue(project, *[READY] * 2)
    page.goto("/queue/")
    assert_soon(page, "navigator.language", language)
    expect(page.get_by_role("region", name=bar, exact=True)).to_be_visible()

    page.keyboard.press("a")

    expect(page.get_by_role("status").filter(has_text=decided)).to_have_count(1)
    claim_is(page, "Decision 1")


@pytest.mark.smoke("en")
@pytest.mark.parametrize(
    "back",
    [
        pytest.param("Undone. Next: Decision 0", marks=pytest.mark.browser_context_args(locale="en-US"), id="en"),
        pytest.param("되돌렸습니다. 다음: Decision 0", marks=pytest.mark.browser_context_args(locale="ko-KR")),
    ],
)
def test_z_takes_a_decision_back(page: Page, project: Project, back: str) -> None:
    entries = make_queue(project, *[READY] * 3)
    page.goto("/queue/")
    page.keyboard.press("a")
    claim_is(page, "Decision 1")
    expect(page.locator("#undo-go")).to_be_visible()

    page.keyboard.press("z")

    claim_is(page, "Decision 0")
    expect(page.locator("#live")).to_have_text(back)
    expect(page.locator("#undo-go")).to_have_count(0)
    assert [stage_of(entry) for entry in entries] == [Stage.CANDIDATE] * 3


@pytest.mark.smoke
@pytest.mark.real_clocks
def test_the_offer_to_take_a_decision_back_ends(page: Page, project: Project) -> None:
    make_queue(project, *[READY] * 2)
    page.clock.install()
    page.goto("/queue/")
    page.keyboard.press("a")
    claim_is(page, "Decision 1")
    page.locator("#undo-go").focus()

    page.clock.run_for((UNDO_WINDOW.seconds + 1) * 1000)

    expect(page.locator("#undo-go")).to_have_count(0)
    expect(page.locator("#entry")).to_be_focused()


def test_minutes_that_have_begun_are_counted(page: Page, project: Project) -> None:
    [entry] = make_queue(project, READY)
    until = timezone.now() + timedelta(minutes=4, seconds=30)
    Lease.objects.create(entry=entry, holder=make_user("jun", project=project), until=until)
    page.clock.install()
    page.goto(entry.get_absolute_url())

    page.clock.run_for(6_000)

    expect(page.locator("#presence")).to_have_text("jun is looking at it – 5 min left")


def test_ten_entries_are_certified_with_eleven_keys(
    page: Page, project: Project, sign_in: Callable[[User], None]
) -> None:
    mina = User.objects.get(username="mina")
    entries = make_queue(project, *[READY] * 10)
    for entry in entries:
        promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina)
    hana = make_user("hana", project=project, role=Role.CERTIFIER)
    hana.set_password("very much my own")
    hana.save()
    sign_in(hana)
    page.goto("/queue/?method=certifiable")

    page.keyboard.press("a")
    expect(page.locator("#certify-password")).to_be_focused()
    page.keyboard.type("very much my own")
    page.keyboard.press("Enter")
    for number in range(1, 10):
        claim_is(page, f"Decision {number}")
        page.keyboard.press("a")
    claim_is(page, "Nothing is left in the queue")

    assert [stage_of(entry) for entry in entries] == [Stage.CERTIFIED] * 10


def test_keys_that_are_turned_off_do_nothing(page: Page, project: Project) -> None:
    entries = make_queue(project, *[READY] * 2)
    page.goto("/queue/")
    page.locator(".site-menu > summary").click()
    page.locator(".site-menu details > summary").click()
    page.get_by_role("button", name="off", exact=True).click()
    expect(page.locator("html[data-ready] body[data-single-keys=off]")).to_be_attached()
    sent = list[str]()
    page.on("request", lambda request: sent.append(request.method))

    page.keyboard.press("a")
    page.keyboard.press("?")
    expect(page.locator("#keys")).not_to_be_visible()
    page.keyboard.press("Control+k")
    expect(page.locator("#palette")).to_be_visible()

    assert "POST" not in sent
    assert [stage_of(entry) for entry in entries] == [Stage.CANDIDATE] * 2


@pytest.mark.smoke
def test_the_sheet_lists_what_does_something_here(page: Page, project: Project) -> None:
    make_queue(project, READY)

    listed = page.locator("#keys .keys > div:visible dt")

    page.goto("/queue/")
    page.keyboard.press("?")
    expect(listed).to_have_text(["a", "x", "c", "s", "e", "w", "t", "g", "n p", "y", "v", "Ctrl K", "Esc", "?"])
    page.goto("/runs/")
    page.keyboard.press("?")
    expect(listed).to_have_text(["j k", "g", "Ctrl K", "Esc", "?"])


def test_escape_leaves_a_field_and_keeps_its_words(page: Page, project: Project) -> None:
    entries = make_queue(project, (0, "never said at all by anybody"))
    page.goto("/queue/")
    page.keyboard.press("e")
    page.keyboard.press("End")
    page.keyboard.type(" or so")

    page.keyboard.press("Escape")

    field = page.locator(f"#quote-{entries[0].quotes.get().pk} textarea").first
    expect(field).not_to_be_focused()
    expect(field).to_have_value("never said at all by anybody or so")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


@pytest.mark.smoke
def test_a_change_is_asked_for_by_keyboard_alone(page: Page, project: Project) -> None:
    entries = make_queue(project, READY, READY)
    page.goto("/queue/")

    page.keyboard.press("c")
    expect(page.locator("#decide input[type=radio]").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.type("a and x are written, not pressed")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    claim_is(page, "Decision 1")

    asked = Event.objects.get(event_type="change_requested")
    assert (asked.entry, asked.body) == (
        entries[0],
        {"reason": "claim_unclear", "comment": "a and x are written, not pressed"},
    )
    assert [stage_of(entry) for entry in entries] == [Stage.CANDIDATE] * 2
