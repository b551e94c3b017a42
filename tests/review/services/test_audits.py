"""The audit: nothing to say of a clean store, and a name for everything done behind its triggers."""

import pytest
from django.db import connection
from django.utils import timezone

from aligner_core import canonical_json, digest, text_hash
from review.models import Alignment, Chain, Entry, Event, Extraction, Message, Quote, ReviewSession
from review.policy import Stage
from review.services import _journal
from review.services.audits import Finding, audit_store, recheck_proofs
from review.services.promotions import promote_entry, reject_entry
from review.services.quotes import choose_occurrence, retry_quote, withdraw_quote
from tests.behind import lifted, remove, rewrite
from tests.factories import make_entries, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = [
    "We keep the raw text of every event.",
    "The cache lives for one hour. The cache lives for one hour.",
    "모든 이벤트의 원문은 그대로 보관합니다.",
]


@pytest.fixture
def session() -> ReviewSession:
    """Make a store with every kind of row: entry 1 verified, entry 2 mended and rejected, entry 3 as it came."""
    mina = make_user("mina", project=make_project())
    session = make_session(WORDS, session_id="talk")
    evidence = [
        {"messageIndex": 0, "quote": "keep the raw text of every event"},
        {"messageIndex": 2, "quote": "이벤트의  원문은"},
    ]
    mended = [
        {"messageIndex": 0, "quote": "nobody ever said this here"},
        {"messageIndex": 1, "quote": "The cache lives for one hour."},
        {"messageIndex": 2, "quote": "모든 이벤트의 원문을 그대로 보관합니다."},
        {"messageIndex": 0, "quote": "neither did anyone say this"},
    ]
    one, two, _ = make_entries(session, [{"evidence": evidence}, {"evidence": mended}, {"evidence": evidence[:1]}])
    promote_entry(entry_id=one.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    first, second, _, last = quotes_of(two)
    retry_quote(quote_id=first.pk, text="the raw text", message_index=0, seen_attempt=1, actor=mina)
    choose_occurrence(quote_id=second.pk, start=30, seen_attempt=1, actor=mina)
    withdraw_quote(quote_id=last.pk, reason="invented", seen_attempt=1, actor=mina)
    reject_entry(entry_id=two.pk, reason="not worth keeping", seen_version=4, actor=mina)
    return session


def entry(number: int) -> Entry:
    return Entry.objects.get(entry_id=f"e-{number}")


def quote(number: int, position: int = 0) -> Quote:
    return Quote.objects.get(entry=entry(number), position=position)


def attempt(number: int, position: int = 0, attempt: int = 1) -> Alignment:
    return Alignment.objects.get(quote=quote(number, position), attempt=attempt)


def codes() -> set[str]:
    return {finding.code for finding in audit_store()}


def row(pk: int) -> str:
    return f"id = {pk}"


def test_audit_store_finds_nothing_in_a_clean_store(session: ReviewSession) -> None:
    make_session([], session_id="empty")

    assert list(audit_store()) == []
    assert set(Alignment.objects.values_list("method", flat=True)) == {"exact", "normalized", "fuzzy", "none"}


def test_audit_store_finds_nothing_where_nothing_is() -> None:
    assert list(audit_store()) == []


def test_audit_store_finds_a_changed_message(session: ReviewSession) -> None:
    message = Message.objects.get(index=0)
    rewrite("review_message", "content", "We keep the raw text of no event.", where=row(message.pk))

    found = list(audit_store())

    proofs = Alignment.objects.filter(message=message, span_start__isnull=False).order_by("pk")
    assert found == [
        Finding("message_changed", "message", message.pk),
        *(Finding("proof_failed", "alignment", alignment.pk) for alignment in proofs),
    ]


def test_audit_store_finds_a_message_that_was_changed_with_its_hash(session: ReviewSession) -> None:
    lonely = make_session(["Nobody quotes this."], session_id="lonely")
    message = lonely.messages.get()
    rewrite("review_message", "content", "Nobody quoted this.", where=row(message.pk))
    rewrite("review_message", "content_hash", text_hash("Nobody quoted this."), where=row(message.pk))

    assert list(audit_store()) == [Finding("message_unaccounted", "session", lonely.pk, "message 0")]


def test_audit_store_finds_a_length_that_was_changed(session: ReviewSession) -> None:
    message = Message.objects.get(index=1)
    rewrite("review_message", "length", 7, where=row(message.pk))

    assert list(audit_store()) == [Finding("message_changed", "message", message.pk)]


def test_audit_store_finds_a_message_that_was_slipped_in(session: ReviewSession) -> None:
    Message.objects.create(session=session, index=3, content="x", content_hash=text_hash("x"), length=1)

    assert list(audit_store()) == [Finding("message_unaccounted", "session", session.pk, "message 3")]


def test_audit_store_finds_a_message_that_is_missing() -> None:
    session = make_session(WORDS)
    remove("review_message", where='"index" = 1')

    assert list(audit_store()) == [Finding("message_unaccounted", "session", session.pk, "message 1")]


def test_audit_store_finds_a_changed_extraction(session: ReviewSession) -> None:
    rewrite("review_extraction", "canonical", '{"entries":[]}')

    assert list(audit_store()) == [Finding("extraction_changed", "extraction", Extraction.objects.get().pk)]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("span_start", 4),
        ("span_end", 30),
        ("text", "keep"),
        ("message_index", 2),
        ("evidence_json", "{}"),
        ("evidence_json", "-"),
    ],
)
def test_audit_store_finds_a_changed_alignment(session: ReviewSession, column: str, value: str | int) -> None:
    alignment = attempt(1)
    rewrite("review_alignment", column, value, where=row(alignment.pk))

    assert Finding("proof_failed", "alignment", alignment.pk) in list(audit_store())


