"""An entry as it was: every step of its history, and the last step is what is stored."""

import pytest

from review.models import Entry, Quote, ReviewSession
from review.policy import Stage
from review.selectors.states import EntryThen, entry_at
from review.services.promotions import demote_entry, promote_entry
from review.services.quotes import acknowledge_differences
from review.services.splitting import split_quote, undo_split
from tests.factories import make_entry, make_session, make_user, quotes_of
from tests.worked import make_worked_session, nth_entry

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]


@pytest.fixture
def session() -> ReviewSession:
    return make_worked_session()


def history(entry: Entry) -> list[EntryThen]:
    steps = [entry_at(entry, event.seq) for event in entry.events.order_by("seq")]
    return [step for step in steps if step is not None]


def test_entry_at_shows_how_an_entry_was_verified(session: ReviewSession) -> None:
    came, verified = history(nth_entry(1))

    assert (came.stage, came.told.verifier, came.event.event_type) == ("candidate", None, "evidence_aligned")
    assert (verified.stage, verified.told.verifier) == ("verified", ("mina",))
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


def test_entry_at_shows_what_counted_and_who_said_otherwise(session: ReviewSession) -> None:
    *_, before, withdrawn, rejected = history(nth_entry(2))

    assert (before.quotes[3].state, withdrawn.quotes[3].state) == ("failed", "withdrawn")
    assert withdrawn.quotes[3].standing == ("withdrawn", "mina", "invented")
    assert (withdrawn.told.rejection, rejected.told.rejection) == (None, ("mina", "not worth keeping"))


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


def test_entry_at_is_nothing_before_the_entry_came(session: ReviewSession) -> None:
    entry = nth_entry(1)

    assert entry_at(entry, entry.events.order_by("seq")[0].seq - 1) is None


def test_every_step_names_its_neighbours(session: ReviewSession) -> None:
    steps = history(nth_entry(2))

    seqs = [step.event.seq for step in steps]
    assert [step.previous and step.previous.seq for step in steps] == [None, *seqs[:-1]]
    assert [step.next and step.next.seq for step in steps] == [*seqs[1:], None]


def test_entry_at_knows_the_stage_an_entry_came_with() -> None:
    session = make_session(WORDS)
    mina = make_user("mina", project=session.project)
    entry = make_entry(session, ["the raw text"], stage="raw")
    promote_entry(entry_id=entry.pk, to=Stage.CANDIDATE, seen_version=1, actor=mina)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=2, actor=mina)
    demote_entry(entry_id=entry.pk, reason="too early", seen_version=3, actor=mina)

    assert [step.stage for step in history(entry)] == ["raw", "candidate", "verified", "candidate"]


def test_parts_are_there_from_the_split_on() -> None:
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


def test_acknowledgements_belong_to_the_attempt_they_were_about() -> None:
    session = make_session(WORDS)
    mina = make_user("mina", project=session.project)
    entry = make_entry(session, ["We never keep the raw text of every event."])
    [quote] = quotes_of(entry)
    acknowledge_differences(quote_id=quote.pk, reason="a joke", seen_attempt=1, actor=mina)

    came, acknowledged = history(entry)

    assert came.quotes[0].acknowledged == ()
    assert acknowledged.quotes[0].acknowledged == (("mina", "a joke"),)
    assert acknowledged.as_json["quotes"]["1"]["acknowledged"] == [["mina", "a joke"]]
