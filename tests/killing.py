"""Workers in processes of their own, by each delivery of jobs, which a test kills at any moment."""

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

from tests.sharing import Asker

ROOT = Path(__file__).resolve().parents[1]
OPEN = "SELECT count(*) FROM review_job WHERE state IN ('waiting', 'running')"
GO_ON = """
from review.models import Job
from review.services.jobs.asking import try_again
try_again(Job.objects.latest("pk"))
"""
FENCES = "SELECT sum(fence) FROM review_job"
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


def skip_unless_delivered(delivery: str) -> None:
    """Skip a test of a delivery that is not here."""
    if delivery == "procrastinate" and (connection.vendor != "postgresql" or find_spec("procrastinate") is None):
        pytest.skip("procrastinate delivers on PostgreSQL, where it is installed")


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
    with machine.start("shell", "--no-imports", "--command", ANNOUNCE) as clock:
        try:
            yield
        finally:
            clock.kill()
            clock.wait()
            with connection.cursor() as cursor:
                cursor.execute(FORGET)


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


def kill_until_done(machine: Machine, chance: random.Random, *, kills: int) -> None:
    """Kill workers again and again; what is stopped after several of them goes on when its owner says so."""
    while kills > 0:
        kills -= kill_workers(machine, chance, kills=min(kills, 4)) or kills
        machine.run("shell", "--no-imports", "--command", GO_ON)
    kill_workers(machine, chance, kills=0)
