"""Extraction by a model through the API: a job, once, or why there is none."""

import pytest
from pytest_django import Settings

from review.jobs import running
from review.jobs.worker import run_waiting
from review.models import Extraction, Job
from tests.extracting import MESSAGES, asking
from tests.factories import make_project, make_session
from tests.review.api.conftest import Programs

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_beat(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.REVIEW_JOB_LEASE_SECONDS = 3600
    monkeypatch.setattr(running, "LOOK_EVERY", 600)


def test_extract_answers_with_a_job_whose_result_tells_what_it_took(program: Programs) -> None:
    with asking("flip,ok>mend") as (session, _):
        client = program()
        sent = client.call("POST", f"sessions/{session.pk}/extract")
        run_waiting()

    job = client.get(f"jobs/{sent.body['id']}").body
    assert (sent.status, sent.body["kind"], sent.body["state"]) == (202, "extract", "waiting")
    assert (job["state"], job["done"], job["total"]) == ("done", 1, 1)
    assert job["result"]["extraction"] == Extraction.objects.get().pk
    assert (job["result"]["repaired"], job["result"]["given_up"], job["result"]["requests"]) == (3, 0, 2)


def test_extract_with_a_key_is_done_once(program: Programs) -> None:
    with asking("ok") as (session, _):
        client = program()
        first = client.call("POST", f"sessions/{session.pk}/extract", Idempotency_Key="a")
        again = client.call("POST", f"sessions/{session.pk}/extract", Idempotency_Key="a")
        other = client.call("POST", f"sessions/{session.pk}/extract", Idempotency_Key="b")

    assert (first.status, again.status, again.body) == (202, 202, first.body)
    assert (other.status, other.code) == (409, "already_running")
    assert Job.objects.count() == 1


def test_extract_says_how_to_turn_it_on(program: Programs) -> None:
    session = make_session(MESSAGES, project=make_project())

    refused = program().call("POST", f"sessions/{session.pk}/extract")

    assert (refused.status, refused.code) == (409, "no_model")
    assert "choose one on its page" in refused.body["detail"]


def test_extract_knows_no_session_of_another_project(program: Programs) -> None:
    session = make_session(MESSAGES, project=make_project("other"))

    assert program().call("POST", f"sessions/{session.pk}/extract").status == 404
