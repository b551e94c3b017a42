"""Serve sessions from a store of their own to a browser, as people start the demo."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, Playwright

from benchmarks.reading import Upload

MANAGE = [sys.executable, str(Path(__file__).resolve().parents[1] / "manage.py")]
MAX_TRIES = 50
PASSWORD = "demo"  # noqa: S105 - of the demo


@dataclass(frozen=True, slots=True)
class Site:
    """The address where sessions are served, and the file of their store."""

    address: str
    store: Path


@contextmanager
def served(uploads: list[Upload]) -> Iterator[Site]:
    """Serve sessions in a separate demo on a free port."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = folder / "store.sqlite3"
        environment = {**os.environ, "REVIEW_DATABASE_URL": f"sqlite:///{store}"}
        lines = [json.dumps({**one.session, "extraction": one.extraction}) for one in uploads]
        (folder / "sessions.jsonl").write_text("\n".join(lines), encoding="utf-8")
        imported = ["import_sessions", str(folder / "sessions.jsonl")]
        for command in (["migrate", "--verbosity", "0"], ["seed_demo"], imported):
            subprocess.run([*MANAGE, *command], env=environment, check=True, stdout=subprocess.DEVNULL)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            host = f"127.0.0.1:{probe.getsockname()[1]}"
        command = [*MANAGE, "runserver", "--noreload", host]
        server = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            _wait_for(f"http://{host}/accounts/login/")
            yield Site(f"http://{host}", store)
        finally:
            server.terminate()
            server.wait()


def chromium(playwright: Playwright) -> Browser:
    """Return the browser of the machine."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])


def logged_in(browser: Browser, address: str, *, person: str = "mina") -> Page:
    """Return a page of its own on which a person of the demo is logged in."""
    page = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}, locale="en-US").new_page()
    page.goto("/accounts/login/?next=/sessions/")
    page.fill("#id_username", person)
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_url(f"{address}/sessions/")
    return page


def _wait_for(address: str) -> None:
    for _ in range(MAX_TRIES):
        try:
            urlopen(address).close()
        except URLError:
            time.sleep(0.2)
        else:
            return
    message = "the server does not answer"
    raise SystemExit(message)
