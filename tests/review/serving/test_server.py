"""The server of a team: warm before it is asked, replaced without a lost request, ended in good order."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.serving import Served, is_gone, served, store

pytest.importorskip("gunicorn", reason="the extra `server` is not installed; `make served` runs this")
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
TWO = ("--workers", "2", "--threads", "2")


@pytest.fixture
def variables(tmp_path: Path, transactional_db: None) -> Iterator[dict[str, str]]:
    with store(tmp_path / "store") as found:
        yield found


def lines(server: Served, message: str) -> list[dict[str, object]]:
    found = [json.loads(line) for line in server.lines if line.startswith("{")]
    return [line for line in found if line["message"] == message]


def total(text: str, name: str) -> float:
    """Return the sum of a measure over its labels."""
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))


def test_two_processes_are_ready_and_end_with_their_worker_at_term(variables: dict[str, str]) -> None:
    with served(variables, *TWO) as server:
        status, body, _ = server.get("/readyz")
        children, servers = server.children(), server.servers()

        server.signal(signal.SIGTERM)

        assert (status, json.loads(body)) == (200, {"ready": True, "not_ready": []})
        assert len(servers) == 2
        assert server.process.wait() == 0
        assert [child for child in children if not is_gone(child)] == []


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGQUIT])
def test_ctrl_c_ends_everything(variables: dict[str, str], ending: signal.Signals) -> None:
    with served(variables, *TWO) as server:
        children = server.children()

        server.signal(ending)

        assert server.process.wait() == 0
        assert [child for child in children if not is_gone(child)] == []


def test_a_request_that_runs_is_answered_before_the_end(variables: dict[str, str]) -> None:
    body = b"username=nobody&password=wrong"
    head = f"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
    head += "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n"
    with served(variables, "--workers", "1") as server, socket.create_connection(("127.0.0.1", server.port)) as sending:
        sending.sendall(head.encode() + body[:5])
        while server.get("/healthz")[0] != 200:
            pass  # another thread answers meanwhile
        server.signal(signal.SIGTERM)
        server.wait_for("Handling signal: term")
        sending.sendall(body[5:])

        answer = sending.makefile("rb").read()

        assert answer.startswith(b"HTTP/1.1 403 ")  # without the token of the form, which is an answer
        assert server.process.wait() == 0


def test_hang_up_replaces_every_process_and_no_request_is_lost(variables: dict[str, str]) -> None:
    with served(variables, *TWO) as server:
        server.wait_for("Booting worker", count=2)
        before = set(server.servers())
        server.signal(signal.SIGHUP)
        with ThreadPoolExecutor(2) as threads:
            found = list(threads.map(lambda _: server.get("/accounts/login/")[0], range(30)))
        server.wait_for("Worker exiting", count=2)

        assert set(found) == {200}
        assert before.isdisjoint(server.servers())


def test_a_killed_process_is_replaced(variables: dict[str, str]) -> None:
    with served(variables, *TWO) as server:
        server.wait_for("Booting worker", count=2)
        first, *_ = server.servers()
        os.kill(first, signal.SIGKILL)
        server.wait_for("Booting worker", count=3)

        assert is_gone(first)
        assert server.get("/readyz")[0] == 200


def test_processes_are_replaced_after_so_many_requests_and_counts_go_on(variables: dict[str, str]) -> None:
    pytest.importorskip("prometheus_client")
    with served(variables, *TWO, "--max-requests", "5") as server:
        found = [server.get("/accounts/login/")[0] for _ in range(30)]
        server.wait_for("Booting worker", count=4)
        _, text, _ = server.get("/metrics")

    assert found == [200] * 30
    assert total(text, 'review_requests_total{method="GET",route="login",status="200"}') == 30
    assert total(text, "review_database_up") == 1


def test_every_request_has_a_line_and_its_id(variables: dict[str, str]) -> None:
    with served(variables, "--workers", "1") as server:
        server.get("/invitations/a-secret-token/")
        _, _, headers = server.get("/accounts/login/?next=/secret/")
        server.wait_for('"route": "login"')

    [line] = [line for line in lines(server, "request") if line["route"] == "login"]
    assert line["request"] == headers["X-Request-ID"]
    assert {"method", "status", "ms", "queries", "bytes", "time"} <= line.keys()
    assert "secret" not in "".join(server.lines)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no connections to share")
def test_a_process_has_no_more_connections_than_threads(variables: dict[str, str]) -> None:
    pytest.importorskip("psycopg_pool")
    with served(variables, *TWO, "--no-worker") as server, ThreadPoolExecutor(16) as threads:
        answered = list(threads.map(lambda _: server.get("/readyz")[0], range(100)))
        with psycopg.connect(variables["REVIEW_DATABASE_URL"]) as looking:
            row = looking.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").fetchone()

    assert set(answered) == {200}
    assert row is not None
    assert 1 < row[0] <= 4 + 1  # and the one that counts
