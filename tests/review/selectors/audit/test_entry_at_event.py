"""An entry as it was at every event; its last state is the stored one."""

import pytest

from review.domain.policy import Stage
from review.models import Entry, Quote, ReviewSession
from review.selectors.audit.entry_at_event import EntryAtEvent, entry_at
from review.services.promotion.claims import correct_claim
from review.services.promotion.stages import demote_entry, promote_entry
from review.services.repair.quotes import acknowledge_differences, retry_quote
from review.services.repair.splitting import split_quote, undo_split
from tests.factories import confirm, make_entry, make_project, make_session, make_user, quotes_of
from tests.worked import make_worked_session, nth_entry

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]


@pytest.fixture
def session() -> ReviewSession:
    return make_worked_session()


def history(entry: Entry) -> list[EntryAtEvent]:
    steps = [entry_at(entry, event.seq) for event in entry.events.order_by("seq")]
    return [step for step in steps if step is not None]


def test_entry_at_shows_how_an_entry_was_verified(session: ReviewSession) -> None:
    came, verified = history(nth_entry(1))

    assert (came.stage, came.recorded.verifier, came.event.event_type) == ("candidate", None, "evidence_aligned")
    assert (verified.stage, verified.recorded.verifier) == ("verified", ("mina",))
    assert [(quote.state, quote.attempt.attempt) for quote in verified.quotes] == [("exact", 1), ("normalized", 1)]


def test_entry_at_shows_the_attempt_that_was_the_newest(session: ReviewSession) -> None:
    steps = history(nth_entry(2))

    assert [[quote.attempt.attempt for quote in step.quotes] for step in steps] == [
        [1, 1, 1, 1],
        [2, 1, 1, 1],
        [2, 2, 1, 1],
        [2, 2, 1, 1],
        [2, 2, 1, 1],
    ]
    assert [step.quotes[0].state for step in steps[:2]] == ["failed", "exact"]
    assert [step.quotes[0].excerpt is None for step in steps[:2]] == [True, False]


def test_entry_at_shows_which_quotes_counted_and_who_withdrew_others(session: ReviewSession) -> None:
    *_, before, withdrawn, rejected = history(nth_entry(2))

    assert (before.quotes[3].state, withdrawn.quotes[3].state) == ("failed", "withdrawn")
    assert withdrawn.quotes[3].standing == ("withdrawn", "mina", "invented")
    assert (withdrawn.recorded.rejection, rejected.recorded.rejection) == (None, ("mina", "not worth keeping"))


def test_entry_at_shows_the_claim_as_it_was() -> None:
    mina = make_user("mina", project=make_project())
    entry = make_entry(make_session(WORDS), ["keep the raw texts of every event"], title="", body="Extracted")
    [quote] = quotes_of(entry)
    retry_quote(quote_id=quote.pk, text="We keep no text", message_index=0, seen_attempt=1, actor=mina)
    retry_quote(quote_id=quote.pk, text="the raw text", message_index=0, seen_attempt=2, actor=mina)
    confirm(entry, mina)
    correct_claim(entry_id=entry.pk, title="Text is kept", body="All of it", seen_version=4, actor=mina)

    *_, confirmed, corrected = history(entry)

    assert (confirmed.claim_title, confirmed.claim_body, confirmed.correction) == ("e-1", "Extracted", None)
    assert confirmed.as_json["claim"] == {"version": 1, "title": "e-1", "body": "Extracted", "author": None}
    assert [row[0] for row in confirmed.recorded.statements] == ["claim_confirmed"]
    assert (corrected.claim_title, corrected.claim_body) == ("Text is kept", "All of it")
    now = {"version": 2, "title": "Text is kept", "body": "All of it", "author": "mina"}
    assert corrected.as_json["claim"] == now


def test_entry_at_shows_acknowledgements_of_the_claim_as_it_was() -> None:
    mina = make_user("mina", project=make_project())
    entry = make_entry(make_session(WORDS), ["We never keep the raw text of every event."])
    [quote] = quotes_of(entry)
    acknowledge_differences(quote_id=quote.pk, reason="a joke", seen_attempt=1, actor=mina)
    correct_claim(entry_id=entry.pk, title="Text is kept", body="", seen_version=2, actor=mina)

    *_, acknowledged, corrected = history(entry)

    assert (acknowledged.quotes[0].acknowledged, corrected.quotes[0].acknowledged) == ((("mina", "a joke"),), ())


def test_the_last_step_is_what_is_stored(session: ReviewSession) -> None:
    for entry in Entry.objects.all():
        last = history(entry)[-1]

        stored = Quote.objects.filter(entry=entry).order_by("position").values_list("current", "standing")
        assert last.stage == entry.stage
        assert [(quote.attempt.pk, quote.standing[0]) for quote in last.quotes] == list(stored)


def test_entry_at_is_the_same_until_the_next_event_of_the_entry(session: ReviewSession) -> None:
    entry = nth_entry(2)
    first, second = (event.seq for event in entry.events.order_by("seq")[:2])

    assert second > first + 1
    assert entry_at(entry, second - 1) == entry_at(entry, first)
    assert entry_at(entry, 10**9) == history(entry)[-1]


def test_entry_at_is_none_before_the_entry_existed(session: ReviewSession) -> None:
    entry = nth_entry(1)

    assert entry_at(entry, entry.events.order_by("seq")[0].seq - 1) is None


def test_every_step_has_its_neighbours(session: ReviewSession) -> None:
    steps = history(nth_entry(2))

    seqs = [step.event.seq for step in steps]
    assert [step.previous and step.previous.seq for step in steps] == [None, *seqs[:-1]]
    assert [step.next and step.next.seq for step in steps] == [*seqs[1:], None]


def test_entry_at_starts_with_the_stage_of_the_upload() -> None:
    session = make_session(WORDS)
    mina = make_user("mina", project=session.project)
    entry = make_entry(session, ["the raw text"], stage="raw")
    promote_entry(entry_id=entry.pk, to=Stage.CANDIDATE, seen_version=1, actor=mina)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=2, actor=mina)
    demote_entry(entry_id=entry.pk, reason="too early", seen_version=3, actor=mina)

    assert [step.stage for step in history(entry)] == ["raw", "working", "candidate", "verified", "candidate"]


def test_parts_exist_from_the_split_on() -> None:
    session = make_session(WORDS)
    mina = make_user("mina", project=session.project)
    entry = make_entry(session, ["keep nothing ... every event"])
    [quote] = quotes_of(entry)
    parts = [("keep the raw text", 0), ("every event", 0)]
    split_quote(quote_id=quote.pk, parts=parts, seen_attempt=1, actor=mina)
    undo_split(quote_id=quote.pk, seen_attempt=1, actor=mina)

    assert [[quote.state for quote in step.quotes] for step in history(entry)] == [
        ["failed"],
        ["split", "exact", "exact"],
        ["failed", "undone", "undone"],
    ]


def test_acknowledgements_belong_to_their_attempt() -> None:
    session = make_session(WORDS)
    mina = make_user("mina", project=session.project)
    entry = make_entry(session, ["We never keep the raw text of every event."])
    [quote] = quotes_of(entry)
    acknowledge_differences(quote_id=quote.pk, reason="a joke", seen_attempt=1, actor=mina)

    came, acknowledged = history(entry)

    assert came.quotes[0].acknowledged == ()
    assert acknowledged.quotes[0].acknowledged == (("mina", "a joke"),)
    assert acknowledged.as_json["quotes"]["1"]["acknowledged"] == [["mina", "a joke"]]