@pytest.mark.parametrize(
    ("column", "value"), [("reason", "wrong_message"), ("text", "x"), ("evidence_json", "no JSON")]
)
def test_audit_store_finds_a_changed_failure(session: ReviewSession, column: str, value: str) -> None:
    alignment = attempt(2)
    rewrite("review_alignment", column, value, where=row(alignment.pk))

    assert Finding("failure_changed", "alignment", alignment.pk) in list(audit_store())


def test_audit_store_finds_a_similarity_that_was_polished(session: ReviewSession) -> None:
    alignment = attempt(2, position=2)
    assert alignment.method == "fuzzy"
    rewrite("review_alignment", "similarity", 0.99, where=row(alignment.pk))

    assert list(audit_store()) == [Finding("proof_failed", "alignment", alignment.pk)]


def test_audit_store_finds_a_true_place_that_nobody_found(session: ReviewSession) -> None:
    """The words are there, so the proof holds; but the journal tells of another place."""
    alignment = attempt(2, position=1, attempt=2)
    chosen, other = '"spanStart":30,"spanEnd":59', '"spanStart":0,"spanEnd":29'
    wire = alignment.evidence_json.replace(other, "{}").replace(chosen, other).replace("{}", chosen)
    with lifted("review_alignment"):
        Alignment.objects.filter(pk=alignment.pk).update(span_start=0, span_end=29, evidence_json=wire)

    assert list(audit_store()) == [Finding("attempt_unaccounted", "alignment", alignment.pk)]


def test_audit_store_finds_a_quote_that_was_mended_in_place(session: ReviewSession) -> None:
    rewrite("review_quote", "text", "keep the raw text", where=row(quote(1).pk))

    assert list(audit_store()) == [Finding("quote_changed", "quote", quote(1).pk)]


def test_audit_store_finds_a_current_alignment_that_was_put_back(session: ReviewSession) -> None:
    Quote.objects.filter(pk=quote(2).pk).update(current=attempt(2))

    assert list(audit_store()) == [
        Finding("flag_changed", "entry", entry(2).pk),
        Finding("current_changed", "quote", quote(2).pk),
    ]


def test_audit_store_finds_a_quote_without_alignment(session: ReviewSession) -> None:
    Quote.objects.filter(pk=quote(3).pk).update(current=None)

    assert codes() == {"current_changed", "flag_changed"}


def test_audit_store_finds_an_attempt_that_is_missing(session: ReviewSession) -> None:
    remove("review_alignment", where=row(attempt(2).pk))

    assert codes() == {"current_changed", "attempt_unaccounted"}


def test_audit_store_finds_an_attempt_that_nobody_made(session: ReviewSession) -> None:
    copy = attempt(3)
    copy.pk, copy.attempt = None, 2
    copy.save(force_insert=True)
    Quote.objects.filter(pk=quote(3).pk).update(current=copy)

    assert list(audit_store()) == [Finding("attempt_unaccounted", "alignment", copy.pk)]


def test_audit_store_finds_a_changed_flag(session: ReviewSession) -> None:
    Entry.objects.filter(pk=entry(3).pk).update(evidence_aligned=False)

    assert list(audit_store()) == [Finding("flag_changed", "entry", entry(3).pk)]


def test_audit_store_finds_a_stage_that_nobody_granted(session: ReviewSession) -> None:
    Entry.objects.filter(pk=entry(3).pk).update(
        stage="verified", verified_by=make_user("mina"), verified_at=timezone.now()
    )

    assert list(audit_store()) == [Finding("stage_unaccounted", "entry", entry(3).pk, "verified")]


def test_audit_store_finds_a_stage_that_was_taken_back(session: ReviewSession) -> None:
    Entry.objects.filter(pk=entry(1).pk).update(stage="candidate")

    assert list(audit_store()) == [Finding("stage_unaccounted", "entry", entry(1).pk, "candidate")]


