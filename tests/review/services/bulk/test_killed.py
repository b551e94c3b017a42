"""A large batch whose workers are killed midway: every entry is decided on once, and what waits is gone on with."""

import random
from pathlib import Path

import pytest

from review.domain.bulk import BatchKind
from review.domain.limits import BATCH_PART
from review.models import Batch, Entry, Job
from review.services.bulk.parts import confirm_batch
from review.services.bulk.previews import preview_entries
from review.services.bulk.reading import note_read
from tests.bulk import EXACT, MESSAGES
from tests.factories import make_entries, make_project, make_session, make_user
from tests.killing import DELIVERIES, Machine, delivered, kill_until_done, skip_unless_delivered
from tests.sharing import shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
NUMBER = BATCH_PART + 30
COUNTS = """SELECT
    (SELECT count(*) FROM review_batchitem WHERE state = 'done'),
    (SELECT count(*) FROM review_batchitem WHERE state = 'reverted'),
    (SELECT count(*) FROM review_entry WHERE stage = 'verified'),
    (SELECT count(*) FROM review_event WHERE event_type = 'entry_promoted' AND CAST(payload AS text) LIKE '%batch%'),
    (SELECT count(*) FROM review_event WHERE event_type = 'decision_reverted')"""
REVERT = """
from review.models import Batch
from review.services.bulk.parts import begin_revert
batch = Batch.objects.get()
begin_revert(name=batch.name, actor=batch.made_by)
"""


def begin_batch() -> Batch:
    project = make_project()
    mina = make_user("mina", project=project)
    for entry in make_entries(make_session(MESSAGES, project=project), [{"evidence": [EXACT]} for _ in range(NUMBER)]):
        note_read(entry, person=mina)
    batch = preview_entries(BatchKind.VERIFY, Entry.objects.all(), actor=mina)
    confirm_batch(name=batch.name, reason="read together", actor=mina)
    return batch


@pytest.mark.parametrize("delivery", DELIVERIES)
@pytest.mark.parametrize("kills", [4, pytest.param(24, marks=pytest.mark.exhaustive)])
def test_killed_workers_decide_on_every_entry_once(kills: int, delivery: str, tmp_path: Path) -> None:
    skip_unless_delivered(delivery)
    begin_batch()
    assert Job.objects.get().state == "waiting"
    machine = Machine(*shared(tmp_path), delivery)
    chance = random.Random(kills)  # noqa: S311 - which moment

    with delivered(machine, delivery):
        kill_until_done(machine, chance, kills=kills)
        applied = machine.asked(COUNTS)
        machine.run("shell", "--no-imports", "--command", REVERT)
        kill_until_done(machine, chance, kills=kills)
        reverted = machine.asked(COUNTS)
        taken = machine.taken()
        machine.run("audit_store")

    assert applied == (NUMBER, 0, NUMBER, NUMBER, 0)
    assert reverted == (0, NUMBER, 0, NUMBER, NUMBER)
    assert taken > 2
