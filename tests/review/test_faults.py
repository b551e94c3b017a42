"""Faults are distinguished by what the drivers really raise, and answered with a sentence instead of an error."""

import errno
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection
from django.test import Client

from review.domain.errors import CheckpointFileError, KeyFileError, Trouble
from review.faults import Fault, fault_of
from review.models import UploadDraft
from tests.factories import make_project, make_user
from tests.faulty import busy, full, read_only

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="this is how SQLite fails")
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="this is how PostgreSQL fails")
UPLOAD = {"text": '{"messages": ["' + "words " * 20_000 + '"]}'}


FAULTY = [(full, 507, "300", "no room left"), (read_only, 503, "300", "can be changed"), (busy, 503, "5", "is busy")]


@pytest.fixture
def mina(transactional_db: None) -> Client:
    client = Client(raise_request_exception=False, headers={"accept-language": "en"})
    user = make_user("mina", project=make_project())
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    client.force_login(User.objects.get(pk=user.pk))
    return client


@on_sqlite
@pytest.mark.parametrize(("state", "status", "wait", "words"), FAULTY)
def test_a_write_is_answered_with_the_fault_and_when_to_try_again(
    state: Callable[[], AbstractContextManager[None]], status: int, wait: str, words: str, mina: Client
) -> None:
    with state():
        response = mina.post("/upload/", {"project": make_project().pk, **UPLOAD})

    assert (response.status_code, response.headers["Retry-After"]) == (status, wait)
    assert words in response.content.decode()
    assert "private, no-store" in response.headers["Cache-Control"]


@on_sqlite
@pytest.mark.parametrize("state", [full, read_only, busy])
def test_reading_goes_on(state: Callable[[], AbstractContextManager[None]], mina: Client) -> None:
    with state():
        found = {page: mina.get(page).status_code for page in ("/", "/entries/", "/failed/", "/upload/", "/audit/")}

    assert set(found.values()) == {200}


@on_sqlite
def test_nothing_is_stored_of_a_write_that_failed(mina: Client) -> None:
    make_project()
    with full():
        mina.post("/upload/", {"project": make_project().pk, **UPLOAD})

    response = mina.post("/upload/", {"project": make_project().pk, **UPLOAD})

    assert (response.status_code, UploadDraft.objects.filter(taken_from=None).count()) == (302, 1)


@on_sqlite
def test_the_sentence_is_korean_for_koreans(mina: Client) -> None:
    with full():
        response = mina.post("/upload/", {"project": make_project().pk, **UPLOAD}, headers={"accept-language": "ko"})

    assert "저장할 공간이 없습니다" in response.content.decode()


@on_sqlite
def test_htmx_gets_the_sentence_for_the_notice_line(mina: Client) -> None:
    with full():
        response = mina.post("/upload/", {"project": make_project().pk, **UPLOAD}, headers={"HX-Request": "true"})

    assert (response.status_code, response.headers["HX-Retarget"]) == (507, "#notice")
    assert b"<html" not in response.content


@on_sqlite
def test_the_admin_answers_with_the_fault_too(mina: Client) -> None:
    given = {"username": "newcomer", "password1": "a long password", "password2": "a long password"}
    with read_only():
        response = mina.post("/admin/auth/user/add/", {**given, "usable_password": "true"})

    assert (response.status_code, User.objects.count()) == (503, 1)


@on_sqlite
def test_a_log_in_that_cannot_be_stored_is_answered_with_the_fault(mina: Client) -> None:
    mina.logout()
    with read_only():
        response = mina.post("/accounts/login/", {"username": "mina", "password": "wrong"})

    assert response.status_code == 503


@on_sqlite
def test_a_database_that_cannot_be_opened_is_away(
    mina: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", str(tmp_path / "missing" / "store.sqlite3"))
        response = mina.get("/entries/")

    assert (response.status_code, response.headers["Retry-After"]) == (503, "30")
    assert "does not answer" in response.content.decode()
    assert mina.get("/entries/").status_code == 200


@on_postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("SELECT pg_terminate_backend(pg_backend_pid())", Fault.AWAY),
        ("DO $$ BEGIN RAISE EXCEPTION '' USING ERRCODE = '53100'; END $$", Fault.FULL),
        ("DO $$ BEGIN RAISE EXCEPTION '' USING ERRCODE = '53300'; END $$", Fault.AWAY),
        ("SET transaction_read_only = on; CREATE TABLE one (id int)", Fault.READ_ONLY),
        ("SET statement_timeout = 1; SELECT pg_sleep(10)", Fault.BUSY),
        ("SELECT missing", None),
        ("DO $$ BEGIN RAISE EXCEPTION '' USING ERRCODE = '23514'; END $$", None),
    ],
)
def test_postgresql_says_what_is_at_fault(statement: str, fault: Fault | None) -> None:
    with pytest.raises(DatabaseError) as raised, connection.cursor() as cursor:
        cursor.execute(statement)
    connection.close()

    assert fault_of(raised.value) is fault


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_server_that_nobody_reaches_is_away(mina: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "PORT", "1")
        response = mina.get("/entries/", headers={"accept-language": "ko"})

    assert (response.status_code, response.headers["Retry-After"]) == (503, "30")
    assert mina.get("/entries/").status_code == 200


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (OSError(errno.ENOSPC, "full"), Fault.FULL),
        (OSError(errno.EROFS, "read-only"), Fault.READ_ONLY),
        (OSError(errno.EACCES, "forbidden"), None),
        (KeyFileError(Trouble.LOST, Path("keys")), Fault.KEYS),
        (CheckpointFileError(Trouble.UNWRITABLE, Path("file")), Fault.CHECKPOINTS),
        (sqlite3.OperationalError("no such table"), None),
        (DatabaseError(), None),
        (type("PoolTimeout", (Exception,), {"__module__": "psycopg_pool"})(), Fault.BUSY),
        (ValueError(), None),
        (None, None),
    ],
)
def test_other_exceptions_are_distinguished(error: BaseException | None, fault: Fault | None) -> None:
    assert fault_of(error) is fault


@pytest.mark.parametrize(("code", "fault"), [(errno.ENOSPC, Fault.FULL), (errno.EACCES, Fault.CHECKPOINTS)])
def test_a_full_disk_is_reported_rather_than_what_it_kept_from_being_written(code: int, fault: Fault) -> None:
    error = CheckpointFileError(Trouble.UNWRITABLE, Path("file"))
    error.__cause__ = OSError(code, "")

    assert fault_of(error) is fault


@pytest.mark.django_db
def test_what_is_no_fault_stays_an_error(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    with monkeypatch.context() as patch, connection.cursor() as cursor:
        cursor.execute("SAVEPOINT before")
        cursor.execute("ALTER TABLE django_session RENAME TO gone")
        patch.setitem(client.cookies, "sessionid", "a" * 32)
        response = client.get("/")
        cursor.execute("ROLLBACK TO SAVEPOINT before")

    assert response.status_code == 500
