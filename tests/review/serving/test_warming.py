"""A process is warm before it is asked, and stores nothing for that."""

import gc
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.template import engines
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from review.logs import REQUESTS
from review.models import ReviewSession
from review.serving.warming import GC_THRESHOLD, is_warm, settle, warm_up
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    person = make_user("mina", project=make_project())
    person.last_login = timezone.now()
    person.save()
    make_entry(make_session(["The cache lives for one hour."]), [(0, "one hour")])
    return person


def compiled() -> set[str]:
    [loader] = engines["django"].engine.template_loaders  # type: ignore[attr-defined]
    return {template.name for template in loader.get_template_cache.values() if hasattr(template, "name")}


def test_pages_are_compiled_and_answered_and_nothing_is_stored(person: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        found = warm_up(WSGIHandler())

    session = ReviewSession.objects.get()
    assert {"/accounts/login/", "/", f"/sessions/{session.pk}/", "/entries/", "/failed/"} <= found.keys()
    assert set(found.values()) == {200}
    assert {one["sql"].split()[0] for one in queries} <= {"SELECT", "WITH", "SAVEPOINT", "RELEASE"}
    assert "review/bundles/bundle.html" in compiled()
    assert is_warm()


def test_there_need_be_nobody(db: None) -> None:
    assert warm_up(WSGIHandler()) == {"/accounts/login/": 200}


def test_a_database_that_does_not_answer_leaves_pages_cold(
    person: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(User._meta, "db_table", "auth_gone")

    assert warm_up(WSGIHandler()) == {"/accounts/login/": 200}
    assert "not warmed up" in caplog.text


def test_a_host_that_is_served_to_others_warms_up_over_https(person: User, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = [".review.example"]
    settings.SECURE_SSL_REDIRECT = True

    assert set(warm_up(WSGIHandler()).values()) == {200}


def test_no_log_and_no_measure_counts_them(person: User, caplog: pytest.LogCaptureFixture) -> None:
    warm_up(WSGIHandler())

    assert [record for record in caplog.records if record.name == REQUESTS] == []


@pytest.fixture
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("_as_before")
def test_what_was_made_before_is_not_looked_at_again() -> None:
    settle()

    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[:2] == GC_THRESHOLD[:2]
