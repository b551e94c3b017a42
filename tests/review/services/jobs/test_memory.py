"""A job that needs more memory than its worker may take ends alone: the worker goes on, and the reason is kept."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from review.models import UploadDraft
from review.services.ingest.large import keep_unread
from tests.factories import make_project, make_user
from tests.sharing import shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[4]
SPARE = 80_000_000
"""How much more a worker may take here than it has when it has imported everything."""
IMPORTED = "import re, review.jobs.worker; print(re.search(r'VmSize:\\s+(\\d+)', open('/proc/self/status').read())[1])"
ENDS = """SELECT
    sum(CASE WHEN state = 'stopped' AND reason = 'memory' AND tries = 3 THEN 1 ELSE 0 END),
    sum(CASE WHEN kind = 'read' AND state = 'done' THEN 1 ELSE 0 END),
    sum(CASE WHEN state IN ('waiting', 'running') THEN 1 ELSE 0 END) FROM review_job"""


def needed() -> int:
    """Return how many bytes of address space a worker has before it does anything."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "--command", IMPORTED]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return 1024 * int(done.stdout.split()[-1])


def keep(words: list[str]) -> None:
    project = make_project()
    draft = UploadDraft(project=project, created_by=make_user("mina", project=project))
    keep_unread(draft, [("talk.json", json.dumps({"messages": words}).encode())])


def test_a_job_that_needs_too_much_memory_is_stopped_and_the_next_one_is_done(tmp_path: Path) -> None:
    keep(["The cache lives for one hour. " * 100] * 6000)
    keep(["The cache lives for one hour."])
    address, asked = shared(tmp_path)
    variables = {**os.environ, "REVIEW_DATABASE_URL": address, "REVIEW_MAX_JOB_BYTES": str(needed() + SPARE)}
    command = [sys.executable, "manage.py", "run_jobs", "--beside"]

    with subprocess.Popen(command, cwd=ROOT, env=variables, stdin=subprocess.PIPE) as worker:
        while asked(ENDS)[2]:
            assert worker.poll() is None
            time.sleep(0.1)
        worker.kill()

    stopped, read, _ = asked(ENDS)
    assert (stopped, read) == (1, 1)
