"""Let a withdrawn quote count again, however long ago it was withdrawn, for a reason."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain import events
from review.domain.policy import Reason
from review.models import Quote, Standing
from review.selectors.quotes.quote_rows import is_restorable
from review.services import _journal
from review.services._attempts import Declined, lock_quote, refresh_evidence, refusal_to_change
from review.services._withdrawals import let_count

__all__ = ["Declined", "Restored", "restore_quote"]


@dataclass(frozen=True, slots=True)
class Restored:
    """A quote that was withdrawn counts again."""

    quote: Quote


@transaction.atomic(durable=True)
def restore_quote(*, quote_id: int, reason: str, seen_attempt: int, actor: AbstractBaseUser) -> Restored | Declined:
    """Let a withdrawn quote count again, for a reason; statements that the withdrawal voided stay void.

    It is a `conflict` when the quote is not withdrawn, or the one that it was split from counts as a whole again.
    """
    entry, quote = lock_quote(quote_id)
    refusal = refusal_to_change(entry, quote, seen_attempt=seen_attempt, actor=actor, standing=Standing.WITHDRAWN)
    if refusal is None and not is_restorable(quote):
        refusal = Reason.CONFLICT
    if refusal is not None:
        return Declined(refusal)
    let_count(quote)
    refresh_evidence(entry)
    payload = events.QuoteRestored(quote=quote.position, reason=reason, evidence_aligned=entry.evidence_aligned)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Restored(quote)
