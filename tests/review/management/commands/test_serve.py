"""The server of this machine has a worker beside it: started again when it is killed, and gone when the server is."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[4]
READY = "The worker is ready."


@contextmanager
def served(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", list[str]]]:
    """Serve an empty store, and read what server and worker print."""
    variables = {
        **os.environ,
        "PYTHONUNBUFFERED": "1",
        "REVIEW_DATABASE_URL": f"sqlite:///{folder / 'store.sqlite3'}",
        "REVIEW_SIGNING_KEY_DIR": str(folder / "keys"),
    }
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=variables, check=True)
    command = [sys.executable, "manage.py", "serve", address]
    with subprocess.Popen(command, cwd=ROOT, env=variables, text=True, stdout=subprocess.PIPE) as server:
        printed: list[str] = []
        try:
            yield server, printed
        finally:
            server.kill()


def worker_of(server: "subprocess.Popen[str]") -> int:
    """Wait until a worker is ready, and return its process."""
    assert server.stdout is not None
    for line in server.stdout:
        if READY in line:
            break
    found = subprocess.run(["pgrep", "-P", str(server.pid)], capture_output=True, text=True, check=True)  # noqa: S607
    return int(re.findall(r"\d+", found.stdout)[-1])


def is_gone(process: int) -> bool:
    """Wait until a process has ended."""
    while Path(f"/proc/{process}").exists():
        if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return True


@pytest.mark.skipif(find_spec("gunicorn") is not None, reason="it is installed")
def test_a_team_is_told_what_to_install() -> None:
    with pytest.raises(CommandError, match=r"pip install 'evidence-review\[app,server\]'"):
        call_command("serve", workers=2)


@pytest.mark.parametrize("bind", [["unix:/run/review.sock"], ["127.0.0.1:1", "127.0.0.1:2"]])
def test_one_process_listens_at_one_port(bind: list[str]) -> None:
    with pytest.raises(CommandError, match="one address"):
        call_command("serve", bind=bind)


@pytest.mark.parametrize("workers", ["0", "-1", "two"])
def test_there_is_a_process_at_least(workers: str) -> None:
    with pytest.raises(CommandError, match="--workers"):
        call_command("serve", f"--workers={workers}")


def test_a_killed_worker_is_started_again_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with served(tmp_path) as (server, _):
        first = worker_of(server)
        os.kill(first, signal.SIGKILL)
        second = worker_of(server)

        server.send_signal(signal.SIGINT)

        assert second != first
        assert is_gone(second)
        assert server.wait() == 0


def test_a_worker_ends_when_its_server_is_killed(tmp_path: Path) -> None:
    with served(tmp_path) as (server, _):
        worker = worker_of(server)

        server.kill()

        assert is_gone(worker)
