"""What the database itself refuses to anybody, on SQLite and PostgreSQL alike."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from aligner_core import text_hash
from review.domain.policy import Granted, Stage
from review.models import (
    Alignment,
    Approval,
    Entry,
    Event,
    Explanation,
    Extraction,
    Message,
    Override,
    Quote,
    ReviewSession,
    Statement,
)
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
FOUND = (0, "keep the raw text of every event")
INVENTED = (0, "nobody has ever said anything like it here")
AMBIGUOUS = (1, "The cache lives for one hour.")


def refused(change: Callable[[], object]) -> bool:
    try:
        with transaction.atomic():
            change()
    except IntegrityError:
        return True
    return False


def run(sql: str, *params: str | int | datetime) -> Callable[[], object]:
    def change() -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql, params)

    return change


def verified_entry() -> Entry:
    project = make_project()
    entry = make_entry(make_session(WORDS, project=project), [FOUND])
    actor = make_user(project=project)
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=actor)
    assert decision == Granted(Stage.VERIFIED)
    entry.refresh_from_db()
    return entry


@pytest.mark.parametrize(
    "quotes",
    [
        pytest.param((), id="no quote"),
        pytest.param((INVENTED,), id="a quote that was not found"),
        pytest.param((FOUND, INVENTED), id="one found, one not"),
        pytest.param((AMBIGUOUS,), id="an ambiguous quote"),
    ],
)
@pytest.mark.parametrize("stage", ["verified", "certified"])
def test_entry_without_its_evidence_cannot_be_above_candidate(quotes: tuple[tuple[int, str], ...], stage: str) -> None:
    entry = make_entry(make_session(WORDS), quotes)
    one, two = make_user("mina"), make_user("jun")
    columns = {
        "stage": stage,
        "evidence_aligned": True,
        "verified_by": one,
        "verified_at": timezone.now(),
        "certified_by": two,
        "certified_at": timezone.now(),
    }

    assert refused(lambda: Entry.objects.filter(pk=entry.pk).update(**columns))
    sql = (
        "UPDATE review_entry SET stage = %s, evidence_aligned = TRUE, verified_by_id = %s, verified_at = %s, "
        "certified_by_id = %s, certified_at = %s WHERE id = %s"
    )
    now = timezone.now()
    assert refused(run(sql, stage, one.pk, now, two.pk, now, entry.pk))


def test_entry_cannot_be_inserted_as_verified() -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    entry.pk, entry.position = None, 99
    entry.stage, entry.evidence_aligned, entry.verified_by, entry.verified_at = (
        Stage.VERIFIED,
        True,
        make_user(),
        timezone.now(),
    )

    assert refused(lambda: entry.save(force_insert=True))


def test_entry_above_candidate_needs_flag_and_reviewer() -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    rows = Entry.objects.filter(pk=entry.pk)

    assert refused(lambda: rows.update(stage="verified"))
    assert refused(lambda: rows.update(stage="verified", verified_by=make_user()))
    assert refused(
        lambda: rows.update(
            stage="verified", evidence_aligned=False, verified_by=make_user(), verified_at=timezone.now()
        )
    )
    assert not refused(lambda: rows.update(stage="verified", verified_by=make_user(), verified_at=timezone.now()))


def test_entry_is_not_certified_by_the_person_who_verified() -> None:
    entry = verified_entry()
    rows = Entry.objects.filter(pk=entry.pk)
    now = timezone.now()

    assert refused(lambda: rows.update(stage="certified", certified_by=entry.verified_by, certified_at=now))
    assert refused(lambda: rows.update(stage="certified"))
    assert not refused(lambda: rows.update(stage="certified", certified_by=make_user("jun"), certified_at=now))


def test_entry_stage_is_one_of_the_specification() -> None:
    entry = make_entry(make_session(WORDS), [FOUND])

    assert refused(lambda: Entry.objects.filter(pk=entry.pk).update(stage="approved"))


def test_entry_rejection_has_who_when_and_why() -> None:
    rows = Entry.objects.filter(pk=make_entry(make_session(WORDS), [FOUND]).pk)

    assert refused(lambda: rows.update(rejected_at=timezone.now()))
    assert refused(lambda: rows.update(rejected_at=timezone.now(), rejected_by=make_user()))
    assert refused(lambda: rows.update(rejected_reason="no"))


def test_verified_entry_keeps_flag_and_current_alignments() -> None:
    entry = verified_entry()
    [quote] = quotes_of(entry)

    assert refused(lambda: Entry.objects.filter(pk=entry.pk).update(evidence_aligned=False))
    assert refused(lambda: Quote.objects.filter(pk=quote.pk).update(current=None))
    assert refused(
        lambda: Quote.objects.filter(pk=quote.pk).update(
            standing="withdrawn", withdrawn_at=timezone.now(), withdrawn_by=make_user(), withdrawn_reason="x"
        )
    )
    assert refused(lambda: Quote.objects.filter(pk=quote.pk).update(standing="split"))
    assert refused(lambda: Quote.objects.create(entry=entry, position=7, text="x", text_hash="0" * 64))
    assert refused(run("DELETE FROM review_quote WHERE id = %s", quote.pk))


def test_quote_cannot_move_into_a_verified_entry() -> None:
    entry = verified_entry()
    other = make_entry(make_session(WORDS), [INVENTED])

    assert refused(lambda: Quote.objects.filter(entry=other).update(entry=entry))


def test_quote_is_what_came() -> None:
    [quote] = quotes_of(make_entry(make_session(WORDS), [FOUND]))
    rows = Quote.objects.filter(pk=quote.pk)

    assert refused(lambda: rows.update(text="other words"))
    assert refused(lambda: rows.update(claimed_index="3"))
    assert refused(lambda: rows.update(position=4))


def test_quote_current_is_an_attempt_at_it() -> None:
    session = make_session(WORDS)
    [quote] = quotes_of(make_entry(session, [INVENTED]))
    [other] = quotes_of(make_entry(session, [FOUND]))

    assert refused(lambda: Quote.objects.filter(pk=quote.pk).update(current=other.current))


def test_quote_withdrawal_has_who_when_and_why() -> None:
    [quote] = quotes_of(make_entry(make_session(WORDS), [FOUND]))
    rows = Quote.objects.filter(pk=quote.pk)

    assert refused(lambda: rows.update(withdrawn_at=timezone.now()))
    assert refused(lambda: rows.update(withdrawn_at=timezone.now(), withdrawn_by=make_user()))
    assert refused(lambda: rows.update(withdrawn_reason="invented"))


@pytest.mark.parametrize(
    "standing",
    [
        pytest.param("withdrawn", id="withdrawn by nobody"),
        pytest.param("undone", id="undone, but no part of another"),
        pytest.param("gone", id="unknown"),
    ],
)
def test_quote_standing_is_one_of_its_kinds(standing: str) -> None:
    [quote] = quotes_of(make_entry(make_session(WORDS), [FOUND]))

    assert refused(lambda: Quote.objects.filter(pk=quote.pk).update(standing=standing))


def part_of(quote: Quote | None, entry: Entry, position: int, standing: str = "counts") -> Quote:
    row = {"position": position, "text": "x", "text_hash": "0" * 64, "standing": standing}
    return Quote.objects.create(entry=entry, split_from=quote, **row)


def test_quote_part_belongs_to_a_split_quote_of_its_entry() -> None:
    one, other = (make_entry(make_session(WORDS), [FOUND, (0, "raw text")], entryId=name) for name in "ab")
    whole, loose = quotes_of(one)
    rows = Quote.objects.filter(pk=whole.pk)

    assert refused(lambda: part_of(whole, one, 7))
    rows.update(standing="split")
    assert refused(lambda: part_of(whole, other, 7))
    assert refused(lambda: Quote.objects.filter(pk=loose.pk).update(split_from=whole))
    assert not refused(lambda: part_of(whole, one, 7))


def test_quote_and_its_parts_never_count_both() -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    [whole] = quotes_of(entry)
    rows = Quote.objects.filter(pk=whole.pk)
    rows.update(standing="split")
    part = part_of(whole, entry, 7)

    for standing in ("counts", "undone"):
        assert refused(partial(rows.update, standing=standing))
    Quote.objects.filter(pk=part.pk).update(standing="undone")
    assert not refused(lambda: rows.update(standing="counts"))
    for standing in ("counts", "split"):
        assert refused(partial(Quote.objects.filter(pk=part.pk).update, standing=standing))


def revise(session: ReviewSession, index: int, version: int) -> Callable[[], object]:
    row = {"content": "new", "content_hash": text_hash("new"), "length": 3}
    return lambda: Message.objects.create(session=session, index=index, version=version, **row)


def test_message_versions_follow_one_another() -> None:
    session = make_session(WORDS)

    assert refused(revise(session, 0, 3))
    assert refused(revise(session, 2, 2))
    assert not refused(revise(session, 0, 2))
    assert not refused(revise(session, 0, 3))


def test_message_that_a_verified_entry_rests_on_gets_no_newer_version() -> None:
    entry = verified_entry()

    assert not refused(revise(entry.session, 1, 2))
    assert refused(revise(entry.session, 0, 2))
    Entry.objects.filter(pk=entry.pk).update(stage="candidate", verified_by=None, verified_at=None)
    assert not refused(revise(entry.session, 0, 2))


def test_entry_with_drifted_evidence_cannot_be_above_candidate() -> None:
    entry = make_entry(make_session(WORDS), [FOUND])
    revise(entry.session, 0, 2)()
    rows = Entry.objects.filter(pk=entry.pk)

    assert refused(lambda: rows.update(stage="verified", verified_by=make_user(), verified_at=timezone.now()))


def test_quote_that_does_not_count_neither_holds_an_entry_nor_a_message() -> None:
    entry = make_entry(make_session(WORDS), [FOUND, AMBIGUOUS])
    Quote.objects.filter(entry=entry, position=1).update(standing="split")
    rows = Entry.objects.filter(pk=entry.pk)

    assert not refused(lambda: rows.update(stage="verified", verified_by=make_user(), verified_at=timezone.now()))
    assert not refused(revise(entry.session, 1, 2))


def appended(model: type[Message | Alignment | Event | Extraction]) -> tuple[str, int]:
    make_entry(make_session(WORDS), [FOUND])
    return model._meta.db_table, model.objects.order_by("pk")[0].pk


@pytest.mark.parametrize(
    ("model", "column"),
    [(Message, "content"), (Alignment, "text"), (Event, "payload"), (Extraction, "canonical")],
)
def test_appended_rows_refuse_update_and_delete(
    model: type[Message | Alignment | Event | Extraction], column: str
) -> None:
    table, pk = appended(model)
    rows = model.objects.filter(pk=pk)

    assert refused(lambda: rows.update(**{column: "changed"}))
    assert refused(lambda: rows._raw_delete(rows.db))
    assert refused(run(f"UPDATE {table} SET {column} = 'changed' WHERE id = %s", pk))
    assert refused(run(f"DELETE FROM {table} WHERE id = %s", pk))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table} WHERE id = %s AND {column} = 'changed'", [pk])
        assert cursor.fetchone() == (0,)


@pytest.mark.parametrize("model", [Message, Alignment, Event, Extraction])
def test_appended_rows_refuse_replacement(model: type[Message | Alignment | Event | Extraction]) -> None:
    table, pk = appended(model)

    if connection.vendor == "sqlite":
        replace = run(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} WHERE id = %s", pk)
        assert refused(replace)
        assert refused(run(f"REPLACE INTO {table} SELECT * FROM {table} WHERE id = %s", pk))
    else:
        run("SET CONSTRAINTS ALL IMMEDIATE")()
        assert refused(run(f"TRUNCATE {table} CASCADE"))
        upsert = (
            f"INSERT INTO {table} SELECT * FROM {table} WHERE id = %s ON CONFLICT (id) DO UPDATE SET id = EXCLUDED.id"
        )
        assert refused(run(upsert, pk))


GOOD_ROW = {"method": "exact", "span_start": 0, "span_end": 4, "similarity": 1.0, "reason": ""}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"span_start": None, "span_end": None}, id="a method without a span"),
        pytest.param({"span_end": None}, id="half a span"),
        pytest.param({"span_end": 0}, id="an empty span"),
        pytest.param({"message": None}, id="a span without a message"),
        pytest.param({"reason": "not_found"}, id="a reason beside a span"),
        pytest.param({"similarity": None}, id="no similarity"),
        pytest.param({"similarity": 0.9}, id="an exact 0.9"),
        pytest.param({"method": "normalized", "similarity": 0.99}, id="a normalized 0.99"),
        pytest.param({"method": "fuzzy"}, id="a fuzzy 1.0"),
        pytest.param({"method": "fuzzy", "similarity": 0.84}, id="a fuzzy below the bar"),
        pytest.param({"method": "none"}, id="a failure with a span"),
        pytest.param(
            {"method": "none", "span_start": None, "span_end": None, "similarity": None},
            id="a failure without a reason",
        ),
        pytest.param({"method": "guess"}, id="an unknown method"),
        pytest.param({"provenance": "guess"}, id="an unknown provenance"),
        pytest.param({"provenance": "edited_quote"}, id="a quote that nobody edited"),
    ],
)
def test_alignment_is_one_of_its_kinds(change: dict[str, object]) -> None:
    session = make_session(WORDS)
    [quote] = quotes_of(make_entry(session, [FOUND]))
    message = session.messages.get(index=0)
    row = {"quote": quote, "message": message, "text": "x", "evidence_json": "{}", **GOOD_ROW}

    assert refused(lambda: Alignment.objects.create(**{**row, "attempt": 2, **change}))
    assert not refused(lambda: Alignment.objects.create(**{**row, "attempt": 3}))


def test_session_keeps_name_and_project() -> None:
    session = make_session(WORDS)

    assert refused(lambda: type(session).objects.filter(pk=session.pk).update(session_id="other"))
    assert refused(lambda: type(session).objects.filter(pk=session.pk).update(project=make_project("other")))


APPENDED = (
    "message",
    "extraction",
    "alignment",
    "event",
    "acknowledgement",
    "explanation",
    "approval",
    "override",
    "retrieval",
    "chunk",
    "citedsource",
    "claimconfirmation",
    "claimversion",
    "sourcecorrection",
)
UNDOABLE = ("acknowledgement", "approval", "claimconfirmation", "claimversion", "explanation")
TRIGGERS = {
    *(f"review_{table}_is_append_only_{moment}" for table in APPENDED for moment in ("update", "delete")),
    *(f"review_{table}_identity_is_frozen" for table in ("reviewsession", "entry", "quote", "accountorigin")),
    "review_entry_needs_evidence_insert",
    "review_entry_needs_evidence_update",
    "review_quote_of_verified_stays_insert",
    "review_quote_of_verified_stays_update",
    "review_quote_of_verified_stays_delete",
    "review_quote_added_is_no_part",
    "review_quote_current_is_its_own",
    "review_quote_part_has_whole_insert",
    "review_quote_part_has_whole_update",
    "review_quote_whole_or_parts",
    "review_message_versions_follow",
    "review_message_of_verified_stays",
    "review_entry_invents_no_source",
    "review_citedsource_of_verified_stays",
    "review_sourcecorrection_is_open",
    "review_claimconfirmation_of_claim",
    "review_claimconfirmation_of_verified_stays",
    "review_claimversion_of_verified_stays",
    "review_claimversion_newest_is_undone",
    *(f"review_{table}_of_verified_is_kept" for table in UNDOABLE),
    "review_event_enters_feed",
    "review_feeditem_is_numbered_once",
    "review_feeditem_is_append_only_delete",
    "review_comment_words_are_frozen",
    "review_comment_is_append_only_delete",
    "review_comment_replies_to_comment",
    "review_claimversions_follow",
    "review_entry_has_newest_claim",
    "review_entry_claim_is_confirmed_insert",
    "review_entry_claim_is_confirmed_update",
    "review_entry_claim_is_answered",
}
SEARCHED = ("alignment", "claimversion", "entry", "message", "quote", "session")
ENGINE = {
    "sqlite": {
        *(f"review_{table}_is_not_replaced" for table in (*APPENDED, "comment")),
        *(f"review_find_{table}_entered" for table in SEARCHED),
        "review_find_session_entered_again",
    },
    "postgresql": {f"review_{table}_is_not_truncated" for table in (*APPENDED, "comment")},
}


def test_every_trigger_is_there_after_all_migrations() -> None:
    """A later migration that rebuilds a table on SQLite drops its triggers silently."""
    query = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT DISTINCT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }[connection.vendor]

    with connection.cursor() as cursor:
        cursor.execute(query)
        names = {row[0] for row in cursor.fetchall()}

    assert names == TRIGGERS | ENGINE[connection.vendor]


def test_entry_is_certified_by_raw_sql_only_with_a_second_person() -> None:
    entry = verified_entry()
    sql = "UPDATE review_entry SET stage = 'certified', certified_by_id = %s, certified_at = %s WHERE id = %s"
    verifier, now = entry.verified_by_id, timezone.now()
    assert verifier is not None

    assert refused(run(sql, verifier, now, entry.pk))
    assert refused(run("UPDATE review_entry SET stage = 'certified' WHERE id = %s", entry.pk))
    assert not refused(run(sql, make_user("jun").pk, now, entry.pk))
    assert refused(run("UPDATE review_entry SET verified_by_id = certified_by_id WHERE id = %s", entry.pk))
    assert refused(run("UPDATE review_entry SET certified_by_id = NULL WHERE id = %s", entry.pk))


STATEMENTS: dict[type[Statement], dict[str, str]] = {
    Explanation: {"requirement": "source_role_unexplained", "reason": "the log"},
    Approval: {},
    Override: {"items": "two_reviewers", "reason": "nobody else is here today"},
}


def stated(kind: type[Statement], **change: str) -> Statement:
    row = {"entry": Entry.objects.get(), "actor": make_user("mina"), "fingerprint": "0" * 64}
    return kind._default_manager.create(**{**row, **STATEMENTS[kind], **change})


@pytest.mark.parametrize("kind", STATEMENTS)
def test_statements_stay_as_they_were_made(kind: type[Statement]) -> None:
    verified_entry()
    statement, rows, table = stated(kind), kind._default_manager.all(), kind._meta.db_table

    assert refused(lambda: rows.update(fingerprint="1" * 64))
    assert refused(statement.delete)
    assert refused(run(f"DELETE FROM {table}"))
    if connection.vendor == "sqlite":
        assert refused(run(f"REPLACE INTO {table} SELECT * FROM {table}"))
    else:
        run("SET CONSTRAINTS ALL IMMEDIATE")()  # deferred checks would hold the table until the transaction ends
        assert refused(run(f"TRUNCATE {table}"))


@pytest.mark.parametrize("kind", [Explanation, Approval])
def test_people_say_a_thing_once(kind: type[Statement]) -> None:
    verified_entry()
    stated(kind)

    assert refused(lambda: stated(kind))
    assert not refused(lambda: stated(kind, fingerprint="1" * 64))


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        pytest.param(Explanation, {"reason": ""}, id="an explanation without a reason"),
        pytest.param(Explanation, {"requirement": ""}, id="an explanation of nothing"),
        pytest.param(Override, {"reason": "x" * 19}, id="an override with too short a reason"),
        pytest.param(Override, {"items": ""}, id="an override of nothing"),
    ],
)
def test_statements_are_whole(kind: type[Statement], change: dict[str, str]) -> None:
    verified_entry()

    assert refused(lambda: stated(kind, **change))
    assert not refused(lambda: stated(kind))


def test_a_role_that_is_none_is_refused() -> None:
    make_user("mina", project=make_project())

    assert refused(run("UPDATE review_membership SET role = 'owner'"))
    assert not refused(run("UPDATE review_membership SET role = 'certifier'"))
