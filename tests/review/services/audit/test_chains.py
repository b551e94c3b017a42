"""Stored chains, checked against the hashes recorded in checkpoints."""

import pytest

from review.domain.events import EntryReopened
from review.models import Chain, Event, ReviewSession
from review.services import _journal
from review.services.audit._chains import broken_chains
from review.services.audit._finding import Finding
from tests.behind import remove, rewrite
from tests.factories import make_entry, make_project, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> ReviewSession:
    session = make_session(["We keep the raw text of every event."], session_id="talk-1")
    make_entry(session, ["the raw text"])
    return session


@pytest.fixture
def chain(session: ReviewSession) -> Chain:
    return Chain.objects.get(session=session)


def test_broken_chains_finds_nothing_in_chains_that_hold(chain: Chain) -> None:
    hashes = dict(Event.objects.filter(chain=chain).values_list("seq", "hash"))

    assert list(broken_chains()) == []
    assert list(broken_chains({chain.name: hashes})) == []


def test_broken_chains_names_the_event_that_is_not_what_a_checkpoint_saw(chain: Chain) -> None:
    event = Event.objects.get(chain=chain, seq=2)

    found = list(broken_chains({chain.name: {2: "0" * 64}}))

    assert found == [Finding("checkpoint_differs", "event", event.pk, f"{chain.name} seq 2")]


def test_broken_chains_names_the_chain_that_is_shorter_than_a_checkpoint_saw(chain: Chain) -> None:
    found = list(broken_chains({chain.name: {chain.head_seq + 7: "0" * 64}}))

    assert found == [Finding("checkpoint_ahead", "chain", chain.pk, f"{chain.name} seq {chain.head_seq + 7}")]


def test_broken_chains_names_a_chain_that_is_gone(chain: Chain) -> None:
    assert list(broken_chains({"session:0": {1: "0" * 64}})) == [Finding("chain_missing", "chain", 0, "session:0")]


def test_broken_chains_names_a_head_that_was_moved(chain: Chain) -> None:
    rewrite("review_chain", "head_seq", 1)

    assert list(broken_chains()) == [Finding("chain_head_differs", "chain", chain.pk, chain.name)]


def test_broken_chains_names_a_gap(chain: Chain) -> None:
    remove("review_event", where="seq = 2")

    third = Event.objects.get(chain=chain, seq=3)
    assert list(broken_chains()) == [Finding("chain_broken", "event", third.pk, f"{chain.name} seq 3")]


def test_broken_chains_names_an_event_that_was_moved_to_another_session_of_the_same_name(chain: Chain) -> None:
    other = make_session(["Elsewhere."], session_id="talk-1", project=make_project("other"))
    rewrite("review_event", "session_id", other.pk, where=f"chain_id = {chain.pk} AND seq = 2")

    event = Event.objects.get(chain=chain, seq=2)
    assert list(broken_chains()) == [Finding("event_misplaced", "event", event.pk, f"{chain.name} seq 2")]


def test_broken_chains_names_a_chain_that_was_given_to_another_session_of_the_same_name(chain: Chain) -> None:
    other = make_session(["Elsewhere."], session_id="talk-1", project=make_project("other"))
    others = Chain.objects.get(session=other)
    session = chain.session_id
    rewrite("review_chain", "session_id", None, where=f"id = {chain.pk}")
    rewrite("review_chain", "session_id", session, where=f"id = {others.pk}")
    rewrite("review_chain", "session_id", other.pk, where=f"id = {chain.pk}")

    found = list(broken_chains())

    assert {(one.code, one.table) for one in found} == {("event_misplaced", "event"), ("event_misplaced", "chain")}
    assert [one.pk for one in found if one.table == "chain"] == [chain.pk, others.pk]


def test_the_chain_of_the_store_belongs_to_no_session(session: ReviewSession) -> None:
    _journal.append(EntryReopened(stage="raw"), session=None, actor=None)

    assert list(broken_chains()) == []
