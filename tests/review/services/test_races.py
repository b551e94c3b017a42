"""Two tabs, two reviewers, a double click: one wins, and the others see the result."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction

from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Event, Extraction, Quote
from review.payloads import check_extraction, check_session
from review.selectors.quotes.quote_rows import DRIFTED
from review.selectors.repair.selection import Selection
from review.services.audit.audit_store import audit_store
from review.services.ingest._message_versions import lock_session
from review.services.ingest.receive import SessionReceipt, receive_extraction, receive_session
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.adding import Added, add_quote
from review.services.repair.new_entries import EntryMade, NewClaim, add_entry
from review.services.repair.quotes import Attempted, Declined, retry_quote
from review.services.repair.splitting import split_quote, undo_split
from tests.factories import make_entries, make_project, make_session, make_user
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = ["We keep the raw text of every event."]
FOUND = {"messageIndex": 0, "quote": "keep the raw text of every event"}
RACERS = 4
ENTRIES = 25


@pytest.fixture
def reviewers() -> list[User]:
    return [make_user(f"reviewer-{number}", project=make_project()) for number in range(RACERS)]


def candidates() -> list[Entry]:
    return make_entries(make_session(WORDS), [{"evidence": [FOUND]} for _ in range(ENTRIES)])


def event_counts(entry: Entry) -> Counter[str]:
    return Counter(Event.objects.filter(entry=entry).values_list("event_type", flat=True))


def promote(entry: Entry, actor: User) -> Decision:
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=actor)


def reject(entry: Entry, actor: User) -> Decision:
    return reject_entry(entry_id=entry.pk, reason="no", seen_version=entry.version, actor=actor)


def retry(entry: Entry, actor: User, text: str) -> Attempted | Declined:
    quote = Quote.objects.get(entry=entry)
    return retry_quote(quote_id=quote.pk, text=text, message_index=0, seen_attempt=1, actor=actor)


def test_promote_entry_by_four_at_once_promotes_once(reviewers: list[User]) -> None:
    for entry in candidates():
        decisions = race([partial(promote, entry, actor) for actor in reviewers])

        assert Counter(decisions) == {
            Granted(Stage.VERIFIED): 1,
            Refused(Stage.VERIFIED, (Reason.CONFLICT,)): RACERS - 1,
        }
        assert event_counts(entry) == {"evidence_aligned": 1, "entry_promoted": 1, "promotion_refused": RACERS - 1}
    assert list(audit_store()) == []


def test_promote_entry_against_retry_is_one_before_the_other(reviewers: list[User]) -> None:
    invented = "nobody ever said this here"
    for entry in candidates():
        runners: list[Callable[[], Decision | Attempted | Declined]] = [
            partial(promote, entry, reviewers[0]),
            partial(retry, entry, reviewers[1], invented),
        ]
        promoted, retried = race(runners)

        entry.refresh_from_db()
        outcome = (entry.stage, entry.evidence_aligned, promoted, isinstance(retried, Attempted))
        assert outcome in [
            (Stage.VERIFIED, True, Granted(Stage.VERIFIED), False),
            (Stage.CANDIDATE, False, Refused(Stage.VERIFIED, (Reason.CONFLICT,)), True),
        ]
        assert isinstance(retried, Attempted) or retried == Declined(Reason.WRONG_STAGE)
    assert list(audit_store()) == []


def test_promote_entry_against_reject_is_one_before_the_other(reviewers: list[User]) -> None:
    for entry in candidates():
        decisions = race([partial(promote, entry, reviewers[0]), partial(reject, entry, reviewers[1])])

        entry.refresh_from_db()
        assert [type(decision) for decision in decisions].count(Granted) == 1
        assert (entry.stage == Stage.VERIFIED) is (entry.rejected_at is None)
    assert list(audit_store()) == []


def test_retry_quote_by_four_at_once_appends_one_attempt(reviewers: list[User]) -> None:
    for entry in candidates():
        results = race([partial(retry, entry, actor, "raw text") for actor in reviewers])

        assert Counter(type(result) for result in results) == {Attempted: 1, Declined: RACERS - 1}
        assert entry.quotes.get().alignments.count() == 2
        assert event_counts(entry) == {"evidence_aligned": 1, "quote_retried": 1}
    assert list(audit_store()) == []


def split_or_undo(entry: Entry, actor: User, *, undo: bool) -> object:
    quote = Quote.objects.get(entry=entry, position=0)
    if undo:
        return undo_split(quote_id=quote.pk, seen_attempt=1, actor=actor)
    parts = [("keep the raw", 0), ("text of every event", 0)]
    return split_quote(quote_id=quote.pk, parts=parts, seen_attempt=1, actor=actor)


def test_split_quote_by_four_at_once_splits_once_and_so_does_undoing(reviewers: list[User]) -> None:
    for entry in candidates()[:10]:
        for undo in (False, True):
            results = race([partial(split_or_undo, entry, actor, undo=undo) for actor in reviewers])
            assert Counter(type(result).__name__ for result in results)["Declined"] == RACERS - 1

        standings = Counter(entry.quotes.values_list("standing", flat=True))
        assert standings == {"counts": 1, "undone": 2}
    assert list(audit_store()) == []


def test_add_quote_by_four_at_once_adds_one(reviewers: list[User]) -> None:
    session = make_session(WORDS)
    for entry in make_entries(session, [{"evidence": []} for _ in range(ENTRIES)]):
        add = partial(add_quote, entry_id=entry.pk, selection=Selection(0, 8, 20, "the raw text"), seen_version=1)
        results = race([partial(add, actor=actor) for actor in reviewers])

        [quote] = Quote.objects.filter(entry=entry)
        assert Counter(results) == {Added(quote): 1, Declined(Reason.CONFLICT): RACERS - 1}
        assert event_counts(entry) == {"evidence_aligned": 1, "quote_added": 1}
    assert list(audit_store()) == []


def test_add_entry_by_four_at_once_gives_each_claim_one_entry_at_a_place_of_its_own(reviewers: list[User]) -> None:
    session, selection = make_session(WORDS), Selection(0, 8, 20, "the raw text")
    for number in range(5):
        same = [partial(add_entry, claim=NewClaim(f"Same {number}"), actor=actor) for actor in reviewers]
        own = [partial(add_entry, claim=NewClaim(f"{actor} {number}"), actor=actor) for actor in reviewers]
        results = race([partial(one, session_id=session.pk, selection=selection) for one in (*same[:2], *own[:2])])
        assert Counter(type(one).__name__ for one in results) == {"EntryMade": 3, "AlreadyStated": 1}

    assert sorted(Entry.objects.values_list("position", flat=True)) == list(range(15))
    assert list(audit_store()) == []


def test_add_entry_against_a_new_version_of_its_message_is_one_before_the_other(reviewers: list[User]) -> None:
    for number in range(10):
        session = make_session(WORDS, session_id=f"s-{number}")
        changed = check_session({"sessionId": session.session_id, "messages": [f"So {WORDS[0]}"]})
        selection = Selection(0, 8, 20, "the raw text")
        runners: list[Callable[[], object]] = [
            partial(add_entry, session_id=session.pk, claim=NewClaim("x"), selection=selection, actor=reviewers[0]),
            partial(receive_session, project=session.project, upload=changed, actor=reviewers[1], accept_changes=True),
        ]
        made, _ = race(runners)
        entry = session.entries.first()
        assert made == (Declined(Reason.CONFLICT) if entry is None else EntryMade(entry))
        assert entry is None or "drifted_evidence" in (entry.missing or "")
    assert list(audit_store()) == []


def test_split_quote_against_promote_is_one_before_the_other(reviewers: list[User]) -> None:
    for entry in candidates()[:10]:
        runners: list[Callable[[], object]] = [
            partial(split_or_undo, entry, reviewers[0], undo=False),
            partial(promote, entry, reviewers[1]),
        ]
        split, promoted = race(runners)

        entry.refresh_from_db()
        assert (entry.stage, isinstance(promoted, Granted), isinstance(split, Declined)) in [
            (Stage.VERIFIED, True, True),
            (Stage.CANDIDATE, False, False),
        ]
    assert list(audit_store()) == []


def revise(number: int) -> SessionReceipt:
    upload = check_session({"sessionId": "s", "messages": [f"{number}. {WORDS[0]}"]})
    return receive_session(project=make_project(), upload=upload, actor=None, accept_changes=True)


def mend_and_promote(entry: Entry, actor: User) -> Decision:
    """Find words for a quote that had none, and verify: nothing tied the entry to the message before."""
    retry(entry, actor, WORDS[0])
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version + 1, actor=actor)


@pytest.mark.parametrize(("quote", "work"), [(WORDS[0], promote), ("nobody said this", mend_and_promote)])
def test_receive_session_against_promote_leaves_nothing_verified_on_old_words(
    reviewers: list[User], quote: str, work: Callable[[Entry, User], Decision]
) -> None:
    session = make_session(WORDS, session_id="s")
    for number in range(15):
        evidence = [{"messageIndex": 0, "quote": quote}]
        [entry] = make_entries(session, [{"entryId": f"e-{number}", "evidence": evidence}])
        runners: list[Callable[[], object]] = [partial(work, entry, reviewers[0]), partial(revise, number)]
        race(runners)

        assert not Quote.objects.filter(DRIFTED, entry__stage=Stage.VERIFIED).exists()
    assert list(audit_store()) == []


def test_receive_session_against_extraction_and_promote_is_one_after_the_other(reviewers: list[User]) -> None:
    session = make_session(WORDS, session_id="s")

    def receive_and_promote(number: int) -> None:
        checked = check_extraction({"entries": [{"entryId": f"e-{number}", "stage": "candidate", "evidence": [FOUND]}]})
        entry = receive_extraction(session=session, checked=checked, actor=None).extraction.entries.get()
        promote(entry, reviewers[0])

    for number in range(15):
        runners: list[Callable[[], object]] = [partial(receive_and_promote, number), partial(revise, number)]
        race(runners)

        assert not Quote.objects.filter(DRIFTED, entry__stage=Stage.VERIFIED).exists()
    assert list(audit_store()) == []


def test_receive_session_by_four_at_once_stores_it_once() -> None:
    upload = check_session({"sessionId": "s", "messages": ["one", "two"]})
    project = make_project()

    receipts = race([lambda: receive_session(project=project, upload=upload, actor=None)] * RACERS)

    assert Counter(receipt.change.value for receipt in receipts) == {"new": 1, "identical": RACERS - 1}
    assert receipts[0].session.messages.count() == 2
    assert Event.objects.count() == 1


def test_receive_extraction_by_four_at_once_stores_it_once() -> None:
    session = make_session(WORDS)
    checked = check_extraction({"entries": [{"evidence": [FOUND]}]})

    receipts = race([lambda: receive_extraction(session=session, checked=checked, actor=None)] * RACERS)

    assert Counter(receipt.created for receipt in receipts) == {True: 1, False: RACERS - 1}
    assert (Extraction.objects.count(), Entry.objects.count()) == (1, 1)
    assert Counter(Event.objects.values_list("event_type", flat=True)) == {
        "session_ingested": 1,
        "memory_extracted": 1,
        "evidence_aligned": 1,
    }
    assert list(audit_store()) == []


def test_many_writers_leave_one_unbroken_chain(reviewers: list[User]) -> None:
    entries = candidates()

    def promote_some(actor: User, some: list[Entry]) -> None:
        for entry in some:
            promote(entry, actor)

    race([partial(promote_some, actor, entries[number::RACERS]) for number, actor in enumerate(reviewers)])

    assert Entry.objects.filter(stage="verified").count() == ENTRIES
    assert Event.objects.filter(event_type="entry_promoted").count() == ENTRIES
    assert list(audit_store()) == []


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one writer in at a time")
def test_receive_extraction_waits_while_messages_change() -> None:
    """Entries added in between would not be locked, and could be verified on words that are about to be outdated."""
    session = make_session(WORDS, session_id="s")
    checked = check_extraction({"entries": [{"evidence": [FOUND]}]})

    def receive_impatiently() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '100ms'")
        receive_extraction(session=session, checked=checked, actor=None)

    with transaction.atomic():
        lock_session(session)
        with pytest.raises(OperationalError, match="lock timeout"):
            race([receive_impatiently])
    assert Entry.objects.count() == 0
