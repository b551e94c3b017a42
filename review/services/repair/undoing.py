"""Take back an attempt at a quote, right after it was made: the one before counts again, as a new attempt."""

import json

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain import events
from review.domain.policy import Reason
from review.models import Alignment, Event, Quote
from review.selectors.promotion.undoable import is_undoable, last_decision
from review.services import _journal
from review.services._attempts import (
    Attempted,
    Declined,
    lock_quote,
    make_current,
    refresh_evidence,
    refusal_to_change,
)

__all__ = ["Attempted", "Declined", "undo_attempt"]


@transaction.atomic(durable=True)
def undo_attempt(*, event_id: int, actor: AbstractBaseUser) -> Attempted | Declined:
    """Take back the attempt that an event records: the outcome before it is the current one of the quote again.

    The quote is not aligned again, since that might give another outcome: the positions of an upload, an index without
    a message, a chosen place and an older version of a message do not follow from the words. It is a `conflict` when
    the attempt is another person's, the entry has changed since, or the time to take it back is over.
    """
    event = Event.objects.get(pk=event_id)
    body = event.body
    quote_id = Quote.objects.values_list("pk", flat=True).get(entry=event.entry_id, position=body["quote"])
    entry, quote = lock_quote(quote_id)
    refusal = refusal_to_change(entry, quote, seen_attempt=body["attempt"], actor=actor)
    if refusal is not None:
        return Declined(refusal)
    last = last_decision(entry)
    if last is None or last.pk != event.pk or not is_undoable(last, actor=actor):
        return Declined(Reason.CONFLICT)
    alignment = _again(quote, attempt=body["attempt"] - 1)
    make_current(alignment)
    refresh_evidence(entry)
    payload = events.AttemptUndone(
        quote=quote.position,
        attempt=alignment.attempt,
        evidence_aligned=entry.evidence_aligned,
        provenance=alignment.provenance,
        outcome=json.loads(alignment.evidence_json),
        made_with=alignment.made_with,
        reverts=event.event_id,
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Attempted(alignment)


def _again(quote: Quote, *, attempt: int) -> Alignment:
    """Return an unsaved copy of an attempt, with the same actor, provenance and configuration."""
    row = quote.alignments.select_related("message").get(attempt=attempt)
    row.pk, row.quote, row.attempt = None, quote, attempt + 2
    return row
