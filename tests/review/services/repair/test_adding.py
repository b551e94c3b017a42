"""Adding a quote: words that a person selected for an entry that did not quote them."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from aligner_core import AlignedEvidence
from review.domain.policy import Granted, Reason, Refused, Stage
from review.domain.roles import Role
from review.models import Entry, Quote
from review.payloads import check_session
from review.selectors.repair.selection import Selection
from review.services.audit.audit_store import Finding, audit_store
from review.services.ingest.receive import receive_session
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.adding import Added, AlreadyQuoted, add_quote
from review.services.repair.quotes import Declined, retry_quote, withdraw_quote
from review.services.repair.splitting import Split, split_quote
from tests.behind import rewrite
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = (
    "We keep the raw text of every event.",
    "The cache lives for one hour. The cache lives for one hour.",
    "글🙂을 하나 남긴다.",
)
RAW = Selection(0, 8, 20, "the raw text")
CACHE = Selection(1, 34, 39, "cache")


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def memory(mina: User) -> Entry:
    """Return an entry without quotes, as a store of memories gives them."""
    return make_entry(make_session(WORDS, session_id="talk"), title="Raw text is kept")


def version_of(entry: Entry) -> int:
    return Entry.objects.get(pk=entry.pk).version


def add(entry: Entry, selection: Selection, actor: User) -> Added | AlreadyQuoted | Declined:
    return add_quote(entry_id=entry.pk, selection=selection, seen_version=version_of(entry), actor=actor)


def added(entry: Entry, selection: Selection, actor: User) -> Quote:
    result = add(entry, selection, actor)
    assert isinstance(result, Added), result
    return result.quote


def test_add_quote_stores_the_selected_words_as_a_quote_of_a_person(memory: Entry, mina: User) -> None:
    result = add(memory, RAW, mina)

    [quote] = quotes_of(memory)
    assert result == Added(quote)
    assert (quote.position, quote.text, quote.claimed_index, quote.added_by) == (0, "the raw text", "0", mina)
    assert (quote.is_uploaded, quote.counts, quote.split_from) == (False, True, None)
    current = quote.current
    assert current is not None
    assert (current.attempt, current.method, current.provenance) == (1, "exact", "selected_by_hand")
    assert (current.message_index, current.span_start, current.span_end, current.actor) == (0, 8, 20, mina)


def test_add_quote_says_what_the_entry_lacks_now(memory: Entry, mina: User) -> None:
    assert (memory.evidence_aligned, memory.missing, memory.claim_open) == (False, "no_evidence", False)

    add(memory, RAW, mina)

    memory.refresh_from_db()
    assert (memory.evidence_aligned, memory.missing, memory.claim_open) == (True, "claim_unconfirmed", True)
    assert memory.version == 2


def test_add_quote_writes_to_the_journal(memory: Entry, mina: User) -> None:
    quote = added(memory, RAW, mina)

    event = memory.events.latest("seq")
    assert quote.current is not None
    assert (event.event_type, event.actor) == ("quote_added", "mina")
    assert event.body == {
        "quote": 0,
        "attempt": 1,
        "evidence_aligned": True,
        "provenance": "selected_by_hand",
        "outcome": quote.current.evidence.model_dump(by_alias=True, mode="json"),
        "made_with": quote.current.made_with,
    }


def test_add_quote_means_the_place_that_was_selected(memory: Entry, mina: User) -> None:
    current = added(memory, CACHE, mina).current

    assert current is not None
    assert isinstance(current.evidence, AlignedEvidence)
    assert (current.evidence.span_start, current.evidence.ambiguous) == (34, False)
    assert current.evidence.alternative_count == 1


def test_add_quote_follows_the_quotes_that_are_there(mina: User) -> None:
    entry = make_entry(make_session(WORDS), [(0, "We keep the raw text"), (0, "nobody said this")])

    add(entry, RAW, mina)

    assert [quote.position for quote in quotes_of(entry)] == [0, 1, 2]


def test_an_entry_with_an_added_quote_is_verified_when_a_person_has_confirmed_its_claim(
    memory: Entry, mina: User
) -> None:
    """The words that count are not the extractor's own (specification 4.2)."""
    add(memory, RAW, mina)

    before = promote_entry(entry_id=memory.pk, to=Stage.VERIFIED, seen_version=version_of(memory), actor=mina)
    confirm(memory, mina)
    after = promote_entry(entry_id=memory.pk, to=Stage.VERIFIED, seen_version=version_of(memory), actor=mina)

    assert before == Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))
    assert isinstance(after, Granted)


