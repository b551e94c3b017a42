"""The job that extracts a session: its effect once, what it took told, and every end of it."""

import json
from datetime import timedelta
from threading import Event as Signal
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from aligner_core import check
from aligner_core.extraction import ScriptedModel, WindowDone, prompt_version
from review.domain.extracting import SCRIPTED
from review.jobs import extracting, idling, running
from review.jobs.kinds import KINDS
from review.jobs.running import run_taken
from review.jobs.worker import run_waiting
from review.models import Event, Extraction, ExtractorRun, Job, Membership, Project, Quote, ReviewSession, Role
from review.selectors.extracting import tokens_left
from review.services.audit.audit_store import audit_store
from review.services.extracting.starting import start_extraction
from review.services.extracting.storing import count_window
from review.services.jobs.asking import cancel_job
from tests.extracting import MESSAGES, asking, choose
from tests.factories import make_project, make_session, make_user
from tests.review.jobs.leases import due_again, taken

pytestmark = pytest.mark.django_db


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture(autouse=True)
def _no_beat(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.REVIEW_JOB_LEASE_SECONDS = 3600
    monkeypatch.setattr(running, "LOOK_EVERY", 600)


def started(session: ReviewSession, mina: User) -> Job:
    job = start_extraction(session, actor=mina)
    assert isinstance(job, Job)
    return job


def end() -> tuple[str, str]:
    job = Job.objects.get()
    return job.state, job.reason


def test_an_extraction_is_stored_with_its_quotes_mended_as_a_run_of_its_owner(mina: User) -> None:
    with asking("invent,flip,ok>mend") as (session, model):
        job = started(session, mina)
        run_waiting()

    extraction = Extraction.objects.get()
    job.refresh_from_db()
    assert end() == ("done", "")
    assert (extraction.extractor, extraction.model, extraction.received_by) == (
        "evidence-review",
        "invent,flip,ok>mend",
        mina,
    )
    assert (extraction.run_id, extraction.prompt_version) == (f"job-{job.pk}", prompt_version("en"))
    assert [note["code"] for note in extraction.notes] == ["made_by_asking"]
    assert Quote.objects.count() == 4
    assert all(quote.current is not None and quote.current.aligned for quote in Quote.objects.all())
    assert (job.result["extraction"], job.result["repaired"], job.result["withdrawn"]) == (extraction.pk, 2, 2)
    assert job.done == job.total == 1
    assert model.requests == 2
    assert Event.objects.filter(event_type="memory_extracted", actor="mina").count() == 1
    assert list(audit_store()) == []


def test_an_extraction_tells_what_it_takes_and_counts_it_against_the_day(mina: User) -> None:
    with asking("invent", tokens_a_day=100_000) as (session, _):
        job = started(session, mina)
        run_waiting()
        left = tokens_left(session.project)

    run = ExtractorRun.objects.get()
    job.refresh_from_db()
    assert run.input_tokens + run.output_tokens == job.result["tokens"] == 100_000 - left > 0
    assert (run.given_up, run.repaired) == (6, 0)
    assert "given up" in KINDS["extract"].told(job)


def test_an_extraction_without_an_answer_fails_and_says_why(mina: User) -> None:
    with asking("prose") as (session, _):
        job = started(session, mina)
        run_waiting()

    assert end() == ("failed", "unanswered")
    assert (Extraction.objects.count(), ExtractorRun.objects.get().code) == (0, "unreadable")
    assert "No answer could be read." in KINDS["extract"].told(job)
    assert KINDS["extract"].place(job) == session.get_absolute_url()


def test_an_extraction_that_exceeds_the_limits_of_uploads_fails_at_once(mina: User, settings: Settings) -> None:
    settings.REVIEW_MAX_QUOTES = 3
    with asking("ok") as (session, _):
        started(session, mina)
        run_waiting()

    assert end() == ("failed", "unanswered")
    assert ExtractorRun.objects.get().code == "unusable"


def test_an_extraction_ends_when_the_extractor_is_turned_off_meanwhile(mina: User) -> None:
    with asking("ok") as (session, model):
        started(session, mina)
        choose(session.project, model="")
        run_waiting()

    assert end() == ("failed", "off")
    assert model.requests == 0


def test_an_extraction_spends_no_more_than_is_left_of_the_day(mina: User) -> None:
    with asking("ok", tokens_a_day=10) as (session, model):
        started(session, mina)
        run_waiting()

    assert end() == ("failed", "unanswered")
    assert (model.requests, ExtractorRun.objects.get().code) == (0, "budget")


class Waiting(ScriptedModel):
    """A model that answers about the first two messages, and about others when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.is_let = Signal()

    def next_fault(self, asked: dict[str, Any]) -> str:
        text = json.dumps(asked)
        if "part 0 " not in text and "part 1 " not in text:
            self.is_let.wait(10)
        return super().next_fault(asked)


def test_an_extraction_ends_when_others_spend_what_is_left_and_keeps_what_it_has(
    mina: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another job of the project spends the day's tokens while this one reads its first windows."""
    model = Waiting()
    with asking("ok", server=model, tokens_a_day=1_000_000) as (session, _):
        texts = [f"part {n} costs {n + 3} euros. {'words and more ' * 1_500}" for n in range(6)]
        long = make_session(texts, project=session.project, session_id="long")
        job = started(long, mina)
        told = list[int]()

        def spend(run_id: int, done: WindowDone) -> None:
            count_window(run_id, done)
            told.append(run_id)
            if len(told) == 1:
                other = {"session": session, "prompt_version": "p", "created_at": timezone.now()}
                ExtractorRun.objects.create(project=session.project, input_tokens=1_000_000, **other)
            if len(told) == 2:
                model.is_let.set()

        monkeypatch.setattr(extracting, "count_window", spend)
        run_waiting()

    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 6, 6)
    assert 2 <= job.result["lost"] < 6
    assert model.requests <= 3 + 3 + 1 + 1, "two windows in full, the first question about two that were waiting"
    assert Extraction.objects.get().entries.count() > 0
    assert "A part of the session was not read" in KINDS["extract"].told(job)
    assert "The tokens that are left of this day do not suffice." in KINDS["extract"].told(job)


