"""Take the pictures of the questions of newcomers: of each page only the part that answers."""

from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Browser, FloatRect, Locator, Page

TARGET = Path(__file__).parent / "screenshots"
LOCALES = {"en": "en-US", "ko": "ko-KR"}
SESSIONS = {"en": "Postmortem: customers charged twice", "ko": "10월 정기 배포 회의"}
WIDTH, TALL, LOW = 1440, 2400, 620
"""Most parts are taken in a window that shows the whole page; the decision bar is at the foot of any window."""
MARGIN, MAX_WIDTH = 12, 1000
WIDE = {2, 7, 8, 10}
"""What is as wide as the page; everything else has nothing on its right."""
MAX_HEIGHT = 560


def take_questions(browser: Browser, address: str, *, language: str) -> None:
    """Take one picture for each question in the tutorial of a language, on a server with the demo."""
    context = browser.new_context(
        base_url=address, viewport={"width": WIDTH, "height": TALL}, locale=LOCALES[language], color_scheme="light"
    )
    page = context.new_page()
    page.goto("/")
    page.locator('button[name="demo"][value="mina"]').click()
    page.locator(".menu").wait_for()
    entries = _entries(page, language)
    _part(page, 1, entries["session"], ".legend", ".talk")
    page.set_viewport_size({"width": WIDTH, "height": LOW})
    _part(page, 2, entries["failed"], "#promotion", "#decide")
    page.set_viewport_size({"width": WIDTH, "height": TALL})
    page.goto("/entries/")
    page.locator("#missing summary").click()
    _picture(page, 3, page.locator("#missing"))
    _part(page, 4, entries["differing"], ".q[data-open]")
    _part(page, 5, entries["failed"], ".q[data-state=failed]")
    _part(page, 6, entries["normalized"], ".q[data-state=normalized]")
    _part(page, 7, entries["ready"], "#decide")
    _part(page, 9, f"{entries['ready']}bundle/", "main .head", "form.bundle")
    _part(page, 10, "/upload/", "main .head", ".format-help")
    page.goto(entries["ready"])
    page.locator("#promote-verified").click()
    page.locator("#demote").wait_for()
    page.reload()
    page.locator("#undo").evaluate("offer => offer.remove()")  # it covers the bar meanwhile
    _picture(page, 8, page.locator("#decide"))
    context.close()


def _entries(page: Page, language: str) -> Mapping[str, str]:
    """Return where the demo has an entry of each kind that a question is about, in a language if it has one."""
    lists = {
        "failed": "method=failed",
        "differing": "method=differences",
        "normalized": "method=normalized",
        "ready": "method=ready",
    }
    found = {}
    for kind, query in lists.items():
        page.goto(f"/entries/?{query}")
        own = page.locator(f".claim[lang={language}]")
        found[kind] = (own if own.count() else page.locator(".claim")).first.get_attribute("href") or "/"
    page.goto("/sessions/")
    found["session"] = page.get_by_role("link", name=SESSIONS[language]).get_attribute("href") or "/"
    return found


def _part(page: Page, number: int, address: str, *parts: str) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")
    _picture(page, number, *(page.locator(part).first for part in parts))


def _picture(page: Page, number: int, *parts: Locator) -> None:
    """Take the rectangle around some parts; the picture is called by the language of its page."""
    page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")  # a click may have scrolled
    boxes = [box for part in parts if (box := part.bounding_box()) is not None]
    main = page.locator("main").bounding_box() or boxes[0]
    left = max(min(box["x"] for box in boxes) - MARGIN, 0)
    top = max(min(box["y"] for box in boxes) - MARGIN, main["y"])
    right = min(max(box["x"] + box["width"] for box in boxes) + MARGIN, WIDTH)
    bottom = max(box["y"] + box["height"] for box in boxes) + MARGIN
    width = right - left if number in WIDE else min(right - left, MAX_WIDTH)
    clip: FloatRect = {"x": left, "y": top, "width": width, "height": min(bottom - top, MAX_HEIGHT)}
    path = TARGET / f"question-{number:02}-{page.locator('html').get_attribute('lang')}.png"
    page.screenshot(path=path, clip=clip, full_page=number not in WIDE, animations="disabled")
