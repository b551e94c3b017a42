"""Have a scripted reviewer decide on a hundred candidates by keyboard: ``python -m benchmarks.desk``."""

import re
import sqlite3
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, Response, sync_playwright

from benchmarks.deciding import ENTRIES, TITLE, Desk, Kind, desk
from benchmarks.report import publish
from benchmarks.results import RESULTS, Result, machine
from benchmarks.serving import chromium, logged_in, served
from benchmarks.tasks import walked

REASON = "The message says another number."
WATCH = """(() => {
    const note = () => { window.took = performance.now() - window.pressed; };
    addEventListener('keydown', () => { window.took = 0; window.pressed = performance.now(); }, true);
    addEventListener('focusin', (event) => {
        if (event.target.id === 'claim') requestAnimationFrame(() => requestAnimationFrame(note));
    });
})()"""
BARE = """async () => {
    const start = performance.now();
    const response = await fetch(location.href, { headers: { 'HX-Request': 'true' } });
    const place = document.createElement('div');
    place.innerHTML = await response.text();
    document.body.append(place);
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const took = performance.now() - start;
    place.remove();
    return took;
}"""
TURNED = "before => document.getElementById('entry').dataset.entry !== before && window.took"
READS = {"1": "details#claim-question", "x": "#reject-reason:focus", "c": "#decide input[type=radio]:focus"}
"""The elements that a person sees before pressing the next key."""
BARE_AT = 10
"""At which entries a bare card is measured beside the decision."""
KEYS = {
    Kind.READY: ("a",),
    Kind.CLAIM: ("1", "a"),
    Kind.DIFFERING: ("x", REASON, "Tab", "Enter"),
    Kind.FAILED: ("c", "Enter"),
    Kind.TWICE: ("s",),
}
"""The keys to press for an entry of each kind, and the text to type."""
MADE = {
    Kind.READY: ["entry_promoted"],
    Kind.CLAIM: ["claim_confirmed", "entry_promoted"],
    Kind.DIFFERING: ["entry_rejected"],
    Kind.FAILED: ["change_requested"],
    Kind.TWICE: [],
}
"""The events in the journal for an entry of each kind, when all is done."""
DECISIONS = """SELECT entry.entry_id, event.event_type FROM review_event event
    JOIN review_entry entry ON entry.id = event.entry_id
    JOIN review_reviewsession session ON session.id = entry.session_id
    WHERE session.title = ? AND event.event_type <> 'evidence_aligned' ORDER BY event.id"""
FIGURES = (
    ("entries decided as meant", ""),
    ("wrong", ""),
    ("lost", ""),
    ("decided twice", ""),
    ("decided on and yet seen by two", ""),
    ("pages loaded", ""),
    ("keys an entry, letters of reasons not counted", ""),
    ("a decision, before compression", "kB"),
    ("decision → next claim", "ms"),
    ("bare card", "ms"),
    ("decision → next claim, in bare cards", "×"),
)
"""The figures of a sitting and their units; one without a unit is a count."""
SITTINGS = {"one reviewer": (1, ("mina",)), "two at one queue": (2, ("mina", "jun"))}
"""The reviewers at a desk, and its seed."""


@dataclass
class Sitting:
    """The actions of one person at the desk, and how long they took."""

    seen: list[str] = field(default_factory=list)
    keys: int = 0
    loads: int = 0
    milliseconds: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def main(arguments: list[str] | None = None) -> None:
    """Let one reviewer decide on all, two at one queue of as many, walk the tasks, and keep the results."""
    parser = ArgumentParser(prog="benchmarks.desk", description=__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS, help="a folder for the CSV file")
    options = parser.parse_args(arguments)
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        results = [result for what in SITTINGS for result in _sitting(browser, what)]
        with served([desk().upload]) as site:
            results += walked(browser, site.address)
        on = machine(f"Chromium {browser.version}")
    publish("desk", [result._replace(machine=on) for result in results], folder=options.results)


def _sitting(browser: Browser, what: str) -> Iterator[Result]:
    seed, people = SITTINGS[what]
    values = _sat(browser, desk(seed=seed), people=people)
    for (case, unit), value in zip(FIGURES, values, strict=True):
        yield Result(what, case, f"{ENTRIES} entries", "Chromium", value, unit)