def test_an_added_quote_asks_beside_a_quote_of_the_extractor_too(mina: User) -> None:
    entry = make_entry(make_session(WORDS), ["We keep the raw text"])

    add(entry, CACHE, mina)

    entry.refresh_from_db()
    assert entry.missing == "claim_unconfirmed"


def test_another_added_quote_voids_what_was_confirmed(memory: Entry, mina: User) -> None:
    add(memory, RAW, mina)
    confirm(memory, mina)

    add(memory, CACHE, mina)

    memory.refresh_from_db()
    assert memory.missing == "claim_unconfirmed"


def test_an_added_quote_that_is_withdrawn_leaves_no_question(mina: User) -> None:
    """The claim was never written from it; the gate and the database agree."""
    entry = make_entry(make_session(WORDS), ["We keep the raw text"])
    quote = added(entry, CACHE, mina)

    withdrawn = withdraw_quote(quote_id=quote.pk, reason="another cache", seen_attempt=1, actor=mina)

    assert isinstance(withdrawn, Quote)
    entry.refresh_from_db()
    assert (entry.missing, entry.claim_open) == ("", False)
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina)
    assert isinstance(decision, Granted)


def test_an_added_quote_is_retried_and_split_like_any_other(memory: Entry, mina: User) -> None:
    quote = added(memory, RAW, mina)

    retry_quote(quote_id=quote.pk, text="raw text of every event", message_index=0, seen_attempt=1, actor=mina)
    parts = [("raw text", 0), ("every event", 0)]
    split = split_quote(quote_id=quote.pk, parts=parts, seen_attempt=2, actor=mina)

    assert isinstance(split, Split)
    memory.refresh_from_db()
    assert memory.missing == "claim_unconfirmed"
    assert list(audit_store()) == []


def test_add_quote_refuses_the_same_words_at_the_same_place_twice(memory: Entry, mina: User) -> None:
    quote = added(memory, RAW, mina)
    events = memory.events.count()

    result = add(memory, RAW, mina)

    assert result == AlreadyQuoted(quote)
    assert (memory.quotes.count(), memory.events.count()) == (1, events)


def test_add_quote_refuses_the_place_of_a_quote_with_other_words(mina: User) -> None:
    entry = make_entry(make_session(WORDS), ["We keep the row text of every event."])

    result = add(entry, Selection(0, 0, 36, WORDS[0]), mina)

    assert result == AlreadyQuoted(*quotes_of(entry))


def test_add_quote_takes_the_place_of_a_quote_that_drifted(memory: Entry, mina: User) -> None:
    """The same offsets, in a newer version of the message."""
    add(memory, RAW, mina)
    revised = check_session({"sessionId": "talk", "messages": ["We keep the raw text forever.", *WORDS[1:]]})
    receive_session(project=make_project(), upload=revised, actor=None, accept_changes=True)

    assert isinstance(add(memory, RAW, mina), Added)


def test_add_quote_takes_words_again_that_were_withdrawn(memory: Entry, mina: User) -> None:
    quote = added(memory, RAW, mina)
    withdraw_quote(quote_id=quote.pk, reason="a slip", seen_attempt=1, actor=mina)

    assert isinstance(add(memory, RAW, mina), Added)


@pytest.mark.parametrize(
    "selection",
    [
        pytest.param(replace(RAW, words="the raw word"), id="other words"),
        pytest.param(replace(RAW, message_index=1), id="another message"),
        pytest.param(replace(RAW, message_index=9), id="no message"),
        pytest.param(Selection(0, 7, 20, " the raw text"), id="white space around it"),
    ],
)
def test_add_quote_declines_what_does_not_stand_there(memory: Entry, mina: User, selection: Selection) -> None:
    assert add(memory, selection, mina) == Declined(Reason.CONFLICT)
    assert not memory.quotes.exists()


