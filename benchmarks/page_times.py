"""The CPU time of requests to daily pages, beside a plain page: ``python -m benchmarks.page_times``.

The store is the one that `REVIEW_DATABASE_URL` names, filled by ``python -m benchmarks.fill``. Requests pass every
layer of the site in one process, and its time is taken: neither the database's nor the browser's. A round asks for each
page once, so that other loads on the machine change all alike, and the plain page tells how fast the machine is.
"""

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median
from time import process_time

import django
from django.conf import settings

from benchmarks.markdown import table
from benchmarks.results import Result, machine

PERSON = "dana"
"""A manager of all projects."""
PLAIN = "help"
"""The plain page: it shows nothing of the store but who is signed in."""
PAGES = ("home", "queue", "reader", "entries", "entry")
DECISION = "a decision"
BOUNDS = {"home": 60, "queue": 60, DECISION: 60, "reader": 60, "entries": 60, "entry": 40}
"""How many milliseconds a page may take where the plain page takes PLAIN_MS: other machines are faster or slower."""
PLAIN_MS = 10.8
"""What the plain page takes where these bounds were set: 12 to 17 ms then, and it calls a quarter less since."""
WARM, ROUNDS = 5, 25


def main(arguments: list[str] | None = None) -> None:
    """Measure, and print a line for each page; nothing is kept, as the figures are of a store and a machine."""
    parser = ArgumentParser(prog="benchmarks.page_times", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each page is asked for")
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    found = [[one.case, one.scale, f"{one.value:.1f}", f"{one.ratio}", one.bound] for one in measured(options.rounds)]
    print(table(["page", "in a store of", "ms", "× the plain page", "bound"], found))


def measured(rounds: int) -> Iterator[Result]:
    """Yield the time of each page, and its ratio to that of the plain page."""
    from django.db import connection  # noqa: PLC0415 - models are there once Django is

    from review.models import Entry  # noqa: PLC0415 - as above

    scale = f"{Entry.objects.count()} entries, {connection.vendor}"
    times = _times(_requests(), rounds)
    for name, took in times.items():
        ratio = round(median(took) / median(times[PLAIN]), 2)
        bound = f"≤ {BOUNDS[name] / PLAIN_MS:.1f}" if name in BOUNDS else ""
        yield Result("request", name, scale, PERSON, median(took), "ms", ratio, bound, machine())


def _requests() -> Mapping[str, Callable[[], float]]:
    """Return the requests by the names of their pages; each returns its CPU time in milliseconds."""
    from benchmarks.addresses import pages  # noqa: PLC0415 - models are there once Django is
    from benchmarks.pages import decided, visitor  # noqa: PLC0415 - as above

    client, addresses = visitor(PERSON), dict(pages())
    asked = {name: partial(_took, partial(client.get, addresses[name])) for name in (PLAIN, *PAGES)}
    return {**asked, DECISION: partial(decided, PERSON, _took)}


def _times(requests: Mapping[str, Callable[[], float]], rounds: int) -> Mapping[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in requests}
    for number in range(WARM + rounds):
        for name, request in requests.items():
            took = request()
            if number >= WARM:
                times[name].append(took)
    return times


def _took(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return 1000 * (process_time() - start)


if __name__ == "__main__":
    main()
