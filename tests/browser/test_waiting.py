"""The barrier behind "nothing is sent" lets no send through, however late, and reports none that is not there."""

import pytest
from playwright.sync_api import Page

from tests.browser.waiting import assert_soon, nothing_is_sent

SEND = 'fetch("/help/", { method: "POST" })'
SENDS = {
    "at once": SEND,
    "promise": f"Promise.resolve().then(() => {{ {SEND} }})",
    "next task": f"setTimeout(() => {SEND})",
    "frame": f"requestAnimationFrame(() => setTimeout(() => {SEND}))",
    "after 300 ms": f"setTimeout(() => {SEND}, 300)",
    "after 15 s": f"setTimeout(() => {SEND}, 15_000)",
    "timer of a timer": f"setTimeout(() => setTimeout(() => setTimeout(() => {SEND}, 500), 500), 500)",
    "key": f"addEventListener('keydown', () => setTimeout(() => {SEND}, 700)); dispatchEvent(new Event('keydown'))",
}


@pytest.mark.smoke
def test_nothing_is_sent_notices_every_send(page: Page) -> None:
    page.goto("/accounts/login/")

    missed = []
    for how, script in SENDS.items():
        try:
            with nothing_is_sent(page):
                page.evaluate(f"{{ {script} }}")
        except AssertionError as error:
            assert "POST" in str(error)  # noqa: PT017 - of each case
        else:
            missed.append(how)

    assert missed == []


def test_nothing_is_sent_waits_for_a_request_that_is_under_way(page: Page) -> None:
    page.goto("/accounts/login/")
    page.evaluate("""() => {
        document.body.classList.add("htmx-request");
        setTimeout(() => {}, 60_000);
        let frames = 20;
        const wait = () => {
            if (frames--) return requestAnimationFrame(wait);
            document.body.classList.remove("htmx-request");
            return fetch("/help/", { method: "POST" });
        };
        wait();
    }""")

    with pytest.raises(AssertionError, match="POST"), nothing_is_sent(page):
        pass


def test_nothing_is_sent_forgives_reading_and_a_timer_that_was_stopped(page: Page) -> None:
    page.goto("/accounts/login/")

    with nothing_is_sent(page):
        page.evaluate(f"{{ fetch('/help/'); clearTimeout(setTimeout(() => {SEND}, 300)) }}")


def test_a_key_and_a_click_wait_for_the_scripts_of_a_page(page: Page) -> None:
    script = (
        "addEventListener('keydown', () => { heard = 'key' }); addEventListener('click', () => { heard = 'click' })"
    )
    page.route("**/slow/", lambda route: route.fulfill(body='<p>Words</p><script src="/late.js"></script>'))
    page.route("**/late.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))

    page.goto("/slow/", wait_until="commit")
    page.keyboard.press("a")
    assert_soon(page, "window.heard", "key")

    page.goto("/slow/", wait_until="commit")
    page.locator("p").click()
    assert_soon(page, "window.heard", "click")
