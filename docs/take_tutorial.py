"""Walk through the tutorial as its reader does, and take its pictures on the way."""

from pathlib import Path

from playwright.sync_api import Browser, Page

FILES = Path(__file__).parent / "examples" / "tutorial"
TARGET = Path(__file__).parent / "screenshots"
LOCALES = {"en": "en-US", "ko": "ko-KR"}
CLAIMS = 4
STILL = """() => new Promise((done) => {
    let last = window.scrollY, quiet = 0;
    const look = () => {
        quiet = window.scrollY === last ? quiet + 1 : 0;
        last = window.scrollY;
        if (quiet > 30) done(); else requestAnimationFrame(look);
    };
    look();
})"""
"""Smooth scrolling is no animation that Playwright could end."""


def walk_tutorial(browser: Browser, address: str, language: str) -> None:
    """Take the pictures of the tutorial in one language, on a server with a fresh demo."""
    context = browser.new_context(
        base_url=address, viewport={"width": 1440, "height": 900}, locale=LOCALES[language], color_scheme="light"
    )
    page = context.new_page()
    page.goto("/")
    _picture(page, language, "door")
    _enter(page, "mina")
    session = _upload(page, language)
    _repair(page, language)
    _correct(page, language, session)
    _verify(page, language, session)
    _prove(page, language, session)
    context.close()


def _picture(page: Page, language: str, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.evaluate(STILL)
    page.screenshot(path=TARGET / f"tutorial-{name}-{language}.png", animations="disabled")


def _enter(page: Page, person: str) -> None:
    page.locator(f'button[name="demo"][value="{person}"]').click()
    page.locator(".menu").wait_for()


def _upload(page: Page, language: str) -> str:
    page.goto("/upload/")
    page.locator("#id_files").set_input_files(sorted((FILES / language).iterdir()))
    page.locator("#confirm").wait_for()
    _picture(page, language, "preview")
    page.locator("#confirm").click()
    page.locator(".imported a[href*='/sessions/']").click()
    page.wait_for_url("**/sessions/**")
    _picture(page, language, "reader")
    return page.url


def _repair(page: Page, language: str) -> None:
    page.locator('.row-ev[data-state="failed"] .say').click()
    page.locator('#entry .q[data-state="failed"] .q-go').click()
    page.locator('.row-ev[data-state="failed"]').wait_for(state="detached")
    _picture(page, language, "repaired")


def _correct(page: Page, language: str, session: str) -> None:
    _list_entries(page, session)
    page.locator("#to-queue").click()
    page.locator(".q[data-open]").wait_for()
    _picture(page, language, "queue")
    page.locator(".q[data-open] .q-go").click()
    page.locator("#claim-correct").click()
    page.locator("#claim-question").evaluate("question => question.scrollIntoView({block: 'start'})")
    _picture(page, language, "claim")
    page.locator("#correct-go").click()
    page.locator(".claim-done").wait_for()


def _verify(page: Page, language: str, session: str) -> None:
    for _ in range(CLAIMS):
        claim = page.locator("#claim").inner_text()
        page.keyboard.press("a")
        page.wait_for_function("claim => document.querySelector('#claim').innerText !== claim", arg=claim)
    _list_entries(page, session)
    _picture(page, language, "verified")


def _list_entries(page: Page, session: str) -> None:
    page.goto(session)
    page.locator(".facts a[href*='/entries/?session=']").click()
    page.locator("#to-queue").wait_for()


def _prove(page: Page, language: str, session: str) -> None:
    _list_entries(page, session)
    page.locator("main a[href*='/bundle/']").click()
    page.locator("form.bundle").wait_for()
    _picture(page, language, "bundle")
    page.locator(".menu summary").click()
    page.locator(".menu form[action*='logout'] button").click()
    _enter(page, "sora")
    page.goto("/audit/verify/")
    page.locator("#verify").click()
    page.wait_for_load_state()
    page.locator("nav a[href='/audit/']").click()
    page.wait_for_url("**/audit/")
    _picture(page, language, "audit")
