"""Anchor a quote to words that a person selected. The browser proposes a place; the server reads what stands there."""

from django.contrib.auth.models import AbstractBaseUser

from aligner_core import AlignedEvidence, Alternative
from review.models import Message, Provenance, Quote
from review.payloads import check_quote
from review.policy import Reason
from review.selectors.selecting import Selection, selection_of
from review.selectors.sources import current_messages
from review.services._attempts import look_for
from review.services._changes import Attempted, Declined, append_attempt
from review.services._judging import placed


def anchor_quote(
    *, quote_id: int, selection: Selection, seen_attempt: int, actor: AbstractBaseUser
) -> Attempted | Declined:
    """Append the selected words, at the place where they were selected, as the next attempt: exact, never ambiguous.

    A selection that `selection_of` would not give for the stored message is a `conflict`: other words stand there, or
    it cuts a character. Words too long for a quote do not align, and nothing is stored.
    """
    session = Quote.objects.select_related("entry__session").get(pk=quote_id).entry.session
    messages = list(current_messages(session))
    evidence = None
    if _stands_there(selection, messages):
        evidence = _anchored(selection, messages)
        if evidence is None:
            return Declined(Reason.EVIDENCE_NOT_ALIGNED)
    return append_attempt(
        quote_id, evidence, seen_attempt=seen_attempt, actor=actor, provenance=Provenance.SELECTED_BY_HAND
    )


def _stands_there(selection: Selection, messages: list[Message]) -> bool:
    named = [message for message in messages if message.index == selection.message_index]
    return any(selection_of(message, selection.start, selection.end) == selection for message in named)


def _anchored(selection: Selection, messages: list[Message]) -> AlignedEvidence | None:
    """Look for the words as any quote is looked for, and settle on the selected one of their places."""
    contents = [message.content for message in messages]
    [evidence] = look_for([check_quote(selection.words, message_index=selection.message_index)], contents)
    if not isinstance(evidence, AlignedEvidence):
        return None
    place = Alternative(span_start=selection.start, span_end=selection.end)
    return placed(evidence, place, contents[selection.message_index])
