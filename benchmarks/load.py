"""The server of a team under load: start it, and ask from several clients at once for some seconds."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Thread

import httpx

from benchmarks.results import ROOT

CLIENTS, WORKERS = 8, 2
WARM = 3.0
"""How many seconds are not counted."""
MANAGE = [sys.executable, str(ROOT / "manage.py")]
Ask = Callable[[httpx.Client, int, int], httpx.Response]
"""Asks for something, given the place of the client and the number of the request."""


def loaded(address: str, ask: Ask, *, seconds: float) -> tuple[list[float], int]:
    """Return how long requests took in ms, made by all clients for some seconds, and how many of them failed."""
    taken: list[tuple[float, bool]] = []
    begins = time.monotonic() + WARM

    def client(place: int) -> None:
        with httpx.Client(base_url=address, timeout=60) as http:
            number = place
            while time.monotonic() < begins + seconds:
                number += CLIENTS
                start = time.perf_counter()
                status = ask(http, place, number).status_code
                if time.monotonic() >= begins:
                    taken.append((1000 * (time.perf_counter() - start), status >= httpx.codes.MULTIPLE_CHOICES))

    clients = [Thread(target=client, args=(place,)) for place in range(CLIENTS)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()
    return [one for one, _ in taken], sum(failed for _, failed in taken)


@contextmanager
def team_server(environment: Mapping[str, str]) -> Iterator[str]:
    """Serve a store as for a team, and yield the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        bind = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [*MANAGE, "serve", "--bind", bind, "--workers", str(WORKERS)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL) as server:
        try:
            _wait_for(f"http://{bind}/readyz")
            yield f"http://{bind}"
        finally:
            server.terminate()


def _wait_for(address: str) -> None:
    for _ in range(300):
        try:
            if httpx.get(address).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    message = "the server does not answer"
    raise SystemExit(message)
