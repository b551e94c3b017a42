"""Receiving sessions: whole, once, and only where they agree with what is stored."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from aligner_core import MessageUpload, canonical_json, digest, text_hash
from review.models import Alignment, Chain, Entry, Event, Extraction, Message, Quote, ReviewSession
from review.payloads import check_session
from review.services.ingest.receive import (
    SessionChange,
    SessionPlan,
    SessionReceipt,
    plan_session,
    receive_session,
    session_digest,
)
from tests.factories import make_project, make_user, message_digest_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
MODELS = (ReviewSession, Message, Extraction, Entry, Quote, Alignment, Chain, Event)


def rows() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in MODELS}


def journal(session: ReviewSession) -> list[str]:
    return list(session.events.order_by("seq").values_list("event_type", flat=True))


def statements(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


BATCHES = 10
"""SQLite takes 999 values a statement, so 200 rows of some tables are a few statements and not one."""


def receive(messages: list[Any], session_id: str | None = "s", **fields: object) -> SessionReceipt:
    upload = check_session({"sessionId": session_id, "messages": messages, **fields})
    return receive_session(project=make_project(), upload=upload, actor=None)


def contents(session: ReviewSession) -> list[tuple[int, str]]:
    return list(session.messages.order_by("index").values_list("index", "content"))


def test_receive_session_stores_messages_as_they_came() -> None:
    messages = [{"role": "user", "content": "안녕 \U0001f600", "name": "Mina", "timestamp": "2026-10-01"}, "plain"]

    receipt = receive(messages, title="A talk")

    columns = ("index", "version", "role", "name", "timestamp", "content", "content_hash", "length")
    stored = receipt.session.messages.order_by("index").values_list(*columns)
    assert (receipt.change, receipt.added) == (SessionChange.NEW, 2)
    assert (receipt.session.session_id, receipt.session.title) == ("s", "A talk")
    assert list(stored) == [
        (0, 1, "user", "Mina", "2026-10-01", "안녕 \U0001f600", text_hash("안녕 \U0001f600"), 4),
        (1, 1, "", "", "", "plain", text_hash("plain"), 5),
    ]


def test_receive_session_keeps_two_identical_messages_as_two() -> None:
    receipt = receive(["again", "again"])

    assert contents(receipt.session) == [(0, "again"), (1, "again")]


def test_receive_session_adds_nothing_the_second_time() -> None:
    first = receive(WORDS)
    before = rows()

    second = receive(WORDS)

    assert second == SessionReceipt(first.session, SessionChange.IDENTICAL, 0)
    assert rows() == before


def test_receive_session_adds_nothing_for_a_beginning() -> None:
    first = receive(WORDS)
    before = rows()

    assert receive(WORDS[:1]) == SessionReceipt(first.session, SessionChange.SHORTER, 0)
    assert rows() == before


def test_receive_session_appends_what_a_session_gained() -> None:
    receive(WORDS)

    receipt = receive([*WORDS, "more", "and more"])

    assert (receipt.change, receipt.added) == (SessionChange.LONGER, 2)
    assert contents(receipt.session) == list(enumerate([*WORDS, "more", "and more"]))
    bodies = [event.body for event in receipt.session.events.order_by("seq")]
    assert bodies == [
        {
            "project": "ledger",
            "title": "",
            "first_index": first,
            "message_hashes": list(map(text_hash, texts)),
            "message_digests": list(map(message_digest_of, texts)),
        }
        for first, texts in ((0, WORDS), (2, ["more", "and more"]))
    ]


def test_receive_session_records_who_said_a_message_and_when() -> None:
    message = {"role": "user", "name": "Mina", "timestamp": "2026-10-01T09:00:00Z", "content": "Hello."}
    receipt = receive([message])

    fields = {"content_hash": text_hash("Hello."), "name": "Mina", "role": "user", "timestamp": "2026-10-01T09:00:00Z"}
    expected = digest(canonical_json(fields))
    assert receipt.session.messages.get().digest == expected
    assert receipt.session.events.get().body["message_digests"] == [expected]


def test_receive_session_names_a_nameless_session_by_its_messages() -> None:
    first = receive(WORDS, session_id=None)

    assert first.session.session_id == session_digest(check_session(WORDS))
    assert receive(WORDS, session_id=None) == SessionReceipt(first.session, SessionChange.IDENTICAL, 0)
    assert receive(WORDS[:1], session_id="").change is SessionChange.NEW


def test_session_digest_is_the_digest_of_the_canonical_messages() -> None:
    upload = check_session([{"role": "user", "content": "hi", "timestamp": "now"}])

    canonical = '[{"content":"hi","name":"","role":"user"}]'
    assert session_digest(upload) == digest(canonical.encode())


def test_receive_session_keeps_projects_apart() -> None:
    upload = check_session({"sessionId": "s", "messages": WORDS})
    one = receive_session(project=make_project("one"), upload=upload, actor=None)

    two = receive_session(project=make_project("two"), upload=upload, actor=None)

    assert two.change is SessionChange.NEW
    assert two.session != one.session


def test_plan_session_says_what_would_happen_and_stores_nothing() -> None:
    project = make_project()
    upload = check_session({"sessionId": "s", "messages": WORDS})
    planned = plan_session(project=project, upload=upload)
    assert rows()["ReviewSession"] == 0

    session = receive_session(project=project, upload=upload, actor=None).session

    assert planned == SessionPlan(SessionChange.NEW, "s", 2, None)
    assert plan_session(project=project, upload=upload) == SessionPlan(SessionChange.IDENTICAL, "s", 0, session)


def test_receive_session_names_who_sent_it() -> None:
    mina = make_user("mina")
    upload = check_session(WORDS)

    session = receive_session(project=make_project(), upload=upload, actor=mina).session

    assert session.created_by == mina
    assert [event.actor for event in session.events.all()] == ["mina"]


def test_receive_session_takes_a_bounded_number_of_statements() -> None:
    few, lot = statements(lambda: receive(["hi"] * 2, "few")), statements(lambda: receive(["hi"] * 200, "lot"))

    assert few <= 20
    assert lot <= few + BATCHES


def test_receive_session_measures_code_points() -> None:
    [message] = receive(["\U0001f600한"]).session.messages.all()

    assert message.length == 2
    assert MessageUpload(content=message.content).content == "\U0001f600한"
