"""Every page in 320 pixels, at 400 %, with forced colours and on paper: nothing is cut off, nothing covers the text."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from docs import make_pages
from frontend import templates
from review.models import Entry, ReviewSession
from tests.browser.waiting import assert_soon
from tests.doors import DOORS, World, make_world
from tests.factories import make_entry, make_project, make_session, make_user

PHONE, ENLARGED = {"width": 320, "height": 640}, {"width": 360, "height": 225}
"""The second one is what 1440 × 900 leaves at 400 %."""
MAX_STUCK = 0.3
STUCK = """() => [...document.querySelectorAll("body *")].flatMap((one) => {
  const { top, bottom, width, height } = one.getBoundingClientRect();
  if (!["sticky", "fixed"].includes(getComputedStyle(one).position) || !height || width < innerWidth / 2) return [];
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (seen <= 0 || !one.checkVisibility({ visibilityProperty: true })) return [];
  return [[`${one.tagName}.${one.className}#${one.id}`, seen / innerHeight]];
})"""
"""What sticks and is at least half as wide as the window, with its share of the height."""
PRESSED = """() => [...document.querySelectorAll(".btn, button[type=submit]")].filter((one) => one.checkVisibility())
  .map((one) => one.id || one.textContent.trim())"""
LEFT_WHITE = """() => [...document.querySelectorAll("[data-badge]")].filter((one) => one.checkVisibility()
  && getComputedStyle(one, "::before").printColorAdjust !== "exact").length"""
"""Badges whose fill a printer leaves out: their letters are white."""
SIDEWAYS = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""


@pytest.fixture
def world(transactional_db: None) -> World:
    call_command("seed_demo", verbosity=0)
    return make_world()


def addresses(world: World) -> Iterator[tuple[str, str]]:
    """Yield a person and an address of every page, and of what the demo shows on the fullest of them."""
    for _, view, name in make_pages.addresses():
        pages = [one for one in make_pages.rendered_by(view) if templates.is_page(one)]
        door = DOORS[f"review:{name}"]
        if pages and 200 in door.get:
            person = ("auditor", "reviewer")[door.get[2] == 200]
            yield person, world.address(f"review:{name}")
    yield "anonymous", reverse("login")
    yield "mina", "/search/?q=cache"
    for pk in ReviewSession.objects.filter(project__slug="demo").values_list("pk", flat=True):
        yield "mina", f"/sessions/{pk}/"
    for pk in Entry.objects.filter(session__project__slug="demo").values_list("pk", flat=True)[::20]:
        yield "mina", f"/entries/{pk}/"


@pytest.fixture
def mina(transactional_db: None, sign_in: Callable[[User], None]) -> User:
    user = make_user("mina")
    make_project(reviewer=user)
    sign_in(user)
    return user


@pytest.fixture
def every_page(
    world: World, page: Page, context: BrowserContext, live_server: LiveServer, sign_in: Callable[[User], None]
) -> Callable[[], Iterator[str]]:
    """Open every page, one after the other."""

    def _open() -> Iterator[str]:
        signed_in = ""
        for person, address in addresses(world):
            if person == "anonymous":
                context.clear_cookies()
            elif person != signed_in:
                sign_in(User.objects.get(username=person))
            signed_in = person
            page.goto(address)
            yield address

    return _open


@pytest.mark.parametrize("viewport", [PHONE, ENLARGED], ids=["320 pixels", "400 %"])
def test_no_page_scrolls_sideways_or_is_covered(
    viewport: dict[str, int], page: Page, every_page: Callable[[], Iterator[str]]
) -> None:
    page.set_viewport_size(viewport)  # type: ignore[arg-type]
    found = []
    opened = 0
    for address in every_page():
        opened += 1
        if sideways := page.evaluate(SIDEWAYS):
            found.append(f"{address} scrolls {sideways} pixels sideways")
        for place in ("0", "document.body.scrollHeight / 2", "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {place})")
            stuck = page.evaluate(STUCK)
            if sum(share for _, share in stuck) > MAX_STUCK:
                found.append(f"{address} is covered by {stuck}")

    assert opened > 50
    assert found == []


@pytest.mark.parametrize(
    ("open_lines", "all_met"),
    [
        pytest.param("1 requirement is open.", "Everything is met.", id="en"),
        pytest.param(
            "요건 1개가 남았습니다.",
            "모든 요건을 충족했습니다.",
            marks=pytest.mark.browser_context_args(locale="ko-KR"),
            id="ko",
        ),
    ],
)
def test_on_a_phone_what_is_open_is_folded_on_top(open_lines: str, all_met: str, page: Page, mina: User) -> None:
    blocked = make_entry(make_session(["The cache."] * 30), ["never said", *[(one, "The cache") for one in range(30)]])
    met = make_entry(make_session(["We keep the cache for one hour."]), ["keep the cache for one hour"])
    fold, checklist = page.locator(".check-fold > summary"), page.locator("#checklist")
    page.set_viewport_size({"width": 390, "height": 844})

    for entry, sentence in ((blocked, open_lines), (met, all_met)):
        page.goto(entry.get_absolute_url())
        expect(fold).to_contain_text(sentence)
        expect(fold).to_be_in_viewport()
        expect(checklist).to_be_hidden()
        fold.click()
        expect(checklist).to_be_visible()

    page.reload()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(checklist).to_be_in_viewport()
    expect(fold).to_be_hidden()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(checklist).to_be_visible()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_decision_bar_has_one_place_on_all_entries_and_one_in_the_queue(
    size: tuple[int, int], page: Page, mina: User
) -> None:
    short = make_entry(make_session(["We keep the cache for one hour."]), ["keep the cache for one hour"])
    long = make_entry(make_session([f"Cache number {one}." for one in range(9)]), [(one, "Cache") for one in range(9)])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    places = dict[bool, set[tuple[int, int]]]()

    for address in (short.get_absolute_url(), long.get_absolute_url(), "/queue/", "/queue/"):
        page.goto(address)
        box = page.locator("#promote-verified").bounding_box()
        assert box is not None
        places.setdefault(address == "/queue/", set()).add((round(box["x"]), round(box["y"])))
        if address == "/queue/":
            page.keyboard.press("a")
            expect(page.locator("#undo-go")).to_be_visible()

    assert Entry.objects.filter(stage="verified").count() == 2
    assert [len(one) for one in places.values()] == [1, 1]


def test_enlarged_to_400_percent_what_a_decision_opens_can_be_read(page: Page, mina: User) -> None:
    """The reason that is asked for, and the offer to undo, stand in the text: nothing is cut off, nothing covers it."""
    make_entry(make_session(["We keep the cache for one hour."]), ["keep the cache for one hour"])
    page.set_viewport_size(ENLARGED)  # type: ignore[arg-type]
    page.goto("/queue/")

    page.keyboard.press("x")

    expect(page.locator("#reject-reason")).to_be_in_viewport(ratio=1)
    expect(page.locator("#reject-reason")).to_be_focused()
    assert_soon(page, "document.querySelector('.ask[open] form').getBoundingClientRect().top + scrollY > 0")
    assert sum(share for _, share in page.evaluate(STUCK)) <= MAX_STUCK  # settled: the form was waited for
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(page.locator("#undo-go")).to_be_visible()
    assert sum(share for _, share in page.evaluate(STUCK)) <= MAX_STUCK  # settled: the form was waited for


def test_on_paper_no_bar_or_button_is_left_and_ink_is_dark(page: Page, every_page: Callable[[], Iterator[str]]) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    found = []
    for address in every_page():
        bars = page.evaluate(STUCK)
        ink = page.evaluate("() => getComputedStyle(document.body).color")
        buttons, light = page.evaluate(PRESSED), page.evaluate(LEFT_WHITE)
        if bars or buttons or light or ink != "rgb(27, 31, 36)":
            found.append(f"{address}: {bars} {buttons} {light} {ink}")

    assert found == []


def test_with_forced_colours_what_is_current_is_marked_by_a_line(
    page: Page, world: World, sign_in: Callable[[User], None]
) -> None:
    sign_in(User.objects.get(username="mina"))
    page.emulate_media(forced_colors="active")
    session = ReviewSession.objects.filter(project__slug="demo").first()
    assert session
    page.goto(f"/sessions/{session.pk}/")

    page.keyboard.press("n")

    style = "(one) => [getComputedStyle(one).outlineStyle, parseInt(getComputedStyle(one).outlineWidth) >= 2]"
    assert_soon(page, f"({style})(document.querySelector('#rail .row-ev[aria-current]'))", ["solid", True])
    expect(page.locator("header.top [aria-current]").first).to_have_css("border-bottom-style", "solid")


def test_on_a_phone_the_menu_lists_all_pages_in_their_order(page: Page, mina: User) -> None:
    links, menu = page.locator("header.top nav a"), page.get_by_role("button", name="Menu")
    page.goto("/entries/")
    names = links.all_inner_texts()
    expect(menu).to_be_hidden()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect(links.first).to_be_hidden()

    menu.click()
    for place, name in enumerate(names):
        expect(links.nth(place)).to_be_in_viewport(ratio=1)
        expect(links.nth(place)).to_have_text(name)
    assert_soon(page, "[...document.querySelectorAll('header.top nav a')].every((one) => one.offsetHeight >= 48)")
    expect(links.locator("xpath=self::*[@aria-current]")).to_have_text("Entries")
    page.keyboard.press("Escape")
    expect(links.first).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    links.filter(has_text="Upload").click()

    expect(page).to_have_url("/upload/")
    expect(links.first).to_be_hidden()