def test_audit_store_finds_a_rejection_that_nobody_made(session: ReviewSession) -> None:
    gone = {"rejected_at": None, "rejected_by": None, "rejected_reason": ""}
    Entry.objects.filter(pk=entry(2).pk).update(**gone)

    assert list(audit_store()) == [Finding("rejection_unaccounted", "entry", entry(2).pk)]


def test_audit_store_finds_a_withdrawal_that_was_undone(session: ReviewSession) -> None:
    gone = {"withdrawn_at": None, "withdrawn_by": None, "withdrawn_reason": ""}
    Quote.objects.filter(pk=quote(2, 3).pk).update(**gone)

    assert codes() == {"withdrawal_unaccounted", "flag_changed"}


def promotion() -> Event:
    return Event.objects.get(event_type="entry_promoted")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("actor", "jun"),
        ("event_type", "promotion_refused"),
        ("event_id", "0" * 32),
        ("created_at", "2026-01-01 00:00:00+00:00"),
        ("entry_id", None),
        ("hash", "0" * 64),
    ],
)
def test_audit_store_finds_a_changed_event(session: ReviewSession, column: str, value: str | None) -> None:
    event = promotion()
    rewrite("review_event", column, value, where=row(event.pk))

    assert Finding("event_changed", "event", event.pk, f"{event.chain.name} seq {event.seq}") in list(audit_store())


@pytest.mark.parametrize("payload", ['{"from_stage":"raw","proofs":[],"to_stage":"verified"}', "no JSON", "[]", "7"])
@pytest.mark.parametrize("event_type", ["session_ingested", "entry_promoted", "evidence_aligned"])
def test_audit_store_finds_a_changed_payload(session: ReviewSession, event_type: str, payload: str) -> None:
    event = Event.objects.filter(event_type=event_type).order_by("seq")[0]
    rewrite("review_event", "payload", payload, where=row(event.pk))

    assert Finding("event_changed", "event", event.pk, f"{event.chain.name} seq {event.seq}") in list(audit_store())


def test_audit_store_finds_an_entry_whose_journal_cannot_be_read(session: ReviewSession) -> None:
    rewrite("review_event", "payload", "no JSON", where=row(promotion().pk))

    assert codes() == {"event_changed", "journal_unreadable"}


def test_audit_store_finds_an_event_that_was_changed_with_its_hash(session: ReviewSession) -> None:
    event = promotion()
    event.actor = "jun"
    with lifted("review_event"):
        Event.objects.filter(pk=event.pk).update(actor="jun", hash=_journal.event_hash(event))

    following = Event.objects.get(chain=event.chain, seq=event.seq + 1)
    assert list(audit_store()) == [
        Finding("chain_broken", "event", following.pk, f"{event.chain.name} seq {following.seq}")
    ]


def test_audit_store_finds_a_missing_event(session: ReviewSession) -> None:
    remove("review_event", where=row(promotion().pk))

    assert codes() == {"chain_broken", "stage_unaccounted"}


def test_audit_store_finds_a_tail_that_was_cut_off(session: ReviewSession) -> None:
    last = session.events.latest("seq")
    remove("review_event", where=row(last.pk))

    chain = Chain.objects.get(session=session)
    assert list(audit_store()) == [
        Finding("rejection_unaccounted", "entry", entry(2).pk),
        Finding("chain_head_differs", "chain", chain.pk, chain.name),
    ]


def test_audit_store_finds_two_events_that_changed_places(session: ReviewSession) -> None:
    first, second = session.events.order_by("seq")[2:4]
    with lifted("review_event"):
        for pk, seq in ((first.pk, 999), (second.pk, first.seq), (first.pk, second.seq)):
            Event.objects.filter(pk=pk).update(seq=seq)

    assert {"chain_broken", "event_changed"} <= codes()


def test_audit_store_finds_a_head_that_was_moved(session: ReviewSession) -> None:
    Chain.objects.update(head_hash=digest(canonical_json("moved")))

    assert codes() == {"chain_head_differs"}


def test_recheck_proofs_reads_only_what_it_is_asked_for(session: ReviewSession) -> None:
    rewrite("review_alignment", "span_end", 30, where=row(attempt(1).pk))

    assert list(recheck_proofs(Alignment.objects.filter(quote__entry=entry(3)))) == []
    assert len(list(recheck_proofs(Alignment.objects.filter(quote__entry=entry(1))))) == 1


def test_audit_store_reads_only(session: ReviewSession) -> None:
    writes = []

    def watch(execute: object, sql: str, *rest: object) -> object:
        if not sql.startswith(("SELECT", "DECLARE", "FETCH", "CLOSE")):
            writes.append(sql)
        return execute(sql, *rest)  # type: ignore[operator]

    with connection.execute_wrapper(watch):
        list(audit_store())

    assert writes == []
