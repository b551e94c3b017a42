"""The application from the shell, and what is printed where it is not installed."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.test import override_settings

from aligner_core._command import app
from aligner_core._command.main import main
from tests.factories import make_entry, make_project, make_session

ROOT = Path(__file__).resolve().parents[3]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def answer_of(address: str, server: "subprocess.Popen[bytes]") -> str:
    """Return the page at an address once the server is up."""
    while server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5) as page:  # noqa: S310 - our own server
                text: str = page.read().decode()
                return text
        except urllib.error.URLError:
            time.sleep(0.1)
    return ""


@pytest.mark.slow
def test_serve_makes_a_store_and_serves_it(tmp_path: Path) -> None:
    port = free_port()
    variables = {**os.environ, "REVIEW_DATABASE_URL": f"sqlite:///{tmp_path}/store.sqlite3", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "aligner_core", "serve", "--port", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        page = answer_of(f"http://127.0.0.1:{port}/", server)
    finally:
        server.kill()
        server.wait()

    assert 'name="password"' in page
    assert (tmp_path / "store.sqlite3").exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("more", [[], ["--demo"]])
def test_serve_says_what_keeps_it_from_serving(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with override_settings(ALLOWED_HOSTS=[]), pytest.raises(SystemExit) as ended:
        main(["serve", *more])

    captured = capsys.readouterr()
    assert ended.value.code == 1
    assert "ALLOWED_HOSTS" in captured.err
    assert ("mina" in captured.out) is bool(more)


@pytest.mark.django_db(transaction=True)
def test_manage_runs_what_manage_py_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manage", "showmigrations", "--plan", "review"]) == 0
    assert "[X]  review.0001_tables" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_export_and_import_take_options_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Argparse takes an option that follows a command as its own, unless it is told not to."""
    make_entry(make_session(["We keep the raw text."], project=make_project()), ["We keep the raw text."])
    other = make_project("other")
    out = tmp_path / "out.jsonl"

    assert main(["export", "--project", "ledger", "--out", str(out)]) == 0
    assert main(["import", "--project", "other", str(out)]) == 0

    assert other.sessions.get().entries.count() == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["serve", "manage", "export", "import"])
def test_without_the_application_the_error_names_what_to_install(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "find_spec", lambda _name: None)  # as where Django is not installed

    assert main([command]) == 2
    assert capsys.readouterr().err == (
        "evidence-review: the application is not installed: pip install 'evidence-review[app]'\n"
    )
