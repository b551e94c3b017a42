"""What Prometheus is told: requests, and what waits in the store."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from review.domain.jobs import JobState
from review.models import AuditRun, Job
from tests.factories import make_entry, make_session, make_user

pytest.importorskip("prometheus_client", reason="the extra `server` is not installed; `make served` runs this")
pytestmark = pytest.mark.django_db


def measured(client: Client) -> dict[str, float]:
    text = client.get("/metrics").content.decode()
    rows = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in rows}


def test_requests_are_counted_by_route_and_status(client: Client) -> None:
    name = 'review_requests_total{method="GET",route="%s",status="%d"}'
    before = measured(client)
    client.get("/accounts/login/")
    client.get("/nowhere/")
    after = measured(client)

    for route, status in (("login", 200), ("none", 404)):
        assert after[name % (route, status)] - before.get(name % (route, status), 0) == 1
    assert after['review_request_seconds_count{route="login"}'] >= 1
    assert 'review_queries_total{route="login"}' in after


def test_what_waits_in_the_store_is_counted(client: Client) -> None:
    session = make_session(["The cache lives for one hour."])
    make_entry(session, [(0, "nobody ever said this")])
    now = timezone.now()
    job = Job.objects.create(kind="read", subject="1", project=session.project, owner=make_user(), until=now)
    Job.objects.filter(pk=job.pk).update(created_at=now - timedelta(minutes=1))
    AuditRun.objects.create(
        started_at=now, finished_at=now, events=3, checkpoints=0, findings=2, code="flag_changed", place="entry 1"
    )

    found = measured(client)

    assert found['review_jobs{kind="read",state="waiting"}'] == 1
    assert found["review_oldest_waiting_job_timestamp_seconds"] == pytest.approx(now.timestamp() - 60, abs=1)
    assert (found["review_failed_quotes"], found["review_audit_findings"]) == (1, 2)
    assert found["review_audit_timestamp_seconds"] == pytest.approx(now.timestamp(), abs=1)
    Job.objects.update(state=JobState.DONE)
    assert measured(client)["review_oldest_waiting_job_timestamp_seconds"] == 0


def test_a_store_that_does_not_answer_is_a_measure(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Job._meta, "db_table", "review_gone")

    found = measured(client)

    assert found["review_database_up"] == 0
