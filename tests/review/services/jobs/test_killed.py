"""Workers that are killed at any moment: each upload is imported once or told to be stopped, and none is lost."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import transaction
from pytest_django import Settings

from review.jobs.worker import run_waiting
from review.models import UploadDraft
from review.services.ingest.large import ALIGN, CONFIRM, start
from review.services.ingest.preview import preview_upload
from tests.factories import make_project, make_user
from tests.sharing import Asker, shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[4]
UPLOADS = 6
OPEN = "SELECT count(*) FROM review_job WHERE state IN ('waiting', 'running')"
ENDS = """SELECT
    (SELECT count(*) FROM review_job WHERE state = 'done'),
    (SELECT count(*) FROM review_job WHERE state = 'stopped' AND reason = 'lost')"""
STORED = """SELECT
    (SELECT count(*) FROM review_reviewsession), (SELECT count(*) FROM review_extraction),
    (SELECT count(*) FROM review_event WHERE event_type = 'memory_extracted'),
    (SELECT count(*) FROM review_uploaddraft WHERE received_at IS NOT NULL)"""
FENCES = "SELECT sum(fence) FROM review_job"


def make_drafts() -> list[UploadDraft]:
    """Create the drafts of some uploads, each of another conversation."""
    project = make_project()
    mina = make_user("mina", project=project)
    made = []
    for number in range(UPLOADS):
        said = [f"Message {place} of talk {number} says that the cache lives for {place} hours." for place in range(40)]
        quotes = [{"messageIndex": place, "quote": f"the cache lives for {place} hours"} for place in range(40)]
        session = json.dumps({"sessionId": f"talk-{number}", "messages": said})
        extraction = json.dumps({"entries": [{"entryId": f"e-{number}", "evidence": quotes}]})
        made.append(
            UploadDraft.objects.create(
                project=project, created_by=mina, session_json=session, extraction_json=extraction
            )
        )
    return made


def start_all(kind: str, drafts: list[UploadDraft]) -> None:
    for draft in drafts:
        aligned = preview_upload(draft).aligned if kind == CONFIRM else None
        with transaction.atomic():
            start(kind, draft, seen="/0", aligned="" if aligned is None else aligned.name)


def worker(address: str) -> "subprocess.Popen[bytes]":
    """Return a worker of a store, which ends with its standard input."""
    environment = {**os.environ, "REVIEW_DATABASE_URL": address, "REVIEW_JOB_LEASE_SECONDS": "2"}
    command = [sys.executable, "manage.py", "run_jobs", "--beside"]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def kill_workers(address: str, asked: Asker, chance: random.Random, *, kills: int) -> int:
    """Let two workers run, kill them again and again, and let another one end the work; return how many were killed."""
    killed = 0
    while killed < kills and asked(OPEN)[0]:
        with worker(address) as one, worker(address) as other:
            for each in (one, other):
                assert each.stdout is not None
                each.stdout.readline()
            time.sleep(chance.uniform(0, 0.6))
            one.kill()
            other.kill()
        killed += 2
    with worker(address) as last:
        while asked(OPEN)[0]:
            assert last.poll() is None
            time.sleep(0.1)
        last.kill()
    return killed


@pytest.mark.parametrize("kills", [4, pytest.param(30, marks=pytest.mark.exhaustive)])
def test_killed_workers_import_every_upload_once(kills: int, tmp_path: Path, settings: Settings) -> None:
    settings.REVIEW_MAX_QUOTES_AT_ONCE = 10
    drafts = make_drafts()
    start_all(ALIGN, drafts)
    run_waiting()
    for draft in drafts:
        draft.refresh_from_db()
    start_all(CONFIRM, drafts)
    address, asked = shared(tmp_path)

    killed = kill_workers(address, asked, random.Random(kills), kills=kills)  # noqa: S311 - which moment

    done, stopped = asked(ENDS)
    assert done + stopped == 2 * UPLOADS
    assert asked(STORED) == (UPLOADS - stopped,) * 4
    assert killed >= 2
    assert asked(FENCES)[0] >= 2 * UPLOADS
    audited = subprocess.run(
        [sys.executable, "manage.py", "audit_store"],
        cwd=ROOT,
        env={**os.environ, "REVIEW_DATABASE_URL": address},
        check=False,
        capture_output=True,
        text=True,
    )
    assert audited.returncode == 0, audited.stdout
