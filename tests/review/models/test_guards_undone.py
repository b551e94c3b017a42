"""What the database refuses of statements that were taken back: they are so once, and nothing else of them changes."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from review.domain.policy import Granted, Stage
from review.models import Acknowledgement, Approval, ClaimConfirmation, ClaimVersion, Entry, Explanation
from review.models.undone import Undoable
from review.services.promotion.stages import promote_entry
from review.services.repair.quotes import withdraw_quote
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of
from tests.review.models.test_guards import refused, run
from tests.saying import FOUND, KINDS, WORDS, confirm, correct, version_of

pytestmark = pytest.mark.django_db
TABLES: dict[type[Undoable], str] = {
    Acknowledgement: "difference_acknowledged",
    Approval: "entry_approved",
    ClaimConfirmation: "claim_confirmed",
    ClaimVersion: "claim_corrected",
    Explanation: "requirement_explained",
}
EACH = pytest.mark.parametrize("table", TABLES)


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def stated_entry(table: type[Undoable], user: User) -> Entry:
    kind = KINDS[TABLES[table]]
    entry = kind.prepare(user)
    kind.make(entry, user)
    return entry


def changes(table: type[Undoable]) -> dict[str, Any]:
    """Return another value of each column of the only row."""
    row = table.with_undone.get()
    others: dict[str, Any] = {}
    for field in table._meta.concrete_fields:
        value = getattr(row, field.attname)
        if isinstance(value, int):
            others[str(field.column)] = value + 1
        elif isinstance(value, str):
            others[str(field.column)] = value[:-1] + "x"
    return others | {"created_at": timezone.now()}


@EACH
def test_a_statement_is_taken_back_once(mina: User, table: type[Undoable]) -> None:
    stated_entry(table, mina)
    undone = run(f"UPDATE {table._meta.db_table} SET undone_at = %s", timezone.now())
    kept = run(f"UPDATE {table._meta.db_table} SET undone_at = NULL")

    assert refused(kept)
    assert not refused(undone)
    assert refused(undone)
    assert refused(kept)


@EACH
def test_nothing_else_of_it_changes(mina: User, table: type[Undoable]) -> None:
    stated_entry(table, mina)
    name, others = table._meta.db_table, changes(table)
    assert others.keys() == {str(field.column) for field in table._meta.concrete_fields} - {"undone_at"}

    for column, value in others.items():
        assert refused(run(f'UPDATE {name} SET "{column}" = %s', value)), column
        with_it = run(f'UPDATE {name} SET undone_at = %s, "{column}" = %s', timezone.now(), value)
        assert refused(with_it), column
    assert refused(run(f"DELETE FROM {name}"))
    assert not refused(run(f"UPDATE {name} SET undone_at = %s", timezone.now()))
    assert refused(run(f"DELETE FROM {name}"))


@EACH
def test_one_counts_at_a_time(mina: User, table: type[Undoable]) -> None:
    stated_entry(table, mina)
    row = table.objects.get()
    row.pk = None
    again = row.save
    assert refused(again)

    run(f"UPDATE {table._meta.db_table} SET undone_at = %s", timezone.now())()
    if table is ClaimVersion:  # no entry stands on a version that counts no more
        run("UPDATE review_entry SET claim_id = NULL")()

    assert not refused(again)
    assert (table.objects.count(), table.with_undone.count()) == (1, 2)
    if connection.vendor == "sqlite":
        name = table._meta.db_table
        assert refused(run(f"REPLACE INTO {name} SELECT * FROM {name} WHERE undone_at IS NULL"))


@EACH
def test_what_a_verified_entry_rests_on_is_not_taken_back(mina: User, table: type[Undoable]) -> None:
    entry = stated_entry(table, mina)
    verifier = make_user("jun", project=make_project()) if table is Approval else mina
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version_of(entry), actor=verifier)
    assert decision == Granted(Stage.VERIFIED)

    assert refused(run(f"UPDATE {table._meta.db_table} SET undone_at = %s", timezone.now()))


def test_only_the_newest_claim_is_taken_back(mina: User) -> None:
    entry = stated_entry(ClaimVersion, mina)
    correct(entry, mina, "Ninety days")

    first = run("UPDATE review_claimversion SET undone_at = %s WHERE number = 2", timezone.now())
    assert refused(first)
    assert not refused(run("UPDATE review_claimversion SET undone_at = %s WHERE number = 3", timezone.now()))
    assert refused(run("UPDATE review_entry SET version = 99"))
    assert not refused(first)


def test_a_version_does_not_follow_one_that_was_taken_back(mina: User) -> None:
    entry = stated_entry(ClaimVersion, mina)
    rewrite("review_claimversion", "undone_at", str(timezone.now()))

    third = ClaimVersion(entry=entry, actor=mina, number=3, fingerprint="f", title="Text")
    assert refused(third.save)


def test_an_answer_that_was_taken_back_is_none(mina: User) -> None:
    """Whoever puts the flag down by hand still lacks the statement of a person."""
    entry = make_entry(make_session(WORDS), [(0, FOUND), (0, "the lease ends in April")])
    withdraw_quote(quote_id=quotes_of(entry)[1].pk, reason="x", seen_attempt=1, actor=mina)
    confirm(entry, mina)
    sql = "UPDATE review_entry SET stage = 'verified', verified_by_id = %s, verified_at = %s"
    raised = run(sql, mina.pk, timezone.now())
    run("UPDATE review_claimconfirmation SET undone_at = %s", timezone.now())()
    assert refused(raised)

    row = ClaimConfirmation.with_undone.get()
    row.pk, row.undone_at = None, None
    row.save()
    assert not refused(raised)
