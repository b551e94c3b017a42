"""Starting an extraction: why it cannot be started, and idle sessions, which are read once."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.utils import timezone
from pytest_django import Settings

from review.domain.extracting import SCRIPTED, ExtractorOff, ExtractorSettings
from review.domain.limits import MAX_IDLE_AT_ONCE
from review.jobs import running
from review.jobs.worker import run_waiting
from review.models import Extraction, ExtractorRun, Job, Membership, Role
from review.payloads import check_session
from review.selectors.extracting import extracting, why_off
from review.services.extracting.starting import start_extraction, start_idle
from review.services.ingest.receive import receive_session
from review.services.people.members import Unchanged, set_extractor
from tests.extracting import MESSAGES, asking, choose
from tests.factories import make_project, make_retrieval, make_session, make_user

pytestmark = pytest.mark.django_db
URL = "https://models.example/v1"


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture(autouse=True)
def _no_beat(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.REVIEW_JOB_LEASE_SECONDS = 3600
    monkeypatch.setattr(running, "LOOK_EVERY", 600)


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function after which it is an hour later."""

    def later() -> None:
        then = timezone.now() + timedelta(hours=1)
        monkeypatch.setattr(timezone, "now", lambda: then)

    return later


@pytest.mark.parametrize(
    ("chosen", "given", "off"),
    [
        ({}, {}, ExtractorOff.NO_MODEL),
        ({"protocol": SCRIPTED, "model": "ok"}, {}, ExtractorOff.NO_MODEL),
        ({"protocol": SCRIPTED, "model": "ok"}, {"REVIEW_DEMO": True}, None),
        ({"model": "m"}, {}, ExtractorOff.NO_KEY),
        ({"model": "m"}, {"REVIEW_OPENAI_KEY": "k"}, None),
        ({"model": "m", "protocol": "anthropic"}, {"REVIEW_OPENAI_KEY": "k"}, ExtractorOff.NO_KEY),
        ({"model": "m", "protocol": "anthropic"}, {"REVIEW_ANTHROPIC_KEY": "k"}, None),
        ({"model": "m", "base_url": URL}, {"REVIEW_OPENAI_KEY": "k"}, ExtractorOff.OTHER_HOST),
        ({"model": "m", "base_url": URL}, {"REVIEW_OPENAI_KEY": "k", "REVIEW_LLM_HOSTS": ("models.example",)}, None),
        (
            {"model": "m", "base_url": "https://models.example.evil"},
            {"REVIEW_OPENAI_KEY": "k", "REVIEW_LLM_HOSTS": ("models.example",)},
            ExtractorOff.OTHER_HOST,
        ),
        (
            {"model": "m", "base_url": "https://models.example@evil.example"},
            {"REVIEW_OPENAI_KEY": "k", "REVIEW_LLM_HOSTS": ("models.example",)},
            ExtractorOff.OTHER_HOST,
        ),
    ],
)
def test_an_extractor_is_on_with_a_model_a_key_and_a_host_that_may_have_it(
    chosen: dict[str, str], given: dict[str, object], off: ExtractorOff | None
) -> None:
    with override_settings(**given):
        assert why_off(ExtractorSettings(**chosen)) == off  # type: ignore[arg-type]


def test_start_extraction_starts_one_job_of_a_session(mina: User) -> None:
    with asking("ok") as (session, _):
        job = start_extraction(session, actor=mina)
        again = start_extraction(session, actor=mina)

    assert isinstance(job, Job)
    assert again is ExtractorOff.RUNNING
    assert ExtractorRun.objects.get().pk == job.given["run"]
    assert extracting(session).job == job


def test_start_extraction_is_refused_where_the_day_is_spent_off_or_nothing_is_said(mina: User) -> None:
    with asking("ok", tokens_a_day=0) as (session, _):
        assert start_extraction(session, actor=mina) is ExtractorOff.SPENT
        retrieval = make_retrieval([{"content": "A chunk."}], project=session.project)
        assert start_extraction(retrieval, actor=mina) is ExtractorOff.RETRIEVAL
        choose(session.project)
        assert start_extraction(session, actor=mina) is ExtractorOff.NO_MODEL

    assert (Job.objects.count(), ExtractorRun.objects.count()) == (0, 0)