def _sat(browser: Browser, given: Desk, *, people: tuple[str, ...]) -> list[float]:
    """Have people decide on a session until nothing is left, all at once, and return the figures."""
    with served([given.upload]) as site:
        _ask_about_facts(browser, site.address)
        pages = [logged_in(browser, site.address, person=person) for person in people]
        sittings = [Sitting() for _ in people]
        at_work = [_at_work(page, sitting, given) for page, sitting in zip(pages, sittings, strict=True)]
        while at_work:
            at_work = [one for one in at_work if next(one, False)]
        made = _made(site.store, given)
        for page in pages:
            page.context.close()
    return figures(sittings, made, given)


def _ask_about_facts(browser: Browser, address: str) -> None:
    """Have the project ask about claims that state what their evidence does not."""
    page = logged_in(browser, address, person="dana")
    page.goto("/projects/demo/")
    page.click("#switch-claim_facts")
    page.wait_for_selector("#policy-claim_facts input[name=on]", state="detached")
    page.context.close()


def _at_work(page: Page, sitting: Sitting, given: Desk) -> Iterator[bool]:
    """Decide on one entry after the other; yield when keys were pressed, before what they lead to is waited for."""
    page.add_init_script(WATCH)
    page.get_by_role("link", name=TITLE).click()
    session = re.search(r"/sessions/(\d+)/", page.url)
    page.goto(f"/queue/?session={session[1] if session else ''}")
    page.wait_for_function("() => document.documentElement.dataset.ready")
    page.on("load", lambda _: setattr(sitting, "loads", sitting.loads + 1))
    while page.locator("#entry .crumb code").count():
        name = page.locator("#entry .crumb code").inner_text()
        before = page.locator("#entry").get_attribute("data-entry")
        sitting.seen.append(name)
        if len(sitting.seen) % BARE_AT == 0:
            sitting.bare.append(float(page.evaluate(BARE)))
        *first, last = KEYS[given.kinds[name]]
        for key in first:
            _press(page, sitting, key)
            if key in READS:
                page.wait_for_selector(READS[key])
        with page.expect_response(_is_of_the_queue) as responded:
            _press(page, sitting, last)
            yield True
        sitting.sizes.append(len(responded.value.body()))
        sitting.milliseconds.append(float(page.wait_for_function(TURNED, arg=before).json_value()))


def _is_of_the_queue(response: Response) -> bool:
    """Whether a response is to what a person did; a card also reads parts of itself."""
    return response.request.method == "POST" or "/queue/" in response.url


def _press(page: Page, sitting: Sitting, key: str) -> None:
    if key == REASON:
        page.keyboard.type(key)
        return
    page.keyboard.press(key)
    sitting.keys += 1


def _made(store: Path, given: Desk) -> dict[str, list[str]]:
    """Return the events of people on each entry, in their order."""
    made: dict[str, list[str]] = {name: [] for name in given.kinds}
    with closing(sqlite3.connect(store)) as connection:
        for name, event in connection.execute(DECISIONS, [TITLE]):
            made[name].append(event)
    return made


def figures(sittings: list[Sitting], made: dict[str, list[str]], given: Desk) -> list[float]:
    """Return the results of some sittings, in the order of `FIGURES`, from the events *made* on each entry."""
    wanted = {name: MADE[kind] for name, kind in given.kinds.items()}
    seen = Counter(name for sitting in sittings for name in sitting.seen)
    took = median(one for sitting in sittings for one in sitting.milliseconds)
    bare = median(one for sitting in sittings for one in sitting.bare)
    return [
        sum(made[name] == wanted[name] for name in wanted),
        sum(not set(made[name]) <= set(wanted[name]) for name in wanted),
        sum(not set(wanted[name]) <= set(made[name]) or name not in seen for name in wanted),
        sum(len(made[name]) > len(set(made[name])) for name in wanted),
        sum(seen[name] > 1 for name in wanted if wanted[name]),
        sum(sitting.loads for sitting in sittings),
        sum(sitting.keys for sitting in sittings) / len(wanted),
        median(size for sitting in sittings for size in sitting.sizes) / 1000,
        took,
        bare,
        took / bare,
    ]


if __name__ == "__main__":
    main()
