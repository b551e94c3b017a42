"""Promoting: what the gate requires of the evidence, and the reasons of its refusals."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from aligner_core import text_hash
from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Message
from review.services.audit.audit_store import audit_store
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import withdraw_quote
from tests.behind import rewrite
from tests.factories import confirm, make_entry, make_project, make_session, make_user, message_digest_of, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
FOUND = (0, "keep the raw text of every event")
INVENTED = (0, "nobody has ever said anything like it here")
AMBIGUOUS = (1, "The cache lives for one hour.")

Move = Callable[[Entry, User], Decision]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def entry_with(*quotes: tuple[int, str], stage: str = "candidate") -> Entry:
    return make_entry(make_session(WORDS), quotes, stage=stage)


def promote(entry: Entry, actor: User, to: Stage = Stage.VERIFIED) -> Decision:
    return promote_entry(entry_id=entry.pk, to=to, seen_version=entry.version, actor=actor)


def reject(entry: Entry, actor: User) -> Decision:
    return reject_entry(entry_id=entry.pk, reason="not worth keeping", seen_version=entry.version, actor=actor)


def latest_event(entry: Entry) -> tuple[str, str, dict[str, object]]:
    event = entry.events.latest("seq")
    return event.event_type, event.actor, event.body


def test_promote_entry_writes_who_verified_and_when(mina: User) -> None:
    entry = entry_with(FOUND)

    decision = promote(entry, mina)

    entry.refresh_from_db()
    assert decision == Granted(Stage.VERIFIED)
    assert (entry.stage, entry.verified_by, entry.version) == (Stage.VERIFIED, mina, 2)
    assert entry.verified_at is not None
    assert timezone.now() - entry.verified_at < timedelta(minutes=1)


def test_promote_entry_writes_to_the_journal_what_it_rests_on(mina: User) -> None:
    entry = entry_with(FOUND, (0, "KEEP the  raw text"), INVENTED)
    withdraw_quote(quote_id=quotes_of(entry)[2].pk, reason="invented", seen_attempt=1, actor=mina)
    confirm(entry, mina)
    entry.refresh_from_db()

    promote(entry, mina)

    source = text_hash(WORDS[0])
    span = {
        "messageIndex": 0,
        "messageDigest": message_digest_of(WORDS[0]),
        "sourceHash": source,
        "spanStart": 3,
    }
    assert latest_event(entry) == (
        "entry_promoted",
        "mina",
        {
            "from_stage": "candidate",
            "to_stage": "verified",
            "goal": "verified",
            "proofs": [
                {**span, "quoteHash": text_hash(FOUND[1]), "spanEnd": 35, "matchMethod": "exact"},
                {**span, "quoteHash": text_hash("KEEP the  raw text"), "spanEnd": 20, "matchMethod": "normalized"},
            ],
            "reauthenticated_at": None,
            "claim_version": 1,
            "switches": [],
            "second_persons": [],
        },
    )


@pytest.mark.parametrize("column", ["role", "name", "timestamp"])
def test_promote_entry_refuses_words_that_were_put_into_another_mouth(mina: User, column: str) -> None:
    entry = entry_with(FOUND)
    rewrite("review_message", column, "user")

    assert promote(entry, mina) == Refused(Stage.VERIFIED, (Reason.PROOF_FAILED,))


@pytest.mark.parametrize(
    ("stage", "to"), [("raw", Stage.WORKING), ("raw", Stage.CANDIDATE), ("working", Stage.CANDIDATE)]
)
def test_promote_entry_is_free_up_to_candidate(mina: User, stage: str, to: Stage) -> None:
    entry = entry_with(INVENTED, stage=stage)

    decision = promote(entry, mina, to)

    entry.refresh_from_db()
    assert decision == Granted(to)
    assert (entry.stage, entry.verified_by, entry.verified_at) == (to, None, None)
    assert latest_event(entry)[2]["proofs"] == []


@pytest.mark.parametrize(
    ("quotes", "reasons"),
    [
        pytest.param((), [Reason.NO_EVIDENCE], id="no evidence"),
        pytest.param((FOUND, FOUND, FOUND, FOUND, INVENTED), [Reason.EVIDENCE_NOT_ALIGNED], id="four of five"),
        pytest.param((INVENTED,), [Reason.EVIDENCE_NOT_ALIGNED], id="nothing found"),
        pytest.param((AMBIGUOUS,), [Reason.AMBIGUOUS_EVIDENCE], id="ambiguous"),
        pytest.param((AMBIGUOUS, INVENTED), [Reason.EVIDENCE_NOT_ALIGNED, Reason.AMBIGUOUS_EVIDENCE], id="both"),
    ],
)
def test_promote_entry_refuses_and_writes_to_the_journal(
    mina: User, quotes: tuple[tuple[int, str], ...], reasons: list[Reason]
) -> None:
    entry = entry_with(*quotes)

    decision = promote(entry, mina)

    entry.refresh_from_db()
    assert decision == Refused(Stage.VERIFIED, tuple(reasons))
    assert (entry.stage, entry.version, entry.verified_by) == (Stage.CANDIDATE, 1, None)
    refusal = {"from_stage": "candidate", "to_stage": "verified", "reasons": reasons, "second_persons": []}
    assert latest_event(entry) == ("promotion_refused", "mina", refusal)


def test_promote_entry_refuses_when_all_quotes_are_withdrawn(mina: User) -> None:
    entry = entry_with(FOUND)
    withdraw_quote(quote_id=quotes_of(entry)[0].pk, reason="invented", seen_attempt=1, actor=mina)
    entry.refresh_from_db()

    refused = (Reason.NO_EVIDENCE, Reason.CLAIM_UNCONFIRMED)
    assert promote(entry, mina) == Refused(Stage.VERIFIED, refused)


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        pytest.param("review_message", "content", "We keep the raw text of no event.", id="the message"),
        pytest.param("review_alignment", "span_start", 4, id="where the span begins"),
        pytest.param("review_alignment", "span_end", 30, id="where the span ends"),
        pytest.param("review_alignment", "text", "keep the raw text", id="the words looked for"),
        pytest.param("review_alignment", "message_index", 1, id="the index of the message"),
        pytest.param("review_alignment", "method", "normalized", id="the method"),
        pytest.param("review_alignment", "evidence_json", "{}", id="the evidence"),
        pytest.param("review_alignment", "evidence_json", "no JSON", id="the evidence, to what is none"),
    ],
)
def test_promote_entry_reads_the_words_again(mina: User, table: str, column: str, value: str | int) -> None:
    entry = entry_with(FOUND)
    rewrite(table, column, value)

    decision = promote(entry, mina)

    changed = (Reason.CLAIM_UNCONFIRMED,) if column == "text" else ()
    assert decision == Refused(Stage.VERIFIED, (Reason.PROOF_FAILED, *changed))
    assert latest_event(entry)[0] == "promotion_refused"


def test_promote_entry_reads_the_words_in_the_message_that_is_named(mina: User) -> None:
    """Its words are others, and the span cuts them."""
    entry = entry_with(FOUND)
    rewrite("review_alignment", "message_id", Message.objects.get(index=1).pk)

    assert promote(entry, mina) == Refused(Stage.VERIFIED, (Reason.PROOF_FAILED, Reason.UNACKNOWLEDGED_DIFFERENCES))


def test_promote_entry_waits_for_evidence_that_drifted(mina: User) -> None:
    entry = entry_with(FOUND)
    old = Message.objects.get(index=0)
    Message.objects.create(
        session=old.session, index=0, version=2, content="New.", content_hash=text_hash("New."), length=4
    )

    assert promote(entry, mina) == Refused(Stage.VERIFIED, (Reason.DRIFTED_EVIDENCE,))


@pytest.mark.parametrize(
    ("stage", "to"),
    [
        ("raw", Stage.RAW),
        ("raw", Stage.CERTIFIED),
        ("working", Stage.RAW),
        ("candidate", Stage.WORKING),
        ("candidate", Stage.CERTIFIED),
    ],
)
def test_promote_entry_refuses_every_other_jump(mina: User, stage: str, to: Stage) -> None:
    entry = entry_with(FOUND, stage=stage)

    assert promote(entry, mina, to) == Refused(to, (Reason.WRONG_STAGE,))
    assert latest_event(entry)[2] == {
        "from_stage": stage,
        "to_stage": to,
        "reasons": ["wrong_stage"],
        "second_persons": [],
    }


@pytest.mark.parametrize(("stage", "passed"), [("raw", ["working", "candidate"]), ("working", ["candidate"])])
def test_promote_entry_passes_every_stage_in_one_act(mina: User, stage: str, passed: list[str]) -> None:
    entry = entry_with(FOUND, stage=stage)

    assert promote(entry, mina) == Granted(Stage.VERIFIED)

    steps = [event for event in entry.events.order_by("seq") if event.event_type == "entry_promoted"]
    assert [event.body["to_stage"] for event in steps] == [*passed, "verified"]
    assert [event.body["from_stage"] for event in steps] == [stage, *passed]
    assert {event.body["goal"] for event in steps} == {"verified"}
    assert [event.body["switches"] for event in steps] == [*[None] * len(passed), []]
    assert [one["spanEnd"] for event in steps for one in event.body["proofs"]] == [35] * len(steps)
    assert Entry.objects.values_list("stage", "verified_by__username", "version").get() == ("verified", "mina", 2)
    assert list(audit_store()) == []


@pytest.mark.parametrize("stage", ["raw", "working"])
def test_promote_entry_moves_nothing_where_the_gate_refuses_the_last_step(mina: User, stage: str) -> None:
    entry = entry_with(FOUND, INVENTED, stage=stage)

    assert promote(entry, mina) == Refused(Stage.VERIFIED, (Reason.EVIDENCE_NOT_ALIGNED,))

    assert Entry.objects.get().stage == stage
    assert latest_event(entry)[2] == {
        "from_stage": stage,
        "to_stage": "verified",
        "reasons": ["evidence_not_aligned"],
        "second_persons": [],
    }


def test_promote_entry_refuses_a_rejected_entry(mina: User) -> None:
    entry = entry_with(FOUND)
    reject(entry, mina)
    entry.refresh_from_db()

    assert promote(entry, mina) == Refused(Stage.VERIFIED, (Reason.WRONG_STAGE,))


def test_promote_entry_twice_promotes_once(mina: User) -> None:
    entry = entry_with(FOUND)

    decisions = [promote(entry, mina), promote(entry, mina)]

    assert decisions == [Granted(Stage.VERIFIED), Refused(Stage.VERIFIED, (Reason.CONFLICT,))]
    assert [event.event_type for event in entry.events.order_by("seq")][1:] == ["entry_promoted", "promotion_refused"]