def test_add_quote_declines_words_too_long_for_a_quote(mina: User) -> None:
    words = "word " * 500
    entry = make_entry(make_session([words]), title="Words")

    assert add(entry, Selection(0, 0, 2499, words.strip()), mina) == Declined(Reason.EVIDENCE_NOT_ALIGNED)
    assert not entry.quotes.exists()


def test_add_quote_declines_an_entry_that_has_changed_since(memory: Entry, mina: User) -> None:
    result = add_quote(entry_id=memory.pk, selection=RAW, seen_version=7, actor=mina)

    assert result == Declined(Reason.CONFLICT)


def test_add_quote_declines_a_verified_and_a_rejected_entry(mina: User) -> None:
    verified, rejected = (make_entry(make_session(WORDS), ["We keep the raw text"]) for _ in range(2))
    promote_entry(entry_id=verified.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    reject_entry(entry_id=rejected.pk, reason="no", seen_version=1, actor=mina)

    assert [add(entry, CACHE, mina) for entry in (verified, rejected)] == [Declined(Reason.WRONG_STAGE)] * 2


def test_add_quote_declines_who_may_not_review(memory: Entry) -> None:
    viewer = make_user("vera", project=make_project(), role=Role.VIEWER)

    assert add(memory, RAW, viewer) == Declined(Reason.NOT_PERMITTED)


def test_an_added_quote_is_not_missed_in_the_upload_and_recorded_by_its_event(memory: Entry, mina: User) -> None:
    add(memory, RAW, mina)

    assert list(audit_store()) == []


def test_audit_store_finds_an_added_quote_without_an_event(memory: Entry, mina: User) -> None:
    quote = added(memory, RAW, mina)
    current = quote.current
    assert current is not None
    quote.pk, quote.position, quote.current = None, 1, None
    quote.save(force_insert=True)
    current.pk, current.quote = None, quote
    current.save(force_insert=True)
    Quote.objects.filter(pk=quote.pk).update(current=current)

    assert list(audit_store()) == [
        Finding("addition_unaccounted", "entry", memory.pk),
        Finding("attempt_unaccounted", "alignment", current.pk),
    ]


def test_audit_store_finds_an_uploaded_quote_that_was_made_an_added_one(mina: User) -> None:
    entry = make_entry(make_session(WORDS), ["We keep the raw text"])
    rewrite("review_quote", "added_by_id", mina.pk, where=f"entry_id = {entry.pk}")

    assert {finding.code for finding in audit_store()} >= {"entry_changed", "addition_unaccounted"}


def test_audit_store_finds_an_added_quote_of_somebody_else(memory: Entry, mina: User) -> None:
    add(memory, RAW, mina)
    rewrite("review_quote", "added_by_id", make_user("jun").pk, where=f"entry_id = {memory.pk}")

    assert list(audit_store()) == [Finding("addition_unaccounted", "entry", memory.pk)]


def test_audit_store_finds_an_added_quote_marked_as_cut(memory: Entry, mina: User) -> None:
    quote = added(memory, RAW, mina)
    rewrite("review_quote", "is_cut", value=True, where=f"id = {quote.pk}")

    assert list(audit_store()) == [Finding("quote_changed", "quote", quote.pk)]


def test_the_database_keeps_who_added_a_quote(memory: Entry, mina: User) -> None:
    quote, jun = added(memory, RAW, mina), make_user("jun")

    with pytest.raises(DatabaseError, match="what came stays"), transaction.atomic():
        Quote.objects.filter(pk=quote.pk).update(added_by=jun)


def test_the_database_refuses_an_added_part(memory: Entry, mina: User) -> None:
    quote = added(memory, RAW, mina)

    with pytest.raises(DatabaseError, match="an added quote is no part"), transaction.atomic():
        Quote.objects.create(entry=memory, position=9, text_hash="", split_from=quote, added_by=mina, standing="undone")


def test_the_database_refuses_to_verify_what_was_added_and_not_answered_for(memory: Entry, mina: User) -> None:
    add(memory, RAW, mina)

    with pytest.raises(DatabaseError, match="its claim is not confirmed"), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE review_entry SET stage = 'verified', claim_open = %s, verified_by_id = %s, verified_at = %s "
            "WHERE id = %s",
            [False, mina.pk, "2026-11-23T00:00:00Z", memory.pk],
        )
