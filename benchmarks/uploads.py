"""Two large uploads at once, and another person's pages meanwhile: ``python -m benchmarks.uploads``.

The store is one of its own, on SQLite or where ``--postgresql`` names a database; the server is that of a team, which
needs an environment such as `make served` makes: ``var/server/bin/python -m benchmarks.uploads``. Printed are how
quickly each request of an upload was answered, how often its progress moved and when it ended; the pages of the other
person while nothing was uploaded and while it was; how long a writer waited for the lock of SQLite; the memory of each
kind of process.
"""

import json
import os
import re
import sqlite3
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from time import monotonic, perf_counter, sleep

import httpx

from benchmarks.api import served
from benchmarks.marked import Marked
from benchmarks.people import PASSWORD, token_in

TALKS = ("2000x500", "20000x5000")
PAGES = ("/", "/queue/", "/entries/", "/sessions/", "/failed/")
LOOK_EVERY, READ_EVERY, ASK_EVERY = 1.0, 0.3, 0.05
"""How many seconds pass between two looks at an upload, two pages of the other person, two questions for the lock."""
PATIENCE = 1800.0
GOAL = 1.5
"""How many times as long as with nothing else 95 of 100 pages may take."""


@dataclass(slots=True)
class Course:
    """How an upload went: the slowest answer, how many states of its progress were seen, and when it ended."""

    slowest: float = 0.0
    states: set[str] = field(default_factory=set)
    seconds: float = 0.0


def talk(messages: int, quotes: int) -> bytes:
    """Return a conversation with an extraction, of which each fifth quote says something else than its message."""
    said = [f"Message {at}: the cache of service {at % 97} lives for {at} hours, as we said." for at in range(messages)]
    evidence = [
        {"messageIndex": at, "quote": f"lives for {at + (number % 5 == 0)} hours"}
        for number in range(quotes)
        for at in (number * 7 % messages,)
    ]
    entries = [
        {"entryId": f"e-{number}", "title": "The cache", "evidence": [one]} for number, one in enumerate(evidence)
    ]
    whole = {"sessionId": f"talk-{messages}", "messages": said, "extraction": {"entries": entries}}
    return json.dumps(whole).encode()


def logged_in(address: str, name: str) -> httpx.Client:
    """Return the browser of somebody of the demo.

    Raises:
        ValueError: they cannot log in.

    """
    http = httpx.Client(base_url=address, timeout=120, follow_redirects=True)
    form = {"username": name, "password": PASSWORD, "csrfmiddlewaretoken": token_in(http.get("/accounts/login/").text)}
    answer = http.post("/accounts/login/", data=form, headers={"Referer": address})
    if answer.status_code != httpx.codes.OK or "/accounts/login/" in str(answer.url):
        message = f"{name} cannot log in: {answer.status_code}"
        raise ValueError(message)
    return http


def upload(http: httpx.Client, data: bytes, course: Course) -> None:
    """Upload a conversation, look at it until it can be confirmed, confirm it, and look until it is imported."""
    begun, page = monotonic(), http.get("/upload/").text
    project = re.search(r'name="project"[\s\S]*?value="(\d+)"', page)
    fields = {"csrfmiddlewaretoken": token_in(page), "project": project[1] if project else "", "format": "", "text": ""}
    files = {"files": ("talk.json", data, "application/json")}
    answer = _timed(
        course, lambda: http.post("/upload/", data=fields, files=files, headers={"Referer": str(http.base_url)})
    )
    answer = _until_no_job(http, answer, course)
    seen = re.search(r'name="seen" value="([^"]*)"', answer.text)
    if 'id="confirm"' not in answer.text:
        message = f"there is nothing to confirm at {answer.url}"
        raise RuntimeError(message)
    form = {"csrfmiddlewaretoken": token_in(answer.text), "seen": seen[1] if seen else "/0"}
    address = str(answer.url)
    answer = _timed(course, lambda: http.post(address, data=form, headers={"Referer": address}))
    _until_no_job(http, answer, course)
    course.seconds = monotonic() - begun


