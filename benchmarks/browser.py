"""Measure the session reader in Chromium, slowed down four times: ``python -m benchmarks.browser --output docs``."""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from benchmarks.reading import CHARACTERS, MESSAGES, QUOTES, crowded_session, long_session
from benchmarks.serving import chromium, logged_in, served
from benchmarks.timing import table

SLOWER, RUNS = 4, 3
INTRODUCTION = """# The session reader, measured

Written by `make reading`; change `benchmarks/browser.py`, not this page. A session of {messages:,} messages, about
{characters:,} characters and {quotes:,} quotes, in Chromium {chromium} at 1440 × 900 with the processor slowed down
four times, against a development server on the same machine ({cores} cores) that is not slowed down. A time runs until
the second frame after what was asked for is there, and is the median of {runs} runs, in seconds, the server included.
"""
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


@dataclass(frozen=True, slots=True)
class PageTime:
    """What was measured on a page, and the time it may take at most."""

    what: str
    bound: float
    seconds: float

    @property
    def row(self) -> list[object]:
        """The row of the table."""
        verdict = "met" if self.seconds <= self.bound else "**missed**"
        return [self.what, f"≤ {self.bound:g}", round(self.seconds, 3), verdict]


def main(arguments: list[str] | None = None) -> None:
    """Serve the two hard sessions from a separate store, measure them, and write the page."""
    parser = ArgumentParser(prog="benchmarks.browser", description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("docs"))
    options = parser.parse_args(arguments)
    with served([long_session(), crowded_session()]) as site:
        figures, version = _measured(site.address)
    introduction = INTRODUCTION.format(
        messages=MESSAGES, characters=CHARACTERS, quotes=QUOTES, chromium=version, cores=os.cpu_count(), runs=RUNS
    )
    rows = table(["what", "bound", "measured", ""], [figure.row for figure in figures])
    (options.output / "benchmarks-reader.md").write_text(f"{introduction}\n{rows}\n", encoding="utf-8")


def _measured(address: str) -> tuple[list[PageTime], str]:
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        page = logged_in(browser, address)
        page.add_init_script(SECOND_FRAME)
        long, crowded = (_address_of(page, title) for title in ("A long session", "A crowded session"))
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        return [*_long(page, long), *_crowded(page, crowded)], browser.version


def _address_of(page: Page, title: str) -> str:
    page.goto("/sessions/")
    return page.get_by_role("link", name=title).get_attribute("href") or "/"


def _long(page: Page, address: str) -> list[PageTime]:
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
        PageTime("open the session, second frame", 0.6, median(opened)),
        PageTime("open it at message 1,900, second frame", 0.6, median(linked)),
        PageTime("a tick of the map: jump to message 1,900, not read yet", 0.5, median(jumps)),
        PageTime("`n`: the next quote", 0.3, median(walked)),
        PageTime("`o`: to the words in the text", 0.3, median(steps)),
        PageTime("find a word in all messages", 0.3, median(found)),
        PageTime("go to a hit", 0.3, median(hits)),
        PageTime("a fix in the rail, with its words and counters", 0.3, median(islice(_fixed(page, address), RUNS))),
    ]


def _fixed(page: Page, address: str) -> Iterator[float]:
    """Yield the times of applying the first fix of each failed quote that has one."""
    _opened(page, address)
    page.wait_for_selector(".tick", state="attached")
    for key in page.evaluate(FAILED):
        _opened(page, f"{address}?quote={key}")
        if page.locator(f"#do-{key} form.fix").count():
            yield _acted(page, f"submit #do-{key}>form.fix", f'#row-{key}:not([data-state="failed"])')


def _crowded(page: Page, address: str) -> list[PageTime]:
    opened = [_opened(page, address) for _ in range(RUNS)]
    shared = [_shared(page, address) for _ in range(RUNS)]
    whole = [_whole(page, address) for _ in range(RUNS)]
    return [
        PageTime("open a session with 300 overlapping quotes and a message of 1 MB, second frame", 0.6, median(opened)),
        PageTime("the list of quotes at words that 100 share", 0.3, median(shared)),
        PageTime("unfold the message of 1 MB", 1, median(whole)),
    ]


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
