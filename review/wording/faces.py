"""What a person has to know of a quote first, in words: its state, why it is so, and the words a button takes."""

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from review.presentation.hidden import spell_out
from review.selectors.quotes.faces import Face, FaceState
from review.wording.codes import FAILURES
from review.wording.diagnoses import DIAGNOSES

MAX_TAKEN_CHARS = 36
"""How many characters of the words that it takes a button names."""
STATES = {
    FaceState.EXACT: "",
    FaceState.WRITTEN: gettext_lazy("Written differently"),
    FaceState.SLIP: gettext_lazy("Slip"),
    FaceState.FACT: gettext_lazy("Another fact"),
    FaceState.ACCEPTED: gettext_lazy("Another fact, accepted"),
    FaceState.NEAR: gettext_lazy("Near miss"),
    FaceState.ELSEWHERE: gettext_lazy("In another message"),
    FaceState.MISSING: gettext_lazy("Nobody says this"),
    FaceState.WHICH: gettext_lazy("Which one is meant?"),
    FaceState.CHANGED: gettext_lazy("The message has changed"),
}
REASONS = {
    FaceState.SLIP: gettext_lazy("Passes with Verify: no fact differs."),
    FaceState.NEAR: gettext_lazy("The words are not alike enough to count."),
    FaceState.MISSING: gettext_lazy("No message of the session comes near."),
}


def face_name(face: Face) -> str:
    """Return the state of a quote in a few words; empty if it was found word for word."""
    if face.state is FaceState.NEAR and face.is_negation_lost and face.change:
        return _("Near miss: a “%(words)s” is lost") % {"words": spell_out(face.change[1])}
    if face.state is FaceState.WITHDRAWN and face.row.quote.withdrawn_by is not None:
        return _("Withdrawn by %(who)s") % {"who": face.row.quote.withdrawn_by.get_username()}
    if face.state is FaceState.UNFOUND and face.row.diagnosis is not None:
        return str(DIAGNOSES[face.row.diagnosis][0])
    return str(STATES[face.state]) if face.state in STATES else str(FAILURES[face.row.reason][0])


def face_reason(face: Face) -> str:
    """Return why a quote is in its state; empty where the sentence or a question says so."""
    if face.state is FaceState.MISSING and face.row.diagnosis is not None and face.row.diagnosis != "no_trace":
        return str(DIAGNOSES[face.row.diagnosis][1])
    if face.state is FaceState.UNFOUND and face.row.diagnosis is not None:
        return str(DIAGNOSES[face.row.diagnosis][1])
    if face.state is FaceState.UNFOUND:
        return str(FAILURES[face.row.reason][1])
    return str(REASONS.get(face.state, ""))


def taken_words(words: str) -> str:
    """Return the words that a button takes, cut if they are long."""
    return Truncator(spell_out(words)).chars(MAX_TAKEN_CHARS)
