"""A filled store of its own, on the engine that `REVIEW_TEST_DATABASE_URL` names, and a team's server for it."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

ROOT = Path(__file__).resolve().parents[2]
SQLITE_FOLDER = Path("/dev/shm")
"""Memory, where there is such a folder: a store that grows with every call makes a disk the thing that is measured."""
START = 120


@dataclass(frozen=True)
class Site:
    """A server: its address, the file with what schemathesis needs of its store, and its log."""

    address: str
    known: Path
    log: Path


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--calls", type=int, default=1000, help="how many calls are made at least")


@pytest.fixture
def calls(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--calls"))


@pytest.fixture
def site(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with database(tmp_path) as url:
        kept = {
            "REVIEW_SIGNING_KEY_DIR": str(tmp_path / "keys"),
            "REVIEW_CHECKPOINT_DIR": str(tmp_path / "checkpoints"),
        }
        environment = {**os.environ, **kept, "REVIEW_DATABASE_URL": url, "REVIEW_LOG": "json"}
        run(environment, "manage.py", "migrate", "--verbosity", "0")
        known, log = tmp_path / "known.json", tmp_path / "log"
        known.write_text(run(environment, "-m", "tests.conformance.filling", "1000"), encoding="utf-8")
        port = free_port()
        command = [sys.executable, "manage.py", "serve", "--bind", f"127.0.0.1:{port}", "--workers", "2"]
        with log.open("w") as written, subprocess.Popen(command, cwd=ROOT, env=environment, stderr=written) as server:
            try:
                wait_for(port)
                yield Site(f"http://127.0.0.1:{port}", known, log)
            finally:
                server.terminate()


@contextmanager
def database(folder: Path) -> Iterator[str]:
    """Make a database, and yield its address."""
    given = os.environ.get("REVIEW_TEST_DATABASE_URL", "")
    if not given:
        own = SQLITE_FOLDER if SQLITE_FOLDER.is_dir() else folder
        file = own / f"conformance-{os.getpid()}.sqlite3"
        with nullcontext():
            try:
                yield f"sqlite:///{file}"
            finally:
                for one in own.glob(f"{file.name}*"):
                    one.unlink()
        return
    name = f"review_conformance_{os.getpid()}"
    with psycopg.connect(given, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(given)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run(environment: dict[str, str], *arguments: str) -> str:
    """Run a program of Python in the project, and return what it printed."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Wait until a server is ready."""
    until = time.monotonic() + START
    while time.monotonic() < until:
        with suppress(OSError):
            asking = http.client.HTTPConnection("127.0.0.1", port, timeout=START)
            asking.request("GET", "/readyz")
            if asking.getresponse().status == 200:
                return
        time.sleep(0.2)
    raise TimeoutError
