"""The audit of entries and quotes: they are what was uploaded, and the gate stops critical differences."""

import re

import pytest
from pytest_django.fixtures import Settings

from aligner_core import text_hash
from review.models import Alignment, Quote, ReviewSession
from review.services.audit.audit_store import Finding, audit_store, run_audit
from review.services.repair.quotes import retry_quote, withdraw_quote
from tests.behind import rewrite
from tests.factories import make_entries, make_entry, make_project, make_session, make_user, quotes_of, run_of
from tests.worked import found_codes, make_worked_session, nth_entry, nth_quote

pytestmark = pytest.mark.django_db

SOURCE = "회의에서 이 기능은 배포하지 않기로 결정했습니다. The third one has a small typo in it."
CRITICAL, SLIP = "이 기능은 배포하기로 결정했습니다", "The third one has a smal typo in it."


@pytest.fixture
def session() -> ReviewSession:
    return make_worked_session()


@pytest.mark.parametrize("column", ["title", "type", "body", "entry_id"])
def test_audit_store_finds_an_entry_that_was_reworded(session: ReviewSession, column: str) -> None:
    entry = nth_entry(1)
    rewrite("review_entry", column, "reworded", where=f"id = {entry.pk}")

    assert Finding("entry_changed", "entry", entry.pk) in list(audit_store())


def test_audit_store_finds_an_entry_in_another_place(session: ReviewSession) -> None:
    entry = nth_entry(3)
    rewrite("review_entry", "position", 7, where=f"id = {entry.pk}")

    assert list(audit_store()) == [
        Finding("entry_missing", "extraction", run_of(entry).pk, "entry 3"),
        Finding("entry_changed", "entry", entry.pk),
    ]


def test_audit_store_finds_a_quote_that_was_changed_with_its_hash(session: ReviewSession) -> None:
    quote = nth_quote(1)
    rewrite("review_quote", "text", "keep the raw text", where=f"id = {quote.pk}")
    rewrite("review_quote", "text_hash", text_hash("keep the raw text"), where=f"id = {quote.pk}")

    found = [finding for finding in audit_store() if not finding.code.startswith("claim_")]
    assert found == [Finding("quote_changed", "quote", quote.pk)]


def test_audit_store_finds_a_message_index_that_was_changed(session: ReviewSession) -> None:
    quote = nth_quote(1)
    rewrite("review_quote", "claimed_index", "2", where=f"id = {quote.pk}")

    assert list(audit_store()) == [Finding("quote_changed", "quote", quote.pk)]


def test_audit_store_finds_a_quote_that_was_slipped_in(session: ReviewSession) -> None:
    quote = nth_quote(3)
    quote.pk, quote.position, quote.current = None, 1, None
    quote.save(force_insert=True)

    assert Finding("entry_changed", "entry", nth_entry(3).pk) in list(audit_store())


def test_audit_store_is_content_with_everything_that_can_come_in() -> None:
    quotes: list[object] = [
        "x\u0000y",
        "\ud800",
        None,
        12,
        1.5,
        True,
        {"b": 1, "a": [2]},
        ["z", "a"],
        "long " * 900,
        "",
    ]
    evidence = [{"messageIndex": index, "quote": quote} for index, quote in enumerate(quotes)]
    odd = [{"messageIndex": index, "quote": "words"} for index in (-1, True, "1", None, 2.0, 10**40, "\u0000")]
    entries: list[dict[str, object]] = [
        {"title": "left out \u0000", "evidence": odd},
        {"evidence": [*evidence, *odd, {"quote": "x", "spanStart": 3}, {}, 7]},
        {"body": "left out \ud800"},
        {"title": "the last one"},
    ]

    stored = make_entries(make_session([SOURCE]), entries)

    assert [entry.title for entry in stored] == ["Entry 2", "the last one"]
    assert list(audit_store()) == []


@pytest.mark.parametrize("column", ["extractor", "model", "prompt_version", "run_id", "made_at"])
def test_audit_store_finds_another_run(session: ReviewSession, column: str) -> None:
    rewrite("review_extraction", column, "another")

    assert list(audit_store()) == [Finding("run_changed", "extraction", session.extractions.get().pk)]


