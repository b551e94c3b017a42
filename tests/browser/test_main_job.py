"""The main job as a person does it: upload, read, repair, be refused, fix, promote, see the events.

Once with mouse and htmx, once by keyboard alone, once without JavaScript.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from review.domain.policy import Stage
from review.models import Entry, Event, Project
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db(transaction=True)

SESSION = {
    "sessionId": "cache-review",
    "title": "How long the cache lives",
    "messages": [
        {
            "role": "user",
            "content": "Let us settle the cache. We keep the cache for one hour and measure it again on Monday.",
        },
        {"role": "assistant", "content": "Understood. The raw   text of every event\nstays in the journal, untouched."},
        {"role": "user", "content": "담당자는 다음 주 회의에서 다시 정하고 일정은 그대로 갑니다."},
        {"role": "user", "content": "The nightly snapshot is written at two in the morning and kept for ninety days."},
    ],
}
EXTRACTION = {
    "entries": [
        {
            "entryId": "e-1",
            "type": "decision",
            "title": "The cache lives for one hour",
            "stage": "candidate",
            "evidence": [
                {"messageIndex": 0, "quote": "We keep the cache for one hour and measure it again on Monday"},
                {"messageIndex": 1, "quote": "the raw text of every event stays in the journal"},
                {"messageIndex": 2, "quote": "담당자는 다음주 회의에서 다시 정하고 일정은 그대로 갑니다"},
                {"messageIndex": 1, "quote": "The nightly snapshot is written at two in the morning"},
                {"messageIndex": 3, "quote": "snapshots are stored somewhere for about three months"},
            ],
        }
    ]
}
VERIFIED = re.compile("Promoted to verified|Verified by mina")


@pytest.fixture
def reviewer() -> User:
    return make_user("mina", project=make_project("demo"))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    session, extraction = tmp_path / "session.json", tmp_path / "extraction.json"
    session.write_text(json.dumps(SESSION, ensure_ascii=False), encoding="utf-8")
    extraction.write_text(json.dumps(EXTRACTION, ensure_ascii=False), encoding="utf-8")
    return session, extraction


def card(page: Page, number: int) -> Locator:
    return page.locator("article.q").nth(number - 1)


def event_types(entry: Entry) -> list[str]:
    return list(Event.objects.filter(entry=entry).order_by("seq").values_list("event_type", flat=True))


def upload(page: Page, session: Path, extraction: Path) -> None:
    page.goto("/upload/")
    page.locator("#id_files").set_input_files([session, extraction])
    expect(page.get_by_text("New session with 4 messages.")).to_be_visible()
    assert not Entry.objects.exists()
    page.locator("#confirm").click()
    page.get_by_role("link", name="Read the session").click()


def assert_methods_are_distinguishable(page: Page) -> None:
    marks = {
        method: page.locator(f'.msg-text mark[data-m="{method}"]').first for method in ("exact", "normalized", "fuzzy")
    }
    lines = {
        method: mark.evaluate("mark => getComputedStyle(mark).textDecorationStyle") for method, mark in marks.items()
    }
    assert lines == {"exact": "solid", "normalized": "dashed", "fuzzy": "wavy"}
    for method, mark in marks.items():
        expect(mark).to_have_attribute("data-badge", re.compile(f"^{method[0].upper()}"))
    texts = [message.evaluate("text => text.textContent") for message in page.locator(".msg-text").all()]
    assert texts == [message["content"] for message in SESSION["messages"]]  # type: ignore[index]


def repair_by_moving(page: Page) -> None:
    page.get_by_role("link", name=re.compile("^Failed")).first.click()
    moved = page.locator("li.fail", has_text="The nightly snapshot")
    moved.get_by_role("button", name="Move to #3").click()
    expect(moved).to_have_attribute("data-state", "exact")


def repair_by_editing(page: Page) -> None:
    card(page, 5).get_by_text("Look elsewhere…").click()
    card(page, 5).get_by_label("Words to look for").fill("written at two in the morning and kept for ninety days")
    card(page, 5).get_by_role("button", name="Look again").click()
    expect(card(page, 5)).to_have_attribute("data-state", "exact")


@pytest.mark.smoke
def test_main_job_with_the_mouse(
    page: Page, reviewer: User, files: tuple[Path, Path], sign_in: Callable[[User], None]
) -> None:
    sign_in(reviewer)

    upload(page, *files)
    assert_methods_are_distinguishable(page)
    repair_by_moving(page)
    edited = page.locator("li.fail", has_text="snapshots are stored somewhere")
    edited.get_by_role("link", name=re.compile("^Edit")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The cache lives for one hour")
    page.locator("#promote-verified").click(force=True)  # it says that it is disabled, and why when it is pressed
    expect(page.locator("#promotion").get_by_text("evidence_not_aligned")).to_be_visible()
    assert Entry.objects.get().stage == Stage.CANDIDATE
    repair_by_editing(page)
    page.get_by_role("button", name="Still true").click()
    page.locator("#promote-verified:not([aria-disabled])").click()
    expect(page.get_by_text(VERIFIED).first).to_be_visible()

    entry = Entry.objects.get()
    assert (entry.stage, entry.verified_by) == (Stage.VERIFIED, reviewer)
    repaired = ["evidence_aligned", "quote_retried", "promotion_refused", "quote_retried"]
    moves = [*repaired, "claim_confirmed", "entry_promoted"]
    assert event_types(entry) == moves
    page.reload()
    expect(page.locator("#history").get_by_role("listitem")).to_have_count(len(moves))


def repairable(reviewer: User) -> Entry:
    session = make_session([message["content"] for message in SESSION["messages"]], project=Project.objects.get())  # type: ignore[index]
    return make_entry(
        session,
        [(0, "We keep the cache for one hour"), (1, "The nightly snapshot is written at two in the morning")],
        title="The cache lives for one hour",
    )


def tab_to(page: Page, selector: str, *, limit: int = 80) -> None:
    """Press Tab until the element that *selector* names has the focus."""
    for _ in range(limit):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{selector} cannot be reached with the Tab key")


@pytest.mark.smoke
def test_main_job_by_keyboard(page: Page, reviewer: User, sign_in: Callable[[User], None]) -> None:
    sign_in(reviewer)
    entry = repairable(reviewer)
    quote = entry.quotes.get(position=1)

    page.goto(entry.get_absolute_url())
    tab_to(page, "#promote-verified")
    page.keyboard.press("Enter")
    expect(page.locator("#promotion").get_by_text("evidence_not_aligned")).to_be_visible()
    tab_to(page, f"#fix-{quote.pk}-move-3, [id^='fix-{quote.pk}-']")
    page.keyboard.press("Enter")
    expect(page.locator(f"#quote-{quote.pk}")).to_have_attribute("data-state", "exact")
    tab_to(page, "#promote-verified")
    page.keyboard.press("Enter")
    expect(page.get_by_text(VERIFIED).first).to_be_visible()

    entry.refresh_from_db()
    assert entry.stage == Stage.VERIFIED


@pytest.mark.smoke
def test_main_job_without_scripts(
    page: Page, reviewer: User, sign_in: Callable[[User], None], without_scripts: Callable[[], Page]
) -> None:
    sign_in(reviewer)
    entry = repairable(reviewer)
    quote = entry.quotes.get(position=1)
    plain = without_scripts()

    plain.goto(entry.get_absolute_url())
    plain.locator("#promote-verified").click(force=True)
    expect(plain.get_by_text("evidence_not_aligned")).to_be_visible()
    plain.goto(entry.get_absolute_url())
    plain.locator(f"#quote-{quote.pk}").get_by_text("Edit…").click()
    plain.locator(f"#index-{quote.pk}").fill("3")
    plain.locator(f"#retry-{quote.pk}").click()
    expect(plain.locator(f"#quote-{quote.pk}")).to_have_attribute("data-state", "exact")
    plain.locator("#promote-verified").click()
    expect(plain.get_by_text(VERIFIED).first).to_be_visible()

    entry.refresh_from_db()
    assert entry.stage == Stage.VERIFIED


@pytest.mark.smoke
def test_double_click_promotes_once(page: Page, reviewer: User, sign_in: Callable[[User], None]) -> None:
    sign_in(reviewer)
    session = make_session(["We keep the cache for one hour and measure again."], project=Project.objects.get())
    entry = make_entry(session, ["We keep the cache for one hour"])

    page.goto(entry.get_absolute_url())
    page.locator("#promote-verified").dblclick()
    expect(page.get_by_text(VERIFIED).first).to_be_visible()

    assert event_types(entry).count("entry_promoted") == 1


@pytest.mark.smoke
def test_a_lost_negation_is_resolved_before_promotion(
    page: Page,
    reviewer: User,
    sign_in: Callable[[User], None],
    assert_accessible: Callable[[Page], None],
) -> None:
    sign_in(reviewer)
    session = make_session(["회의에서 이 기능은 배포하지 않기로 결정했습니다."], project=Project.objects.get())
    entry = make_entry(session, ["이 기능은 배포하기로 결정했습니다"])

    page.goto(entry.get_absolute_url())
    assert_accessible(page)
    page.locator("#promote-verified").click(force=True)
    expect(page.locator("#promotion").get_by_text("unacknowledged_differences")).to_be_visible()
    page.get_by_role("button", name="Take “").click()
    expect(card(page, 1)).to_have_attribute("data-state", "exact")
    page.locator("#promote-verified").click(force=True)
    expect(page.locator("#promotion").get_by_text("claim_unconfirmed")).to_be_visible()
    page.get_by_role("button", name="Still true").click()
    page.locator("#promote-verified:not([aria-disabled])").click()
    expect(page.get_by_text(VERIFIED).first).to_be_visible()

    entry.refresh_from_db()
    assert entry.stage == Stage.VERIFIED
