"""docs/api.md, *Connect in ten minutes*, done literally: from `make run` to a verified memory in another program.

What was typed and answered is kept in var/transcript.txt, with the time since the beginning.
"""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.serving import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SCRIPT = GUIDE.partition("\n## Connect in ten minutes\n")[2].partition("\n## ")[0]
COMMAND = re.compile(r"^curl .*?(?=\n# )", re.MULTILINE | re.DOTALL)
SECRET = re.compile(r"evr_[A-Za-z0-9_-]{20,}")
WAIT = 300


@dataclass
class Transcript:
    """What was typed and answered, with the seconds since the beginning."""

    address: str
    began: float = field(default_factory=time.monotonic)
    lines: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Add what happened."""
        self.lines.append(f"[{time.monotonic() - self.began:6.1f} s] {SECRET.sub('evr_…', text)}")

    def typed(self, command: str, token: str) -> Any:  # noqa: ANN401 - JSON
        """Type a command of the guide into a shell, and return its answer."""
        prepared = f"API={self.address}/api/v1\nAUTH='Authorization: Bearer {token}'\n{command}"
        done = subprocess.run(["bash", "-c", prepared], capture_output=True, text=True, check=True)  # noqa: S607
        self.note(f"$ {command}\n{done.stdout}")
        return json.loads(done.stdout)


@pytest.fixture
def transcript(tmp_path: Path) -> Iterator[Transcript]:
    port = free_port()
    kept = {"REVIEW_SIGNING_KEY_DIR": str(tmp_path / "keys"), "REVIEW_CHECKPOINT_DIR": str(tmp_path / "checkpoints")}
    environment = {**os.environ, **kept, "REVIEW_DATABASE_URL": f"sqlite:///{tmp_path / 'store.sqlite3'}"}
    command = ["make", "--no-print-directory", "-o", ".venv/run.stamp", "run", f"PORT={port}"]
    found = Transcript(f"http://127.0.0.1:{port}")
    found.note(f"$ make run PORT={port}")
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as server:
        try:
            wait_for(found.address, server)
            yield found
        finally:
            os.killpg(server.pid, signal.SIGTERM)
    (ROOT / "var" / "transcript.txt").write_text("\n".join(found.lines) + "\n", encoding="utf-8")


def wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + WAIT
    while time.monotonic() < until and server.poll() is None:
        with suppress(httpx.TransportError):
            httpx.get(f"{address}/healthz", timeout=WAIT)
            return
        time.sleep(0.1)
    pytest.fail("the server does not answer")


def post(person: httpx.Client, path: str, given: dict[str, Any]) -> httpx.Response:
    """Send a form as the page of a person does."""
    return person.post(path, data={**given, "csrfmiddlewaretoken": person.cookies["csrftoken"]})


def test_ten_minutes_are_enough(transcript: Transcript) -> None:
    with httpx.Client(base_url=transcript.address, timeout=WAIT) as person:
        person.get("/accounts/login/")
        assert post(person, "/accounts/login/", {"username": "dana", "password": "demo"}).status_code == 302
        transcript.note("dana logs in")
        given = {"name": "writer", "scopes": ["read", "ingest", "repair", "promote"], "days": 90}
        page = post(person, "/projects/demo/api/tokens/", given).text
        found = SECRET.search(page)
        assert found is not None
        transcript.note("dana makes a token that may read, upload, repair and promote")

        sent, extracted, failed, fixed = through_the_guide(transcript, found[0])

        entry = transcript.typed(f'curl -s "$API/entries/{fixed["entry"]}" -H "$AUTH"', found[0])
        for act, more in (("confirm", {}), ("promote", {"to": "verified"})):
            seen = httpx.get(
                f"{transcript.address}/api/v1/entries/{entry['id']}", headers={"Authorization": f"Bearer {found[0]}"}
            ).json()["version"]
            assert post(person, f"/entries/{entry['id']}/{act}/", {**more, "seen_version": seen}).status_code == 302
        transcript.note("dana answers that the claim still says what its words say, and verifies it")
        *_, last = COMMAND.findall(SCRIPT)
        memories = transcript.typed(last, found[0])

    assert (sent["change"], extracted["aligned"], failed["items"][0]["diagnosis"]) == ("new", 0, "near_miss")
    assert [one["claim"]["title"] for one in memories["items"]] == ["The beta opens on 4 May."]
    assert memories["items"][0]["by"] == {"name": "dana", "token": None}
    assert time.monotonic() - transcript.began < 600


def through_the_guide(transcript: Transcript, token: str) -> list[Any]:
    """Type the commands of the guide up to the last, with the keys that are answered here."""
    keys: dict[str, str] = {}
    answers: list[Any] = []
    for command in COMMAND.findall(SCRIPT)[:-1]:
        typed = re.sub(r"\b(13|140)\b(?!\")", lambda key: keys.get(key[0], key[0]), command)
        answers.append(transcript.typed(typed, token))
        keys["13"] = str(answers[0]["session"])
        if "items" in answers[-1]:
            keys["140"] = str(answers[-1]["items"][0]["id"])
    return answers
