"""Accepting critical differences: for a reason, by the person who promotes, and only of the attempt that was seen."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction

from review.models import Acknowledgement, Alignment, Entry, Quote, Role
from review.policy import Granted, Reason, Refused, Stage
from review.services.audits import Finding, audit_store
from review.services.promotions import promote_entry
from review.services.quotes import Declined, acknowledge_differences, retry_quote
from tests.behind import remove, rewrite
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]
CLAIM = (0, "keep the raw texts of every event")
CRITICAL = {"kind": "number", "quoteText": "texts", "sourceText": "text", "critical": True}
HARMLESS = CRITICAL | {"critical": False}


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def differing(*differences: dict[str, object]) -> Quote:
    [quote] = quotes_of(make_entry(make_session(WORDS), [CLAIM], stage="candidate"))
    alignment = Alignment.objects.get()
    wire = alignment.evidence.model_dump(by_alias=True) | {"differences": list(differences)}
    text = type(alignment.evidence).model_validate(wire).model_dump_json(by_alias=True)
    rewrite("review_alignment", "evidence_json", text)
    return quote


def acknowledge(quote: Quote, actor: User, attempt: int = 1) -> Acknowledgement | Declined:
    return acknowledge_differences(quote_id=quote.pk, reason="a typo", seen_attempt=attempt, actor=actor)


def promote(quote: Quote, actor: User) -> object:
    entry = Entry.objects.get(pk=quote.entry_id)
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=actor)


def test_acknowledge_differences_opens_the_gate_for_that_person_only(mina: User) -> None:
    quote = differing(CRITICAL)
    jun = make_user("jun", project=quote.entry.session.project)
    refused = Refused(Stage.VERIFIED, (Reason.UNACKNOWLEDGED_DIFFERENCES,))
    assert promote(quote, mina) == refused

    accepted = acknowledge(quote, mina)

    assert accepted == Acknowledgement.objects.get(alignment=quote.current_id, actor=mina, reason="a typo")
    assert str(accepted) == "a typo"
    assert promote(quote, jun) == refused
    assert promote(quote, mina) == Granted(Stage.VERIFIED)


def test_acknowledge_differences_tells_the_journal_and_counts_the_change(mina: User) -> None:
    quote = differing(CRITICAL, HARMLESS)

    acknowledge(quote, mina)

    entry = Entry.objects.get()
    event = entry.events.latest("seq")
    assert (event.event_type, event.actor, entry.version) == ("difference_acknowledged", "mina", 2)
    assert event.body == {"quote": 0, "attempt": 1, "reason": "a typo", "differences": [CRITICAL]}


def test_acknowledge_differences_is_void_after_a_new_attempt(mina: User) -> None:
    quote = differing(CRITICAL)
    acknowledge(quote, mina)

    retry_quote(quote_id=quote.pk, text="the raw text", message_index=0, seen_attempt=1, actor=mina)

    assert acknowledge(quote, mina, 1) == Declined(Reason.CONFLICT)
    assert acknowledge(quote, mina, 2) == Declined(Reason.CONFLICT)
    assert promote(quote, mina) == Granted(Stage.VERIFIED)


def test_acknowledge_differences_needs_a_critical_one(mina: User) -> None:
    assert acknowledge(differing(HARMLESS), mina) == Declined(Reason.CONFLICT)


def test_acknowledge_differences_is_said_once(mina: User) -> None:
    quote = differing(CRITICAL)
    acknowledge(quote, mina)

    assert acknowledge(quote, mina) == Declined(Reason.CONFLICT)


def test_acknowledge_differences_refuses_who_may_not_decide() -> None:
    quote = differing(CRITICAL)
    viewer = make_user("hana", project=quote.entry.session.project, role=Role.VIEWER)

    assert acknowledge(quote, viewer) == Declined(Reason.NOT_PERMITTED)


def test_acknowledge_differences_refuses_above_candidate(mina: User) -> None:
    quote = differing(CRITICAL)
    acknowledge(quote, mina)
    promote(quote, mina)

    assert acknowledge(quote, mina) == Declined(Reason.WRONG_STAGE)


def test_acknowledgement_never_changes_and_has_a_reason(mina: User) -> None:
    quote = differing(CRITICAL)
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
    acknowledge(differing(CRITICAL), mina)
    codes = {finding.code for finding in audit_store()}
    assert "acknowledgement_unaccounted" not in codes

    remove("review_acknowledgement")

    expected = Finding("acknowledgement_unaccounted", "entry", Entry.objects.get().pk)
    assert expected in list(audit_store())
