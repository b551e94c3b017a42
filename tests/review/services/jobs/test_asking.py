"""People end their jobs and try them again; a job about the same is added once."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from review.domain.jobs import JobReason
from review.domain.limits import JOB_DAYS
from review.models import Job
from review.services._jobs import Work, enqueue
from review.services.jobs.announcing import announce_due
from review.services.jobs.asking import cancel_job, try_again
from review.services.jobs.holding import fail, take_next
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db


def add_job(subject: str = "draft-1") -> Job:
    project = make_project()
    mina = make_user("mina", project=project)
    with transaction.atomic():
        return enqueue(Work("align", subject, "A talk", project.pk, mina.pk, {"seen": "/0"}))


def failed() -> Job:
    add_job()
    job = take_next()
    assert job is not None
    fail(job, JobReason.CHANGED)
    return job


def test_a_job_that_waits_is_cancelled_at_once() -> None:
    job = add_job()

    assert cancel_job(job, actor=job.owner)

    fresh = Job.objects.get()
    assert (fresh.state, fresh.cancelled_by, take_next()) == ("cancelled", job.owner, None)


def test_a_job_that_has_ended_is_not_cancelled() -> None:
    job = failed()

    assert not cancel_job(job, actor=job.owner)
    assert Job.objects.get().state == "failed"


def test_a_job_is_open_once() -> None:
    first = add_job()

    assert (add_job(), add_job("draft-2").pk != first.pk) == (first, True)


def test_a_job_that_failed_is_tried_again_as_a_new_one() -> None:
    job = failed()

    again, twice = try_again(job), try_again(job)

    assert again is not None
    assert again == twice
    assert (again.pk != job.pk, again.state, again.tries, again.given) == (True, "waiting", 0, {"seen": "/0"})
    assert again.title == "A talk"


def test_a_job_that_is_open_is_not_started_again() -> None:
    assert try_again(add_job()) is None


def test_jobs_that_ended_long_ago_are_deleted() -> None:
    job = failed()
    Job.objects.update(ended_at=timezone.now() - timedelta(days=JOB_DAYS, minutes=1))

    add_job("draft-2")

    assert not Job.objects.filter(pk=job.pk).exists()


def test_jobs_that_are_due_are_announced() -> None:
    add_job("draft-1")
    add_job("draft-2")
    take_next()

    assert announce_due() == 1


@pytest.mark.django_db(transaction=True)
def test_a_job_is_added_with_what_it_is_for_or_not_at_all() -> None:
    project = make_project()
    work = Work("align", "draft-1", "A talk", project.pk, make_user().pk, {})

    with pytest.raises(transaction.TransactionManagementError):
        enqueue(work)
    with transaction.atomic():
        enqueue(work)
        transaction.set_rollback(True)

    assert Job.objects.count() == 0
