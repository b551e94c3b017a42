"""Take an attempt at a quote back, right after it was made: the one before counts again, as an attempt of its own."""

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
    """Take back the attempt that an event tells of: what was found before it is the quote's current outcome again.

    It is not looked for again, since that might find something else: an upload's positions, an index that names no
    message, a place that was chosen and an older version of a message are no part of the words. It is a `conflict`
    when it was another person's, anything happened to the entry since, or the time for it is over.
    """
    event = Event.objects.get(pk=event_id)
    told = event.body
    quote_id = Quote.objects.values_list("pk", flat=True).get(entry=event.entry_id, position=told["quote"])
    entry, quote = lock_quote(quote_id)
    refusal = refusal_to_change(entry, quote, seen_attempt=told["attempt"], actor=actor)
    if refusal is not None:
        return Declined(refusal)
    last = last_decision(entry)
    if last is None or last.pk != event.pk or not is_undoable(last, actor=actor):
        return Declined(Reason.CONFLICT)
    alignment = _again(quote, attempt=told["attempt"] - 1)
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
    """Return an unsaved row that says what an attempt says; who chose its words, and what made it, stays the same."""
    row = quote.alignments.select_related("message").get(attempt=attempt)
    row.pk, row.quote, row.attempt = None, quote, attempt + 2
    return row
