"""Servers of a team for tests: real processes on real sockets, with a migrated store of their own."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from time import sleep
from urllib.parse import urlsplit

from django.db import connection

from tests import migrated

ROOT = Path(__file__).resolve().parents[1]


@dataclass(slots=True)
class Served:
    """A server: its process, its port, and the lines it has written."""

    process: "subprocess.Popen[str]"
    port: int
    lines: list[str] = field(default_factory=list)

    def get(self, path: str, **headers: str) -> tuple[int, str, http.client.HTTPMessage]:
        """Ask for a page on a connection of its own; return the status, the body and the headers."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            asking.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = asking.getresponse()
            return answer.status, answer.read().decode(), answer.headers
        finally:
            asking.close()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process that the command started."""
        self.process.send_signal(number)

    def children(self) -> list[int]:
        """Return the processes that serve, and the worker of jobs."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)],  # noqa: S607
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(number) for number in found.stdout.split()]

    def servers(self) -> list[int]:
        """Return the processes that serve: those that were forked, and so have the command line of their parent."""
        own = Path(f"/proc/{self.process.pid}/cmdline").read_bytes()
        return [child for child in self.children() if _command(child) == own]

    def wait_for(self, line: str, *, count: int = 1) -> None:
        """Wait until so many lines match."""
        while sum(bool(re.search(line, one)) for one in self.lines) < count:
            assert self.process.poll() is None, "".join(self.lines)
            sleep(0.05)


@contextmanager
def store(folder: Path) -> Iterator[dict[str, str]]:
    """Make a migrated store of the engine of the tests, empty, and yield the variables that lead to it."""
    kept = {"REVIEW_SIGNING_KEY_DIR": str(folder / "keys"), "REVIEW_CHECKPOINT_DIR": str(folder / "checkpoints")}
    if connection.vendor == "sqlite":
        folder.mkdir(parents=True, exist_ok=True)
        migrated.copy_to(folder / "store.sqlite3")
        yield {**kept, "REVIEW_DATABASE_URL": f"sqlite:///{folder / 'store.sqlite3'}"}
        return
    name = f"review_served_{os.getpid()}"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE {migrated.database()}")
    try:
        url = urlsplit(os.environ["REVIEW_DATABASE_URL"])._replace(path=f"/{name}").geturl()
        yield {**kept, "REVIEW_DATABASE_URL": url}
    finally:
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def served(variables: dict[str, str], *options: str) -> Iterator[Served]:
    """Serve with gunicorn until the end of the block, and read what is logged."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--bind", f"127.0.0.1:{port}", *options]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "REVIEW_LOG": "json", **variables}
    with subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stderr=subprocess.PIPE) as process:
        server = Served(process, port)
        reader = Thread(target=_read, args=(server,), daemon=True)
        reader.start()
        try:
            server.wait_for("Booting worker", count=1)
            _wait_until_open(server)
            yield server
        finally:
            process.terminate()
            process.wait()
            reader.join()


def manage(variables: dict[str, str], *arguments: str, data: str | None = None) -> "subprocess.CompletedProcess[str]":
    """Run a management command against a store."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **variables}, text=True, capture_output=True, check=False, input=data
    )


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def is_gone(process: int) -> bool:
    """Wait until a process has ended."""
    while _command(process):
        sleep(0.05)
    return True


def _read(server: Served) -> None:
    assert server.process.stderr is not None
    for line in server.process.stderr:
        server.lines.append(line)  # one by one: somebody waits for it


def _wait_until_open(server: Served) -> None:
    while True:
        try:
            server.get("/healthz")
        except OSError:
            sleep(0.05)
        else:
            return


def _command(process: int) -> bytes:
    """Return the command line of a process; empty when it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
