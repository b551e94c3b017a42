"""The audit of the journal: chains, payloads, and columns that disagree with them."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from aligner_core import canonical_json, digest, text_hash
from aligner_core.ledger.hash_chain import event_hash
from review.models import Alignment, Chain, Entry, Event, Quote, ReviewSession
from review.models.sessions import message_digest
from review.services.audit.audit_store import Finding, audit_store
from review.services.promotion.stages import demote_entry, reopen_entry
from review.services.repair.splitting import Split, split_quote, undo_split
from tests.behind import lifted, link_of, remove, rewrite
from tests.factories import make_session, make_user, message_digest_of
from tests.worked import found_codes, make_worked_session, nth_attempt, nth_entry, nth_quote

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def worked(standing: None) -> int:
    return make_worked_session().pk


@pytest.fixture
def session(worked: int, db: None) -> ReviewSession:
    return ReviewSession.objects.get(pk=worked)


def row(pk: int) -> str:
    return f"id = {pk}"


def test_audit_store_finds_a_message_that_was_changed_with_its_hash(session: ReviewSession) -> None:
    lonely = make_session(["Nobody quotes this."], session_id="lonely")
    message = lonely.messages.get()
    rewrite("review_message", "content", "Nobody quoted this.", where=row(message.pk))
    rewrite("review_message", "content_hash", text_hash("Nobody quoted this."), where=row(message.pk))
    rewrite("review_message", "digest", message_digest_of("Nobody quoted this."), where=row(message.pk))

    assert list(audit_store()) == [Finding("message_unaccounted", "session", lonely.pk, "message 0")]


@pytest.mark.parametrize("column", ["role", "name", "timestamp"])
def test_audit_store_finds_a_message_in_another_name(session: ReviewSession, column: str) -> None:
    message = session.messages.get(index=1)
    rewrite("review_message", column, "boss", where=row(message.pk))

    assert list(audit_store()) == [Finding("message_changed", "message", message.pk)]


def test_audit_store_finds_a_speaker_that_was_changed_with_the_digest(session: ReviewSession) -> None:
    message = session.messages.get(index=1)
    message.role = "boss"
    rewrite("review_message", "role", "boss", where=row(message.pk))
    rewrite("review_message", "digest", message_digest(message), where=row(message.pk))

    marked = [finding for finding in audit_store() if finding.code == "marks_changed"]
    assert [finding for finding in audit_store() if finding not in marked] == [
        Finding("message_unaccounted", "session", session.pk, "message 1")
    ]
    assert len(marked) == 1


def test_audit_store_finds_more_than_a_part_that_is_not_with_its_whole(session: ReviewSession) -> None:
    mina, whole, other = User.objects.get(username="mina"), nth_quote(3, 0), nth_entry(2)
    split_quote(quote_id=whole.pk, parts=[("keep the raw", 0), ("every event", 0)], seen_attempt=1, actor=mina)
    undo_split(quote_id=whole.pk, seen_attempt=1, actor=mina)
    part = Quote.objects.filter(split_from=whole).latest("position")
    rewrite("review_quote", "position", 9, where=row(part.pk))
    rewrite("review_quote", "entry_id", other.pk, where=row(part.pk))

    found = list(audit_store())

    assert Finding("standing_unaccounted", "quote", part.pk) in found
    assert Finding("journal_unreadable", "entry", other.pk) in found


def test_audit_store_finds_a_true_place_that_nobody_found(session: ReviewSession) -> None:
    """The words are there, so the proof holds; but the journal recorded another place."""
    alignment = nth_attempt(2, position=1, attempt=2)
    chosen, other = '"spanStart":30,"spanEnd":59', '"spanStart":0,"spanEnd":29'
    wire = alignment.evidence_json.replace(other, "{}").replace(chosen, other).replace("{}", chosen)
    with lifted("review_alignment"):
        Alignment.objects.filter(pk=alignment.pk).update(span_start=0, span_end=29, evidence_json=wire)

    assert list(audit_store()) == [Finding("attempt_unaccounted", "alignment", alignment.pk)]


def test_audit_store_finds_an_attempt_that_nobody_made(session: ReviewSession) -> None:
    copy = nth_attempt(3)
    copy.pk, copy.attempt = None, 2
    copy.save(force_insert=True)
    Quote.objects.filter(pk=nth_quote(3).pk).update(current=copy)

    assert list(audit_store()) == [Finding("attempt_unaccounted", "alignment", copy.pk)]


def test_audit_store_finds_words_with_a_changed_provenance(session: ReviewSession) -> None:
    alignment = nth_attempt(2, attempt=2)
    rewrite("review_alignment", "provenance", "selected_by_hand", where=row(alignment.pk))

    assert list(audit_store()) == [Finding("attempt_unaccounted", "alignment", alignment.pk)]


def test_audit_store_finds_an_attempt_with_no_provenance_in_its_event(session: ReviewSession) -> None:
    event = Event.objects.get(event_type="quote_retried")
    body = {key: value for key, value in event.body.items() if key != "provenance"}
    rewrite("review_event", "payload", canonical_json(body).decode(), where=row(event.pk))

    assert found_codes() == {"event_changed", "journal_unreadable"}


def split_third(session: ReviewSession) -> tuple[Quote, Quote]:
    """Split the quote of entry 3 and return its parts."""
    parts = [("이벤트의 원문은", 2), ("keep the raw", 0)]
    mina = make_user("mina")
    result = split_quote(quote_id=nth_quote(3).pk, parts=parts, seen_attempt=1, actor=mina)
    assert isinstance(result, Split)
    assert list(audit_store()) == []
    first, second = result.parts
    return first, second


def test_audit_store_finds_a_part_with_other_words(session: ReviewSession) -> None:
    part, _ = split_third(session)
    rewrite("review_quote", "text", "의 원문", where=row(part.pk))
    rewrite("review_quote", "text_hash", text_hash("의 원문"), where=row(part.pk))

    assert list(audit_store()) == [Finding("parts_unaccounted", "entry", nth_entry(3).pk)]


def test_audit_store_finds_a_part_of_another_quote(session: ReviewSession) -> None:
    part, other = split_third(session)
    rewrite("review_quote", "split_from_id", other.pk, where=row(part.pk))

    assert list(audit_store()) == [Finding("parts_unaccounted", "entry", nth_entry(3).pk)]


def test_audit_store_finds_a_part_that_nobody_split_off(session: ReviewSession) -> None:
    part, _ = split_third(session)
    rewrite("review_quote", "split_from_id", None, where=row(part.pk))

    assert found_codes() == {"entry_changed", "parts_unaccounted", "attempt_unaccounted"}


def test_audit_store_finds_a_split_that_was_undone_by_nobody(session: ReviewSession) -> None:
    part, _ = split_third(session)
    Quote.objects.filter(pk=part.pk).update(standing="undone")

    assert list(audit_store()) == [Finding("standing_unaccounted", "quote", part.pk)]


def test_audit_store_finds_a_stage_that_nobody_granted(session: ReviewSession) -> None:
    Entry.objects.filter(pk=nth_entry(3).pk).update(
        stage="verified", verified_by=make_user("mina"), verified_at=timezone.now()
    )

    assert list(audit_store()) == [Finding("stage_unaccounted", "entry", nth_entry(3).pk, "verified")]


def test_audit_store_finds_a_stage_that_was_taken_back(session: ReviewSession) -> None:
    Entry.objects.filter(pk=nth_entry(1).pk).update(stage="candidate")

    assert list(audit_store()) == [Finding("stage_unaccounted", "entry", nth_entry(1).pk, "candidate")]


def test_audit_store_finds_another_person_stored_as_the_verifier(session: ReviewSession) -> None:
    Entry.objects.filter(pk=nth_entry(1).pk).update(verified_by=make_user("jun"))

    assert list(audit_store()) == [Finding("verifier_unaccounted", "entry", nth_entry(1).pk)]


def test_audit_store_finds_switches_that_were_not_on(session: ReviewSession) -> None:
    entry = nth_entry(1)
    rewrite("review_entry", "verified_under", "two_reviewers", where=row(entry.pk))

    assert list(audit_store()) == [Finding("switches_unaccounted", "entry", entry.pk, "two_reviewers")]


def test_audit_store_is_content_with_entries_that_were_taken_back(session: ReviewSession) -> None:
    verified, rejected, mina = nth_entry(1), nth_entry(2), make_user("mina")

    demote_entry(entry_id=verified.pk, reason="too early", seen_version=verified.version, actor=mina)
    reopen_entry(entry_id=rejected.pk, seen_version=rejected.version, actor=mina)

    assert list(audit_store()) == []


def test_audit_store_finds_a_reason_that_was_reworded(session: ReviewSession) -> None:
    Entry.objects.filter(pk=nth_entry(2).pk).update(rejected_reason="a mistake")
    Quote.objects.filter(pk=nth_quote(2, 3).pk).update(withdrawn_reason="a mistake")

    assert list(audit_store()) == [
        Finding("rejection_unaccounted", "entry", nth_entry(2).pk),
        Finding("standing_unaccounted", "quote", nth_quote(2, 3).pk),
    ]


def test_audit_store_finds_a_title_that_the_session_did_not_come_with(session: ReviewSession) -> None:
    ReviewSession.objects.update(title="another talk")

    assert list(audit_store()) == [Finding("session_changed", "session", session.pk)]


def test_audit_store_finds_an_extraction_that_nobody_received(session: ReviewSession) -> None:
    extraction = session.extractions.get()
    canonical = extraction.canonical.replace("e-3", "e-9")
    rewrite("review_extraction", "canonical", canonical)
    rewrite("review_extraction", "digest", digest(canonical.encode()))

    assert list(audit_store()) == [Finding("extraction_unaccounted", "extraction", extraction.pk)]


def test_audit_store_finds_a_rejection_that_nobody_made(session: ReviewSession) -> None:
    gone = {"rejected_at": None, "rejected_by": None, "rejected_reason": ""}
    Entry.objects.filter(pk=nth_entry(2).pk).update(**gone)

    assert list(audit_store()) == [Finding("rejection_unaccounted", "entry", nth_entry(2).pk)]


def test_audit_store_finds_a_withdrawal_that_was_undone(session: ReviewSession) -> None:
    gone = {"standing": "counts", "withdrawn_at": None, "withdrawn_by": None, "withdrawn_reason": ""}
    Quote.objects.filter(pk=nth_quote(2, 3).pk).update(**gone)

    assert found_codes() == {"standing_unaccounted", "flag_changed"}


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
@pytest.mark.parametrize("event_type", ["session_ingested", "memory_extracted", "entry_promoted", "evidence_aligned"])
def test_audit_store_finds_a_changed_payload(session: ReviewSession, event_type: str, payload: str) -> None:
    event = Event.objects.filter(event_type=event_type).order_by("seq")[0]
    rewrite("review_event", "payload", payload, where=row(event.pk))

    assert Finding("event_changed", "event", event.pk, f"{event.chain.name} seq {event.seq}") in list(audit_store())


def test_audit_store_finds_an_entry_with_an_unreadable_journal(session: ReviewSession) -> None:
    rewrite("review_event", "payload", "no JSON", where=row(promotion().pk))

    assert found_codes() == {"event_changed", "journal_unreadable"}


def test_audit_store_finds_an_event_that_was_changed_with_its_hash(session: ReviewSession) -> None:
    event = promotion()
    event.actor = "jun"
    with lifted("review_event"):
        Event.objects.filter(pk=event.pk).update(actor="jun", hash=event_hash(link_of(event)))

    following = Event.objects.get(chain=event.chain, seq=event.seq + 1)
    assert list(audit_store()) == [
        Finding("chain_broken", "event", following.pk, f"{event.chain.name} seq {following.seq}"),
        Finding("verifier_unaccounted", "entry", nth_entry(1).pk),
    ]


def test_audit_store_finds_a_missing_event(session: ReviewSession) -> None:
    remove("review_event", where=row(promotion().pk))

    assert found_codes() == {"chain_broken", "stage_unaccounted"}


def test_audit_store_finds_a_tail_that_was_cut_off(session: ReviewSession) -> None:
    last = session.events.latest("seq")
    remove("review_event", where=row(last.pk))

    chain = Chain.objects.get(session=session)
    assert list(audit_store()) == [
        Finding("chain_head_differs", "chain", chain.pk, chain.name),
        Finding("rejection_unaccounted", "entry", nth_entry(2).pk),
    ]


def test_audit_store_finds_two_events_that_changed_places(session: ReviewSession) -> None:
    first, second = session.events.order_by("seq")[2:4]
    with lifted("review_event"):
        for pk, seq in ((first.pk, 999), (second.pk, first.seq), (first.pk, second.seq)):
            Event.objects.filter(pk=pk).update(seq=seq)

    assert {"chain_broken", "event_changed"} <= found_codes()


def test_audit_store_finds_a_head_that_was_moved(session: ReviewSession) -> None:
    Chain.objects.update(head_hash=digest(canonical_json("moved")))

    assert found_codes() == {"chain_head_differs"}
