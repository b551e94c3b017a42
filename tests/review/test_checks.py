"""What is reported at start-up: warnings, so that people can still work."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.checks import Tags, run_checks
from django.db import connection
from pytest_django import Settings

from review.checks import log_at_start

ROOT = Path(__file__).parents[2]
PRODUCTION = {
    "PATH": "/usr/bin:/bin",
    "REVIEW_DATABASE_URL": "postgresql://review:secret@db.example/review",
    "REVIEW_ALLOWED_HOSTS": "review.example",
    "REVIEW_SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "REVIEW_TRUSTED_PROXIES": "127.0.0.1",
}
"""The settings that docs/operation.md gives for a server."""


def found() -> dict[str, str]:
    messages = run_checks(tags=[Tags.database], databases=["default"])
    return {str(message.id): message.msg for message in messages if str(message.id).startswith("review.")}


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="it is about SQLite")
@pytest.mark.parametrize(
    ("version", "ids"), [((3, 40, 1), {"review.W001"}), ((3, 51, 2), {"review.W001"}), ((3, 51, 3), set())]
)
def test_an_old_sqlite_is_reported(
    version: tuple[int, int, int], ids: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)

    assert set(found()) == ids


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="it is about the others")
def test_other_databases_have_nothing_to_say_of_sqlite() -> None:
    assert found() == {}


@pytest.mark.django_db
def test_a_broken_folder_is_reported(settings: Settings, tmp_path: Path) -> None:
    settings.REVIEW_SIGNING_KEY_DIR = settings.REVIEW_CHECKPOINT_DIR = tmp_path / "file"
    (tmp_path / "file").write_text("a file")

    assert str(tmp_path / "file") in found()["review.W002"]


@pytest.mark.django_db
def test_a_server_logs_it_when_it_starts(settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings.REVIEW_CHECKPOINT_DIR = tmp_path / "file"
    (tmp_path / "file").write_text("a file")

    log_at_start()

    assert "review.W002" in caplog.text


def test_nothing_is_reported_about_a_database_that_has_no_tables(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'empty.sqlite3'}"

    answer = check("--database", "default", REVIEW_DATABASE_URL=url)

    assert (answer.returncode, "W002" in answer.stderr) == (0, False)


def test_the_documented_settings_of_a_server_pass_the_check_for_deployment() -> None:
    answer = check("--deploy", "--fail-level", "WARNING", **PRODUCTION)

    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith("System check identified no issues")


def test_without_a_trusted_proxy_the_check_asks_for_one() -> None:
    answer = check("--deploy", "--fail-level", "WARNING", **{**PRODUCTION, "REVIEW_TRUSTED_PROXIES": ""})

    assert (answer.returncode, "security.W008" in answer.stderr) == (1, True)


def check(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "check", *options]
    return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
