"""The audit: no findings in a clean store, and one for every change made past its triggers."""

import pytest
from django.db import OperationalError, connection, transaction

from aligner_core import text_hash
from review.models import Alignment, Entry, Extraction, Message, Quote, ReviewSession
from review.services.audit.audit_store import Finding, audit_store, recheck_proofs, run_audit
from tests.behind import remove, rewrite
from tests.factories import make_project, make_retrieval, make_session, make_user, message_digest_of
from tests.worked import WORDS, found_codes, make_worked_session, nth_attempt, nth_entry, nth_quote

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> ReviewSession:
    return make_worked_session()


def row(pk: int) -> str:
    return f"id = {pk}"


def test_audit_store_finds_nothing_in_a_clean_store(session: ReviewSession) -> None:
    make_retrieval([])

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


def test_audit_store_finds_a_length_that_was_changed(session: ReviewSession) -> None:
    message = Message.objects.get(index=1)
    rewrite("review_message", "length", 7, where=row(message.pk))

    assert list(audit_store()) == [Finding("message_changed", "message", message.pk)]


def test_audit_store_finds_a_title_that_was_changed(session: ReviewSession) -> None:
    rewrite("review_reviewsession", "title", "Another talk", where=row(session.pk))

    assert list(audit_store()) == [Finding("session_changed", "session", session.pk)]


def test_audit_store_finds_another_sender_of_an_extraction(session: ReviewSession) -> None:
    extraction = session.extractions.get()
    rewrite("review_extraction", "received_by_id", make_user("jun").pk, where=row(extraction.pk))

    assert list(audit_store()) == [Finding("extraction_unaccounted", "extraction", extraction.pk)]


def test_audit_store_finds_a_session_in_another_project(session: ReviewSession) -> None:
    rewrite("review_reviewsession", "project_id", make_project("atlas").pk, where=row(session.pk))

    assert Finding("session_moved", "session", session.pk) in list(audit_store())


def test_audit_store_finds_other_notes_of_an_extraction(session: ReviewSession) -> None:
    extraction = session.extractions.get()
    rewrite("review_extraction", "notes", '[{"code": "no_evidence"}]', where=row(extraction.pk))

    assert list(audit_store()) == [Finding("notes_changed", "extraction", extraction.pk)]


def test_audit_store_finds_a_message_that_was_slipped_in(session: ReviewSession) -> None:
    hashed = {"content_hash": text_hash("x"), "digest": message_digest_of("x")}
    Message.objects.create(session=session, index=3, content="x", length=1, **hashed)

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
    alignment = nth_attempt(1)
    rewrite("review_alignment", column, value, where=row(alignment.pk))

    assert Finding("proof_failed", "alignment", alignment.pk) in list(audit_store())


@pytest.mark.parametrize(
    ("column", "value"), [("reason", "wrong_message"), ("text", "x"), ("evidence_json", "no JSON")]
)
def test_audit_store_finds_a_changed_failure(session: ReviewSession, column: str, value: str) -> None:
    alignment = nth_attempt(2)
    rewrite("review_alignment", column, value, where=row(alignment.pk))

    assert Finding("failure_changed", "alignment", alignment.pk) in list(audit_store())


def test_audit_store_finds_a_similarity_that_was_polished(session: ReviewSession) -> None:
    alignment = nth_attempt(2, position=2)
    assert alignment.method == "fuzzy"
    rewrite("review_alignment", "similarity", 0.99, where=row(alignment.pk))

    assert list(audit_store()) == [Finding("proof_failed", "alignment", alignment.pk)]


@pytest.mark.parametrize(("attempt", "code"), [(1, "proof_failed"), (2, "failure_changed")])
def test_audit_store_finds_another_verdict(session: ReviewSession, attempt: int, code: str) -> None:
    alignment = nth_attempt(attempt)
    rewrite("review_alignment", "verdict", "slip", where=row(alignment.pk))

    assert Finding(code, "alignment", alignment.pk) in list(audit_store())


def test_audit_store_leaves_verdicts_of_older_rules(session: ReviewSession) -> None:
    alignment = nth_attempt(1)
    for column, value in (("verdict", "slip"), ("engine", "1")):
        rewrite("review_alignment", column, value, where=row(alignment.pk))

    assert Finding("proof_failed", "alignment", alignment.pk) not in list(audit_store())


def test_audit_store_finds_a_quote_that_was_mended_in_place(session: ReviewSession) -> None:
    rewrite("review_quote", "text", "keep the raw text", where=row(nth_quote(1).pk))

    assert list(audit_store()) == [
        Finding("quote_changed", "quote", nth_quote(1).pk),
        Finding("claim_unconfirmed", "entry", nth_entry(1).pk),
        Finding("claim_flag_changed", "entry", nth_entry(1).pk),
    ]


def test_audit_store_finds_a_current_alignment_that_was_put_back(session: ReviewSession) -> None:
    Quote.objects.filter(pk=nth_quote(2).pk).update(current=nth_attempt(2))

    assert list(audit_store()) == [
        Finding("flag_changed", "entry", nth_entry(2).pk),
        Finding("current_changed", "quote", nth_quote(2).pk),
    ]


def test_audit_store_finds_a_quote_without_alignment(session: ReviewSession) -> None:
    Quote.objects.filter(pk=nth_quote(3).pk).update(current=None)

    assert found_codes() == {"current_changed", "flag_changed"}


def test_audit_store_finds_an_attempt_that_is_missing(session: ReviewSession) -> None:
    remove("review_alignment", where=row(nth_attempt(2).pk))

    assert found_codes() == {"current_changed", "attempt_unaccounted"}


def test_audit_store_finds_a_changed_flag(session: ReviewSession) -> None:
    Entry.objects.filter(pk=nth_entry(3).pk).update(evidence_aligned=False)

    assert list(audit_store()) == [Finding("flag_changed", "entry", nth_entry(3).pk)]


def test_recheck_proofs_reads_only_what_it_is_asked_for(session: ReviewSession) -> None:
    rewrite("review_alignment", "span_end", 30, where=row(nth_attempt(1).pk))

    assert list(recheck_proofs(Alignment.objects.filter(quote__entry=nth_entry(3)))) == []
    assert len(list(recheck_proofs(Alignment.objects.filter(quote__entry=nth_entry(1))))) == 1


def test_audit_store_reads_only(session: ReviewSession) -> None:
    writes = []

    def watch(execute: object, sql: str, *rest: object) -> object:
        if not sql.lstrip().startswith(("SELECT", "WITH found AS (SELECT", "DECLARE", "FETCH", "CLOSE")):
            writes.append(sql)
        return execute(sql, *rest)  # type: ignore[operator]

    with connection.execute_wrapper(watch):
        list(audit_store())

    assert writes == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL refuses to write in another way")
def test_run_audit_fails_where_its_run_cannot_be_listed_and_nothing_was_found() -> None:
    connection.connection.execute("PRAGMA query_only = ON")
    try:
        with pytest.raises(OperationalError, match="readonly"), transaction.atomic():
            run_audit()
    finally:
        connection.connection.execute("PRAGMA query_only = OFF")