def _until_no_job(http: httpx.Client, answer: httpx.Response, course: Course) -> httpx.Response:
    """Look at the page of a job, and of those that follow it, until it shows what came of them.

    Raises:
        RuntimeError: the page says that a job ended without its effect, or the server answers with an error.

    """
    until = monotonic() + PATIENCE
    while answer.raise_for_status() and (job := re.search(r'hx-get="(/jobs/\d+/)\?seen=([\w-]+)"', answer.text)):
        if monotonic() > until:
            break
        shown = re.search(r'<progress max="(\d+)" value="(\d+)"', answer.text)
        course.states.add(f"{job[2]} {shown.groups() if shown else ''}")
        sleep(LOOK_EVERY)
        answer = _timed(course, partial(http.get, job[1]))
    if 'id="job"' in answer.text:
        message = f"a job did not end well: {answer.url}"
        raise RuntimeError(message)
    return answer


def _timed(course: Course, ask: Callable[[], httpx.Response]) -> httpx.Response:
    begun = perf_counter()
    answer = ask()
    course.slowest = max(course.slowest, perf_counter() - begun)
    return answer


def read_pages(http: httpx.Client, over: Event, times: list[float]) -> None:
    """Open one page after another until it is *over*, and note how long each took."""
    while not over.is_set():
        for path in PAGES:
            begun = perf_counter()
            http.get(path).raise_for_status()
            times.append(perf_counter() - begun)
            over.wait(READ_EVERY)


def ask_for_lock(store: Path, over: Event, waits: list[float]) -> None:
    """Ask for the lock of a writer of SQLite again and again, and note how long each time took."""
    asking = sqlite3.connect(store, timeout=60, isolation_level=None)
    while not over.wait(ASK_EVERY):
        begun = perf_counter()
        asking.execute("BEGIN IMMEDIATE")
        waits.append(perf_counter() - begun)
        asking.execute("ROLLBACK")
    asking.close()


def p95(times: list[float]) -> float:
    """Return within how many seconds 95 of 100 were answered."""
    return quantiles(times, n=100)[94]


def main(arguments: list[str] | None = None) -> None:
    """Read pages alone, then beside the uploads, and print both."""
    parser = ArgumentParser(prog="benchmarks.uploads", description=__doc__)
    parser.add_argument("--postgresql", default="", help="the URL of an empty database, in place of SQLite")
    parser.add_argument("--talks", nargs="*", default=TALKS, help="MESSAGESxQUOTES of each upload")
    parser.add_argument("--entries", type=int, default=2000, help="how many entries the store has (%(default)s)")
    parser.add_argument(
        "--idle", type=float, default=60, help="for how many seconds pages are read alone (%(default)s)"
    )
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name, Marked() as marked:
        store = Path(name) / "store.sqlite3"
        os.environ.update(marked.environment)
        with served(options.postgresql or f"sqlite:///{store}", Path(name), entries=options.entries) as site:
            idle, busy, waits, over = list[float](), list[float](), list[float](), Event()
            quiet = Thread(target=read_pages, args=(logged_in(site.address, "mina"), over, idle))
            quiet.start()
            sleep(options.idle)
            over.set()
            quiet.join()
            over.clear()
            courses = {one: Course() for one in options.talks}
            beside = [Thread(target=read_pages, args=(logged_in(site.address, "mina"), over, busy))]
            if not options.postgresql:
                beside.append(Thread(target=ask_for_lock, args=(store, over, waits)))
            uploads = [
                Thread(target=upload, args=(logged_in(site.address, "dana"), talk(*map(int, one.split("x"))), course))
                for one, course in courses.items()
            ]
            for thread in (*beside, *uploads):
                thread.start()
            while any(thread.is_alive() for thread in uploads):
                marked.look()
                sleep(ASK_EVERY * 10)
            over.set()
            for thread in beside:
                thread.join()
    _print(courses, idle, busy, waits, marked)


def _print(
    courses: dict[str, Course], idle: list[float], busy: list[float], waits: list[float], marked: Marked
) -> None:
    for name, course in courses.items():
        end = f"ended after {course.seconds:.0f} s" if course.seconds else "did NOT end well"
        print(f"{name:12} slowest answer {course.slowest:.2f} s, {len(course.states)} states of progress, {end}")
    times = p95(busy) / p95(idle)
    print(
        f"pages of another person: p95 {p95(idle):.3f} s alone, {p95(busy):.3f} s beside, {times:.2f} times (≤ {GOAL})"
    )
    if waits:
        longest = f"the longest wait {max(waits):.2f} s, p95 {p95(waits):.3f} s"
        print(f"the lock of SQLite: asked for {len(waits)} times, {longest}")
    for word in ("serve", "run_jobs"):
        print(f"memory of {word}: {marked.largest_of(word):.0f} MB at most in one process")


if __name__ == "__main__":
    main()
