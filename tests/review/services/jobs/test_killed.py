"""Workers that are killed at any moment: each upload is imported once or told to be stopped, and none is lost."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.db import connection

from review.domain.limits import MAX_MESSAGES_AT_ONCE
from review.models import Job, UploadDraft
from review.services.ingest.large import keep_unread
from tests.factories import make_project, make_user
from tests.sharing import Asker, shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[4]
UPLOADS, QUOTES = 6, 60
MESSAGES = MAX_MESSAGES_AT_ONCE + 100
OPEN = "SELECT count(*) FROM review_job WHERE state IN ('waiting', 'running')"
ENDS = """SELECT
    sum(CASE WHEN kind = 'read' AND state = 'done' THEN 1 ELSE 0 END),
    sum(CASE WHEN kind = 'align' AND state = 'done' THEN 1 ELSE 0 END),
    sum(CASE WHEN kind = 'confirm' AND state = 'done' THEN 1 ELSE 0 END),
    sum(CASE WHEN state = 'stopped' AND reason = 'lost' THEN 1 ELSE 0 END),
    sum(CASE WHEN state = 'stopped' AND has_begun THEN 1 ELSE 0 END),
    count(*) FROM review_job"""
STORED = """SELECT
    (SELECT count(*) FROM review_uploaddraft WHERE taken_from_id IS NOT NULL),
    (SELECT count(*) FROM review_reviewsession),
    (SELECT count(*) FROM review_extraction), (SELECT count(*) FROM review_entry),
    (SELECT count(*) FROM review_event WHERE event_type = 'memory_extracted'),
    (SELECT count(*) FROM review_uploaddraft WHERE taken_from_id IS NOT NULL AND received_at IS NOT NULL)"""
PARTS = """SELECT
    (SELECT count(*) FROM review_message), (SELECT count(*) FROM review_event WHERE event_type = 'session_ingested')"""
FENCES = "SELECT sum(fence) FROM review_job"
CONFIRM_ALL = """
from review.models import UploadDraft
from review.services.ingest.large import CONFIRM, start_job
from review.services.ingest.preview_page import kept_page
for draft in UploadDraft.objects.filter(taken_from__isnull=False).exclude(shown=""):
    start_job(CONFIRM, draft, seen="/0", aligned=kept_page(draft).aligned)
"""
ANNOUNCE = """
from time import sleep
from review.services.jobs.announcing import announce_due
while True:
    announce_due()
    sleep(0.5)
"""
"""What procrastinate does every minute."""
FORGET = """DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT oid::regclass AS name FROM pg_class WHERE relkind = 'r' AND relname LIKE 'procrastinate%' LOOP
        EXECUTE 'DROP TABLE ' || one.name || ' CASCADE';
    END LOOP;
    FOR one IN SELECT oid::regprocedure AS name FROM pg_proc WHERE proname LIKE 'procrastinate%' LOOP
        EXECUTE 'DROP FUNCTION ' || one.name || ' CASCADE';
    END LOOP;
    FOR one IN SELECT oid::regtype AS name FROM pg_type WHERE typname LIKE 'procrastinate%' AND typtype <> 'b' LOOP
        EXECUTE 'DROP TYPE ' || one.name || ' CASCADE';
    END LOOP;
    DELETE FROM django_migrations WHERE app = 'procrastinate';
