"""The job that realigns a project: every change once whatever interrupts it, anew when the settings change."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event as Signal

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError

from aligner_core import AlignerConfig
from review.aligner import config_of
from review.jobs import realigning as realigning_jobs
from review.jobs import running
from review.jobs.kinds import KINDS
from review.jobs.running import run_taken
from review.jobs.worker import run_waiting
from review.models import Event, Job, Project, Role
from review.services.audit.audit_store import audit_store
from review.services.jobs.holding import effect
from review.services.people.members import set_aligner
from review.services.repair import realigning
from review.services.repair.realign import low_quotes
from review.services.repair.realigning import start_if_large
from tests.factories import make_entries, make_project, make_session, make_user
from tests.power import cut_after
from tests.review.jobs.leases import due_again, taken

pytestmark = pytest.mark.django_db
MESSAGE = "The index is rebuilt on Friday, before the release of the week."
SLIPPED = {"messageIndex": 0, "quote": "The index is rebuilt on Friday, before the relaese of the week."}
NUMBER = 5
FULL = OperationalError("database or disk is full")


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realigning, "MAX_REALIGNED_AT_ONCE", 2)
    monkeypatch.setattr(realigning, "REALIGNED_PART", 2)
    monkeypatch.setattr(realigning_jobs, "BREATH", 0)
    monkeypatch.setattr(running, "LOOK_EVERY", 60)


def raise_bar(dana: User, bar: float = 0.99) -> None:
    project, config = Project.objects.get(), AlignerConfig(fuzzy_threshold=bar)
    set_aligner(project_id=project.pk, config=config, seen=config_of(project), actor=dana)


def begun(dana: User) -> Job:
    make_entries(make_session([MESSAGE], project=make_project()), [{"evidence": [SLIPPED]} for _ in range(NUMBER)])
    raise_bar(dana)
    job = start_if_large(Project.objects.get(), actor=dana)
    assert job is not None
    return job


def realigned() -> list[int]:
    events = Event.objects.filter(event_type="quote_realigned").select_related("entry")
    return sorted(event.entry.pk for event in events if event.entry is not None)


def end() -> tuple[str, str]:
    job = Job.objects.get()
    return job.state, job.reason


def test_a_project_is_realigned_by_its_settings_of_today(dana: User) -> None:
    begun(dana)

    run_waiting()

    job = Job.objects.get()
    assert (job.state, job.done, job.total, job.result) == ("done", NUMBER, NUMBER, {"realigned": NUMBER, "kept": 0})
    assert (len(set(realigned())), list(low_quotes())) == (NUMBER, [])
    assert {event.actor for event in Event.objects.filter(event_type="quote_realigned")} == {"dana"}
    assert list(audit_store()) == []


def test_a_second_one_is_the_one_that_is_open(dana: User) -> None:
    job = begun(dana)

    assert start_if_large(Project.objects.get(), actor=make_user("jun", project=make_project())) == job
    assert Job.objects.count() == 1


@pytest.mark.parametrize("statements", [5, 40, 70, 100, 140])
@pytest.mark.parametrize("error", [FULL, ValueError("a poison")], ids=["a full database", "an error of ours"])
def test_an_error_midway_has_every_quote_realigned_once(statements: int, error: Exception, dana: User) -> None:
    begun(dana)

    def fail() -> None:
        raise error

    job = taken()
    try:
        cut_after(statements, lambda: run_taken(job, KINDS, stop=Signal()), cut=fail)
    except OperationalError:
        assert error is FULL
    state = end()[0]
    due_again()
    run_waiting()

    assert (state, end()) == ("waiting", ("done", ""))
    assert Job.objects.get().result == {"realigned": NUMBER, "kept": 0}
    assert len(realigned()) == len(set(realigned())) == NUMBER


def test_a_late_worker_realigns_nothing(dana: User) -> None:
    begun(dana)
    late = taken()
    due_again()
    taken()

    run_taken(late, KINDS, stop=Signal())

    assert (realigned(), end()) == ([], ("running", ""))


def test_settings_that_change_midway_have_it_begin_anew(dana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(dana)
    bars = iter([0.985])

    def change(_seconds: float) -> None:
        for bar in bars:
            raise_bar(dana, bar)

    monkeypatch.setattr(realigning_jobs, "sleep", change)

    run_waiting()

    job = Job.objects.get()
    assert (job.state, job.total, job.result["realigned"]) == ("done", NUMBER, NUMBER)
    assert next(bars, None) is None
    assert list(low_quotes()) == []
    assert list(audit_store()) == []


def test_settings_that_change_at_the_end_have_it_begin_anew(dana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(dana)
    passes, bars = list[int](), iter([0.985])

    @contextmanager
    def late(job: Job) -> Iterator[dict[str, object]]:
        passes.append(1)
        for bar in bars:
            raise_bar(dana, bar)
        with effect(job) as result:
            yield result

    monkeypatch.setattr(realigning_jobs, "effect", late)

    run_waiting()

    assert (end(), len(passes)) == (("done", ""), 2)


def test_who_no_longer_manages_the_project_is_told(dana: User) -> None:
    begun(dana)
    Project.objects.get().memberships.update(role=Role.REVIEWER)

    run_waiting()

    assert (end(), realigned()) == (("failed", "not_permitted"), [])
