"""Requests a second of the API, with programs that call at once: ``python -m benchmarks.api --seconds 20``.

The store is one of its own, filled, on SQLite or where ``--postgresql`` names a database; the server is that of a team.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import httpx

from benchmarks.load import CLIENTS, MANAGE, WORKERS, loaded, team_server
from benchmarks.report import publish
from benchmarks.results import RESULTS, ROOT, Result, machine

TOKENS = 24
"""A token may make so many calls a minute and no more: each client has several of its own."""
PEER = "/healthz"
"""An address that answers by itself: what the server costs without the application behind it."""
CHECK = {
    "quotes": ["within 30 days", "the fee is 12 euros"],
    "sources": ["You can return it within 90 days; the fee is 12 euros."],
}
FILL = """
import django, json; django.setup()
from django.contrib.auth.models import User
from benchmarks.fill.stores import fill
from review.domain.tokens import Scope
from review.models import Entry, Project
from review.services.people.tokens import issue_token
fill(ENTRIES)
project, dana = Project.objects.get(slug="atlas"), User.objects.get(username="dana")
given = {"project_id": project.pk, "scopes": Scope, "days": 1, "actor": dana}
issued = [issue_token(name=f"program {number}", **given) for number in range(TOKENS)]
keys = Entry.objects.filter(session__project=project).values_list("pk", flat=True)[:40]
print(json.dumps({"tokens": [one.secret for one in issued], "entries": list(keys)}))
"""


class Site(NamedTuple):
    """A server: its address, the tokens of programs, and the keys of some entries."""

    address: str
    tokens: list[str]
    entries: list[int]


class Call(NamedTuple):
    """A call: its method, its path and its body."""

    method: str
    path: str
    body: object = None


Calls = Callable[[Site, int], Call]
"""Returns the call that is made next, of which the number is given."""


def _ingest(_site: Site, number: int) -> Call:
    said = [f"Talk {number} at {time.time_ns()}.", "The fee is 12 euros."]
    evidence = [{"messageIndex": 1, "quote": "The fee is 12 euros."}]
    extraction = {"entries": [{"title": "The fee is 12 euros.", "evidence": evidence}]}
    return Call("POST", "/api/v1/sessions", {"messages": said, "extraction": extraction})


CALLS: dict[str, Calls] = {
    "peer": lambda _site, _number: Call("GET", PEER),
    "check": lambda _site, _number: Call("POST", "/api/v1/check", CHECK),
    "ingest": _ingest,
    "entry": lambda site, number: Call("GET", f"/api/v1/entries/{site.entries[number % len(site.entries)]}"),
    "memories": lambda _site, number: Call("GET", f"/api/v1/memories?since={number % 100}&limit=20"),
}


def measured(site: Site, calls: Calls, *, seconds: float) -> tuple[list[float], int]:
    """Return how long calls took in ms, made by all clients for some seconds, and how many of them failed."""

    def ask(http: httpx.Client, place: int, number: int) -> httpx.Response:
        own = site.tokens[place::CLIENTS]
        method, path, body = calls(site, number)
        headers = {"Authorization": f"Bearer {own[number // CLIENTS % len(own)]}"}
        return http.request(method, path, json=body, headers=headers)

    return loaded(site.address, ask, seconds=seconds)


def results(site: Site, engine: str, *, seconds: float) -> Iterator[Result]:
    """Yield the rate of each call, its middle, its slowest hundredth and its failures; a ratio is to the peer."""
    peer = 0.0
    for name, calls in CALLS.items():
        times, failed = measured(site, calls, seconds=seconds)
        rate, cuts = len(times) / seconds, quantiles(times, n=100)
        peer = peer or rate
        made = Result("", name, engine, machine=machine(f"{CLIENTS} clients", f"{WORKERS} workers"))
        yield made._replace(what="requests a second", value=rate, unit="/s", ratio=peer / rate)
        yield made._replace(what="the middle", value=cuts[49], unit="ms")
        yield made._replace(what="99 of 100 within", value=cuts[98], unit="ms")
        yield made._replace(what="failed", value=failed, unit=f"of {len(times)}", bound="≤ 0")


@contextmanager
def served(url: str, folder: Path, *, entries: int) -> Iterator[Site]:
    """Fill a store, and serve it as for a team."""
    kept = {"REVIEW_SIGNING_KEY_DIR": str(folder / "keys"), "REVIEW_CHECKPOINT_DIR": str(folder / "checkpoints")}
    settings = {"DJANGO_SETTINGS_MODULE": "review.config.settings", "REVIEW_DATABASE_URL": url}
    environment = {**os.environ, **kept, **settings}
    subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True)
    script = FILL.replace("ENTRIES", str(entries)).replace("TOKENS", str(TOKENS))
    filled = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    with team_server(environment) as address:
        yield Site(address, **json.loads(filled.stdout.splitlines()[-1]))


def main(arguments: list[str] | None = None) -> None:
    """Measure, and keep the results beside those of the other engine."""
    parser = ArgumentParser(prog="benchmarks.api", description=__doc__)
    parser.add_argument("--postgresql", default="", help="the URL of an empty database, in place of SQLite")
    parser.add_argument("--entries", type=int, default=2000, help="how many entries the store has (%(default)s)")
    parser.add_argument("--seconds", type=float, default=20, help="how long each call is made (%(default)s)")
    parser.add_argument("--results", type=Path, default=RESULTS, help="a folder for the CSV file")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        url = options.postgresql or f"sqlite:///{name}/store.sqlite3"
        engine = "postgresql" if options.postgresql else "sqlite"
        with served(url, Path(name), entries=options.entries) as site:
            rows = list(results(site, engine, seconds=options.seconds))
    publish("api", rows, folder=options.results, by=["scale"])


if __name__ == "__main__":
    main()
