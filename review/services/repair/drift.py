"""Move drifted evidence to the newest version of its message, when a person confirms the place."""

from django.contrib.auth.models import AbstractBaseUser

from aligner_core import FailedEvidence
from review.domain.policy import Reason
from review.models import Provenance, Quote
from review.payloads import check_quote
from review.selectors.repair.drift import drift_of
from review.services._attempts import Attempted, Declined, align_in_session, append_attempt


def confirm_place(
    *, quote_id: int, seen_attempt: int, seen_version: int, actor: AbstractBaseUser
) -> Attempted | Declined:
    """Append an attempt at the same words in the newest version of their message, which the person saw.

    Nothing is appended when the words are no longer there: then the quote has to be repaired. It is a `conflict` when
    there is an even newer version, or nothing has drifted.
    """
    quote = Quote.objects.select_related("entry__session__project", "current__message__session__project").get(
        pk=quote_id
    )
    drift = drift_of(quote)
    made = None
    if drift is not None and drift.after.version == seen_version:
        words = check_quote(drift.place.quote, message_index=drift.after.index)
        [made] = align_in_session(quote.entry.session, [words])
        if isinstance(made.evidence, FailedEvidence):
            return Declined(Reason.EVIDENCE_NOT_ALIGNED)
    return append_attempt(quote_id, made, seen_attempt=seen_attempt, actor=actor, provenance=Provenance.PLACE_CONFIRMED)