@pytest.mark.parametrize(("role", "reason"), [(Role.VIEWER, "not_permitted"), (None, "gone")])
def test_an_extraction_asks_for_the_rights_of_its_owner_anew(role: Role | None, reason: str, mina: User) -> None:
    with asking("ok") as (session, model):
        started(session, mina)
        rows = Membership.objects.filter(user=mina)
        _ = rows.delete() if role is None else rows.update(role=role)
        run_waiting()

    assert end() == ("failed", reason)
    assert model.requests == 0


def test_a_cancelled_extraction_asks_nothing_and_stores_nothing(mina: User) -> None:
    with asking("ok") as (session, model):
        job = started(session, mina)
        held = taken()
        cancel_job(job, actor=mina)
        run_taken(held, KINDS, stop=Signal())

    assert end() == ("cancelled", "")
    assert (model.requests, Extraction.objects.count()) == (0, 0)


def test_an_extraction_that_lost_its_worker_is_stored_once(mina: User) -> None:
    """A worker that is late, beside the one that took its job, stores nothing."""
    with asking("ok") as (session, _):
        started(session, mina)
        late = taken()
        due_again()
        run_taken(taken(), KINDS, stop=Signal())
        run_taken(late, KINDS, stop=Signal())

    assert end() == ("done", "")
    assert Extraction.objects.count() == 1


def test_a_scripted_model_is_offered_by_the_demo_and_says_that_it_is_one(mina: User, settings: Settings) -> None:
    settings.REVIEW_DEMO = True
    session = make_session(MESSAGES, project=Project.objects.get())
    started(session, mina)

    run_waiting()

    extraction = Extraction.objects.get()
    assert end() == ("done", "")
    assert extraction.model.startswith(SCRIPTED)
    assert Quote.objects.count() > 0
    assert check([quote.text for quote in Quote.objects.all()], MESSAGES).ok


def test_idle_sessions_are_looked_for_beside_the_worker(mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with asking("ok", idle_minutes=1) as (session, _):
        later = timezone.now() + timedelta(minutes=2)
        monkeypatch.setattr(timezone, "now", lambda: later)
        idling.look_once()

    assert Job.objects.get().given["session"] == session.pk


@pytest.mark.parametrize("error", [OperationalError("database or disk is full"), ValueError("ours")])
def test_an_error_of_looking_for_idle_sessions_ends_no_worker(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(idling, "start_idle", fail)
    monkeypatch.setattr("review.jobs.idling.connection", SimpleNamespace(close=lambda: None))

    idling.look_once()

    assert "idle sessions are looked for again" in caplog.text


def test_the_thread_that_looks_for_idle_sessions_ends_with_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = list[int]()
    stop = Signal()

    def look() -> None:
        looks.append(1)
        stop.set()

    monkeypatch.setattr(idling, "look_once", look)
    monkeypatch.setattr(idling, "IDLE_PACE", timedelta(0))

    thread = idling.start_idling(stop)
    thread.join(5)

    assert (looks, thread.is_alive()) == ([1], False)
