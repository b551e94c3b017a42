"""Several entries at once in a real browser: pick, look, apply, take back; and all failed quotes of one diagnosis."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.domain.policy import Stage
from review.jobs.worker import run_waiting
from review.models import Entry, FailedQuote, Project
from review.services.bulk import large, parts
from review.services.bulk.reading import note_read
from tests.browser.waiting import assert_soon
from tests.bulk import EXACT, MESSAGES, make_mix
from tests.factories import make_entries, make_project, make_session, make_user

ELSEWHERE = {"messageIndex": 1, "quote": "keep the raw text of every event for 30 days"}


@pytest.fixture
def mina() -> User:
    return make_user("mina")


@pytest.fixture
def project(transactional_db: None, sign_in: Callable[[User], None], mina: User) -> Project:
    sign_in(mina)
    return make_project(reviewer=mina)


def read_entries(project: Project, mina: User, number: int) -> list[Entry]:
    made = make_entries(make_session(MESSAGES, project=project), [{"evidence": [EXACT]} for _ in range(number)])
    for entry in made:
        note_read(entry, person=mina)
    return made


def stages(entries: list[Entry]) -> list[str]:
    return [Entry.objects.get(pk=entry.pk).stage for entry in entries]


def pick_three_and_take_them_back(page: Page, entries: list[Entry], words: dict[str, str]) -> None:
    page.goto("/entries/")
    for entry in entries[:3]:
        page.locator(f'input[name="entry"][value="{entry.pk}"]').check()
    expect(page.locator(".picked")).to_have_text(words["picked"])
    page.get_by_role("button", name=words["verify"], exact=True).click()
    expect(page.locator("#batch-title")).to_have_text(words["preview"])
    expect(page.locator(".conseq [data-go]")).to_contain_text(words["will"])
    page.locator("#batch-reason").fill("월요일에 함께 읽음")
    page.get_by_role("button", name=words["go"], exact=True).click()
    expect(page.locator("#batch")).to_have_attribute("data-phase", "done")
    assert stages(entries) == [Stage.VERIFIED] * 3 + [Stage.CANDIDATE]
    page.get_by_role("button", name=words["back"], exact=True).click()
    expect(page.locator("#batch")).to_have_attribute("data-phase", "reverted")
    assert stages(entries) == [Stage.CANDIDATE] * 4


@pytest.mark.smoke
def test_three_rows_are_verified_and_taken_back(page: Page, project: Project, mina: User) -> None:
    entries = read_entries(project, mina, 4)

    words = {"picked": "3 picked", "verify": "Verify…", "preview": "Preview", "will": "will be verified"}
    pick_three_and_take_them_back(page, entries, {**words, "go": "Verify 3", "back": "Undo all 3"})


@pytest.mark.browser_context_args(locale="ko-KR")
def test_three_rows_are_verified_and_taken_back_in_korean(page: Page, project: Project, mina: User) -> None:
    entries = read_entries(project, mina, 4)

    words = {"picked": "3개 고름", "verify": "검증…", "preview": "미리 보기", "will": "검증됩니다"}
    pick_three_and_take_them_back(page, entries, {**words, "go": "3개 검증", "back": "3개 모두 되돌리기"})


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (parts, large):
        monkeypatch.setattr(module, "BATCH_PART", 2)


@pytest.mark.usefixtures("small_parts")
def test_all_that_match_go_on_without_their_page_and_every_number_leads_somewhere(
    page: Page, project: Project, mina: User, assert_accessible: Callable[[Page], None]
) -> None:
    mix = make_mix(27, mina=mina, project=project)
    page.goto("/entries/?stage=candidate")

    page.get_by_label("All 21 that match").check()
    expect(page.locator(".pick-all")).to_be_checked()
    page.get_by_role("button", name="Verify…", exact=True).click()
    page.locator("#blocked + ul a").first.click()
    expect(page.locator("#batch-rows tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Verify 6", exact=True).click()
    expect(page.locator("#batch").get_by_role("progressbar", name="Batch under way")).to_be_visible()
    assert_accessible(page)
    page.goto("/help/")
    expect(page.locator(".pill")).to_contain_text("Batch under way")
    page.locator(".pill").click()
    run_waiting()
    expect(page.locator("#batch")).to_have_attribute("data-phase", "done")

    assert stages(mix["read"]) == [Stage.VERIFIED] * 6
    expect(page.locator("#batch-rows .stage")).to_have_text(["verified"] * 6)


@pytest.mark.smoke
def test_escape_lets_go_of_what_was_picked(page: Page, project: Project, mina: User) -> None:
    read_entries(project, mina, 3)
    page.goto("/entries/")

    page.locator(".pick-all").check()
    expect(page.locator(".picked")).to_have_text("3 picked")
    page.keyboard.press("Escape")

    expect(page.locator('input[name="entry"]:checked')).to_have_count(0)


@pytest.mark.usefixtures("small_parts")
def test_without_scripts_a_link_leads_to_how_far_it_is(
    without_scripts: Callable[[], Page], project: Project, mina: User
) -> None:
    entries, page = read_entries(project, mina, 5), without_scripts()
    page.goto("/entries/")
    page.get_by_label("All 5 that match").check()
    page.get_by_role("button", name="Verify…", exact=True).click()
    page.locator("#batch-go").click()
    page.locator("#batch").get_by_role("button", name="Cancel").click()
    expect(page.locator("#batch")).to_contain_text("0 of 5")
    page.get_by_role("button", name="Continue", exact=True).click()
    run_waiting()
    page.get_by_role("link", name="See how far it is").click()
    expect(page.locator("#batch-title")).to_have_text("Done")

    assert stages(entries) == [Stage.VERIFIED] * 5


def test_the_pages_of_batches_can_be_read_by_everybody(
    page: Page, project: Project, mina: User, assert_accessible: Callable[[Page], None]
) -> None:
    make_mix(18, mina=mina, project=project)
    page.goto("/entries/")
    assert_accessible(page)
    page.locator("[name=everything]").check()
    page.get_by_role("button", name="Verify…", exact=True).click()
    assert_accessible(page)
    page.locator("#batch-go").click()
    expect(page.locator("#batch")).to_have_attribute("data-phase", "done")
    assert_accessible(page)
    page.goto("/bulk/")
    assert_accessible(page)


@pytest.mark.smoke
def test_failed_quotes_with_the_same_fix_are_moved_together(page: Page, project: Project) -> None:
    make_entries(make_session(MESSAGES, project=project), [{"evidence": [ELSEWHERE]} for _ in range(5)])
    page.goto("/failed/")

    page.get_by_role("button", name="Move all 5", exact=True).click()
    page.get_by_role("button", name="Repair 5", exact=True).click()
    expect(page.locator("#batch")).to_have_attribute("data-phase", "done")

    assert FailedQuote.objects.count() == 0


@pytest.mark.browser_context_args(viewport={"width": 390, "height": 844})
def test_a_narrow_page_scrolls_one_way_only(page: Page, project: Project, mina: User) -> None:
    read_entries(project, mina, 2)
    page.goto("/entries/")
    page.locator(".pick-all").check()
    assert_soon(page, "document.documentElement.scrollWidth", 390)
    page.get_by_role("button", name="Verify…", exact=True).click()
    expect(page.locator("#batch")).to_be_visible()

    assert_soon(page, "document.documentElement.scrollWidth", 390)
