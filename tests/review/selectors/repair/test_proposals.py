"""The places that are proposed for an entry, in whole characters and in their context."""

import pytest

from review.models import Entry
from review.models.sessions import Excerpt
from review.payloads import check_session
from review.selectors.repair.proposals import Stretch, proposals_for
from review.services.ingest.receive import receive_session
from review.services.promotion.claims import correct_claim
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user

pytestmark = pytest.mark.django_db

SAID = ["I am planning the summer.", "We fly. I always take the window seat. My brother drives.", "A train, a train."]


@pytest.fixture
def memory() -> Entry:
    return make_entry(make_session(SAID, session_id="talk"), title="User prefers window seats")


def texts(entry: Entry) -> list[tuple[int, str]]:
    return [(one.message.index, one.excerpt.words) for one in proposals_for(Entry.objects.get(pk=entry.pk))]


def test_proposals_for_an_entry_show_words_in_context_and_what_led_there(memory: Entry) -> None:
    [proposal] = proposals_for(memory)

    assert proposal.place == "1:8:38"
    assert proposal.excerpt == Excerpt(
        "We fly. ", "I always take the window seat.", " My brother drives.", is_cut_before=False, is_cut_after=False
    )
    assert proposal.stretches == (
        Stretch("I always take the ", is_shared=False),
        Stretch("window", is_shared=True),
        Stretch(" ", is_shared=False),
        Stretch("seat", is_shared=True),
        Stretch(".", is_shared=False),
    )
    assert proposal.address == f"/sessions/{memory.session_id}/?add={memory.pk}&from=1#m-1"


def test_proposals_for_an_entry_are_for_its_claim_as_it_stands(memory: Entry) -> None:
    actor = make_user("mina", project=make_project())

    correct_claim(entry_id=memory.pk, title="User takes a train", body="", seen_version=1, actor=actor)

    assert texts(memory) == [(2, "A train, a train.")]


def test_proposals_for_an_entry_are_in_its_messages_as_they_are_now(memory: Entry) -> None:
    revised = check_session({"sessionId": "talk", "messages": [*SAID[:2], "A window seat, please."]})
    receive_session(project=make_project(), upload=revised, actor=None, accept_changes=True)

    assert (2, "A window seat, please.") in texts(memory)


def test_proposals_for_a_session_without_messages_are_none() -> None:
    assert texts(make_entry(make_retrieval([]), title="User prefers window seats")) == []
