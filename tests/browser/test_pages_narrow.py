"""Every page in 320 pixels, at 400 %, with forced colours and on paper: nothing is cut off, nothing covers the text."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from docs import make_pages
from frontend import templates
from review.models import Entry, ReviewSession
from tests.doors import DOORS, World, make_world

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


def test_on_paper_no_bar_is_left_and_ink_is_dark(page: Page, every_page: Callable[[], Iterator[str]]) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    found = []
    for address in every_page():
        bars = page.evaluate(STUCK)
        ink = page.evaluate("() => getComputedStyle(document.body).color")
        if bars or ink != "rgb(27, 31, 36)":
            found.append(f"{address}: {bars} {ink}")

    assert found == []


def test_with_forced_colours_what_is_current_is_told_by_a_line(
    page: Page, world: World, sign_in: Callable[[User], None]
) -> None:
    sign_in(User.objects.get(username="mina"))
    page.emulate_media(forced_colors="active")
    session = ReviewSession.objects.filter(project__slug="demo").first()
    assert session
    page.goto(f"/sessions/{session.pk}/")

    page.keyboard.press("n")

    style = "(one) => [getComputedStyle(one).outlineStyle, parseInt(getComputedStyle(one).outlineWidth) >= 2]"
    assert page.locator("#rail .row-ev[aria-current]").evaluate(style) == ["solid", True]
    assert (
        page.locator("header.top [aria-current]").first.evaluate("(one) => getComputedStyle(one).borderBottomStyle")
        == "solid"
    )
