"""A project that workers realign who are killed midway: every quote gets one attempt, and one event."""

import random
from pathlib import Path

import pytest

from aligner_core import AlignerConfig
from review.aligner import config_of
from review.models import Job, Role
from review.services.people.members import set_aligner
from review.services.repair.realigning import start_if_large
from tests.factories import make_entries, make_project, make_session, make_user
from tests.killing import DELIVERIES, Machine, delivered, kill_until_done, skip_unless_delivered
from tests.sharing import shared

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
NUMBER = 80
MESSAGE = "The index is rebuilt on Friday, before the release of the week."
SLIPPED = {"messageIndex": 0, "quote": "The index is rebuilt on Friday, before the relaese of the week."}
COUNTS = """SELECT
    (SELECT count(*) FROM review_alignment WHERE attempt = 1),
    (SELECT count(*) FROM review_alignment WHERE attempt = 2),
    (SELECT count(*) FROM review_alignment WHERE attempt > 2),
    (SELECT count(*) FROM review_event WHERE event_type = 'quote_realigned'),
    (SELECT count(DISTINCT entry_id) FROM review_event WHERE event_type = 'quote_realigned')"""
ENDS = "SELECT max(CASE WHEN state = 'done' THEN 1 ELSE 0 END) FROM review_job"


def begin() -> None:
    project = make_project()
    dana = make_user("dana", project=project, role=Role.MANAGER)
    make_entries(make_session([MESSAGE], project=project), [{"evidence": [SLIPPED]} for _ in range(NUMBER)])
    config = AlignerConfig(fuzzy_threshold=0.99)
    set_aligner(project_id=project.pk, config=config, seen=config_of(project), actor=dana)
    start_if_large(project, actor=dana)


@pytest.mark.parametrize("delivery", DELIVERIES)
def test_killed_workers_realign_every_quote_once(delivery: str, tmp_path: Path) -> None:
    skip_unless_delivered(delivery)
    begin()
    assert Job.objects.get().state == "waiting"
    machine = Machine(*shared(tmp_path), delivery)

    with delivered(machine, delivery):
        kill_until_done(machine, random.Random(4), kills=4)  # noqa: S311 - which moment
        counts, (is_done,), taken = machine.asked(COUNTS), machine.asked(ENDS), machine.taken()
        machine.run("audit_store")

    assert counts == (NUMBER, NUMBER, 0, NUMBER, NUMBER)
    assert (is_done, taken > 1) == (1, True)
