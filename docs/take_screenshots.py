"""Take the pictures of the documents anew, from the demo in a database of its own: `make screenshots`."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

from docs.take_questions import take_questions
from docs.take_story import take_story
from docs.take_tutorial import LOCALES, walk_tutorial

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "screenshots"
MANAGE = [sys.executable, str(ROOT / "manage.py")]
THEMES: Mapping[str, Literal["light", "dark"]] = {"en": "light", "ko": "dark"}
"""The theme of the moving picture in the README of each language."""


def main() -> None:
    """Serve the demo and take the pictures: of the questions, of the story and of the tutorial, each from the start."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as address:
            for language in LOCALES:
                take_questions(browser, address, language=language)
        for language in LOCALES:
            with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as address:
                take_story(browser, address, language=language, theme=THEMES[language])
            with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as address:
                walk_tutorial(browser, address, language)


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serve a freshly seeded demo on a free port."""
    environment = {
        **os.environ,
        "REVIEW_DATABASE_URL": f"sqlite:///{folder / 'demo.sqlite3'}",
        "REVIEW_SIGNING_KEY_DIR": str(folder / "keys"),
        "REVIEW_DEMO": "true",
    }
    for command in (["migrate", "--verbosity", "0"], ["seed_demo"]):
        subprocess.run([*MANAGE, *command], env=environment, check=True, stdout=subprocess.DEVNULL)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    server = subprocess.Popen([*MANAGE, "runserver", "--noreload", address], env=environment, stdout=subprocess.DEVNULL)
    try:
        _wait_for(f"http://{address}/accounts/login/")
        yield f"http://{address}"
    finally:
        server.terminate()
        server.wait()


def _wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urlopen(address).close()
        except URLError:
            time.sleep(0.1)
        else:
            return
    message = "the demo does not answer"
    raise SystemExit(message)


if __name__ == "__main__":
    main()
