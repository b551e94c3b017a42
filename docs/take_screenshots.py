"""Take the pictures of the documents anew, from the demo in a database of its own: `make screenshots`."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from docs.take_questions import take_questions
from docs.take_tutorial import LOCALES, walk_tutorial

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "screenshots"
MANAGE = [sys.executable, str(ROOT / "manage.py")]
SESSIONS = {"ko": "10월 정기 배포 회의", "en": "Postmortem: customers charged twice"}
RETRIEVALS = {
    "ko": "라벨이 붙은 투명 페트병은 어떻게 버리나요?",
    "en": "How long do we keep recordings of support calls?",
}
PAGES = {
    "mina": ("home", "session", "entry", "failed", "upload", "dropped", "preview", "retrieval"),
    "sora": ("audit",),
}
"""Who opens which pages."""
DROPPED = ROOT / "docs" / "examples"
"""An export of a chat and what a model extracted from it, in each language: what a newcomer drops."""
ADDRESSES = {"home": "/", "failed": "/failed/", "upload": "/upload/", "audit": "/audit/"}
DESK, PHONE = (1440, 900), (390, 844)


class Look(NamedTuple):
    """One way of looking: language, theme and the size of the window."""

    language: str
    theme: str
    size: tuple[int, int]

    @property
    def name(self) -> str:
        """Return what the files of this look are called."""
        return f"{self.language}-{self.theme}{'-phone' if self.size == PHONE else ''}"


LOOKS = (Look("en", "light", DESK), Look("ko", "dark", DESK), Look("ko", "light", PHONE), Look("en", "dark", PHONE))


def main() -> None:
    """Serve the demo, open each page in each look, write the pictures; then the tutorial, each time from the start."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as address:
            for look in LOOKS:
                _take(browser, address, look)
            for language in LOCALES:
                take_questions(browser, address, language=language)
        for language in LOCALES:
            with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as address:
                walk_tutorial(browser, address, language)


def _take(browser: Browser, address: str, look: Look) -> None:
    for person, names in PAGES.items():
        context = _enter(browser, address, look, person)
        page = context.pages[0]
        for name in names:
            _open(page, name, language=look.language)
            page.screenshot(path=TARGET / f"{name}-{look.name}.png")
        context.close()


def _enter(browser: Browser, address: str, look: Look, person: str) -> BrowserContext:
    width, height = look.size
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        locale=LOCALES[look.language],
        color_scheme="dark" if look.theme == "dark" else "light",
    )
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("#id_username", person)
    page.fill("#id_password", "demo")
    page.press("#id_password", "Enter")
    page.wait_for_url(f"{address}/")
    return context


def _open(page: Page, name: str, *, language: str) -> None:
    """Open one page by the way a person goes; sessions and entries are in the language of the look.

    The entry is the first with a critical difference: that is where its page has the most to show.
    """
    if name in ADDRESSES:
        page.goto(ADDRESSES[name])
    elif name in {"dropped", "preview"}:
        page.goto("/upload/")
        page.locator("#id_files").set_input_files(sorted((DROPPED / language).iterdir()))
        page.locator("#preview").click()
        page.wait_for_url("**/files/")
        if name == "preview":
            page.locator("#choose").click()
            page.wait_for_selector("#confirm")
    else:
        page.goto("/sessions/")
        titles = RETRIEVALS if name == "retrieval" else SESSIONS
        page.get_by_role("link", name=titles[language]).click()
        if name == "entry":
            link = page.locator(".row-ev:has(.tag.warn) .entry-link").first.get_attribute("href") or "/"
            page.goto(link.partition("#")[0])
    page.wait_for_load_state("networkidle")


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serve a freshly seeded demo on a free port."""
    environment = {
        **os.environ,
        "REVIEW_DATABASE_URL": f"sqlite:///{folder / 'demo.sqlite3'}",
        "REVIEW_SIGNING_KEY_DIR": str(folder / "keys"),
        "REVIEW_DEMO": "true",
    }
    for command in (["migrate", "--verbosity", "0"], ["seed_demo"]):
        subprocess.run([*MANAGE, *command], env=environment, check=True, stdout=subprocess.DEVNULL)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    server = subprocess.Popen([*MANAGE, "runserver", "--noreload", address], env=environment, stdout=subprocess.DEVNULL)
    try:
        _wait_for(f"http://{address}/accounts/login/")
        yield f"http://{address}"
    finally:
        server.terminate()
        server.wait()


def _wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urlopen(address).close()
        except URLError:
            time.sleep(0.1)
        else:
            return
    message = "the demo does not answer"
    raise SystemExit(message)


if __name__ == "__main__":
    main()
