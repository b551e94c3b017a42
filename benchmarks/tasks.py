"""Walk through twenty tasks in Chromium, and count the clicks, keys and page loads that each takes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Download, Locator, Page

from benchmarks.deciding import TITLE
from benchmarks.results import Result
from benchmarks.serving import PASSWORD, logged_in

ROOT = Path(__file__).resolve().parents[1]
FILES = ROOT / "docs" / "examples" / "tutorial" / "en"
TWICE_READ = "Postmortem: customers charged twice"
"""The session of the demo that two runs have read."""
READY = 10
"""How many entries are verified, and certified, one after the other."""


class Hand:
    """The actions of a person on a page; letters of words are typed, not counted."""

    def __init__(self, page: Page) -> None:
        """Begin to count on a page that is there."""
        self.page = page
        self.clicks = self.keys = self.loads = 0
        page.on("load", self._note_load)

    def _note_load(self, _: Page) -> None:
        self.loads += 1

    def click(self, what: str | Locator) -> None:
        """Click on something."""
        (self.page.locator(what).first if isinstance(what, str) else what).click()
        self.clicks += 1

    def choose(self, what: str, value: str) -> None:
        """Open a list, and choose from it."""
        self.page.locator(what).select_option(value)
        self.clicks += 2

    def press(self, *keys: str) -> None:
        """Press some keys, once the scripts of the page are there."""
        self.page.wait_for_load_state()
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def type(self, words: str) -> None:
        """Write words where the focus is."""
        self.page.keyboard.type(words)

    def sees(self, what: str) -> None:
        """Wait until something is there."""
        self.page.locator(what).first.wait_for()


@dataclass(frozen=True, slots=True)
class Task:
    """The goal of a person, where they begin, and their actions."""

    name: str
    start: str
    act: Callable[[Hand], None]
    person: str = "mina"


def walked(browser: Browser, address: str) -> Iterator[Result]:
    """Yield the clicks, keys and pages loaded that each task takes."""
    for task in TASKS:
        page = logged_in(browser, address, person=task.person)
        page.goto(task.start)
        page.wait_for_function("() => document.documentElement.dataset.ready")
        hand = Hand(page)
        task.act(hand)
        page.wait_for_load_state()
        for unit, taken in (("clicks", hand.clicks), ("keys", hand.keys), ("pages", hand.loads)):
            yield Result("task", task.name, tool="Chromium", value=taken, unit=unit)
        page.context.close()


def _claim_is_new(hand: Hand, before: str) -> None:
    hand.page.wait_for_function("before => document.querySelector('#claim').innerText !== before", arg=before)


def _log_in(hand: Hand) -> None:
    hand.page.context.clear_cookies()
    hand.page.goto("/")
    hand.page.wait_for_selector("#id_username:focus")
    hand.loads = 0
    hand.type("mina")
    hand.press("Tab")
    hand.type(PASSWORD)
    hand.press("Enter")
    hand.sees(".menu")


def _failed_of_session(hand: Hand) -> None:
    hand.click("td a[href*='/failed/?session=']")
    hand.sees(".fail")


def _first_suggestion(hand: Hand) -> None:
    hand.click("li.fail:has(form.fix) form.fix button")
    hand.sees(".fail .said")


def _by_editing(hand: Hand) -> None:
    row = hand.page.locator("li.fail[data-state=failed]:has(.q-say mark, .q-say .ghost)").first
    words = row.locator(".q-say").inner_text().strip()
    hand.click(row.locator(".acts a.btn"))
    hand.click(".q[data-state=failed] .act > summary")
    hand.press("Control+a")
    hand.type(words.splitlines()[0])
    hand.press("Control+Enter")
    hand.sees(".q .said, .q[data-state=exact], .q[data-state=normalized], .q[data-state=fuzzy]")


def _by_selecting(hand: Hand) -> None:
    hand.click("li.fail[data-state=failed] .acts a.btn")
    hand.press("v", "ArrowRight", "l")
    hand.sees("#use-selection")
    hand.press("Enter")
    hand.sees("#undo-go")


def _ambiguous(hand: Hand) -> None:
    hand.click("a[href*='method=ambiguous']")
    hand.click("button[id^='choose-']")
    hand.sees("#undo-go")


def _acknowledge(hand: Hand) -> None:
    hand.click("a[href*='method=differences']")
    hand.press("i")
    hand.type("It is the same sum, written otherwise.")
    hand.press("Enter")
    hand.sees("#undo-go")


def _verify_one(hand: Hand) -> None:
    hand.click("a[href*='method=ready']")
    hand.sees("#promote-verified")
    claim = hand.page.locator("#claim").inner_text()
    hand.press("a")
    _claim_is_new(hand, claim)


def _verify_ten(hand: Hand) -> None:
    hand.click(hand.page.get_by_role("row").filter(has_text=TITLE).locator("a[href*='/entries/?session=']"))
    hand.choose("#id_method", "ready")
    hand.click("form.filters button[type=submit]")
    hand.sees("a[href*='method=ready']")
    hand.click("#to-queue")
    for _ in range(READY):
        hand.sees("#promote-verified")
        claim = hand.page.locator("#claim").inner_text()
        hand.press("a")
        _claim_is_new(hand, claim)


def _reject(hand: Hand) -> None:
    hand.click("a[href*='method=ready']")
    hand.sees("#promote-verified")
    claim = hand.page.locator("#claim").inner_text()
    hand.press("x")
    hand.page.wait_for_selector("#reject-reason:focus")
    hand.type("Nobody needs it.")
    hand.press("Tab", "Enter")
    _claim_is_new(hand, claim)


def _why_blocked(hand: Hand) -> None:
    hand.sees("#checklist [data-is=no]")


def _who_promoted(hand: Hand) -> None:
    hand.click("tbody a[href*='/entries/'], .entry-row a[href*='/entries/']")
    hand.sees("#decide .say")


def _upload(hand: Hand) -> None:
    hand.click("nav a[href='/upload/']")
    hand.page.locator("#id_files").set_input_files(sorted(FILES.iterdir()))
    hand.clicks += 1
    hand.click("#preview")
    hand.click("#confirm")
    hand.page.wait_for_url("**/sessions/**")


def _second_extraction(hand: Hand) -> None:
    hand.click("#add-extraction")
    extraction = next(one for one in sorted(FILES.iterdir()) if "extraction" in one.name or "memor" in one.name)
    hand.page.locator("#id_files").set_input_files(extraction)
    hand.clicks += 1
    hand.click("#preview")
    hand.click("#confirm")
    hand.page.wait_for_url("**/sessions/**")


def _compare(hand: Hand) -> None:
    hand.click("nav a[href='/sessions/']")
    hand.click(hand.page.get_by_role("link", name=TWICE_READ))
    hand.click("a[href*='/runs/compare/']")
    hand.sees("main h1")


def _search(hand: Hand) -> None:
    hand.press("Control+k")
    hand.page.wait_for_selector("#pal-q:focus")
    hand.type("refund")
    hand.sees("#pal-found [role=option][aria-selected=true]")
    hand.press("Enter")
    hand.page.wait_for_url(lambda address: urlsplit(address).path != "/")


def _next(hand: Hand) -> None:
    claim = hand.page.locator("#claim").inner_text()
    hand.press("s")
    _claim_is_new(hand, claim)


def _undo(hand: Hand) -> None:
    claim = hand.page.locator("#claim").inner_text()
    hand.page.keyboard.press("a")
    _claim_is_new(hand, claim)
    hand.page.wait_for_selector("#undo-go")
    hand.press("z")
    hand.page.wait_for_function("before => document.querySelector('#claim').innerText === before", arg=claim)


def _export(hand: Hand) -> None:
    with hand.page.expect_download() as download:
        hand.click("main a[href*='/bundle/']")
        hand.click("form.bundle button[type=submit]")
    _is_zip(download.value)


def _is_zip(download: Download) -> None:
    if not download.suggested_filename.endswith(".zip"):
        raise RuntimeError(download.suggested_filename)


def _quality(hand: Hand) -> None:
    hand.click("nav a[href='/quality/']")
    hand.sees("main h1")


def _certify_ten(hand: Hand) -> None:
    hand.click("a[href*='method=certifiable']")
    for number in range(READY):
        hand.sees("#certify-now, #certify")
        claim = hand.page.locator("#claim").inner_text()
        hand.press("a")
        if not number:
            hand.page.wait_for_selector("input[type=password]:focus")
            hand.type(PASSWORD)
            hand.press("Enter")
        _claim_is_new(hand, claim)


TASKS = (
    Task("log in", "/", _log_in),
    Task("the failed quotes of one session", "/", _failed_of_session),
    Task("repair by the first suggestion", "/failed/", _first_suggestion),
    Task("repair by editing", "/failed/", _by_editing),
    Task("repair by selecting words", "/failed/", _by_selecting),
    Task("say which place is meant", "/", _ambiguous),
    Task("acknowledge a critical difference", "/", _acknowledge),
    Task("verify one ready entry", "/", _verify_one),
    Task("verify ten ready entries of a session", "/", _verify_ten),
    Task("reject an entry", "/", _reject),
    Task("see why an entry is blocked", "/queue/?method=failed", _why_blocked),
    Task("who verified it, and when", "/entries/?stage=verified", _who_promoted),
    Task("upload a session and an extraction", "/", _upload),
    Task("add a second extraction to a session", "/sessions/1/", _second_extraction),
    Task("compare two runs", "/", _compare),
    Task("search a word in everything", "/", _search),
    Task("go to the next thing to do", "/queue/?method=ready", _next),
    Task("undo a decision", "/queue/?method=ready", _undo),
    Task("export the evidence of an entry", "/entries/?stage=verified", _export),
    Task("how good an extractor is over time", "/", _quality),
    Task("certify ten entries", "/", _certify_ten, person="hana"),
)
"""Twenty tasks of reviewers, and the certifier's."""
