"""The keys of every page: when they are silent, how lists are walked, where Escape and answers leave the focus."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.domain.policy import Stage
from review.models import Entry, Event, Project, Role
from tests.browser.waiting import assert_soon, nothing_is_sent
from tests.factories import make_entry, make_project, make_session, make_user

MESSAGES = ["We keep the raw text for 30 days.", "The audit log is kept for two years."]
READY, FAILED = (1, MESSAGES[1]), (0, "Nobody said anything like this.")
RETRY = ".retry:has([id^=retry-]) "
SENT = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, cancelable: true, %s}))"
FOCUSED = "document.activeElement === document.body ? 'body' : document.activeElement.id"


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None]) -> Project:
    user = make_user("mina")
    sign_in(user)
    return make_project(reviewer=user)


def make_listed(project: Project, *quotes: tuple[int, str]) -> list[Entry]:
    session = make_session(MESSAGES, project=project)
    return [make_entry(session, [quote], title=f"Decision {number}") for number, quote in enumerate(quotes)]


def stage_of(entry: Entry) -> str:
    return Entry.objects.get(pk=entry.pk).stage


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


# ---------- when a key is silent ----------


@pytest.mark.smoke
def test_holding_a_key_for_two_seconds_verifies_once(page: Page, project: Project) -> None:
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())

    for _ in range(60):
        page.keyboard.down("a")
    page.keyboard.up("a")
    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")

    assert stage_of(entry) == Stage.VERIFIED
    assert Event.objects.filter(event_type__in=["entry_promoted", "promotion_refused"]).count() == 1


@pytest.mark.smoke
def test_a_held_key_that_began_elsewhere_decides_nothing(page: Page, project: Project) -> None:
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())

    with nothing_is_sent(page):
        page.evaluate(SENT % "key: 'a', code: 'KeyA', repeat: true")
        page.evaluate(SENT % "key: 'ㅁ', code: 'KeyA', isComposing: true")
        page.evaluate(SENT % "key: 'a', code: 'KeyA', ctrlKey: true")

    assert stage_of(entry) == Stage.CANDIDATE


@pytest.mark.smoke
def test_a_hangul_key_verifies_and_in_a_field_it_is_typed(page: Page, project: Project) -> None:
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())

    press(page, "x")
    expect(page.locator("#reject-reason")).to_be_focused()
    page.keyboard.insert_text("ㅁ")
    page.evaluate(SENT % "key: 'ㅁ', code: 'KeyA'")
    press(page, "a")
    expect(page.locator("#reject-reason")).to_have_value("ㅁa")
    assert stage_of(entry) == Stage.CANDIDATE

    press(page, "Escape")
    page.evaluate(SENT % "key: 'ㅁ', code: 'KeyA'")
    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")
    assert stage_of(entry) == Stage.VERIFIED


@pytest.mark.smoke("#palette")
@pytest.mark.parametrize("dialog", ["#keys", "#palette"])
def test_an_open_dialog_keeps_the_keys_to_itself(page: Page, project: Project, dialog: str) -> None:
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())
    press(page, "?" if dialog == "#keys" else "Control+k")
    expect(page.locator(dialog)).to_be_visible()

    page.evaluate("document.activeElement.blur()")
    with nothing_is_sent(page):
        press(page, "a", "x", "1")

    assert stage_of(entry) == Stage.CANDIDATE
    expect(page.locator("#reject-reason")).to_be_hidden()


@pytest.mark.smoke
def test_a_key_during_a_request_decides_nothing_more(page: Page, project: Project) -> None:
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())
    sent = list[str]()
    page.on("request", lambda request: sent.append(request.method))

    page.evaluate(f"{SENT}; {SENT}" % (("key: 'a', code: 'KeyA'",) * 2))
    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")

    assert sent.count("POST") == 1


@pytest.mark.smoke
def test_keys_that_are_off_stay_off_and_those_with_ctrl_work(page: Page, project: Project) -> None:
    [entry] = make_listed(project, FAILED)
    page.goto(entry.get_absolute_url())
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="off", exact=True).click()
    expect(page.locator("body")).to_have_attribute("data-single-keys", "off")

    press(page, "x", "e", "?", "g", "e")
    expect(page.locator("#reject-reason")).to_be_hidden()
    expect(page.locator("#keys")).to_be_hidden()
    assert page.url.endswith(entry.get_absolute_url())

    page.get_by_text("Look elsewhere…").click()
    page.locator(RETRY + "textarea").fill("kept for two years")
    page.locator(RETRY + "[name=message_index]").fill("1")
    press(page, "Control+Enter")
    expect(page.locator("#live")).to_have_text("Found in #1 (exact).")
    press(page, "Control+k")
    expect(page.locator("#palette")).to_be_visible()


# ---------- where the keys lead ----------


@pytest.mark.smoke
def test_rows_are_walked_and_entries_follow_one_another(page: Page, project: Project) -> None:
    make_listed(project, READY, READY, READY)
    page.goto("/entries/")

    press(page, "j", "j", "j", "j", "k")
    expect(page.get_by_role("link", name="Decision 1")).to_be_focused()
    for key, claim in (("Enter", "Decision 1"), ("j", "Decision 2"), ("j", "Decision 2"), ("k", "Decision 1")):
        press(page, key)
        expect(page.locator("#claim")).to_have_text(claim)
        page.wait_for_load_state()


@pytest.mark.parametrize(
    ("address", "first"),
    [
        ("/sessions/", "table.tab tbody tr:nth-child(1) th a"),
        ("/runs/", "table.tab tbody tr:nth-child(2) th a"),
        ("/search/?q=Decision", ".res li:nth-child(1) a.t"),
        ("/failed/", ".fail:nth-child(1)"),
    ],
)
def test_every_list_is_walked_by_the_same_keys(page: Page, project: Project, address: str, first: str) -> None:
    make_listed(project, FAILED, FAILED)
    page.goto(address)
    page.evaluate("document.activeElement.blur()")

    press(page, "j")

    expect(page.locator(first).first).to_be_focused()


@pytest.mark.smoke
def test_two_keys_go_to_a_page_and_the_second_is_no_key_of_its_own(page: Page, project: Project) -> None:
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())

    press(page, "g", "a")  # a reviewer has no audit: and nothing is verified by it
    press(page, "g", "x")
    expect(page.locator("#reject-reason")).to_be_hidden()
    assert stage_of(entry) == Stage.CANDIDATE
    press(page, "g", "q")
    page.wait_for_url("**/queue/")
    press(page, "g", "h")
    page.wait_for_url(lambda url: url.endswith(":" + url.rsplit(":", 1)[1].split("/")[0] + "/"))


def test_the_second_key_comes_soon_or_is_its_own(page: Page, project: Project) -> None:
    [entry] = make_listed(project, READY)
    page.clock.install()
    page.goto(entry.get_absolute_url())

    late = "const late = new KeyboardEvent('keydown', {key: 'x', code: 'KeyX', bubbles: true, cancelable: true});"
    late += "Object.defineProperty(late, 'timeStamp', {value: performance.now() + 5000});"
    press(page, "g")
    page.evaluate(f"{{ {late} document.body.dispatchEvent(late) }}")

    expect(page.locator("#reject-reason")).to_be_focused()


def test_an_auditor_goes_to_the_audit_and_not_to_the_queue(
    page: Page, project: Project, sign_in: Callable[[User], None]
) -> None:
    make_listed(project, READY)
    sign_in(make_user("sora", project=project, role=Role.AUDITOR))
    page.goto("/entries/")

    press(page, "g", "q")
    press(page, "g", "a")

    page.wait_for_url("**/audit/")


# ---------- where the focus is ----------


@pytest.mark.parametrize("field", [RETRY + "textarea", RETRY + "[name=message_index]", "#reject-reason"])
def test_escape_leaves_a_field_and_its_words(page: Page, project: Project, field: str) -> None:
    [entry] = make_listed(project, FAILED)
    page.goto(entry.get_absolute_url())
    press(page, "x" if field == "#reject-reason" else "e")
    page.locator(field).fill("12")

    press(page, "Escape")

    assert_soon(page, f"!['body', ''].includes({FOCUSED})")
    expect(page.locator(field)).to_have_value("12")
    press(page, "f")
    expect(page.locator(".q")).to_be_focused()


@pytest.mark.smoke("key-reject")
@pytest.mark.parametrize("name", ["reject", "demote"])
@pytest.mark.parametrize("how", ["click", "Enter", "key"])
def test_a_reason_is_written_next(page: Page, project: Project, name: str, how: str) -> None:
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())
    if name == "demote":
        press(page, "a")
        expect(page.locator("#decide")).to_contain_text("Promoted to verified.")
        page.reload()
        page.locator("#undo form").evaluate("(offer) => { offer.dataset.seconds = 1; }")  # before, z takes it back
        expect(page.locator("#undo form")).to_have_count(0)
    summary = page.locator(f"#{name}")

    if how == "click":
        summary.click()
    elif how == "Enter":
        summary.press("Enter")
    else:
        press(page, "x" if name == "reject" else "z")

    expect(page.locator(f"#{name}-reason")).to_be_focused()


@pytest.mark.smoke
def test_after_each_decision_the_focus_is_on_the_page(page: Page, project: Project) -> None:
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())

    press(page, "a")
    expect(page.locator("#decide")).to_contain_text("Promoted to verified.")
    assert_soon(page, FOCUSED, "entry")
    press(page, "z")
    expect(page.locator("#promote-verified")).to_be_visible()
    assert_soon(page, FOCUSED, "entry")
    press(page, "x")
    expect(page.locator("#reject-reason")).to_be_focused()
    page.keyboard.type("not ours")
    press(page, "Tab", "Enter")
    expect(page.locator("#reopen")).to_be_visible()
    assert_soon(page, FOCUSED, "entry")


def test_a_blocked_entry_leads_to_what_is_missing(page: Page, project: Project) -> None:
    [entry] = make_listed(project, FAILED)
    page.goto(entry.get_absolute_url())

    press(page, "a")

    expect(page.locator("#decide .say a")).to_be_focused()
    assert stage_of(entry) == Stage.CANDIDATE


def test_parts_that_load_by_themselves_take_no_focus(page: Page, project: Project) -> None:
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())
    expect(page.locator("#later:not([hx-get])")).to_be_attached()

    assert_soon(page, FOCUSED, "body")


def test_a_approves_where_another_person_has_to_verify(page: Page, project: Project) -> None:
    Project.objects.update(two_reviewers=True)
    [entry] = make_listed(project, READY)
    page.goto(entry.get_absolute_url())

    press(page, "a")

    expect(page.locator("#checklist")).to_contain_text("approved by mina")
