"""The audit of claims: their versions, who confirmed them, and whether they wait for that."""

import pytest
from django.contrib.auth.models import User

from review.domain.policy import Stage
from review.models import ClaimConfirmation, ClaimVersion, Entry
from review.services.audit.audit_store import Finding, audit_store
from review.services.promotion.claims import correct_claim
from review.services.promotion.stages import promote_entry
from review.services.repair.quotes import retry_quote
from tests.behind import lifted, remove, rewrite
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of
from tests.worked import found_codes

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def entry(mina: User) -> Entry:
    """Return an entry whose words were replaced; its claim was confirmed, and then corrected."""
    entry = make_entry(make_session(WORDS), ["nobody ever said this here"])
    [quote] = quotes_of(entry)
    retry_quote(quote_id=quote.pk, text="keep the raw text", message_index=0, seen_attempt=1, actor=mina)
    confirm(entry, mina)
    correct_claim(entry_id=entry.pk, title="Text is kept", body="All of it", seen_version=3, actor=mina)
    assert list(audit_store()) == []
    return entry


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        pytest.param("review_claimversion", "title", "Text is lost", id="the title"),
        pytest.param("review_claimversion", "body", "None of it", id="the body"),
        pytest.param("review_claimversion", "fingerprint", "f" * 64, id="the words it answers for"),
    ],
)
def test_audit_store_finds_another_claim(entry: Entry, table: str, column: str, value: str) -> None:
    rewrite(table, column, value)

    assert "claim_unaccounted" in found_codes()
    assert entry.claimversions.count() == 1


def test_audit_store_finds_another_author(entry: Entry) -> None:
    rewrite("review_claimversion", "actor_id", make_user("jun").pk)

    assert list(audit_store()) == [Finding("claim_unaccounted", "entry", entry.pk)]


def test_audit_store_finds_a_claim_that_was_taken_back(entry: Entry) -> None:
    with lifted("review_entry"):
        Entry.objects.update(claim=None)

    assert Finding("claim_unaccounted", "entry", entry.pk) in list(audit_store())


def test_audit_store_finds_a_confirmation_that_nobody_gave(entry: Entry, mina: User) -> None:
    remove("review_claimconfirmation")
    assert list(audit_store()) == [Finding("statement_unaccounted", "entry", entry.pk)]

    ClaimConfirmation.objects.create(entry=entry, actor=mina, claim_version=2, fingerprint="f" * 64)
    assert list(audit_store()) == [Finding("statement_unaccounted", "entry", entry.pk)]


def test_audit_store_finds_a_flag_that_was_changed(entry: Entry) -> None:
    Entry.objects.update(claim_open=True)

    assert list(audit_store()) == [Finding("claim_flag_changed", "entry", entry.pk)]


def laundered(entry: Entry, mina: User) -> None:
    """Verify an entry as somebody with direct access could who answers for its claim in the flag alone."""
    version = Entry.objects.get(pk=entry.pk).version
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=mina)
    with lifted("review_claimversion"), lifted("review_claimconfirmation"):
        ClaimVersion.objects.update(fingerprint="e" * 64)
        ClaimConfirmation.objects.update(fingerprint="f" * 64)


def test_audit_store_finds_a_verified_claim_that_nobody_answered_for(entry: Entry, mina: User) -> None:
    laundered(entry, mina)

    assert Finding("claim_unconfirmed", "entry", entry.pk) in list(audit_store())


def test_audit_store_only_notes_what_older_rules_judged(entry: Entry, mina: User) -> None:
    laundered(entry, mina)
    rewrite("review_alignment", "engine", "1")
    rewrite("review_entry", "claim_open", value=False)

    notes = {finding.code for finding in audit_store() if finding.is_note}
    assert {"claim_unconfirmed", "claim_flag_changed"} <= notes
