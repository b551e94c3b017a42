"""A withdrawn quote counts again, however long ago that was, for a reason; and that too is taken back for a while."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.limits import UNDO_WINDOW
from review.domain.policy import Decision, Granted, Reason, Stage
from review.models import Entry, Quote, Role, Standing
from review.selectors.promotion.gate_facts import entry_facts
from review.services.audit.audit_store import audit_store
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry
from review.services.promotion.undo import undo_decision
from review.services.repair.quotes import retry_quote, withdraw_quote
from review.services.repair.restoring import Declined, Restored, restore_quote
from review.services.repair.splitting import split_quote, undo_split
from tests.behind import rewrite
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of, switch
from tests.undone import exported_types, newest, state_of

pytestmark = pytest.mark.django_db
WORDS = ["We keep the raw text of every event."]
FOUND = (0, "keep the raw text of every event")
INVENTED = (0, "nobody has ever said anything like it here")
CONFLICT = Declined(Reason.CONFLICT)


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def jun() -> User:
    return make_user("jun", project=make_project())


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_session(WORDS), [FOUND, INVENTED], stage="candidate")


def withdraw(quote: Quote, user: User) -> None:
    assert isinstance(withdraw_quote(quote_id=quote.pk, reason="made up", seen_attempt=1, actor=user), Quote)


def restore(quote: Quote, user: User, attempt: int = 1) -> Restored | Declined:
    return restore_quote(quote_id=quote.pk, reason="it was said", seen_attempt=attempt, actor=user)


def undo(entry: Entry, user: User) -> Decision:
    return undo_decision(entry_id=entry.pk, event_id=newest(entry).pk, actor=user)


@pytest.mark.parametrize("position", [0, 1])
def test_restore_quote_lets_a_withdrawn_quote_count_as_before(
    entry: Entry, mina: User, jun: User, position: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, exported, quote = state_of(entry, mina), exported_types(entry), quotes_of(entry)[position]
    withdraw(quote, mina)
    late = newest(entry).created_at + 2 * UNDO_WINDOW
    monkeypatch.setattr(timezone, "now", lambda: late)

    assert restore(quote, jun) == Restored(quote)

    assert state_of(entry, mina) == before
    restored = newest(entry)
    assert (restored.event_type, restored.actor) == ("quote_restored", "jun")
    is_aligned = before["row"]["evidence_aligned"]
    assert restored.body == {"quote": position, "reason": "it was said", "evidence_aligned": is_aligned}
    assert exported_types(entry) == [*exported, "quote_withdrawn", "quote_restored"]


def test_restore_quote_needs_no_answer_for_words_that_are_the_extractor_s(entry: Entry, mina: User) -> None:
    first, second = quotes_of(entry)
    withdraw(second, mina)
    withdraw(first, mina)
    restore(first, mina)
    confirm(entry, mina)

    seen = Entry.objects.get(pk=entry.pk).version
    verified = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=seen, actor=mina)
    assert verified == Granted(Stage.VERIFIED)
    assert restore(second, mina) == Declined(Reason.WRONG_STAGE)


def test_what_a_withdrawal_voided_does_not_come_back(entry: Entry, mina: User, jun: User) -> None:
    switch(two_reviewers=True)
    quote = quotes_of(entry)[1]
    retry_quote(quote_id=quote.pk, text="the raw text", message_index=0, seen_attempt=1, actor=mina)
    confirm(entry, mina)
    seen = Entry.objects.get(pk=entry.pk).version
    assert isinstance(approve_entry(entry_id=entry.pk, seen_version=seen, actor=jun), Granted)
    withdraw_quote(quote_id=quote.pk, reason="made up", seen_attempt=2, actor=mina)
    before = state_of(entry, mina)

    restore(quote, mina, attempt=2)

    facts = entry_facts(Entry.objects.get(pk=entry.pk), actor=mina)
    assert (facts.claim_answered, facts.approved) == (False, False)
    undo(entry, mina)
    assert state_of(entry, mina)["gate"] == before["gate"]


def test_restore_quote_refuses_what_is_not_withdrawn_and_who_may_not(entry: Entry, mina: User) -> None:
    quote = quotes_of(entry)[1]
    assert restore(quote, mina) == CONFLICT
    retry_quote(quote_id=quote.pk, text="raw text", message_index=0, seen_attempt=1, actor=mina)
    withdraw_quote(quote_id=quote.pk, reason="made up", seen_attempt=2, actor=mina)
    guest = make_user("guest", project=make_project(), role=Role.VIEWER)

    assert restore(quote, mina, attempt=1) == CONFLICT
    assert restore(quote, guest, attempt=2) == Declined(Reason.NOT_PERMITTED)
    assert Quote.objects.get(pk=quote.pk).standing == Standing.WITHDRAWN
    assert restore(quote, mina, attempt=2) == Restored(quote)
    assert restore(quote, mina, attempt=2) == CONFLICT


def test_restore_quote_leaves_a_part_of_a_whole_that_counts(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [FOUND], stage="candidate")
    whole = quotes_of(entry)[0]
    parts = [("keep the raw text", 0), ("every event", 0)]
    split_quote(quote_id=whole.pk, parts=parts, seen_attempt=1, actor=mina)
    part = quotes_of(entry)[2]
    withdraw(part, mina)
    assert isinstance(restore(part, mina), Restored)
    withdraw(part, mina)
    undo_split(quote_id=whole.pk, seen_attempt=1, actor=mina)

    assert restore(part, mina) == CONFLICT


def test_undo_decision_withdraws_again_what_was_restored(entry: Entry, mina: User, jun: User) -> None:
    quote = quotes_of(entry)[1]
    withdraw(quote, jun)
    before, at = state_of(entry, mina), Quote.objects.get(pk=quote.pk).withdrawn_at
    restore(quote, mina)

    decision = undo(entry, mina)

    after, again = state_of(entry, mina), Quote.objects.get(pk=quote.pk)
    assert decision == Granted(Stage.CANDIDATE)
    assert at is not None
    assert again.withdrawn_at is not None
    assert abs(again.withdrawn_at - at) < timedelta(seconds=5)
    for state in (before, after):
        del state["quotes"][1]["withdrawn_at"]
    assert after == before
    assert (again.withdrawn_by, again.withdrawn_reason) == (jun, "made up")


def test_an_undone_restoring_can_be_made_again(entry: Entry, mina: User) -> None:
    quote = quotes_of(entry)[1]
    before = state_of(entry, mina)
    withdraw(quote, mina)
    restore(quote, mina)
    undo(entry, mina)

    restore(quote, mina)

    assert state_of(entry, mina) == before


def test_the_audit_finds_a_quote_that_counts_again_without_an_event(entry: Entry, mina: User) -> None:
    quote = quotes_of(entry)[1]
    withdraw(quote, mina)
    restore(quote, mina)

    row = {"withdrawn_by": mina, "withdrawn_reason": "made up", "withdrawn_at": timezone.now()}
    Quote.objects.filter(pk=quote.pk).update(standing=Standing.WITHDRAWN, **row)

    assert "standing_unaccounted" in {finding.code for finding in audit_store()}
    Quote.objects.filter(pk=quote.pk).update(
        standing=Standing.COUNTS, withdrawn_by=None, withdrawn_reason="", withdrawn_at=None
    )
    rewrite("review_event", "event_type", "quote_withdrawn", where="event_type = 'quote_restored'")
    assert "standing_unaccounted" in {finding.code for finding in audit_store()}
