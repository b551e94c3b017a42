"""The courier tells webhooks beside the jobs of a worker, and outlives a database that fails for a while."""

import logging
import sqlite3
from threading import Event as Flag

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import override_settings

from review.domain.roles import Role
from review.jobs import courier
from review.jobs.courier import REST, start_courier
from review.services.feed.webhooks import Told, make_webhook
from tests.factories import make_project, make_session, make_user
from tests.receiving import Receiver, receiving

pytestmark = pytest.mark.django_db(transaction=True)


def hook(receiver: Receiver) -> User:
    dana = make_user("dana", project=make_project(), role=Role.MANAGER)
    told = make_webhook(project_id=make_project().pk, url=receiver.url, types=[], actor=dana)
    assert isinstance(told, Told)
    receiver.secret = told.secret
    return dana


def test_the_courier_tells_what_happens_until_it_is_stopped() -> None:
    stop = Flag()
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        hook(receiver)
        make_session(["Something happened."])
        thread = start_courier(stop)
        while not receiver.taken:
            thread.join(0.05)
            assert thread.is_alive()
        stop.set()
        thread.join()

    assert receiver.unverified == []
    assert [one["type"] for one in receiver.taken] == ["session_ingested"]


def test_the_courier_rests_while_the_database_cannot_be_written(caplog: pytest.LogCaptureFixture) -> None:
    with receiving(Receiver()) as receiver, override_settings(REVIEW_WEBHOOK_HOSTS=(receiver.host,)):
        hook(receiver)
        make_session(["Something happened."])

        def full(*_: object) -> object:
            cause = sqlite3.OperationalError("database or disk is full")
            cause.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise OperationalError from cause

        with caplog.at_level(logging.WARNING, logger="review"), connection.execute_wrapper(full):
            assert courier._seconds_after_one(Flag()) == REST
        assert "told again after a rest" in caplog.text
        assert courier._seconds_after_one(Flag()) < REST

    assert len(receiver.taken) == 1
