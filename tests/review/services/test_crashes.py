"""What is left when writers die or a file is damaged, on SQLite, whose files are accessible."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from tests.aligner_core.ledger.chains import chance_of
from tests.factories import make_entries, make_session
from tests.offline import Journal, broken_in, is_whole, read_journal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="these are SQLite's files"),
]

ROOT = Path(__file__).resolve().parents[3]
KILLED, TORN, FLIPPED = 50, 200, 200
WORDS = ["We keep the raw text of every event.", "모든 이벤트의 원문은 그대로 보관합니다."]


def copy_store(path: Path) -> Path:
    """Copy the database of the tests into a file and return its path."""
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)
    return path


def run_writers(store: Path, *arguments: str) -> dict[str, int]:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "review.config.settings",
        "REVIEW_DATABASE_URL": f"sqlite:///{store}",
    }
    command = [sys.executable, "-m", "tests.writers", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    counts: dict[str, int] = json.loads(done.stdout)
    return counts


@pytest.mark.slow
def test_killed_writers_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Kill -9 of two writers at a time, fifty in all: no acknowledged event is lost, and no chain is broken."""
    store = copy_store(tmp_path / "killed.sqlite3")

    counts = run_writers(store, "kill", str(KILLED // 2))

    assert (counts["killed"], counts["lost"], counts["broken"]) == (KILLED, 0, 0)
    assert counts["acknowledged"] >= KILLED
    with closing(sqlite3.connect(store)) as left:
        assert is_whole(left)
        assert broken_in(read_journal(left)) == []


@pytest.fixture
def logged(tmp_path: Path) -> tuple[bytes, bytes, Journal]:
    """Return a store whose last 80 events are only in the log: file, log, and the journal of both."""
    copy = tmp_path / "logged.sqlite3"
    run_writers(copy_store(tmp_path / "source.sqlite3"), "log", "80", str(copy))
    file, log = copy.read_bytes(), Path(f"{copy}-wal").read_bytes()
    with closing(sqlite3.connect(copy)) as store:
        return file, log, read_journal(store)


def torn(log: bytes, chance: Random) -> bytes:
    """Return a log that is truncated somewhere, or has one bit flipped."""
    at = chance.randrange(len(log))
    if chance.random() < 0.5:
        return log[:at]
    return log[:at] + bytes([log[at] ^ 1 << chance.randrange(8)]) + log[at + 1 :]


@pytest.mark.slow
def test_a_torn_log_leaves_a_beginning_of_the_journal(logged: tuple[bytes, bytes, Journal], tmp_path: Path) -> None:
    """200 random cuts and bit flips: always a prefix, never an error."""
    file, log, whole = logged
    chance, lengths = chance_of("torn"), []
    for _ in range(TORN):
        path = tmp_path / "torn.sqlite3"
        path.write_bytes(file)
        Path(f"{path}-wal").write_bytes(torn(log, chance))
        with closing(sqlite3.connect(path)) as store:
            left = read_journal(store)
            assert is_whole(store)
        assert broken_in(left) == []
        for name, (_, links) in left.items():
            assert links == whole[name][1][: len(links)]
        lengths.append(sum(len(links) for _, links in left.values()))
        Path(f"{path}-shm").unlink(missing_ok=True)

    assert len(set(lengths)) > 20
    assert max(lengths) <= 80


def opened(file: bytes) -> sqlite3.Connection:
    """Return a database opened in memory."""
    store = sqlite3.connect(":memory:")
    store.deserialize(file)
    return store


@pytest.fixture
def exported() -> bytes:
    """Return a store with some hundred events as one file that needs no log."""
    evidence = [{"messageIndex": 0, "quote": "the raw text"}, {"messageIndex": 1, "quote": "이벤트의 원문은 그대로"}]
    for number in range(4):
        make_entries(make_session(WORDS, session_id=f"talk-{number}"), [{"evidence": evidence}] * 40)
    connection.ensure_connection()
    with closing(sqlite3.connect(":memory:")) as copy:
        connection.connection.backup(copy)
        copy.execute("VACUUM")  # what tests before this one left behind is no part of the file
        file = copy.serialize()
    return file[:18] + b"\x01\x01" + file[20:]  # the two bytes that say whether there is a log


def is_found(file: bytes, pins: dict[str, dict[int, str]]) -> bool:
    """Return whether SQLite or the verifier finds something wrong with a file."""
    try:
        with closing(opened(file)) as store:
            return not is_whole(store) or bool(broken_in(read_journal(store), pins))
    except (sqlite3.DatabaseError, ValueError, TypeError, KeyError):
        return True


@pytest.mark.slow
def test_a_flipped_bit_is_found_or_changes_nothing_that_was_recorded(exported: bytes) -> None:
    """200 random bit flips in the file.

    A flip is harmless when every event and every head reads as before: it hit unused bytes, an index that SQLite
    would find anyway, or a table outside the journal, which the audit checks by other means.
    """
    with closing(opened(exported)) as store:
        whole = read_journal(store)
    pins = {name: {head.seq: head.hash} for name, (head, _) in whole.items()}
    chance, found, harmless = chance_of("flipped"), 0, 0
    for _ in range(FLIPPED):
        at = chance.randrange(len(exported))
        flipped = exported[:at] + bytes([exported[at] ^ 1 << chance.randrange(8)]) + exported[at + 1 :]
        if is_found(flipped, pins):
            found += 1
            continue
        with closing(opened(flipped)) as store:
            harmless += read_journal(store) == whole

    assert found + harmless == FLIPPED
    assert found > FLIPPED // 10
    assert not is_found(exported, pins)
