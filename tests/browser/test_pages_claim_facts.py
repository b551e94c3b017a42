"""The facts of a claim in a real browser: marked, listed, looked for elsewhere, asked about where a project waits."""

from collections.abc import Callable
from itertools import product
from typing import Literal

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from review.domain.policy import PolicyItem
from review.models import Entry, Project, Role
from review.services.people.members import set_policy
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

SIGNS = """[...document.querySelectorAll('.fact')].map(
    (one) => getComputedStyle(one, '::after').content.replaceAll(/["\\s/]/g, ""))"""
REFUND = "Grace will refund everybody within 90 days."
SAID = ["Pets are allowed.", REFUND, "We used to refund within 30 days."]
PAYBACK = "환불은 90일 안에 하기로 했습니다."
SignIn = Callable[[User], None]


@pytest.fixture
def project(transactional_db: None, sign_in: SignIn) -> Project:
    project = make_project()
    sign_in(make_user("mina", project=project))
    return project


@pytest.fixture
def entry(project: Project) -> Entry:
    session = make_session(SAID, project=project)
    return make_entry(session, [(1, REFUND)], title="Grace refunds within 30 days", body="Daniel pays.")


def wait_for_facts(project: Project) -> None:
    dana = make_user("dana", project=project, role=Role.MANAGER)
    set_policy(project_id=project.pk, policy=PolicyItem.CLAIM_FACTS, on=True, actor=dana)


@pytest.mark.smoke
def test_facts_are_marked_and_lead_to_their_quote(
    page: Page, entry: Entry, assert_accessible: Callable[[Page], None]
) -> None:
    page.goto(entry.get_absolute_url())

    expect(page.locator("#claim")).to_have_text("Grace refunds within 30 days")
    expect(page.locator(".card-c mark")).to_have_text(["30 days", "Daniel"])
    expect(page.locator("#claim-facts li[data-in=no]").first).to_have_text(
        "The claim says “30 days”, its words “90 days”. #1"
    )
    expect(page.locator("#facts-elsewhere")).to_contain_text("30 days #2")
    expect(page.locator("#facts-elsewhere")).to_contain_text("Daniel nowhere")
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme, width in product(schemes, (390, 1440)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        for mark in page.locator(".card-c mark").all():
            expect(mark).to_have_css("border-top-style", "dotted")
        assert_soon(page, SIGNS, ["#1", "#1", "?", "?"])
        assert_soon(page, "document.documentElement.scrollWidth <= innerWidth")
        assert_accessible(page)

    [quote] = quotes_of(entry)
    page.locator("#claim a.fact").first.click()
    expect(page.locator(f"#quote-{quote.pk}:target")).to_be_visible()


def test_a_fact_elsewhere_leads_to_its_words_in_the_session(page: Page, entry: Entry) -> None:
    page.goto(entry.get_absolute_url())
    page.locator("#facts-elsewhere a", has_text="#2").click()

    expect(page.locator("#m-2 mark.found, #m-2 .found").first).to_have_text("30 days")


@pytest.mark.browser_context_args(locale="ko-KR")
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_a_project_waits_in_korean(
    page: Page, project: Project, color_scheme: str, assert_accessible: Callable[[Page], None]
) -> None:
    wait_for_facts(project)
    entry = make_entry(
        make_session([f"{PAYBACK} 잊지 마세요."], project=project), [PAYBACK], title="환불은 30일 안에 한다"
    )
    page.emulate_media(color_scheme="dark" if color_scheme == "dark" else "light")
    page.goto(entry.get_absolute_url())

    expect(page.locator("#claim mark")).to_have_text("30일")
    expect(page.locator("#claim-facts li").first).to_have_text("주장은 “30일”인데 근거는 “90일”입니다. #0")
    expect(page.locator("#claim-question")).to_contain_text("주장은 “30일”인데 근거는 “90일”입니다.")
    expect(page.locator("#facts-elsewhere")).to_contain_text("30일 없음")
    assert_accessible(page)
    page.keyboard.press("2")
    page.locator("#correct-title").fill("환불은 90일 안에 한다")
    page.locator("#correct-go").press("Enter")
    expect(page.locator("#claim-facts li")).to_have_text("90일 #0에 있음")
    expect(page.locator("#claim mark")).to_have_count(0)
    page.locator("#promote-verified").press("Enter")
    expect(page.locator("#decide")).to_contain_text("검증됨")


def test_a_project_waits_without_scripts(entry: Entry, project: Project, without_scripts: Callable[[], Page]) -> None:
    wait_for_facts(project)
    page = without_scripts()
    page.goto(entry.get_absolute_url())
    page.locator("#promote-verified").press("Enter")
    expect(page.locator(".refusal code")).to_have_text("claim_unconfirmed")
    page.locator("#facts-elsewhere a").click()
    expect(page.locator("#facts-elsewhere")).to_contain_text("Elsewhere in this session: 30 days #2")
    page.goto(entry.get_absolute_url())
    page.locator("#claim-confirm").click()
    expect(page.locator("#claim-question")).to_contain_text("Claim confirmed by mina")
