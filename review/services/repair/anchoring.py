"""Anchor a quote to words that a person selected. The browser proposes a span; the server reads the words there."""

from django.contrib.auth.models import AbstractBaseUser

from aligner_core import AlignedEvidence, Span, resolve_ambiguity
from review.domain.policy import Reason
from review.models import Message, Provenance, Quote, ReviewSession
from review.payloads import check_quote
from review.selectors.repair.selection import Selection, selection_of
from review.services._attempts import Attempted, Declined, Made, align_in_session, append_attempt


def anchor_quote(
    *, quote_id: int, selection: Selection, seen_attempt: int, actor: AbstractBaseUser
) -> Attempted | Declined:
    """Append the selected words at the selected span as the next attempt: exact, never ambiguous.

    It is a `conflict` when `selection_of` would not return the selection for the stored message: the words there are
    others, or the span cuts a character. Words too long for a quote do not align, and nothing is stored.
    """
    session = Quote.objects.select_related("entry__session__project").get(pk=quote_id).entry.session
    messages = list(session.current_messages())
    made = None
    if _is_in_stored_message(selection, messages):
        made = _align_selection(selection, session)
        if made is None:
            return Declined(Reason.EVIDENCE_NOT_ALIGNED)
    return append_attempt(
        quote_id, made, seen_attempt=seen_attempt, actor=actor, provenance=Provenance.SELECTED_BY_HAND
    )


def _is_in_stored_message(selection: Selection, messages: list[Message]) -> bool:
    candidates = [message for message in messages if message.index == selection.message_index]
    return any(selection_of(message, selection.start, selection.end) == selection for message in candidates)


def _align_selection(selection: Selection, session: ReviewSession) -> Made | None:
    """Return the evidence of aligning the words like any quote, at the selected one of their occurrences."""
    words = check_quote(selection.words, message_index=selection.message_index)
    [(evidence, config)] = align_in_session(session, [words])
    if not isinstance(evidence, AlignedEvidence):
        return None
    content = session.current_messages(index=selection.message_index).get().content
    span = Span(start=selection.start, end=selection.end)
    return Made(resolve_ambiguity(evidence, span, content), config)
