"""A batch whose process is killed midway: what was done is reported, and the rest goes on."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from review.domain.bulk import BatchKind
from review.models import Entry
from review.services.bulk.parts import confirm_batch
from review.services.bulk.previews import preview_entries
from tests.bulk import make_mix
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[4]
NUMBER = 90
COUNTS = """SELECT
    (SELECT count(*) FROM review_batchitem WHERE state = 'done'),
    (SELECT count(*) FROM review_event WHERE event_type = 'entry_promoted' AND CAST(payload AS text) LIKE '%batch%'),
    (SELECT count(*) FROM review_entry WHERE stage = 'verified'),
    (SELECT count(*) FROM review_batchitem WHERE state = 'refused')"""
CountsReader = Callable[[], tuple[int, ...]]


def shared(tmp_path: Path) -> tuple[str, CountsReader]:
    """Return the address of what is stored, for another process, and what asks there how much is done.

    SQLite's tests have their store in memory: a copy of it is shared.
    """
    if connection.vendor == "sqlite":
        store = tmp_path / "store.sqlite3"
        with closing(sqlite3.connect(store)) as copy:
            connection.connection.backup(copy)

        def asked() -> tuple[int, ...]:
            with closing(sqlite3.connect(store)) as reader:
                return tuple(reader.execute(COUNTS).fetchone())

        return f"sqlite:///{store}", asked

    def counted() -> tuple[int, ...]:
        with connection.cursor() as cursor:
            cursor.execute(COUNTS)
            return tuple(cursor.fetchone())

    name = connection.settings_dict["NAME"]
    return os.environ["REVIEW_TEST_DATABASE_URL"].rpartition("/")[0] + f"/{name}", counted


def applying(address: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Return a process that applies a batch of a store."""
    environment = {**os.environ, "REVIEW_DATABASE_URL": address}
    return subprocess.Popen([sys.executable, "-m", "tests.applying", *arguments], cwd=ROOT, env=environment)


@pytest.mark.slow
def test_a_killed_batch_reports_what_was_done_and_goes_on(tmp_path: Path) -> None:
    project = make_project()
    mina = make_user("mina", project=project)
    mix = make_mix(NUMBER, mina=mina, project=project)
    batch = preview_entries(BatchKind.VERIFY, Entry.objects.all(), actor=mina)
    confirm_batch(name=batch.name, reason="read together", actor=mina)
    address, counts = shared(tmp_path)
    before, all_done = len(mix["verified"]), len(mix["read"])

    with applying(address, batch.name, "mina") as killed:
        while counts()[0] < 2 and killed.poll() is None:
            time.sleep(0.01)
        killed.kill()
    done, *others = counts()
    with applying(address, batch.name, "mina") as second:
        is_over = second.wait()

    assert killed.returncode == -9
    assert 2 <= done < all_done
    assert others == [done, before + done, 0]
    assert is_over == 0
    assert counts() == (all_done, all_done, before + all_done, 0)
