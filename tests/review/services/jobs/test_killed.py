"""Workers that are killed at any moment: each upload is imported once or told to be stopped, and none is lost."""

import json
import random
from pathlib import Path

import pytest

from review.domain.limits import MAX_MESSAGES_AT_ONCE
from review.models import Job, UploadDraft
from review.services.ingest.large import keep_unread
from tests.factories import make_project, make_user
from tests.killing import DELIVERIES, Machine, delivered, kill_workers, skip_unless_delivered
from tests.sharing import shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
UPLOADS, QUOTES = 6, 60
MESSAGES = MAX_MESSAGES_AT_ONCE + 100
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
CONFIRM_ALL = """
from review.models import UploadDraft
from review.services.ingest.large import CONFIRM, start_job
from review.services.ingest.preview_page import kept_page
for draft in UploadDraft.objects.filter(taken_from__isnull=False).exclude(shown=""):
    start_job(CONFIRM, draft, seen="/0", aligned=kept_page(draft).aligned)
"""


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


@pytest.mark.parametrize("delivery", DELIVERIES)
@pytest.mark.parametrize("kills", [4, pytest.param(30, marks=pytest.mark.exhaustive)])
def test_killed_workers_import_every_upload_once(kills: int, delivery: str, tmp_path: Path) -> None:
    skip_unless_delivered(delivery)
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
