"""A person's browser: Chromium in front of a live server, signed in by cookie, which fails on every complaint."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

HERE = Path(__file__).parent
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Chromium writes an error for every answer that says no on purpose.
ANSWERS_NO = re.compile(r"server responded with a status of (403|409|413|422)")
AXE = (HERE.parent / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")
AXE_RUN = """async () => (await axe.run({resultTypes: ['violations']})).violations.flatMap(
    (one) => one.nodes.map((node) => `${one.impact} ${one.id}: ${node.target.join(' ')} (${node.failureSummary})`))"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies in this folder."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Take the Chromium of the machine: Playwright's own is a download."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.fail("The browser tests need Chromium: install the package chromium.", pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": list(QUIET), "chromium_sandbox": False}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], live_server: LiveServer) -> dict[str, Any]:
    """Read English; `@pytest.mark.browser_context_args(locale="ko-KR")` reads Korean."""
    return {**browser_context_args, "base_url": live_server.url, "locale": "en-US"}


@pytest.fixture(autouse=True)
def complaints(context: BrowserContext) -> Iterator[list[str]]:
    """Collect what the browser complains about, a policy that was broken too; nothing may be left at the end."""
    heard: list[str] = []
    context.set_default_timeout(10_000)
    context.on("console", lambda message: heard.extend(_complaint(message)))
    context.on("weberror", lambda error: heard.append(str(error.error)))
    yield heard
    assert heard == []


def _complaint(message: ConsoleMessage) -> list[str]:
    if message.type not in {"error", "warning"} or ANSWERS_NO.search(message.text):
        return []
    return [f"{message.type}: {message.text} ({message.location['url']})"]


@pytest.fixture
def sign_in(context: BrowserContext, live_server: LiveServer) -> Callable[[User], None]:
    """Sign a person in by cookie: the log-in page has a test of its own."""

    def _sign_in(user: User) -> None:
        client = Client()
        client.force_login(user)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])

    return _sign_in


@pytest.fixture
def without_scripts(
    browser: Browser, context: BrowserContext, browser_context_args: dict[str, Any]
) -> Iterator[Callable[[], Page]]:
    """Open a page of the same person in a browser that runs no JavaScript."""
    opened: list[BrowserContext] = []

    def _open() -> Page:
        plain = {**browser_context_args, "java_script_enabled": False, "storage_state": context.storage_state()}
        opened.append(browser.new_context(**plain))
        return opened[-1].new_page()

    yield _open
    for one in opened:
        one.close()


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Refuse a page with a serious or critical finding of axe."""

    def _assert(page: Page) -> None:
        page.evaluate(AXE)
        findings: list[str] = page.evaluate(AXE_RUN)
        assert [finding for finding in findings if finding.startswith(("serious", "critical"))] == []

    return _assert
