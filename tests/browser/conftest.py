"""The browser of the tests: Chromium with a live server, signed in by cookie; any complaint fails the test."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from review.models import queue
from review.selectors.promotion import undoable
from review.services.queue import leases
from tests.flaky import pytest_sessionfinish, pytest_terminal_summary  # noqa: F401 - pytest calls them

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
LONG = timedelta(hours=1)
HARNESS = (HERE / "harness.js").read_text(encoding="utf-8")
[SLOW] = re.findall(
    r"^const SLOW = ([\d_]+);", (HERE.parents[1] / "static" / "requests.js").read_text("utf-8"), re.MULTILINE
)
ACTS = ("check", "click", "dblclick", "fill", "press", "press_sequentially", "select_option", "tap", "type", "uncheck")
AXE = (HERE.parent / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")
AXE_RUN = """async () => (await axe.run({resultTypes: ['violations']})).violations.flatMap(
    (one) => one.nodes.map((node) => `${one.impact} ${one.id}: ${node.target.join(' ')} (${node.failureSummary})`))"""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; of one with cases, `smoke("light")` marks those that are named."""
    named: dict[str, bool] = {}
    for item in (one for one in items if HERE in one.path.parents):
        item.add_marker("browser")
        smoke = item.get_closest_marker("smoke")
        if smoke and smoke.args:
            is_named = item.callspec.id.removeprefix("chromium-") in smoke.args  # type: ignore[attr-defined]
            name = item.nodeid.partition("[")[0]
            named[name] = named.get(name, False) or is_named
            if not is_named:
                item.own_markers.remove(smoke)
    unknown = [name for name, is_there in named.items() if not is_there]
    if unknown and not any("::" in one for one in config.args):
        message = f"smoke names a case that is not there: {unknown}"
        raise pytest.UsageError(message)


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


@pytest.fixture(scope="session", autouse=True)
def _acts_wait_for_scripts() -> Iterator[None]:
    """Let no key and no click come before the scripts of a page: a person waits for a page, Playwright does not.

    What they do then is lost, and the test would be red on a busy machine.
    """

    def _after_load(act: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(act)
        def _act(self: Locator, *args: object, **kwargs: object) -> object:
            self.page.wait_for_load_state()
            return act(self, *args, **kwargs)

        return _act

    def _keyboard_after_load(page: Page) -> object:
        page.wait_for_load_state()
        return keyboard(page)

    keyboard = Page.keyboard.fget  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Page, "keyboard", property(_keyboard_after_load))
        for name in ACTS:
            patch.setattr(Locator, name, _after_load(getattr(Locator, name)))
        yield


@pytest.fixture(autouse=True)
def _harness(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the script of every page, and let no offer, turn or patience of the product end meanwhile.

    A busy machine is slow, not wrong. A test of such an end has the mark `real_clocks`.
    """
    is_long = request.node.get_closest_marker("real_clocks") is None
    if is_long:
        monkeypatch.setattr(undoable, "UNDO_WINDOW", LONG)
        monkeypatch.setattr(leases, "LEASE_TIME", LONG)
        monkeypatch.setattr(queue, "LEASE_TIME", LONG)
    return f"({HARNESS})({{ slow: {SLOW}, isLong: {str(is_long).lower()} }})"


@pytest.fixture(autouse=True)
def _failures_are_recorded(context: BrowserContext, request: pytest.FixtureRequest, output_path: str) -> Iterator[None]:
    """Keep the pages of a test that fails, and the trace of its second try (`--reruns`).

    The option `--screenshot` would take a picture of every page that passes, too.
    """
    is_second = getattr(request.node, "execution_count", 1) > 1
    if is_second:
        context.tracing.start(screenshots=True, snapshots=True, sources=True)
    yield
    folder = Path(output_path)
    if is_second:
        context.tracing.stop(path=folder / "trace.zip")
    outcome = getattr(request.node, "rep_call", request.node.rep_setup)  # pytest-playwright leaves them
    if outcome.failed:
        for number, page in enumerate(context.pages):
            page.screenshot(path=folder / f"page-{number}.png")


@pytest.fixture
def context(context: BrowserContext, _harness: str) -> BrowserContext:
    """Wait with patience in the browser of the signed-in person, with the clocks of its test."""
    context.set_default_timeout(PATIENCE)
    context.add_init_script(_harness)
    return context


@pytest.fixture(autouse=True)
def complaints(context: BrowserContext) -> Iterator[list[str]]:
    """Collect the complaints of the browser, including violations of the policy; none may be left at the end."""
    heard: list[str] = []
    _listen(context, heard)
    yield heard
    assert heard == []


def _listen(context: BrowserContext, heard: list[str]) -> None:
    context.on("console", lambda message: heard.extend(_complaint(message)))
    context.on("weberror", lambda error: heard.append(str(error.error)))


def _complaint(message: ConsoleMessage) -> list[str]:
    if message.type not in {"error", "warning"} or ANSWERS_NO.search(message.text):
        return []
    return [f"{message.type}: {message.text} ({message.location['url']})"]


@pytest.fixture
def sign_in(context: BrowserContext, live_server: LiveServer) -> Callable[[User], None]:
    """Sign a person in by cookie; the log-in page has its own test."""
    return lambda user: _sign_in(context, user, live_server)


def _sign_in(context: BrowserContext, user: User, live_server: LiveServer) -> None:
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])


@pytest.fixture
def page_of(
    browser: Browser,
    browser_context_args: dict[str, Any],
    live_server: LiveServer,
    complaints: list[str],
    _harness: str,
) -> Iterator[Callable[..., Page]]:
    """Open a page as one more person, or as nobody yet, in a browser of their own."""
    opened: list[BrowserContext] = []

    def _open(user: User | None = None, locale: str = "en-US") -> Page:
        context = browser.new_context(**{**browser_context_args, "locale": locale})
        opened.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(_harness)
        _listen(context, complaints)
        if user:
            _sign_in(context, user, live_server)
        return context.new_page()

    yield _open
    for one in opened:
        one.close()


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
