"""Give drifted evidence its place in the newer version of its message, when a person confirms it."""

from django.contrib.auth.models import AbstractBaseUser

from aligner_core import FailedEvidence
from review.models import Provenance, Quote
from review.payloads import check_quote
from review.policy import Reason
from review.selectors.drifting import drift_of
from review.selectors.sources import current_messages
from review.services._attempts import look_for
from review.services._changes import Attempted, Declined, append_attempt


def confirm_place(
    *, quote_id: int, seen_attempt: int, seen_version: int, actor: AbstractBaseUser
) -> Attempted | Declined:
    """Append the place of the same words in the newest version of their message, which the person saw.

    Nothing is appended when the words are not there any more: that is a matter of mending the quote. When another
    version came since, or nothing drifted, the answer is `conflict`.
    """
    quote = Quote.objects.select_related("entry__session", "current__message__session").get(pk=quote_id)
    drift = drift_of(quote)
    evidence = None
    if drift is not None and drift.after.version == seen_version:
        contents = [message.content for message in current_messages(quote.entry.session)]
        [evidence] = look_for([check_quote(drift.place.quote, message_index=drift.after.index)], contents)
        if isinstance(evidence, FailedEvidence):
            return Declined(Reason.EVIDENCE_NOT_ALIGNED)
    return append_attempt(
        quote_id, evidence, seen_attempt=seen_attempt, actor=actor, provenance=Provenance.PLACE_CONFIRMED
    )
