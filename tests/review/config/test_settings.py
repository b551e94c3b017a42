import pytest
from django.db import connection
from django.test import Client


def test_settings_send_a_strict_content_policy(client: Client) -> None:
    answer = client.get("/accounts/login/")

    policy = {rule.split()[0]: rule.split()[1:] for rule in answer.headers["Content-Security-Policy"].split("; ")}
    assert policy == {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "same-origin"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ],
)
def test_settings_send_the_header(client: Client, header: str, value: str) -> None:
    assert client.get("/accounts/login/").headers[header] == value


@pytest.mark.skipif(connection.vendor != "sqlite", reason="these are SQLite's")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
        ("busy_timeout", 20_000),
    ],
)
def test_settings_open_sqlite_with(pragma: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")

        assert cursor.fetchone() == (value,)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows")
@pytest.mark.django_db
def test_settings_begin_sqlite_transactions_with_the_write_lock() -> None:
    assert connection.transaction_mode == "IMMEDIATE"  # type: ignore[attr-defined]
