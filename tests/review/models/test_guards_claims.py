"""What the database refuses of claims, of who confirmed them, and of entries that wait for that."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.policy import Granted, Stage
from review.models import ClaimConfirmation, ClaimVersion, Entry
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.stages import promote_entry
from review.services.repair.quotes import retry_quote, withdraw_quote
from review.services.repair.splitting import split_quote
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of
from tests.review.models.test_guards import refused, run

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event, and the cache lives for one hour."]
FOUND = "keep the raw text of every event"


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_session(WORDS), [FOUND, "the cache lives for one hour"])


def corrected(entry: Entry, actor: User) -> ClaimVersion:
    correct_claim(entry_id=entry.pk, title="Text is kept", body="", seen_version=entry.version, actor=actor)
    return ClaimVersion.objects.get()


def row(entry: Entry, actor: User, number: int = 2, **texts: str) -> ClaimVersion:
    given = {"title": "Text is kept", **texts}
    return ClaimVersion(entry=entry, actor=actor, number=number, fingerprint="f", **given)


def verified(entry: Entry, actor: User) -> None:
    version = Entry.objects.get(pk=entry.pk).version
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=actor)
    assert decision == Granted(Stage.VERIFIED)


def test_claim_versions_follow_each_other_and_state_something(entry: Entry, mina: User) -> None:
    assert refused(row(entry, mina, 1).save)
    assert refused(row(entry, mina, 3).save)
    assert refused(row(entry, mina, title="").save)
    corrected(entry, mina)
    assert refused(row(entry, mina, 2).save)
    assert not refused(row(entry, mina, 3, title="", body="Text").save)


def test_claim_of_an_entry_is_its_own_newest_version(entry: Entry, mina: User) -> None:
    own = corrected(entry, mina)
    other = make_entry(make_session(WORDS, session_id="other"), [FOUND])

    assert refused(run("UPDATE review_entry SET claim_id = NULL WHERE id = %s", entry.pk))
    assert refused(run("UPDATE review_entry SET claim_id = %s WHERE id = %s", own.pk, other.pk))
    row(entry, mina, 3).save()
    assert refused(run("UPDATE review_entry SET version = 9 WHERE id = %s", entry.pk))


def test_claims_and_confirmations_never_change(entry: Entry, mina: User) -> None:
    withdraw_quote(quote_id=quotes_of(entry)[1].pk, reason="x", seen_attempt=1, actor=mina)
    confirm(entry, mina)
    version = Entry.objects.get(pk=entry.pk).version
    correct_claim(entry_id=entry.pk, title="Text", body="", seen_version=version, actor=mina)

    for table, column in (("claimversion", "title"), ("claimconfirmation", "fingerprint")):
        assert refused(run(f"UPDATE review_{table} SET {column} = 'x'"))
        assert refused(run(f"DELETE FROM review_{table}"))


def test_confirmation_is_of_the_claim_as_it_stands(entry: Entry, mina: User) -> None:
    def confirmation(version: int) -> ClaimConfirmation:
        return ClaimConfirmation(entry=entry, actor=mina, claim_version=version, fingerprint=f"f{version}")

    assert refused(confirmation(0).save)
    assert refused(confirmation(2).save)
    assert not refused(confirmation(1).save)
    assert refused(confirmation(1).save)
    corrected(entry, mina)
    assert refused(ClaimConfirmation(entry=entry, actor=mina, claim_version=1, fingerprint="g").save)
    assert not refused(confirmation(2).save)


def test_claim_of_a_verified_entry_stays(entry: Entry, mina: User) -> None:
    verified(entry, mina)

    assert refused(row(entry, mina).save)
    assert refused(ClaimConfirmation(entry=entry, actor=mina, fingerprint="f").save)
    assert refused(run("UPDATE review_entry SET claim_open = (1 = 1) WHERE id = %s", entry.pk))


RAISE = "UPDATE review_entry SET stage = 'verified', verified_by_id = %s, verified_at = %s WHERE id = %s"


def test_entry_is_not_verified_while_its_claim_is_open(entry: Entry, mina: User) -> None:
    raised = run(RAISE, mina.pk, timezone.now(), entry.pk)
    retry_quote(quote_id=quotes_of(entry)[0].pk, text="the cache lives", message_index=0, seen_attempt=1, actor=mina)
    assert refused(raised)

    confirm(entry, mina)
    assert not refused(raised)


@pytest.mark.parametrize("way", ["withdrawn", "split"])
def test_entry_is_not_verified_past_a_withdrawal_or_a_split_that_nobody_answered(
    entry: Entry, mina: User, way: str
) -> None:
    """Whoever puts the flag down by hand still lacks the statement of a person."""
    quote = quotes_of(entry)[0]
    if way == "withdrawn":
        withdraw_quote(quote_id=quote.pk, reason="x", seen_attempt=1, actor=mina)
    else:
        parts = [("keep the raw text", 0), ("of every event", 0)]
        split_quote(quote_id=quote.pk, parts=parts, seen_attempt=1, actor=mina)
    Entry.objects.filter(pk=entry.pk).update(claim_open=False)
    raised = run(RAISE, mina.pk, timezone.now(), entry.pk)

    assert refused(raised)
    Entry.objects.filter(pk=entry.pk).update(claim_open=True)
    confirm(entry, mina)
    assert not refused(raised)


def test_entry_is_not_stored_as_verified_with_an_open_claim(entry: Entry) -> None:
    stored = Entry.objects.get(pk=entry.pk)
    stored.pk, stored.position, stored.stage, stored.claim_open = None, 9, Stage.CERTIFIED, True
    assert refused(stored.save)


def test_confirm_claim_names_whoever_was_first(entry: Entry, mina: User) -> None:
    withdraw_quote(quote_id=quotes_of(entry)[1].pk, reason="x", seen_attempt=1, actor=mina)
    decision = confirm_claim(entry_id=entry.pk, seen_version=2, actor=mina)

    assert (decision, ClaimConfirmation.objects.get().actor) == (Granted(Stage.CANDIDATE), mina)
