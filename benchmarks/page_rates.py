"""Requests a second of daily pages, with people who read at once: ``python -m benchmarks.page_rates --seconds 20``.

The store is the one that `REVIEW_DATABASE_URL` names, filled by ``python -m benchmarks.fill``; the server is that of a
team. Each client is a person of the demo, and asks for one page again and again. The clients run on the same machine.
"""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from statistics import quantiles

import django
import httpx
from django.conf import settings

from benchmarks.load import CLIENTS, loaded, team_server
from benchmarks.markdown import table
from benchmarks.page_times import PLAIN

PAGES = (PLAIN, "reader", "home", "queue")
PEOPLE = ("dana", "mina", "jun", "hana")
"""Those who decide: each has a queue of their own."""
BOUNDS = {"reader": 60}
"""How many requests a second a page should reach on two cores."""


def main(arguments: list[str] | None = None) -> None:
    """Measure, and print a line for each page; nothing is kept, as the figures are of a store and a machine."""
    parser = ArgumentParser(prog="benchmarks.page_rates", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="how long each page is asked for (%(default)s)")
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
    django.setup()
    heads = ["page", "requests a second", "the middle, ms", "99 of 100 within, ms", "failed", "bound"]
    print(table(heads, rates(options.seconds)))


def rates(seconds: float) -> Iterator[list[str]]:
    """Yield a line for each page: its rate, its middle, its slowest hundredth and its failures."""
    from benchmarks.addresses import pages  # noqa: PLC0415 - models are there once Django is
    from benchmarks.pages import visitor  # noqa: PLC0415 - as above

    addresses = dict(pages())
    cookie = settings.SESSION_COOKIE_NAME
    signed_in = [visitor(PEOPLE[place % len(PEOPLE)]).cookies[cookie].value for place in range(CLIENTS)]

    def asked(http: httpx.Client, place: int, path: str) -> httpx.Response:
        return http.get(path, headers={"Cookie": f"{cookie}={signed_in[place]}"})

    with team_server(os.environ) as server:
        for name in PAGES:
            path = addresses[name]
            times, failed = loaded(server, lambda http, place, _, path=path: asked(http, place, path), seconds=seconds)  # type: ignore[misc]
            cuts = quantiles(times, n=100)
            bound = f"≥ {BOUNDS[name]}" if name in BOUNDS else ""
            yield [name, f"{len(times) / seconds:.1f}", f"{cuts[49]:.0f}", f"{cuts[98]:.0f}", f"{failed}", bound]


if __name__ == "__main__":
    main()
