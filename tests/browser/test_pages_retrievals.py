"""A retrieval in a real browser: its answer is refused for an invented source, corrected and promoted."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from review.domain.policy import Stage
from review.models import Entry
from tests.browser.waiting import assert_soon
from tests.factories import make_project, make_retrieval, make_user

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
VERIFIED = re.compile("Promoted to verified|Verified by mina")


def updated(days: int) -> dict[str, int]:
    return {"lastUpdated": int((NOW - timedelta(days=days)).timestamp() * 1000)}


UPLOAD = {
    "retrievalId": "call-recordings",
    "query": "How long do we keep recordings of support calls?",
    "chunks": [
        {
            "chunkId": "retention",
            "title": "Retention schedule",
            "content": "Recordings of support calls are kept for 90 days and then deleted automatically.",
            "fileName": "retention.md",
            "score": 0.87,
            "relevance": "high",
            "matchedTags": ["retention"],
            "metadata": updated(30),
        },
        {
            "chunkId": "privacy",
            "title": "Privacy notice",
            "content": "We store as little as possible.",
            "score": 0.52,
            "relevance": "low",
            "metadata": updated(400),
        },
    ],
    "events": ["classification_search_skipped", "contextual_search_started", "contextual_search_success"],
    "answer": "Recordings of support calls are kept for 90 days.\n\n*Sources:* `retention.md` · `Recording policy`",
    "extraction": {
        "entries": [
            {
                "entryId": "answer",
                "type": "answer",
                "title": "How long do we keep recordings of support calls?",
                "stage": "candidate",
                "evidence": [{"messageIndex": 0, "quote": "Recordings of support calls are kept for 90 days"}],
            }
        ]
    },
}


@pytest.fixture
def reviewer() -> User:
    return make_user("mina", project=make_project("demo"))


def event_types(entry: Entry) -> list[str]:
    return list(entry.events.order_by("seq").values_list("event_type", flat=True))


@pytest.mark.smoke
def test_answer_with_an_invented_source_is_refused_corrected_and_promoted(
    page: Page,
    reviewer: User,
    sign_in: Callable[[User], None],
    assert_accessible: Callable[[Page], None],
    tmp_path: Path,
) -> None:
    sign_in(reviewer)
    file = tmp_path / "retrieval.json"
    file.write_text(json.dumps(UPLOAD), encoding="utf-8")

    page.goto("/upload/")
    page.locator("#id_files").set_input_files(file)
    expect(page.get_by_text("New retrieval with 2 chunks.")).to_be_visible()
    page.locator("#confirm").click()
    page.get_by_role("link", name="Read the session").click()
    expect(page.locator(".answer .answer-text")).to_contain_text("Recordings of support calls are kept")
    expect(page.locator("#m-0")).to_have_attribute("data-chunk", "named")
    expect(page.locator("#m-1 .tag.warn")).to_have_text("stale")
    expect(page.locator(".trail li")).to_have_count(3)
    assert_accessible(page)
    page.locator(".answer").get_by_role("link", name="Open entry").click()
    page.locator("#promote-verified").click(force=True)
    expect(page.locator("#promotion").get_by_text("invented_source")).to_be_visible()
    assert Entry.objects.get().stage == Stage.CANDIDATE
    assert_accessible(page)
    page.get_by_label("Which source is meant?").select_option(label="Retention schedule")
    page.get_by_label("How do you know?").fill("The policy was moved into the schedule")
    page.get_by_role("button", name="Correct").click()
    expect(page.locator(".cites")).to_contain_text("corrected")
    page.locator("#promote-verified").click()
    expect(page.get_by_text(VERIFIED).first).to_be_visible()

    entry = Entry.objects.get()
    assert (entry.stage, entry.verified_by) == (Stage.VERIFIED, reviewer)
    assert event_types(entry) == ["evidence_aligned", "promotion_refused", "source_corrected", "entry_promoted"]


def test_invented_source_is_corrected_without_scripts(
    reviewer: User, sign_in: Callable[[User], None], without_scripts: Callable[[], Page]
) -> None:
    sign_in(reviewer)
    chunk = {"title": "Retention schedule", "content": "Kept for 90 days."}
    entry = make_retrieval([chunk], project=make_project("demo"), answer="90 days.\n\nSource: `gone.md`").entries.get()
    plain = without_scripts()

    plain.goto(entry.get_absolute_url())
    plain.get_by_label("Which source is meant?").select_option("strike")
    plain.get_by_label("How do you know?").fill("No such file")
    plain.get_by_role("button", name="Correct").click()

    expect(plain.get_by_text("Struck. The answer itself stays as it is.").first).to_be_visible()
    assert event_types(entry)[-1] == "source_corrected"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_retrieval_fits_a_phone(
    page: Page,
    reviewer: User,
    sign_in: Callable[[User], None],
    assert_accessible: Callable[[Page], None],
    scheme: str,
) -> None:
    sign_in(reviewer)
    given = {key: value for key, value in UPLOAD.items() if key != "chunks"}
    session = make_retrieval(UPLOAD["chunks"], project=make_project("demo"), **given)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 390, "height": 844})

    for address in (session.get_absolute_url(), session.entries.get().get_absolute_url()):
        page.goto(address)
        expect(page.locator(".cites").first).to_be_visible()
        assert_soon(page, "document.documentElement.scrollWidth <= 390")
        assert_accessible(page)
