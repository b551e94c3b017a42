"""From a ChatGPT archive and an extraction to the first repaired quote: how many clicks, how many pages."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.models import Alignment, Entry, ReviewSession, UploadDraft
from tests.browser.waiting import assert_soon
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db(transaction=True)

TALK = [
    ("user", "Can you help me plan the workshop? Last year we ran out of chairs."),
    ("assistant", "Of course. How many people, how long, and where?"),
    ("user", "The workshop starts at nine in the main hall, and the doors open half an hour before."),
]
OTHER = [("user", "Please write a pattern for phone numbers."), ("assistant", "Here is one for German numbers.")]
EXTRACTION = {
    "entries": [
        {
            "entryId": "ws-1",
            "type": "fact",
            "title": "The workshop starts at nine",
            "evidence": [{"messageIndex": 1, "quote": "The workshop starts at nine in the main hall"}],
        }
    ]
}


def conversation(title: str, turns: list[tuple[str, str]]) -> dict[str, object]:
    """Return a conversation as the export has it: nodes that name each other."""
    keys = [f"{title} {place}" for place in range(len(turns))]
    nodes = {
        key: {
            "id": key,
            "parent": keys[place - 1] if place else None,
            "children": keys[place + 1 : place + 2],
            "message": {"id": key, "author": {"role": role}, "content": {"content_type": "text", "parts": [text]}},
        }
        for place, (key, (role, text)) in enumerate(zip(keys, turns, strict=True))
    }
    return {"id": title, "title": title, "current_node": keys[-1], "mapping": nodes}


@pytest.fixture
def reviewer() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr(
            "conversations.json", json.dumps([conversation("Workshop", TALK), conversation("Regex", OTHER)])
        )
        zipped.writestr("user.json", "{}")
    export, entries = tmp_path / "chatgpt.zip", tmp_path / "entries.json"
    export.write_bytes(archive.getvalue())
    entries.write_text(json.dumps(EXTRACTION), encoding="utf-8")
    return [export, entries]


@pytest.mark.smoke
def test_from_an_archive_to_the_first_repaired_quote_in_four_clicks(
    page: Page,
    reviewer: User,
    sign_in: Callable[[User], None],
    assert_accessible: Callable[[Page], None],
    files: list[Path],
) -> None:
    sign_in(reviewer)
    page.goto("/upload/")
    assert_accessible(page)
    assert_fits_a_phone(page)
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))

    page.locator("#id_files").set_input_files(files)
    expect(page.get_by_text("1 of 1 quotes are there.")).to_be_visible()
    assert_accessible(page)
    assert_fits_a_phone(page)
    clicked = [page.locator("#choose")]
    clicked[-1].click()
    expect(page.get_by_role("heading", name="How the extractor counted")).to_be_visible()
    assert_accessible(page)
    assert_fits_a_phone(page)
    clicked.append(page.locator("#confirm"))
    clicked[-1].click()
    expect(page.get_by_role("link", name="Begin (1)")).to_be_visible()
    assert_accessible(page)
    assert_fits_a_phone(page)
    page.wait_for_load_state("load")  # a page that is left before is not counted
    clicked.append(page.get_by_role("link", name=re.compile("^Failed")).first)
    clicked[-1].click()
    clicked.append(page.get_by_role("button", name="Move to #2"))
    clicked[-1].click()
    expect(page.locator(".fail", has_text="Found in #2 (exact).")).to_be_visible()

    assert ReviewSession.objects.get().title == "Workshop"
    assert Alignment.objects.get(attempt=2).method == "exact"
    assert (len(clicked), len(loads)) == (4, 4)


def assert_fits_a_phone(page: Page) -> None:
    """Make the window as narrow as a phone, and look whether anything has to be scrolled sideways."""
    wide = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    assert_soon(page, "document.documentElement.scrollWidth", 390)
    if wide is not None:
        page.set_viewport_size(wide)


@pytest.mark.smoke
def test_files_are_dropped_anywhere_on_the_page(page: Page, reviewer: User, sign_in: Callable[[User], None]) -> None:
    sign_in(reviewer)
    page.goto("/upload/")

    page.evaluate(
        """() => {
            const carried = new DataTransfer();
            carried.items.add(new File(['{"messages": ["The cache lives for one hour."]}'], "talk.json"));
            const drop = { dataTransfer: carried, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("drop", drop));
        }"""
    )

    expect(page.get_by_text("New session with 1 message.")).to_be_visible()
    assert not Entry.objects.exists()


def test_a_way_of_counting_is_chosen_by_one_click(
    page: Page, reviewer: User, sign_in: Callable[[User], None], tmp_path: Path
) -> None:
    sign_in(reviewer)
    file = tmp_path / "talk.json"
    extraction = {"evidence": [{"messageIndex": 1, "quote": "cache lives for one hour"}]}
    file.write_text(json.dumps({"messages": ["The cache lives for one hour.", "Fine."], "extraction": extraction}))
    page.goto("/upload/")
    page.locator("#id_files").set_input_files(file)
    expect(page.get_by_text("Counted another way, more of them are.")).to_be_visible()

    page.get_by_label("1 is the first message").check()

    expect(page.get_by_text("1 of 1 quotes are where they say, word for word.")).to_be_visible()


@pytest.mark.smoke
def test_from_a_chat_and_the_own_prompt_to_verified_in_two_clicks_and_two_keys(
    page: Page,
    reviewer: User,
    sign_in: Callable[[User], None],
    assert_accessible: Callable[[Page], None],
    tmp_path: Path,
) -> None:
    """What the prompt of the product asks for has no stage: the way to *verified* goes through all of them."""
    chat, entries = tmp_path / "chat.txt", tmp_path / "memories.json"
    lines = [
        *("Nora: The fair is on Saturday 18 April.", "Tom: Fine. I put up fifteen tables."),
        *("Nora: Thank you.", "Tom: See you there."),
    ]
    chat.write_text("\n".join(lines), encoding="utf-8")
    quoted = [(0, "The fair is on Saturday 18 April."), (1, "I put up fifteen tables.")]
    given = [
        {"entryId": f"e{n}", "type": "fact", "title": quote, "evidence": [{"messageIndex": n, "quote": quote}]}
        for n, quote in quoted
    ]
    entries.write_text(json.dumps({"entries": given}), encoding="utf-8")
    sign_in(reviewer)
    page.goto("/upload/")

    page.locator("#id_files").set_input_files([chat, entries])
    for clicked in (page.locator("#confirm"), page.locator("#begin")):
        clicked.click()
    for _, claim in quoted:
        expect(page.locator("#claim")).to_contain_text(claim[:12])
        page.keyboard.press("a")
    expect(page.get_by_role("heading", name="Nothing is left in the queue")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator("#promote-verified")).to_be_visible()

    assert_accessible(page)
    assert list(Entry.objects.order_by("position").values_list("stage", flat=True)) == ["verified", "raw"]


def test_more_files_are_added_beside_those_that_were_dropped(
    page: Page, reviewer: User, sign_in: Callable[[User], None], tmp_path: Path
) -> None:
    talks, entries = tmp_path / "talks.json", tmp_path / "entries.json"
    talks.write_text(
        json.dumps([{"messages": [words for _, words in talk]} for talk in (TALK, OTHER)]), encoding="utf-8"
    )
    entries.write_text(json.dumps(EXTRACTION), encoding="utf-8")
    sign_in(reviewer)
    page.goto("/upload/")
    page.locator("#id_files").set_input_files(talks)
    expect(page.get_by_text("Which conversations")).to_be_visible()

    page.locator("#id_files").set_input_files(entries)

    expect(page.locator(".file-name code")).to_have_text(["talks.json", "entries.json"])
    expect(page.get_by_text("1 of 1 quotes are there.")).to_be_visible()
    assert UploadDraft.objects.filter(taken_from=None).count() == 1
