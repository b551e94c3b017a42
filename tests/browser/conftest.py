"""The browser of the tests: Chromium with a live server, signed in by cookie; any complaint fails the test."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
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
# In milliseconds: a busy machine is slow, not wrong. Where failing is expected, less is enough.
PATIENCE = int(os.environ.get("BROWSER_PATIENCE", "30000"))
expect.set_options(timeout=PATIENCE)
# Chromium logs an error for every response that refuses something on purpose.
ANSWERS_NO = re.compile(r"server responded with a status of (403|409|413|422)")
AXE = (HERE.parent / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")
AXE_RUN = """async () => (await axe.run({resultTypes: ['violations']})).violations.flatMap(
    (one) => one.nodes.map((node) => `${one.impact} ${one.id}: ${node.target.join(' ')} (${node.failureSummary})`))"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the Chromium of the machine, as Playwright's own would have to be downloaded."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.fail("The browser tests need Chromium: install the package chromium.", pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": list(QUIET), "chromium_sandbox": False}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], live_server: LiveServer) -> dict[str, Any]:
    """Use English; `@pytest.mark.browser_context_args(locale="ko-KR")` switches to Korean."""
    return {**browser_context_args, "base_url": live_server.url, "locale": "en-US"}


@pytest.fixture(autouse=True)
def complaints(context: BrowserContext) -> Iterator[list[str]]:
    """Collect the complaints of the browser, including violations of the policy; none may be left at the end."""
    heard: list[str] = []
    context.set_default_timeout(PATIENCE)
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
    """Sign a person in by cookie; the log-in page has its own test."""

    def _sign_in(user: User) -> None:
        client = Client()
        client.force_login(user)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])

    return _sign_in


@pytest.fixture
def without_scripts(
    browser: Browser, context: BrowserContext, browser_context_args: dict[str, Any]
) -> Iterator[Callable[[], Page]]:
    """Open a page as the same person in a browser without JavaScript."""
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
    """Fail for a page with a serious or critical violation found by axe."""

    def _assert(page: Page) -> None:
        page.evaluate(AXE)
        findings: list[str] = page.evaluate(AXE_RUN)
        assert [finding for finding in findings if finding.startswith(("serious", "critical"))] == []

    return _assert