END $$"""
DELIVERIES = {
    "embedded": ("run_jobs", "--beside"),
    "procrastinate": ("procrastinate", "worker", "--queues", "review", "--concurrency", "1"),
}


class Machine:
    """A store that other processes work on, and how they learn of its jobs."""

    def __init__(self, address: str, asked: Asker, delivery: str) -> None:
        self.asked, self._command = asked, DELIVERIES[delivery]
        self._environment = {
            **os.environ,
            "REVIEW_DATABASE_URL": address,
            "REVIEW_JOB_LEASE_SECONDS": "3",
            "REVIEW_JOBS": delivery,
        }

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        command, quiet = [sys.executable, "manage.py", *arguments], subprocess.DEVNULL
        return subprocess.Popen(
            command, cwd=ROOT, env=self._environment, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet
        )

    def run(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self._environment, check=False, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def worker(self) -> "subprocess.Popen[bytes]":
        return self.start(*self._command)

    def is_over(self) -> bool:
        return not self.asked(OPEN)[0]

    def taken(self) -> int:
        """Return how often jobs were taken."""
        return self.asked(FENCES)[0]

    def has_taken_since(self, before: int) -> bool:
        return self.taken() > before or self.is_over()


def wait(until: Callable[[], bool], *workers: "subprocess.Popen[bytes]") -> None:
    while not until():
        assert all(worker.poll() is None for worker in workers)
        time.sleep(0.02)


@contextmanager
def delivered(machine: Machine, delivery: str) -> Iterator[None]:
    """Have jobs announced in the block, where procrastinate delivers them; leave nothing of it."""
    if delivery == "embedded":
        yield
        return
    machine.run("migrate", "procrastinate", "--verbosity", "0")
    clock = machine.start("shell", "--no-imports", "--command", ANNOUNCE)
    try:
        yield
    finally:
        clock.kill()
        clock.wait()
        with connection.cursor() as cursor:
            cursor.execute(FORGET)


def keep_uploads() -> None:
    """Store the files of some uploads, each of another conversation, to be read."""
    project = make_project()
    mina = make_user("mina", project=project)
    for number in range(UPLOADS):
        said = [f"Message {place} of talk {number}: the cache lives for {place} hours." for place in range(MESSAGES)]
        quotes = [{"messageIndex": place, "quote": f"the cache lived for {place} hours"} for place in range(QUOTES)]
        upload = {
            "sessionId": f"talk-{number}",
            "messages": said,
            "extraction": {"entries": [{"entryId": f"e-{number}", "evidence": quotes}]},
        }
        draft = UploadDraft(project=project, created_by=mina)
        keep_unread(draft, [(f"{number}.json", json.dumps(upload).encode())])


def kill_workers(machine: Machine, chance: random.Random, *, kills: int) -> int:
    """Let two workers run, kill them again and again, and let another one end the work; return how many were killed."""
    killed = 0
    while killed < kills and not machine.is_over():
        before = machine.taken()
        with machine.worker() as one, machine.worker() as other:
            wait(partial(machine.has_taken_since, before), one, other)
            time.sleep(chance.uniform(0, 0.5))
            one.kill()
            other.kill()
        killed += 2
    with machine.worker() as last:
        wait(machine.is_over, last)
        last.kill()
    return killed


@pytest.mark.parametrize("delivery", DELIVERIES)
@pytest.mark.parametrize("kills", [4, pytest.param(30, marks=pytest.mark.exhaustive)])
def test_killed_workers_import_every_upload_once(kills: int, delivery: str, tmp_path: Path) -> None:
    if delivery == "procrastinate" and (connection.vendor != "postgresql" or find_spec("procrastinate") is None):
        pytest.skip("procrastinate delivers on PostgreSQL, where it is installed")
    keep_uploads()
    assert Job.objects.count() == UPLOADS
    machine = Machine(*shared(tmp_path), delivery)
    chance = random.Random(kills)  # noqa: S311 - which moment

    with delivered(machine, delivery):
        killed = kill_workers(machine, chance, kills=kills // 2)
        machine.run("shell", "--no-imports", "--command", CONFIRM_ALL)
        killed += kill_workers(machine, chance, kills=kills - kills // 2)
        taken = machine.taken()
        read, aligned, confirmed, stopped, begun, jobs = machine.asked(ENDS)
        stored, (messages, parts) = machine.asked(STORED), machine.asked(PARTS)
        machine.run("audit_store")

    assert killed >= 2
    assert (jobs, taken >= jobs) == (UPLOADS + read + aligned, True)
    assert read + aligned + confirmed + stopped == jobs
    assert stored == (read, confirmed + begun, *[confirmed] * 4)
    assert confirmed * MESSAGES <= messages <= (confirmed + begun) * MESSAGES
    assert 2 * confirmed <= parts <= 2 * (confirmed + begun)
