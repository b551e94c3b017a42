"""A line for each request: who, what, how it ended and what it cost, and never an address, a word or a secret."""

import io
import json
import logging
from ipaddress import ip_network

import pytest
from django.test import Client
from pytest_django import Settings

from review.logs import REQUESTS, Belonging, JsonLines, ReadableLines, belonging_to, fields
from tests.factories import make_session, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noted(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(Belonging())


def line(caplog: pytest.LogCaptureFixture) -> dict[str, object]:
    """Return the line of the last request, as a program reads it."""
    [*_, record] = [record for record in caplog.records if record.name == REQUESTS]
    found: dict[str, object] = json.loads(JsonLines().format(record))
    return found


def test_a_request_has_a_line(mina: Client, caplog: pytest.LogCaptureFixture) -> None:
    session = make_session(["We keep the raw text."])
    response = mina.get(f"/sessions/{session.pk}/?q=raw")

    found = line(caplog)
    assert found == {
        "level": "info",
        "logger": "review.requests",
        "message": "request",
        "person": "mina",
        "method": "GET",
        "route": "review:session_detail",
        "status": 200,
        "bytes": len(response.content),
        **{name: found[name] for name in ("time", "request", "ms", "queries")},
    }
    assert isinstance(found["queries"], int)
    assert found["queries"] > 5


def test_an_id_is_made_and_sent_back(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    first, second = (client.get("/accounts/login/").headers["X-Request-ID"] for _ in range(2))

    assert first != second == line(caplog)["request"]


@pytest.mark.parametrize(
    ("sender", "given", "taken"),
    [
        ("10.0.0.1", "abc-123", ["abc-123"]),
        ("10.0.0.1", "a b", []),
        ("10.0.0.1", "a" * 101, []),
        ("203.0.113.7", "abc-123", []),
    ],
)
def test_the_id_of_a_trusted_proxy_is_taken(
    sender: str, given: str, taken: list[str], client: Client, settings: Settings
) -> None:
    settings.REVIEW_TRUSTED_PROXIES = (ip_network("10.0.0.0/8"),)

    response = client.get("/accounts/login/", headers={"X-Request-ID": given}, REMOTE_ADDR=sender)

    assert [one for one in [response.headers["X-Request-ID"]] if one == given] == taken


def test_every_record_of_a_request_has_its_id(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.raise_request_exception = False
    client.get("/accounts/login/", headers={"Host": "another.example"})

    ids = {vars(record)["belonging"]["request"] for record in caplog.records}
    assert len(ids) == 1
    assert len(caplog.records) > 1


@pytest.mark.parametrize(
    ("address", "route"),
    [
        ("/nowhere/of/ours/", "none"),
        ("/static/review.css", "static"),
        ("/healthz", "healthz"),
        ("/invitations/a-secret-token/", "review:invitation"),
        ("/admin/login/", "admin:login"),
    ],
)
def test_a_line_names_the_route_and_no_address(
    address: str, route: str, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.get(address).close()

    assert line(caplog)["route"] == route
    assert "secret" not in str(line(caplog))


def test_who_logs_in_has_a_name_and_a_password_has_none(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    user, password = make_user("mina"), "a right password"
    user.set_password(password)
    user.save()
    client.post("/accounts/login/", {"username": "mina", "password": password})

    assert line(caplog)["person"] == "mina"
    assert "right" not in str([vars(record) for record in caplog.records if record.name == REQUESTS])


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Return what the handler of the log writes."""
    handler = next(one for one in logging.getLogger("django").handlers if isinstance(one.formatter, ReadableLines))
    stream = io.StringIO()
    monkeypatch.setattr(handler, "stream", stream)
    return stream


def test_what_django_logs_itself_names_no_address(client: Client, written: io.StringIO) -> None:
    client.get("/invitations/a-secret-token/")
    client.get("/nowhere/a-secret-place/")
    client.get("/accounts/login/", headers={"Host": "a-secret-host.example"})

    [refused] = [line for line in written.getvalue().splitlines() if "ERROR" in line]
    assert "refused: DisallowedHost request=" in refused
    assert "secret" not in written.getvalue()
    assert "Traceback" not in written.getvalue()


def test_a_failure_is_told_with_its_route_and_its_traceback(
    mina: Client, monkeypatch: pytest.MonkeyPatch, written: io.StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    mina.raise_request_exception = False
    monkeypatch.setattr("review.views.home.render", _fail)
    assert mina.get("/help/").status_code == 500

    told = written.getvalue()
    assert f"ERROR failed: review:help request={line(caplog)['request']}\nTraceback" in told
    assert "ZeroDivisionError" in told


def _fail(*_given: object, **_named: object) -> object:
    return 1 / 0


def a_record(**values: object) -> logging.LogRecord:
    with belonging_to(job=7):
        record = logging.makeLogRecord({"name": "review", "msg": "done", "levelname": "INFO", "created": 0.5})
        vars(record).update(fields(**values))
        Belonging().filter(record)
    return record


def test_a_readable_line_has_fields_that_no_name_can_break() -> None:
    text = ReadableLines().format(a_record(person='a "b"\nc', status=200, left=None, empty=""))

    assert text == r'1970-01-01T00:00:00.500Z INFO done job=7 person="a \"b\"\nc" status=200 empty=""'


def test_a_json_line_is_one_line() -> None:
    text = JsonLines().format(a_record(person="a\n민아"))

    assert "\n" not in text
    assert json.loads(text) == {
        "time": "1970-01-01T00:00:00.500Z",
        "level": "info",
        "logger": "review",
        "message": "done",
        "job": 7,
        "person": "a\n민아",
    }
