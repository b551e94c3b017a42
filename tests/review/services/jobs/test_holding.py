"""Jobs in the hands of two workers that are killed, late or told to end: every effect is stored once, or not at all."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from review.domain.jobs import JobLostError, JobReason, JobState
from review.domain.limits import MAX_JOB_TRIES
from review.models import Job, UploadDraft
from review.services._jobs import Work, enqueue
from review.services.jobs.asking import cancel_job, try_again
from review.services.jobs.holding import beat, effect, fail, give_back, give_up, step, take, take_next
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
WORKERS, SUBJECTS = st.integers(0, 1), st.integers(0, 2)
happened = Counter[str]()


def add_job(subject: str = "draft-1", *, kind: str = "align") -> Job:
    project = make_project()
    mina = make_user("mina", project=project)
    with transaction.atomic():
        return enqueue(Work(kind, subject, "A talk", project.pk, mina.pk, {"seen": "/0"}))


def taken(subject: str = "draft-1") -> Job:
    add_job(subject)
    job = take_next()
    assert job is not None
    return job


def store(job: Job) -> None:
    """Store the effect of a job: a draft of its name."""
    with effect(job) as result:
        UploadDraft.objects.create(project=make_project(), created_by_id=job.owner_id, title=str(job.pk))
        result["stored"] = job.pk


def effects(job: Job) -> int:
    return UploadDraft.objects.filter(title=str(job.pk)).count()


def end_leases() -> None:
    """Let an hour go by: all leases are over, and all pauses."""
    Job.objects.update(until=F("until") - HOUR)


def state(job: Job) -> tuple[str, str]:
    fresh = Job.objects.get(pk=job.pk)
    return fresh.state, fresh.reason


MAX_ROUNDS = 8
"""A round may leave out a rule, and with it all effects: others follow, so that some are compared."""


class Workers(RuleBasedStateMachine):
    """Two workers, three subjects, and a person who cancels and tries again."""

    def __init__(self) -> None:
        super().__init__()
        self.point = transaction.savepoint()
        self.hands: list[Job | None] = [None, None]

    def teardown(self) -> None:
        transaction.savepoint_rollback(self.point)

    @rule(subject=SUBJECTS)
    def add(self, subject: int) -> None:
        add_job(f"draft-{subject}")

    @rule(worker=WORKERS)
    def take_one(self, worker: int) -> None:
        self.hands[worker] = take_next()

    @rule(worker=WORKERS)
    def work_on(self, worker: int) -> None:
        job = self.hands[worker]
        if job is not None:
            happened["beats" if beat(job, done=1, total=2) else "beats of a late worker"] += 1

    @rule(worker=WORKERS)
    def finish(self, worker: int) -> None:
        job = self.hands[worker]
        if job is not None:
            try:
                store(job)
                happened["effects"] += 1
            except JobLostError:
                happened["effects of a late worker"] += 1

    @rule(worker=WORKERS, ends=st.sampled_from([give_back, lambda job: give_up(job, JobReason.ERROR)]))
    def leave(self, worker: int, ends: object) -> None:
        job = self.hands[worker]
        if job is not None and callable(ends):
            ends(job)

    @rule(worker=WORKERS)
    def refuse(self, worker: int) -> None:
        job = self.hands[worker]
        if job is not None:
            fail(job, JobReason.CHANGED)

    @rule(worker=WORKERS)
    def overtake(self, worker: int) -> None:
        """Let a lease end, the other worker take what this one has, and this one finish after all."""
        end_leases()
        self.hands[1 - worker] = take_next()
        self.finish(worker)

    @rule()
    def wait(self) -> None:
        end_leases()

    @rule(place=st.integers(0, 5))
    def cancel(self, place: int) -> None:
        for job in Job.objects.order_by("pk")[place : place + 1]:
            cancel_job(job, actor=job.owner)

    @rule(place=st.integers(0, 5))
    def again(self, place: int) -> None:
        for job in Job.objects.order_by("pk")[place : place + 1]:
            try_again(job)

    @invariant()
    def every_effect_is_stored_once(self) -> None:
        for job in Job.objects.all():
            assert effects(job) == (job.state == JobState.DONE)
            assert job.result == ({"stored": job.pk} if job.state == JobState.DONE else {})

    @invariant()
    def jobs_end_once_and_say_why(self) -> None:
        for job in Job.objects.all():
            assert (job.ended_at is None) == job.is_open
            assert job.tries <= MAX_JOB_TRIES
            assert bool(job.reason) or job.state not in {JobState.FAILED, JobState.STOPPED}
            happened[job.state] += 1

    @invariant()
    def a_subject_has_one_open_job(self) -> None:
        subjects = Counter(job.subject for job in Job.objects.all() if job.is_open)
        assert set(subjects.values()) <= {1}


@pytest.mark.parametrize("examples", [25, pytest.param(400, marks=[pytest.mark.exhaustive, pytest.mark.slow])])
def test_two_workers_store_every_effect_once(examples: int) -> None:
    happened.clear()
    wanted = {"effects", "effects of a late worker"}
    settings = hypothesis_settings(max_examples=examples, stateful_step_count=40, deadline=None)

    for _ in range(MAX_ROUNDS):
        run_state_machine_as_test(Workers, settings=settings)
        if wanted <= happened.keys():
            break

    assert wanted <= happened.keys()


def test_a_job_is_taken_once_and_says_by_whom() -> None:
    job = taken()

    assert (job.state, job.fence, job.tries) == (JobState.RUNNING, 1, 1)
    assert (take_next(), take(job.pk)) == (None, None)


def test_a_job_of_a_killed_worker_is_taken_after_its_lease() -> None:
    killed = taken()
    end_leases()

    second = take(killed.pk)

    assert second is not None
    assert (second.fence, second.tries) == (2, 2)
    assert not beat(killed, done=1, total=1)
    with pytest.raises(JobLostError):
        store(killed)
    assert effects(killed) == 0
    store(second)
    assert (effects(second), state(second)) == (1, ("done", ""))


def test_a_job_whose_workers_are_killed_is_stopped_after_three_tries() -> None:
    add_job()
    for _ in range(MAX_JOB_TRIES):
        assert take_next() is not None
        end_leases()

    assert take_next() is None
    job = Job.objects.get()
    assert (job.state, job.reason, job.tries) == ("stopped", "lost", 3)


def test_a_job_with_an_error_is_tried_after_pauses_that_grow() -> None:
    add_job()
    pauses = []
    for _ in range(MAX_JOB_TRIES):
        job = take_next()
        assert job is not None
        give_up(job, JobReason.ERROR)
        pauses.append(Job.objects.get().until - job.until)
        assert take_next() is None
        end_leases()

    assert job is not None
    assert state(job) == ("stopped", "error")
    assert pauses[0] < pauses[1]


def test_a_job_that_is_given_back_loses_no_try() -> None:
    for _ in range(2 * MAX_JOB_TRIES):
        give_back(taken())

    assert (Job.objects.get().state, Job.objects.get().tries) == ("waiting", 0)


def test_a_running_job_that_is_cancelled_ends_at_its_next_beat_and_stores_nothing() -> None:
    job = taken()

    assert cancel_job(job, actor=job.owner)

    assert not beat(job, done=1, total=2)
    with pytest.raises(JobLostError):
        store(job)
    give_back(job)
    assert (state(job), effects(job)) == (("cancelled", ""), 0)


def test_a_cancelled_job_of_a_killed_worker_is_not_taken_again() -> None:
    job = taken()
    cancel_job(job, actor=job.owner)
    end_leases()

    assert take_next() is None
    assert state(job) == ("cancelled", "")


def test_a_part_stays_and_is_told_unless_the_job_is_lost() -> None:
    killed = taken()
    with step(killed):
        UploadDraft.objects.create(project=make_project(), created_by_id=killed.owner_id, title="a part")
    end_leases()
    second = take(killed.pk)

    with pytest.raises(JobLostError), step(killed):
        UploadDraft.objects.create(project=make_project(), created_by_id=killed.owner_id, title="of a late worker")

    assert second is not None
    assert second.has_begun
    assert [draft.title for draft in UploadDraft.objects.all()] == ["a part"]
    assert state(second) == ("running", "")


def test_a_beat_keeps_the_lease_and_the_progress() -> None:
    job = taken()
    Job.objects.update(until=F("until") - timedelta(seconds=20))

    assert beat(job, done=3, total=7)

    fresh = Job.objects.get()
    assert (fresh.done, fresh.total) == (3, 7)
    assert fresh.until > job.until - timedelta(seconds=20)


def test_a_job_ahead_that_rests_lets_the_next_one_by() -> None:
    first = taken("draft-1")
    give_up(first, JobReason.ERROR)

    assert taken("draft-2").subject == "draft-2"
