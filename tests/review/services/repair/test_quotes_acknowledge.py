"""Accepting critical differences: for a reason, by the person who promotes, and only for the attempt that was seen."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction

from review.domain.policy import Granted, Reason, Refused, Stage
from review.models import Acknowledgement, Entry, Quote, Role
from review.services.audit.audit_store import Finding, audit_store
from review.services.promotion.stages import promote_entry
from review.services.repair.quotes import Declined, acknowledge_differences, retry_quote
from tests.behind import remove
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]
CLAIM = (0, "keep the raw texts of every event")
MISSPELLED = (0, "keep the raw txet of every event")
CRITICAL = {"kind": "word", "quoteText": "texts", "sourceText": "text", "severity": "critical", "critical": True}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def differing(claim: tuple[int, str] = CLAIM) -> Quote:
    [quote] = quotes_of(make_entry(make_session(WORDS), [claim], stage="candidate"))
    return quote


def acknowledge(quote: Quote, actor: User, attempt: int = 1) -> Acknowledgement | Declined:
    return acknowledge_differences(quote_id=quote.pk, reason="a typo", seen_attempt=attempt, actor=actor)


def promote(quote: Quote, actor: User) -> object:
    entry = Entry.objects.get(pk=quote.entry_id)
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=actor)


def test_acknowledge_differences_opens_the_gate_for_that_person_only(mina: User) -> None:
    quote = differing()
    jun = make_user("jun", project=quote.entry.session.project)
    refused = Refused(Stage.VERIFIED, (Reason.UNACKNOWLEDGED_DIFFERENCES,))
    assert promote(quote, mina) == refused

    accepted = acknowledge(quote, mina)

    assert accepted == Acknowledgement.objects.get(alignment=quote.current_id, actor=mina, reason="a typo")
    assert str(accepted) == "a typo"
    assert promote(quote, jun) == refused
    assert promote(quote, mina) == Granted(Stage.VERIFIED)


def test_acknowledge_differences_writes_to_the_journal_and_counts_the_change(mina: User) -> None:
    quote = differing()

    acknowledge(quote, mina)

    entry = Entry.objects.get()
    event = entry.events.latest("seq")
    assert (event.event_type, event.actor, entry.version) == ("difference_acknowledged", "mina", 2)
    body = {"quote": 0, "attempt": 1, "reason": "a typo", "differences": [CRITICAL], "claim_version": 1}
    assert event.body == body


def test_acknowledge_differences_is_void_after_a_new_attempt(mina: User) -> None:
    quote = differing()
    acknowledge(quote, mina)

    retry_quote(quote_id=quote.pk, text="the raw text", message_index=0, seen_attempt=1, actor=mina)

    assert acknowledge(quote, mina, 1) == Declined(Reason.CONFLICT)
    assert acknowledge(quote, mina, 2) == Declined(Reason.CONFLICT)
    confirm(quote.entry, mina)
    assert promote(quote, mina) == Granted(Stage.VERIFIED)


def test_acknowledge_differences_needs_a_critical_one(mina: User) -> None:
    assert acknowledge(differing(MISSPELLED), mina) == Declined(Reason.CONFLICT)


def test_acknowledge_differences_is_accepted_once(mina: User) -> None:
    quote = differing()
    acknowledge(quote, mina)

    assert acknowledge(quote, mina) == Declined(Reason.CONFLICT)


def test_acknowledge_differences_refuses_who_may_not_decide() -> None:
    quote = differing()
    viewer = make_user("hana", project=quote.entry.session.project, role=Role.VIEWER)

    assert acknowledge(quote, viewer) == Declined(Reason.NOT_PERMITTED)


def test_acknowledge_differences_refuses_above_candidate(mina: User) -> None:
    quote = differing()
    acknowledge(quote, mina)
    promote(quote, mina)

    assert acknowledge(quote, mina) == Declined(Reason.WRONG_STAGE)


def test_acknowledgement_never_changes_and_has_a_reason(mina: User) -> None:
    quote = differing()
    acknowledge(quote, mina)
    rows = Acknowledgement.objects.all()

    for change in (
        lambda: rows.update(reason="another"),
        lambda: rows._raw_delete(connection.alias),
        lambda: Acknowledgement.objects.create(alignment=quote.alignments.get(), actor=mina, reason="again"),
        lambda: Acknowledgement.objects.create(alignment=quote.alignments.get(), actor=make_user("jun"), reason=""),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_audit_store_compares_acknowledgements_with_the_journal(mina: User) -> None:
    acknowledge(differing(), mina)
    codes = {finding.code for finding in audit_store()}
    assert "acknowledgement_unaccounted" not in codes

    remove("review_acknowledgement")

    expected = Finding("acknowledgement_unaccounted", "entry", Entry.objects.get().pk)
    assert expected in list(audit_store())
