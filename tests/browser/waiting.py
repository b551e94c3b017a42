"""What a browser test waits for: a fact, never a clock."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Request

DELAY = 20_000
"""A timer of so many milliseconds is ended at once by the barrier; what sends later than that is missed."""


@contextmanager
def nothing_is_sent(page: Page) -> Iterator[None]:
    """Fail if the page asks for a change while the block runs, or because of what was done in it.

    The barrier behind the block ends the timers of the page and waits for the requests that are under way, until
    neither is left: a send that was delayed, or that waits for an answer, is seen. A `setInterval` is not waited for.
    """
    sent: list[str] = []

    def _note(request: Request) -> None:
        if request.method not in {"GET", "HEAD"}:
            sent.append(f"{request.method} {request.url}")

    page.on("request", _note)
    yield
    page.evaluate("(delay) => settle(delay)", DELAY)
    page.remove_listener("request", _note)
    assert sent == [], f"sent: {sent}"  # written out: pytest explains no assertion of a helper


def wait_until(page: Page, holds: Callable[[], bool], seconds: float = 30) -> None:
    """Let the page go on, turn by turn, until *holds* is true."""
    last = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < last, "it did not become true"
        page.evaluate("() => new Promise(requestAnimationFrame)")


def assert_soon(page: Page, script: str, expected: object = True, *, argument: object = None) -> None:  # noqa: FBT002
    """Fail unless *script* gives *expected*, at once or later: a page that was just changed is still being laid out.

    A wrong state that mends itself is forgiven: where passing through it is the mistake, look once.
    """
    found: list[object] = []

    def _is_there() -> bool:
        found[:] = [page.evaluate(script, argument)]
        return found == [expected]

    try:
        wait_until(page, _is_there)
    except AssertionError:
        assert found == [expected], f"{script}: {found}, not {expected!r}"


def assert_announced(page: Page, words: str) -> None:
    """Fail unless the live region says *words*, or said them on this page before it said something else."""
    assert_soon(page, "(words) => announced.some((one) => one.includes(words))", argument=words)
