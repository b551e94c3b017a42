"""The face of a quote: its state, and its sentence once with what differs."""

import pytest

from review.models import Entry
from review.selectors.quotes.faces import OPEN, Face, FaceState
from review.selectors.repair.quote_cards import entry_cards
from review.services.repair.quotes import withdraw_quote
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

TALK = [
    "We decided to open the beta on Monday, 4 May. Please keep the notes short.",
    "No, we will not ship on Friday. QA needs two more days.",
    "The first 200 people on the waiting list get an invitation. Recordings are kept for 90 days.",
    "Checked on staging: no duplicates. Checked in production: no duplicates.",
]


def face_of_quote(index: int, text: str) -> Face:
    [card] = entry_cards(make_entry(make_session(TALK), [(index, text)]))
    return card.face


@pytest.mark.parametrize(
    ("index", "text", "state"),
    [
        (0, "open the beta on Monday", FaceState.EXACT),
        (0, "Open  the BETA on Monday", FaceState.WRITTEN),
        (2, "The first 200 people on the waitng list get an invitation", FaceState.SLIP),
        (2, "Recordings are kept for 30 days.", FaceState.FACT),
        (1, "we will ship on Friday", FaceState.NEAR),
        (2, "QA needs two more days", FaceState.ELSEWHERE),
        (2, "Lunch is paid by the host", FaceState.MISSING),
        (3, "no duplicates", FaceState.WHICH),
    ],
)
def test_face_of_says_the_state_of_a_quote(index: int, text: str, state: FaceState) -> None:
    face = face_of_quote(index, text)

    assert face.state is state
    assert face.is_open == (state in OPEN)


def test_a_sentence_has_the_message_once_and_the_change_in_whole_words() -> None:
    face = face_of_quote(2, "Recordings are kept for 30 days.")

    assert face.sentence is not None
    assert "".join(one.source_text for one in face.sentence.parts) == "Recordings are kept for 90 days."
    assert face.sentence.before.endswith("get an invitation. ")
    assert face.change == ("30", "90")


def test_a_near_miss_says_which_negation_is_lost() -> None:
    face = face_of_quote(1, "we will ship on Friday")

    assert face.is_negation_lost
    assert face.change == ("", "not")
    assert face.message_index == 1


def test_words_in_another_message_are_shown_there() -> None:
    face = face_of_quote(2, "QA needs two more days")

    assert face.message_index == 1
    assert face.sentence is not None
    assert face.sentence.before == "No, we will not ship on Friday. "


def test_what_is_only_written_differently_is_listed() -> None:
    assert ("BETA", "beta") in face_of_quote(0, "open the BETA on Monday").forms


def test_a_withdrawn_quote_has_no_sentence_of_a_message() -> None:
    reviewer = make_user("mina")
    entry = make_entry(make_session(TALK, project=make_project(reviewer=reviewer)), [(0, "open the beta")])
    withdraw_quote(quote_id=quotes_of(entry)[0].pk, reason="invented", seen_attempt=1, actor=reviewer)

    [card] = entry_cards(Entry.objects.get())

    assert (card.face.state, card.face.sentence, card.face.is_open) == (FaceState.WITHDRAWN, None, False)