def test_audit_store_is_content_when_the_limits_were_lowered_since(session: ReviewSession, settings: Settings) -> None:
    settings.REVIEW_MAX_QUOTE_CHARS = 5
    assert list(audit_store()) == []

    settings.REVIEW_MAX_QUOTES = 1
    assert list(audit_store()) == []


def test_audit_store_is_content_when_the_limit_of_quotes_was_raised_since(settings: Settings) -> None:
    settings.REVIEW_MAX_QUOTE_CHARS = 20
    make_entry(make_session([SOURCE]), [SLIP])
    assert [quote.is_cut for quote in Quote.objects.all()] == [True]

    settings.REVIEW_MAX_QUOTE_CHARS = 4_000

    assert list(audit_store()) == []


def rate(alignment: Alignment, severity: str) -> None:
    """Store another severity of the differences of an attempt, as somebody with the database could."""
    wire = re.sub(r'"severity":"\w+"', f'"severity":"{severity}"', alignment.evidence_json)
    wire = re.sub(r'"critical":\w+', f'"critical":{str(severity == "critical").lower()}', wire)
    assert wire != alignment.evidence_json
    rewrite("review_alignment", "evidence_json", wire, where=f"id = {alignment.pk}")
    rewrite(
        "review_alignment", "verdict", "differs" if severity == "critical" else "equal", where=f"id = {alignment.pk}"
    )


def fuzzy(words: str) -> Alignment:
    entry = make_entry(make_session([SOURCE]), [words])
    current = quotes_of(entry)[0].current
    assert current is not None
    assert current.method == "fuzzy"
    return current


def test_audit_store_finds_a_critical_difference_that_was_played_down() -> None:
    alignment = fuzzy(CRITICAL)
    rate(alignment, "form")

    assert list(audit_store()) == [
        Finding("differences_changed", "alignment", alignment.pk),
        Finding("attempt_unaccounted", "alignment", alignment.pk),
    ]


def test_audit_store_is_content_where_the_gate_waits_for_more_than_it_would_today() -> None:
    """The rules of an older version may have been stricter; only the journal shows that these were changed."""
    alignment = fuzzy(SLIP)
    rate(alignment, "critical")

    assert found_codes() == {"attempt_unaccounted"}


def test_audit_store_notes_what_older_rules_let_through() -> None:
    """An entry that was verified before the rules knew the difference is listed; nothing is wrong with the store."""
    alignment = fuzzy(CRITICAL)
    rate(alignment, "form")
    rewrite("review_alignment", "engine", "1", where=f"id = {alignment.pk}")
    notes = [found for found in audit_store() if found.is_note]

    assert notes == [Finding("judged_by_older_rules", "alignment", alignment.pk, is_note=True)]
    assert run_audit().findings == 2
    assert found_codes() == {"attempt_unaccounted", "making_unaccounted"}


def test_audit_store_asks_about_differences_of_what_counts_now() -> None:
    mina, alignment = make_user("mina", project=make_project()), fuzzy(CRITICAL)
    quote = alignment.quote
    rate(alignment, "form")

    retry_quote(quote_id=quote.pk, text=CRITICAL, message_index=0, seen_attempt=1, actor=mina)
    retried = found_codes()
    again = quote.alignments.get(attempt=2)
    rate(again, "form")
    withdraw_quote(quote_id=quote.pk, reason="invented", seen_attempt=2, actor=mina)

    assert (retried, found_codes()) == ({"attempt_unaccounted"}, {"attempt_unaccounted"})


def test_audit_store_finds_an_entry_in_another_session_than_its_extraction(session: ReviewSession) -> None:
    other, entry = make_session(["Another talk."], session_id="another"), nth_entry(3)
    rewrite("review_entry", "session_id", other.pk, where=f"id = {entry.pk}")

    assert Finding("entry_changed", "entry", entry.pk) in list(audit_store())


def test_audit_store_goes_on_where_the_first_event_cannot_be_read(session: ReviewSession) -> None:
    make_user()
    rewrite("review_event", "payload", "[]", where="event_type = 'account_made'")

    assert "journal_unreadable" in {finding.code for finding in audit_store()}


def test_audit_store_finds_an_entry_that_no_event_moved() -> None:
    entry = make_entry(make_session([SOURCE]), [SLIP], stage="raw")
    rewrite("review_entry", "stage", "candidate")

    assert list(audit_store()) == [Finding("stage_unaccounted", "entry", entry.pk, "candidate")]
