"""The end of a job: what each kind of failure means for its row."""

from collections.abc import Callable
from threading import Event

import pytest
from django.db import DatabaseError, transaction

from review.domain.jobs import JobFailedError, JobReason
from review.domain.limits import MAX_JOB_TRIES
from review.jobs.kind import Kind, Progress
from review.jobs.running import run_taken
from review.logs import Belonging
from review.models import Job
from review.services._jobs import Work, enqueue
from review.services.jobs.asking import cancel_job
from review.services.jobs.holding import effect, take_next
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db
Run = Callable[[Job, Progress], None]


def run(function: Run, *, stop: Event | None = None) -> Job:
    """Add a job of a kind, run it once, and return its row."""
    project = make_project()
    with transaction.atomic():
        enqueue(Work("poem", "poem-1", "A poem", project.pk, make_user().pk, {}))
    job = take_next()
    assert job is not None
    kind = Kind(name="poem", title="Poem", doing="Writing", run=function, place=lambda _job: "/")
    run_taken(job, {"poem": kind}, stop=stop or Event())
    return Job.objects.get()


def _ends(job: Job, progress: Progress) -> None:
    progress.begin(2)
    progress.advance()
    progress.advance()
    with effect(job) as result:
        result["lines"] = 2


def _raises(error: Exception) -> Run:
    def fails(_job: Job, _progress: Progress) -> None:
        raise error

    return fails


def test_a_job_that_ends_has_its_result_and_counted_all() -> None:
    job = run(_ends)

    assert (job.state, job.result, job.done, job.total) == ("done", {"lines": 2}, 2, 2)


@pytest.mark.parametrize(
    ("error", "end"),
    [
        (JobFailedError(JobReason.CHANGED), ("failed", "changed")),
        (JobFailedError(JobReason.GONE), ("failed", "gone")),
        (MemoryError(), ("waiting", "memory")),
        (DatabaseError("out of memory"), ("waiting", "memory")),
        (DatabaseError("cannot allocate memory for input buffer"), ("waiting", "memory")),
        (ValueError("a poison"), ("waiting", "error")),
    ],
    ids=str,
)
def test_each_failure_has_an_end_of_its_own(error: Exception, end: tuple[str, str]) -> None:
    job = run(_raises(error))

    assert (job.state, job.reason) == end


@pytest.mark.parametrize(("function", "outcome"), [(_ends, "done"), (_raises(ValueError("a poison")), "error")])
def test_every_run_has_a_line_and_its_records_name_the_job(
    function: Run, outcome: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(Belonging())
    job = run(function)

    [*_, line] = caplog.records
    told = vars(line)["fields"]
    assert told == {"person": "mina", "kind": "poem", "outcome": outcome, "tries": 1, "ms": told["ms"]}
    assert {vars(record)["belonging"]["job"] for record in caplog.records} == {job.pk}
    assert "A poem" not in str(told)


def test_a_poisoned_job_stops_after_three_tries() -> None:
    for _ in range(MAX_JOB_TRIES):
        job = run(_raises(ValueError("a poison")))
        Job.objects.update(until=job.created_at)

    assert (Job.objects.get().state, Job.objects.get().reason, take_next()) == ("stopped", "error", None)


def test_a_worker_that_is_told_to_end_gives_its_job_back() -> None:
    stop = Event()
    stop.set()

    job = run(_ends, stop=stop)

    assert (job.state, job.tries, job.result) == ("waiting", 0, {})


def test_a_job_that_is_cancelled_ends_where_it_reports_progress() -> None:
    def cancels(job: Job, progress: Progress) -> None:
        cancel_job(job, actor=job.owner)
        _ends(job, progress)

    job = run(cancels)

    assert (job.state, job.result) == ("cancelled", {})


def test_a_database_that_is_full_costs_no_try() -> None:
    with pytest.raises(OSError, match="No space"):
        run(_raises(OSError(28, "No space left on device")))

    job = Job.objects.get()
    assert (job.state, job.tries) == ("waiting", 0)
    assert take_next() is None, "others go by"
