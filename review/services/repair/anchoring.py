"""Anchor a quote to words that a person selected. The browser proposes a span; the server reads the words there."""

from django.contrib.auth.models import AbstractBaseUser

from review.domain.policy import Reason
from review.models import Provenance, Quote
from review.selectors.repair.selection import Selection
from review.services._attempts import Attempted, Declined, Made, align_selection, append_attempt


def anchor_quote(
    *, quote_id: int, selection: Selection, seen_attempt: int, actor: AbstractBaseUser
) -> Attempted | Declined:
    """Append the selected words at the selected span as the next attempt: exact, never ambiguous.

    It is a `conflict` when the stored message does not have the selection. Words too long for a quote do not align,
    and nothing is stored.
    """
    session = Quote.objects.select_related("entry__session__project").get(pk=quote_id).entry.session
    made = align_selection(selection, session)
    if made is Reason.EVIDENCE_NOT_ALIGNED:
        return Declined(made)
    return append_attempt(
        quote_id,
        made if isinstance(made, Made) else None,
        seen_attempt=seen_attempt,
        actor=actor,
        provenance=Provenance.SELECTED_BY_HAND,
    )
