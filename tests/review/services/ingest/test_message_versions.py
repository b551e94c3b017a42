"""A known session with changed messages: newer versions, drifted evidence, and no new span without a person."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import text_hash
from review.domain.errors import Problem, UploadRefusedError
from review.domain.events import SessionRevised
from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import Alignment, Entry, Message, Quote, ReviewSession
from review.payloads import check_session
from review.selectors.promotion.gate_facts import entry_facts
from review.services import _journal
from review.services.audit.audit_store import Finding, audit_store
from review.services.ingest._message_versions import changed_messages
from review.services.ingest.receive import (
    SessionChange,
    SessionPlan,
    SessionReceipt,
    plan_session,
    receive_session,
    store_session,
)
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import withdraw_quote
from tests.behind import lifted
from tests.factories import (
    confirm,
    make_entries,
    make_entry,
    make_project,
    make_session,
    make_user,
    message_digest_of,
    quotes_of,
)

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour.", "Thanks."]
NEW = "We keep the raw text of every event, for ever."
MODELS: tuple[type[Model], ...] = (Message, Entry, Quote, Alignment)
FOUND = (0, "keep the raw text of every event")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def session() -> ReviewSession:
    return make_session(WORDS, session_id="s")


def receive(messages: list[Any], *, actor: User | None = None, accept_changes: bool = True) -> SessionReceipt:
    upload = check_session({"sessionId": "s", "messages": messages})
    return receive_session(project=make_project(), upload=upload, actor=actor, accept_changes=accept_changes)


def confirm_seen(messages: list[Any], seen: str) -> SessionReceipt:
    """Store a session as the page does, with the consequences that a person has seen."""
    upload = check_session({"sessionId": "s", "messages": messages})
    with transaction.atomic():
        return store_session(project=make_project(), upload=upload, actor=None, seen=seen)


def verified(session: ReviewSession, actor: User, *quotes: tuple[int, str]) -> Entry:
    entry = make_entry(session, quotes or [FOUND], entryId=f"e-{Entry.objects.count()}")
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=actor)
    assert decision == Granted(Stage.VERIFIED)
    return entry


def store() -> list[list[dict[str, Any]]]:
    return [list(model._default_manager.order_by("pk").values()) for model in MODELS]


def test_receive_session_makes_a_newer_version_of_a_changed_message(session: ReviewSession) -> None:
    receipt = receive([NEW, *WORDS[1:]])

    assert receipt == SessionReceipt(session, SessionChange.CHANGED, 0, (0,))
    assert [message.content for message in session.current_messages()] == [NEW, *WORDS[1:]]
    versions = list(session.messages.filter(index=0).values_list("version", "content", "content_hash", "length"))
    assert versions == [
        (1, WORDS[0], text_hash(WORDS[0]), len(WORDS[0])),
        (2, NEW, text_hash(NEW), len(NEW)),
    ]


def test_receive_session_records_the_newer_versions(session: ReviewSession, mina: User) -> None:
    receive([NEW, *WORDS[1:], "More."], actor=mina)

    revised, ingested = session.events.order_by("-seq")[1], session.events.latest("seq")
    assert (revised.event_type, revised.actor, revised.entry) == ("session_revised", "mina", None)
    version = {"message_index": 0, "version": 2, "hash": text_hash(NEW), "digest": message_digest_of(NEW)}
    assert revised.body == {"messages": [version]}
    assert ingested.body == {
        "project": "ledger",
        "title": "",
        "first_index": 3,
        "message_hashes": [text_hash("More.")],
        "message_digests": [message_digest_of("More.")],
    }
    assert list(audit_store()) == []


@pytest.mark.parametrize(
    ("message", "column"),
    [({"role": "tool", "content": WORDS[1]}, "role"), ({"name": "Mina", "content": WORDS[1]}, "name")],
)
def test_receive_session_takes_another_speaker_for_a_change(
    session: ReviewSession, message: dict[str, str], column: str
) -> None:
    receipt = receive([WORDS[0], message, WORDS[2]])

    assert receipt.changed == (1,)
    assert getattr(session.messages.get(index=1, version=2), column) == message[column]


def test_receive_session_with_the_same_changes_again_adds_nothing(session: ReviewSession) -> None:
    receive([NEW, *WORDS[1:]])
    before = store()

    assert receive([NEW, *WORDS[1:]]) == SessionReceipt(session, SessionChange.IDENTICAL, 0)
    assert receive([NEW]) == SessionReceipt(session, SessionChange.SHORTER, 0)
    assert store() == before


def test_receive_session_that_takes_a_change_back_is_a_third_version(session: ReviewSession) -> None:
    receive([NEW, *WORDS[1:]])

    receipt = receive(WORDS)

    assert receipt.changed == (0,)
    assert list(session.messages.filter(index=0).values_list("version", flat=True)) == [1, 2, 3]
    assert list(audit_store()) == []


def test_receive_session_appends_what_a_changed_session_gained(session: ReviewSession) -> None:
    receipt = receive([NEW, *WORDS[1:], "More."])

    assert (receipt.change, receipt.added, receipt.changed) == (SessionChange.CHANGED, 1, (0,))
    assert session.messages.filter(index=3, version=1).exists()


@pytest.mark.parametrize(
    ("messages", "problem"),
    [
        pytest.param([NEW, WORDS[1]], Problem("messages_missing", "messages[2]", {"index": 0}), id="changed, shorter"),
        pytest.param(WORDS[1:], Problem("messages_missing", "messages[2]", {"index": 0}), id="the first is gone"),
        pytest.param(
            [WORDS[0], WORDS[2], "More."], Problem("messages_shifted", "messages[1]", {"index": 1}), id="one is gone"
        ),
        pytest.param(
            [WORDS[0], "New.", *WORDS[1:]], Problem("messages_shifted", "messages[1]", {"index": 1}), id="one came in"
        ),
        pytest.param(
            [*WORDS[1:], WORDS[0]], Problem("messages_shifted", "messages[0]", {"index": 0}), id="the first moved down"
        ),
    ],
)
def test_receive_session_refuses_missing_and_moved_messages(
    session: ReviewSession, messages: list[str], problem: Problem
) -> None:
    before = store()

    with pytest.raises(UploadRefusedError) as caught:
        receive(messages)

    assert caught.value.problems == (problem,)
    assert store() == before


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([*WORDS[:2], "Thank you."], id="the last"),
        pytest.param([*WORDS[:2], "Thank you.", "Bye."], id="the last, and more"),
        pytest.param(["a", "b", "c"], id="every one"),
        pytest.param([WORDS[1], WORDS[0], WORDS[2]], id="two that changed places"),
    ],
)
def test_receive_session_takes_changes_in_their_places(session: ReviewSession, messages: list[str]) -> None:
    receive(messages)

    assert [message.content for message in session.current_messages()] == messages


def test_receive_session_never_aligns_anything_anew(session: ReviewSession, mina: User) -> None:
    entry = make_entry(session, [FOUND, (1, "The cache")])
    before = list(Alignment.objects.order_by("pk").values())

    receive([f"So {WORDS[0]}", *WORDS[1:]])

    assert list(Alignment.objects.order_by("pk").values()) == before
    assert [quote.drifted for quote in entry_facts(entry).quotes] == [True, False]
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    assert decision == Refused(Stage.VERIFIED, (Reason.DRIFTED_EVIDENCE,))


def test_receive_session_takes_a_verified_entry_back_to_candidate(session: ReviewSession, mina: User) -> None:
    entry = verified(session, mina, (1, "The cache"), FOUND)
    other = verified(session, mina, (1, "The cache"))

    receipt = receive([NEW, *WORDS[1:]], actor=mina)

    entry.refresh_from_db()
    other.refresh_from_db()
    assert receipt.demoted == (entry.pk,)
    assert (entry.stage, entry.verified_by, entry.verified_at, entry.version) == (Stage.CANDIDATE, None, None, 3)
    assert (entry.evidence_aligned, other.stage) == (True, Stage.VERIFIED)
    event = entry.events.latest("seq")
    assert (event.event_type, event.actor) == ("entry_demoted", "mina")
    assert event.body == {
        "from_stage": "verified",
        "to_stage": "candidate",
        "reason": "drifted_evidence",
        "drifted": [1],
    }
    assert list(audit_store()) == []


def test_receive_session_leaves_an_entry_verified_that_only_a_withdrawn_quote_ties_to_it(
    session: ReviewSession, mina: User
) -> None:
    entry = make_entry(session, [FOUND, (1, "The cache")])
    withdraw_quote(quote_id=quotes_of(entry)[0].pk, reason="twice", seen_attempt=1, actor=mina)
    confirm(entry, mina)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=3, actor=mina)

    assert receive([NEW, *WORDS[1:]]).demoted == ()
    entry.refresh_from_db()
    assert entry.stage == Stage.VERIFIED
    assert list(audit_store()) == []


def test_receive_session_takes_a_rejected_verified_entry_back_too(session: ReviewSession, mina: User) -> None:
    """It could be reopened, and would be verified on words that no message has any more."""
    entry = verified(session, mina)
    reject_entry(entry_id=entry.pk, reason="no", seen_version=2, actor=mina)

    receive([NEW, *WORDS[1:]])

    entry.refresh_from_db()
    assert (entry.stage, entry.rejected_at is None) == (Stage.CANDIDATE, False)
    assert list(audit_store()) == []


def test_receive_session_leaves_entries_of_other_sessions_alone(mina: User, session: ReviewSession) -> None:
    other = verified(make_session(WORDS, session_id="other"), mina)

    assert receive([NEW, *WORDS[1:]]).demoted == ()
    other.refresh_from_db()
    assert other.stage == Stage.VERIFIED


def test_plan_session_says_what_would_become_of_it(session: ReviewSession, mina: User) -> None:
    entry = verified(session, mina)
    upload = check_session({"sessionId": "s", "messages": [NEW, "No cache.", WORDS[2], "More."]})
    before = store()

    plan = plan_session(project=session.project, upload=upload)

    assert plan == SessionPlan(SessionChange.CHANGED, "s", 1, session, (0, 1), (entry.pk,))
    assert plan.consequences == "0,1/1"
    assert store() == before


@pytest.mark.parametrize("seen", ["/0", "0/0", "0,1/1"])
def test_store_session_does_no_more_than_was_seen(session: ReviewSession, mina: User, seen: str) -> None:
    entry = verified(session, mina)
    before = store()

    with pytest.raises(UploadRefusedError):
        confirm_seen([NEW, *WORDS[1:]], seen)

    assert store() == before
    assert confirm_seen([NEW, *WORDS[1:]], "0/1").demoted == (entry.pk,)


def test_receive_session_changes_nothing_that_is_not_accepted(session: ReviewSession, mina: User) -> None:
    entry = verified(session, mina)
    before = store()

    with pytest.raises(UploadRefusedError) as caught:
        receive([NEW, "No cache.", WORDS[2], "More."], accept_changes=False)

    fallen = {"id": entry.pk, "entryId": entry.entry_id, "title": entry.title}
    assert caught.value.problems == (
        Problem("messages_changed", "messages[0]", {"indexes": [0, 1], "entries": [fallen]}),
    )
    assert store() == before


def test_receive_session_adds_what_changes_nothing_unasked(session: ReviewSession, mina: User) -> None:
    entry = verified(session, mina)

    receipt = receive([*WORDS, "More."], accept_changes=False)

    entry.refresh_from_db()
    assert (receipt, entry.stage) == (SessionReceipt(session, SessionChange.LONGER, 1), Stage.VERIFIED)


def test_quotes_that_come_later_are_looked_for_in_the_newest_version(session: ReviewSession) -> None:
    receive([NEW, *WORDS[1:]])

    [quote] = quotes_of(make_entry(session, [(0, "for ever")]))

    assert quote.current is not None
    assert quote.current.message == session.messages.get(index=0, version=2)


def test_audit_store_finds_a_version_that_nobody_received(session: ReviewSession) -> None:
    row = {"content": NEW, "content_hash": text_hash(NEW), "length": len(NEW)}
    Message.objects.create(session=session, index=0, version=2, digest=message_digest_of(NEW), **row)

    assert list(audit_store()) == [Finding("message_unaccounted", "session", session.pk, "message 0 version 2")]


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=6), st.sets(st.integers(0, 5)), st.integers(0, 2))
def test_changed_messages_names_exactly_those_that_changed(texts: list[str], places: set[int], more: int) -> None:
    stored = [Message(index=index, content=text) for index, text in enumerate(texts)]
    revised = [f"new {index}" if index in places else text for index, text in enumerate(texts)]
    upload = check_session([*revised, *["more"] * more])

    assert changed_messages(stored, upload.messages) == tuple(sorted(places & set(range(len(texts)))))


@given(st.lists(st.integers(), min_size=2, max_size=6, unique=True), st.data())
def test_changed_messages_finds_out_what_was_taken_out_or_slipped_in(numbers: list[int], data: st.DataObject) -> None:
    texts = [str(number) for number in numbers]
    stored = [Message(index=index, content=text) for index, text in enumerate(texts)]
    place = data.draw(st.integers(0, len(texts) - 2))
    shorter = texts[:place] + texts[place + 1 :]
    longer = [*texts[:place], "slipped in", *texts[place:]]

    for messages in (shorter, [*shorter, "more"], longer, [*longer, "more"]):
        with pytest.raises(UploadRefusedError):
            changed_messages(stored, check_session(messages).messages)


def test_audit_store_finds_a_verified_entry_that_drifted(session: ReviewSession, mina: User) -> None:
    entry = verified(session, mina)
    version = [{"message_index": 0, "version": 2, "hash": text_hash(NEW), "digest": message_digest_of(NEW)}]
    row = {
        "content": NEW,
        "content_hash": text_hash(NEW),
        "length": len(NEW),
        "digest": message_digest_of(NEW),
    }
    with lifted("review_message"):
        Message.objects.create(session=session, index=0, version=2, **row)
    _journal.append(SessionRevised.model_validate({"messages": version}), session=session, actor=None)

    assert list(audit_store()) == [Finding("evidence_drifted", "entry", entry.pk)]


def test_many_entries_are_taken_back_in_one_upload(session: ReviewSession, mina: User) -> None:
    evidence = [{"messageIndex": 0, "quote": FOUND[1]}]
    for entry in make_entries(session, [{"evidence": evidence} for _ in range(12)]):
        promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    assert len(receive([NEW, *WORDS[1:]]).demoted) == 12
    assert not Entry.objects.filter(stage=Stage.VERIFIED).exists()
    assert list(audit_store()) == []
