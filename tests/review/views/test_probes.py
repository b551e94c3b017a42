"""Probes: answered to this machine and to trusted proxies, whatever host they name, and to nobody else."""

from ipaddress import ip_network
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from tests.faulty import read_only

pytestmark = pytest.mark.django_db
PROBES = ["/healthz", "/readyz"]


@pytest.fixture(autouse=True)
def _served_to_others(settings: Settings, tmp_path: Path) -> None:
    settings.ALLOWED_HOSTS = ["review.example"]
    settings.SECURE_SSL_REDIRECT = True
    settings.REVIEW_TRUSTED_PROXIES = (ip_network("10.0.0.0/8"),)
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "keys"


@pytest.mark.parametrize("path", PROBES)
@pytest.mark.parametrize(
    ("sender", "forwarded_for", "status"),
    [
        ("127.0.0.1", "", 200),
        ("127.9.9.9", "", 200),
        ("::1", "", 200),
        ("10.0.0.7", "", 200),
        ("10.0.0.7", "10.0.0.9", 200),
        ("10.0.0.7", "203.0.113.7", 404),
        ("10.0.0.7", "127.0.0.1, 203.0.113.7", 404),
        ("127.0.0.1", "203.0.113.7", 404),
        ("127.0.0.1", "127.0.0.1", 404),
        ("203.0.113.7", "", 404),
        ("203.0.113.7", "127.0.0.1", 404),
        ("", "", 404),
    ],
)
def test_a_probe_is_answered_by_where_it_comes_from(
    path: str, sender: str, forwarded_for: str, status: int, client: Client
) -> None:
    headers = {"X-Forwarded-For": forwarded_for} if forwarded_for else {}

    response = client.get(path, REMOTE_ADDR=sender, headers=headers, SERVER_NAME="10.0.0.1")

    assert response.status_code == status


def test_a_proxy_that_does_not_say_for_whom_it_asks_is_not_answered(client: Client) -> None:
    headers = {"X-Forwarded-Proto": "https"}

    assert client.get("/readyz", REMOTE_ADDR="10.0.0.7", headers=headers).status_code == 404


def test_a_socket_file_can_be_trusted(client: Client, settings: Settings) -> None:
    settings.REVIEW_TRUSTED_PROXIES = (None,)

    assert client.get("/healthz", REMOTE_ADDR="").status_code == 200


@pytest.mark.parametrize("path", PROBES)
def test_a_probe_only_asks(path: str, client: Client) -> None:
    assert [client.head(path).status_code, client.post(path).status_code] == [200, 405]


def test_a_probe_of_what_is_alive_asks_no_database(client: Client) -> None:
    with connection.execute_wrapper(_refuse):
        assert client.get("/healthz").json() == {"alive": True}


def test_what_is_ready_says_so(client: Client) -> None:
    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (200, {"ready": True, "not_ready": []})
    assert response.headers["Cache-Control"] == "no-store"


def test_a_database_that_does_not_answer_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(MigrationRecorder.Migration._meta, "db_table", "review_gone")
    monkeypatch.setattr(MigrationRecorder, "has_table", lambda _recorder: True)

    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (503, {"ready": False, "not_ready": ["database"]})
    assert [record for record in caplog.records if record.exc_info] == []


def test_migrations_that_are_missing_and_keys_that_cannot_be_read_are_not_ready(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    MigrationRecorder(connection).record_unapplied("review", "0002_guards")
    (tmp_path / "file").write_text("no folder")
    settings.REVIEW_SIGNING_KEY_DIR = tmp_path / "file"

    assert client.get("/readyz").json()["not_ready"] == ["migrations", "keys"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="this is how SQLite is made read-only")
@pytest.mark.django_db(transaction=True)
def test_a_store_that_can_only_be_read_is_ready(client: Client) -> None:
    with read_only():
        assert client.get("/readyz").status_code == 200


def _refuse(*_statement: object) -> object:
    message = "no statement is expected"
    raise AssertionError(message)
