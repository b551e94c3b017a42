"""Measure the session reader in Chromium, slowed down four times: ``python -m benchmarks.browser``."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from benchmarks.reading import MESSAGES, QUOTES, crowded_session, long_session
from benchmarks.report import publish
from benchmarks.results import RESULTS, Result, machine
from benchmarks.serving import chromium, logged_in, served

SLOWER, RUNS = 4, 3
LONG = f"{MESSAGES} messages, {QUOTES} quotes"
CROWDED = "300 overlapping quotes, a message of 1 MB"
SECOND_FRAME = """(() => {
    const look = () => requestAnimationFrame(document.querySelector('.msg-text') ? shown : look);
    const shown = () => requestAnimationFrame(() => { window.secondFrame = performance.now(); });
    look();
})()"""
"""Runs in every page before its own scripts: the waiting of Playwright would load scripts into the measured time.

A frame is drawn between two calls; `performance.now` counts from the start of the navigation.
"""
TICK = """(from) => [...document.querySelectorAll('.tick[data-shape="exact"]')]
    .find((one) => Number(one.dataset.index) >= from).dataset.quote"""
FAILED = """() => [...document.querySelectorAll('.tick[data-shape="failed"]')].map((one) => one.dataset.quote)"""
ACT = """async ([act, shown]) => {
    const start = performance.now();
    const [kind, what] = act.split(' ');
    if (kind === 'key') document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: what, bubbles: true}));
    else if (kind === 'submit') document.querySelector(what).requestSubmit();
    else document.querySelector(what).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    const isThere = () => [...document.querySelectorAll(shown)].some((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
    });
    while (!isThere()) {
        if (performance.now() - start > 20000) throw new Error(`${act} does not show ${shown}`);
        await new Promise((next) => requestAnimationFrame(next));
    }
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    return performance.now() - start;
}"""
"""Acts as a person does, and waits until the expected result is visible and drawn."""


def main(arguments: list[str] | None = None) -> None:
    """Serve the two hard sessions from a separate store, measure them, and keep the results."""
    parser = ArgumentParser(prog="benchmarks.browser", description=__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS, help="a folder for the CSV file")
    options = parser.parse_args(arguments)
    with served([long_session(), crowded_session()]) as site:
        results = _measured(site.address)
    publish("reader", results, folder=options.results)


def _measured(address: str) -> list[Result]:
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        page = logged_in(browser, address)
        page.add_init_script(SECOND_FRAME)
        long, crowded = (_address_of(page, title) for title in ("A long session", "A crowded session"))
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        results = [*_long(page, long), *_crowded(page, crowded)]
        return [one._replace(machine=machine(f"Chromium {browser.version}")) for one in results]


def _address_of(page: Page, title: str) -> str:
    page.goto("/sessions/")
    return page.get_by_role("link", name=title).get_attribute("href") or "/"


def _long(page: Page, address: str) -> list[Result]:
    opened = [_opened(page, address) for _ in range(RUNS)]
    linked = [_opened(page, f"{address}?from=1900#m-1900") for _ in range(RUNS)]
    jumps, steps, walked, found, hits = [], [], [], [], []
    for _ in range(RUNS):
        _opened(page, address)
        page.wait_for_selector(".tick", state="attached")
        key = page.evaluate(TICK, 1900)
        jumps.append(_acted(page, f'click .tick[data-quote="{key}"]', f'#talk [data-ev~="{key}"].is-on'))
        steps.append(_acted(page, "key o", "#talk .is-on:focus"))
        walked.append(_acted(page, "key n", f".row-ev[aria-current]:not(#row-{key})"))
        page.fill("#find", "배포")
        found.append(_acted(page, "submit form.find", ".hit"))
        hits.append(_acted(page, "click .hit", ".msg .found"))
    return [
        _time(LONG, "open the session, second frame", opened, bound=0.6),
        _time(LONG, "open it at message 1,900, second frame", linked, bound=0.6),
        _time(LONG, "a tick of the map: jump to message 1,900, not read yet", jumps, bound=0.5),
        _time(LONG, "`n`: the next quote", walked, bound=0.3),
        _time(LONG, "`o`: to the words in the text", steps, bound=0.3),
        _time(LONG, "find a word in all messages", found, bound=0.3),
        _time(LONG, "go to a hit", hits, bound=0.3),
        _time(LONG, "a fix in the rail, with its words and counters", islice(_fixed(page, address), RUNS), bound=0.3),
    ]


def _fixed(page: Page, address: str) -> Iterator[float]:
    """Yield the times of applying the first fix of each failed quote that has one."""
    _opened(page, address)
    page.wait_for_selector(".tick", state="attached")
    for key in page.evaluate(FAILED):
        _opened(page, f"{address}?quote={key}")
        if page.locator(f"#do-{key} form.fix").count():
            yield _acted(page, f"submit #do-{key}>form.fix", f'#row-{key}:not([data-state="failed"])')


def _crowded(page: Page, address: str) -> list[Result]:
    opened = [_opened(page, address) for _ in range(RUNS)]
    shared = [_shared(page, address) for _ in range(RUNS)]
    whole = [_whole(page, address) for _ in range(RUNS)]
    return [
        _time(CROWDED, "open the session, second frame", opened, bound=0.6),
        _time(CROWDED, "the list of quotes at words that 100 share", shared, bound=0.3),
        _time(CROWDED, "unfold the message of 1 MB", whole, bound=1),
    ]


def _time(scale: str, case: str, seconds: Iterable[float], *, bound: float) -> Result:
    return Result("session reader", case, scale, "Chromium", median(seconds), "s", bound=f"≤ {bound:g}")


def _opened(page: Page, address: str) -> float:
    page.goto("about:blank")
    page.goto(address, wait_until="networkidle")
    return float(page.wait_for_function("window.secondFrame").json_value()) / 1000


def _shared(page: Page, address: str) -> float:
    _opened(page, address)
    return _acted(page, "click #m-0>div>.msg-text>mark:nth-child(100)", "#shared:popover-open")


def _whole(page: Page, address: str) -> float:
    _opened(page, address)
    page.locator("#m-1>.fold>.btn").scroll_into_view_if_needed()
    return _acted(page, "click #m-1>.fold>.btn", "#m-1:not(:has(.fold))")


def _acted(page: Page, act: str, shown: str) -> float:
    page.wait_for_selector(".tick", state="attached")
    page.wait_for_load_state("networkidle")
    return float(page.evaluate(ACT, [act, shown])) / 1000


if __name__ == "__main__":
    main()
