"""Many people at once over HTTP against a server that runs: ``python -m benchmarks.people http://127.0.0.1:8000``.

Everyone logs in as somebody of the demo, opens pages in turn with a pause between them, as who reads does, and writes a
comment now and then. Printed are errors, percentiles of the answers, and what the processes of the server used, if it
is on this machine (`--server PID`, the process that `serve` is). What else the machine did is the reader's to say.
"""

import argparse
import os
import random
import re
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode, urlsplit

NAMES = ("mina", "jun", "hana", "dana", "sora")
PASSWORD = "demo"  # noqa: S105 - of the demo
LISTS = ("/", "/queue/", "/entries/", "/sessions/", "/failed/", "/search/?q=cache")
PAUSE = (1.0, 3.0)
"""How many seconds a person looks at a page, at least and at most."""
WRITES = 0.2
"""The share of opened entries that get a comment."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Person:
    """Somebody with a browser: a connection that is kept, and cookies."""

    host: str
    name: str
    chance: random.Random
    cookies: dict[str, str] = field(default_factory=dict)
    connection: HTTPConnection | None = None

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """Ask for a page, or send a form; return the status and the text."""
        if self.connection is None:
            self.connection = HTTPConnection(self.host, timeout=60)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Referer": f"http://{self.host}{path}"}
        try:
            body = None if form is None else urlencode(form)
            self.connection.request("GET" if body is None else "POST", path, body, headers)
            answer = self.connection.getresponse()
            text = answer.read().decode()
        except (OSError, HTTPException):
            self.connection.close()
            self.connection = None
            raise
        for line in answer.headers.get_all("Set-Cookie") or ():
            self.cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        return answer.status, text

    def log_in(self) -> None:
        """Log in, or raise ValueError."""
        _, page = self.ask("/accounts/login/")
        form = {"username": self.name, "password": PASSWORD, "csrfmiddlewaretoken": token_in(page)}
        status, _ = self.ask("/accounts/login/", form)
        if status != 302:
            message = f"{self.name} cannot log in: {status}"
            raise ValueError(message)


@dataclass(slots=True)
class Log:
    """What was answered: the name of a kind of visit with its seconds, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, seconds: float, error: str) -> None:
        """Note one visit."""
        with self.lock:
            self.seconds.setdefault(kind, []).append(seconds)
            self.errors.update([error] if error else [])


def token_in(page: str) -> str:
    """Return the token of the forms of a page; empty where there is none."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    return found[1] if found else ""


def visit(person: Person, log: Log, kind: str, path: str, form: dict[str, str] | None = None) -> str:
    """Open a page, note how it went, and return its text."""
    begun, error, text = time.perf_counter(), "", ""
    try:
        status, text = person.ask(path, form)
        error = f"{kind} {status}" if status >= 400 else ""
    except (OSError, HTTPException) as failure:
        error = f"{kind} {type(failure).__name__}"
    log.note(kind, time.perf_counter() - begun, error)
    return text


def work(person: Person, log: Log, until: float) -> None:
    """Visit pages until a moment: lists, and from them sessions and entries."""
    person.log_in()
    while time.monotonic() < until:
        page = visit(person, log, "list", person.chance.choice(LISTS))
        inner = re.findall(r'href="(/(sessions|entries)/\d+/)"', page)
        if inner:
            path, kind = person.chance.choice(inner)
            time.sleep(person.chance.uniform(*PAUSE))
            page = visit(person, log, kind, path)
            if kind == "entries" and person.chance.random() < WRITES:
                form = {"text": "I looked at this.", "csrfmiddlewaretoken": token_in(page)}
                visit(person, log, "comment", f"{path}comments/", form)
        time.sleep(person.chance.uniform(*PAUSE))


def processes(root: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield root
    for child in Path(f"/proc/{root}/task/{root}/children").read_text("ascii").split():
        yield from processes(int(child))


def cpu_seconds(root: int) -> float:
    """Return the CPU time of a process and its descendants, those that have ended included."""
    total = 0
    for process in processes(root):
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
        total += sum(map(int, fields[11:13])) + (sum(map(int, fields[13:15])) if process == root else 0)
    return total / TICKS


def main() -> None:
    """Let people work, and print how they were answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("--server", type=int, help="its process id, for the CPU time that it used")
    options = parser.parse_args()
    host, log, begun = urlsplit(options.address).netloc, Log(), time.monotonic()
    before = cpu_seconds(options.server) if options.server else 0.0
    threads = [
        threading.Thread(
            target=work,
            args=(Person(host, NAMES[number % len(NAMES)], random.Random(number)), log, begun + options.seconds),
        )
        for number in range(options.people)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - begun
    for kind, seconds in sorted(log.seconds.items()):
        cuts = statistics.quantiles(seconds, n=100) if len(seconds) > 1 else seconds * 99
        shown = f"p50 {cuts[49]:7.3f} s  p95 {cuts[94]:7.3f} s  max {max(seconds):7.3f} s"
        print(f"{kind:10} {len(seconds):6} visits  {shown}")
    total = sum(map(len, log.seconds.values()))
    print(f"{total} visits in {took:.0f} s, {total / took:.1f} a second; errors: {dict(log.errors) or 'none'}")
    if options.server:
        used = cpu_seconds(options.server) - before
        each = 1000 * used / max(total, 1)
        print(f"the server used {used:.1f} s of CPU, {used / took:.2f} cores, {each:.0f} ms a visit")
    print(f"load of the machine now: {os.getloadavg()}")


if __name__ == "__main__":
    main()
