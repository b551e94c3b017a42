"""Runs stored at the same time, while others are added to their weeks: each is counted, and once."""

from functools import partial

import pytest

from review.models import ReviewSession, RunTally
from review.payloads import check_extraction
from review.services.audit.audit_store import audit_store
from review.services.derived import tallies
from review.services.ingest.receive import receive_extraction
from tests.factories import make_project, make_session
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)
RACERS, ROUNDS = 4, 4


def extract(session: ReviewSession, number: int) -> None:
    run = {"model": f"haru-{number % 2}", "runId": f"{number}"}
    receive_extraction(session=session, checked=check_extraction({"entries": [{"title": "t"}], "run": run}), actor=None)


def test_runs_stored_at_once_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "MAX_SINGLE", 2)
    project = make_project()
    sessions = [make_session(["Words."], project=project, session_id=f"talk-{number}") for number in range(RACERS)]

    for number in range(ROUNDS):
        race([partial(extract, session, RACERS * number + place) for place, session in enumerate(sessions)])

    assert sum(tally.counts["entries"] for tally in RunTally.objects.all()) == RACERS * ROUNDS
    assert RunTally.objects.filter(extraction__isnull=True).exists()
    assert list(audit_store()) == []