def test_a_session_may_be_extracted_again_by_a_person(mina: User) -> None:
    with asking("ok") as (session, _):
        for _ in range(2):
            assert isinstance(start_extraction(session, actor=mina), Job)
            run_waiting()

    assert Extraction.objects.count() == 2


def test_an_idle_session_is_read_once_by_a_prompt_even_when_more_is_said(mina: User, wait: Callable[[], None]) -> None:
    with asking("ok", idle_minutes=30) as (session, _):
        wait()
        assert [job.given["session"] for job in start_idle()] == [session.pk]
        assert start_idle() == []
        run_waiting()
        assert start_idle() == []
        more = check_session({"sessionId": session.session_id, "messages": [*MESSAGES, "One more."]})
        receive_session(project=session.project, upload=more, actor=mina)
        wait()
        assert start_idle() == []

    run = ExtractorRun.objects.get()
    assert run.is_idle
    assert Extraction.objects.get().received_by == User.objects.get(username="dana")


def test_an_idle_session_is_left_that_a_model_could_not_answer(mina: User, wait: Callable[[], None]) -> None:
    with asking("prose", idle_minutes=30):
        wait()
        start_idle()
        run_waiting()
        assert start_idle() == []


def test_a_session_that_a_person_had_extracted_is_not_read_as_idle(mina: User, wait: Callable[[], None]) -> None:
    with asking("ok", idle_minutes=30) as (session, _):
        wait()
        start_extraction(session, actor=mina)
        run_waiting()
        ExtractorRun.objects.all().delete()
        assert start_idle() == []


def test_a_session_is_not_idle_while_something_was_added_lately(mina: User) -> None:
    with asking("ok", idle_minutes=30):
        assert start_idle() == []


def test_idle_sessions_are_read_some_at_a_time_and_retrievals_never(mina: User, wait: Callable[[], None]) -> None:
    with asking("ok", idle_minutes=30) as (session, _):
        make_retrieval([{"content": "A chunk."}], project=session.project)
        for n in range(MAX_IDLE_AT_ONCE + 2):
            make_session([f"Number {n}."], project=session.project)
        wait()

        assert len(start_idle()) == MAX_IDLE_AT_ONCE
        assert start_idle() == []
        run_waiting()
        assert len(start_idle()) == 3


def test_nothing_is_read_for_who_may_not_review_any_more_or_is_not_known(mina: User, wait: Callable[[], None]) -> None:
    with asking("ok", idle_minutes=30):
        wait()
        Membership.objects.filter(user__username="dana").update(role=Role.VIEWER)
        assert start_idle() == []
        User.objects.filter(username="dana").update(is_active=False)
        assert start_idle() == []


def test_nothing_is_read_where_the_extractor_is_off_or_idle_sessions_are_not_wanted(
    mina: User, wait: Callable[[], None]
) -> None:
    with asking("ok", idle_minutes=30) as (session, _):
        wait()
        choose(session.project, model="", idle_minutes=30)
        assert start_idle() == []
        choose(session.project, model="ok", idle_minutes=0)
        assert start_idle() == []


def test_nothing_is_read_where_the_day_is_spent(mina: User, wait: Callable[[], None]) -> None:
    with asking("ok", idle_minutes=30, tokens_a_day=0):
        wait()
        assert start_idle() == []


def test_set_extractor_is_for_managers_who_saw_what_is_chosen(mina: User) -> None:
    project = make_project()
    choose(project, model="one")
    dana = User.objects.get(username="dana")
    wanted = ExtractorSettings(model="two")

    late = set_extractor(project_id=project.pk, chosen=wanted, seen="another", actor=dana)
    other = set_extractor(project_id=project.pk, chosen=wanted, seen="another", actor=mina)

    project.refresh_from_db()
    assert isinstance(late, Unchanged)
    assert isinstance(other, Unchanged)
    assert (late.obstacle, other.obstacle) == ("conflict", "not_permitted")
    assert project.extractor["model"] == "one"
    choose(project, model="one")
