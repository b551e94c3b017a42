"""The MCP server as an agent meets it: programs of their own, the SDK's client, and the application behind them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from review.domain.tokens import Scope
from review.models import Project
from review.services.people.tokens import Issued, issue_token
from tests.factories import make_project, make_user
from tests.serving import free_port

ROOT = Path(__file__).resolve().parents[3]
COMMAND = ("-m", "aligner_core", "mcp")
OWN_TOKEN = {"EVIDENCE_REVIEW_TOKEN": "evr_of_the_server"}
"""A token that a server over http must not use for anybody."""
Tokens = Callable[..., str]


@pytest.fixture
def token(transactional_db: None) -> Tokens:
    """Return a function that issues a token to a reviewer of a project."""

    def issue(*scopes: Scope, username: str = "mina", project: Project | None = None) -> str:
        into = project or make_project()
        person = make_user(username, project=into)
        given = scopes or (Scope.READ, Scope.INGEST)
        issued = issue_token(project_id=into.pk, name="agent", scopes=given, days=90, actor=person)
        assert isinstance(issued, Issued)
        return issued.secret

    return issue


def variables(**given: str) -> dict[str, str]:
    """Return the environment of a program: without a token or an address of this machine."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EVIDENCE_REVIEW_")}
    return {**kept, "PYTHONPATH": str(ROOT), **given}


@pytest.fixture
def serving(live_server: LiveServer) -> Iterator[str]:
    """Serve over http until the test ends; return the address."""
    with serving_at(live_server.url) as address:
        yield address


@contextmanager
def serving_at(url: str, *options: str) -> Iterator[str]:
    """Run the command over http for the length of the block, then stop it as Ctrl+C does."""
    port = free_port()
    command = [sys.executable, *COMMAND, "--http", str(port), *options]
    environment = variables(EVIDENCE_REVIEW_URL=url, **OWN_TOKEN)
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            _wait_until_open(process, port)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.send_signal(signal.SIGINT)
            told = process.communicate(timeout=60)[1]
    assert process.returncode == 0, told
    assert told.startswith(f"evidence-review: tools at http://127.0.0.1:{port}/mcp, server at {url}\n")
    assert "evr_" not in told


def _wait_until_open(process: "subprocess.Popen[str]", port: int) -> None:
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail(f"the server has ended: {process.communicate()[1]}")
