"""docs/api.md: the program and the commands are run as they are printed, against a server on a real socket."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from django.test import override_settings
from pytest_django.live_server_helper import LiveServer

from aligner_core._command import main as command_line
from review.domain.roles import Role
from review.domain.tokens import Scope
from review.models import Entry, Project
from review.services.feed.deliveries import tell_webhooks
from review.services.feed.webhooks import Told, make_webhook
from review.services.people.tokens import Issued, issue_token
from tests.factories import make_project, make_user, switch
from tests.serving import free_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
PROGRAM = re.search(r"```py\n(.*?)```", GUIDE.partition("\n## A whole pipeline\n")[2], re.DOTALL)
COMMANDS = re.findall(r"^evidence-review (api .+)$", GUIDE.partition("\n## From the shell\n")[2], re.MULTILINE)
MOST_LINES = 30


@pytest.fixture
def project() -> Project:
    project = make_project()
    mina = make_user("mina", project=project)
    mina.set_password("demo")
    mina.save()
    return project


def told(project: Project, port: int) -> str:
    """Make a webhook, and return its secret."""
    dana = make_user("dana", project=project, role=Role.MANAGER)
    made = make_webhook(project_id=project.pk, url=f"http://127.0.0.1:{port}/", types=["entry_promoted"], actor=dana)
    assert isinstance(made, Told)
    return made.secret


def token_of(project: Project, *more: Scope) -> str:
    """Issue a token with which a program works, but for promoting unless there is *more*."""
    scopes = (Scope.READ, Scope.INGEST, Scope.REPAIR, *more)
    actor = make_user("mina", project=project)
    issued = issue_token(project_id=project.pk, name="writer", scopes=scopes, days=1, actor=actor)
    assert isinstance(issued, Issued)
    return issued.secret


def test_the_program_is_short() -> None:
    assert PROGRAM is not None
    assert len([line for line in PROGRAM[1].splitlines() if line.strip()]) <= MOST_LINES


def test_from_a_conversation_to_a_memory_of_which_another_program_is_told(
    project: Project, live_server: LiveServer, tmp_path: Path
) -> None:
    assert PROGRAM is not None
    port = free_port()
    (tmp_path / "pipeline.py").write_text(PROGRAM[1], encoding="utf-8")
    with override_settings(REVIEW_WEBHOOK_HOSTS=(f"127.0.0.1:{port}",)):
        given = [live_server.url, token_of(project), told(project, port), str(port)]
        command = [sys.executable, "pipeline.py", *given]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, stdout=subprocess.PIPE) as running:
            while running.poll() is None:
                tell_webhooks()
                sleep(0.1)
            assert running.stdout is not None
            lines = running.stdout.read().splitlines()

    entry = Entry.objects.get()
    assert (entry.stage, entry.verified_by, entry.verified_with) == ("verified", make_user("mina"), "")
    assert [line.rpartition(" ")[2] for line in lines[:4]] == ["302", "422", "302", "302"]
    assert lines[4].startswith("verified [{'op': 'upsert'")
    sent = json.loads(lines[5].removeprefix("told ").replace("'", '"').replace("None", "null"))
    assert (sent["type"], sent["data"]["entry"]) == ("entry_promoted", entry.pk)
    assert running.returncode == 0


def test_the_commands_do_the_same_from_the_shell(
    project: Project,
    live_server: LiveServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From a conversation to a memory: no command verifies until a manager lets programs do it."""
    monkeypatch.setenv("EVIDENCE_REVIEW_URL", live_server.url)
    monkeypatch.setenv("EVIDENCE_REVIEW_TOKEN", token_of(project, Scope.PROMOTE))
    monkeypatch.chdir(tmp_path)
    talk = {"sessionId": "talk-1", "messages": ["So we agreed: the beta opens on 4 May."]}
    evidence = [{"messageIndex": 0, "quote": "the beta starts on 4 May"}]
    memories = {"entries": [{"title": "The beta opens on 4 May.", "evidence": evidence}]}
    (tmp_path / "talk.json").write_text(json.dumps(talk), encoding="utf-8")
    (tmp_path / "memories.json").write_text(json.dumps(memories), encoding="utf-8")
    keys: dict[str, str] = {}
    printed = []

    for line in COMMANDS:
        words = re.sub(r"\b(13|140|57)\b", lambda found: keys.get(found[0], found[0]), line)
        if "confirm" in line:
            assert (
                command_line.main(["api", f"entries/{keys['57']}/promote", "--seen", "2", "--field", "to=verified"])
                == 1
            )
            assert json.loads(capsys.readouterr().out)["code"] == "needs_person"
            switch(project, tokens_verify=True)
        assert command_line.main(shlex.split(words)) == 0, words
        printed.append(capsys.readouterr().out)
        keys.setdefault("13", str(json.loads(printed[0])["session"]))
        if " failed " in line:
            [failed] = json.loads(printed[-1])["items"]
            keys.update({"140": str(failed["id"]), "57": str(failed["entry"])})

    assert json.loads(printed[3])["verdict"] == "verbatim"
    assert "# Verified memories" in printed[4]
    entry = Entry.objects.get()
    assert (entry.stage, entry.verified_by, entry.verified_with) == ("verified", make_user("mina"), "writer")
    [memory] = json.loads(printed[-1])["items"]
    assert (memory["op"], memory["id"], memory["by"]) == ("upsert", entry.pk, {"name": "mina", "token": "writer"})
