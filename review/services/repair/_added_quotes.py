"""Store words that a person selected as a quote of an entry. Private to the services."""

from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max

from review.domain import events
from review.models import Alignment, Entry, Message, Provenance
from review.payloads import check_quote
from review.selectors.repair.selection import Selection
from review.services._attempts import Made, build_alignment, build_quote, make_current


def store_added_quote(
    entry: Entry, selection: Selection, made: Made, *, messages: Mapping[int, Message], actor: AbstractBaseUser
) -> Alignment:
    """Store a quote that a person adds to a locked entry, in the caller's transaction; return its first attempt."""
    last = entry.quotes.aggregate(last=Max("position"))["last"]
    words = check_quote(selection.words, message_index=selection.message_index)
    quote = build_quote(entry, 0 if last is None else last + 1, words)
    quote.added_by_id = actor.pk
    quote.save(force_insert=True)
    alignment = build_alignment(quote, made, attempt=1, messages=messages, actor=actor)
    alignment.provenance = Provenance.SELECTED_BY_HAND
    make_current(alignment)
    return alignment


def quote_added(entry: Entry, alignment: Alignment) -> events.QuoteAdded:
    """Return the event of a quote that was just added to an entry, with its first attempt."""
    return events.QuoteAdded(
        quote=alignment.quote.position,
        attempt=alignment.attempt,
        evidence_aligned=entry.evidence_aligned,
        provenance=alignment.provenance,
        outcome=alignment.evidence.model_dump(by_alias=True, mode="json"),
        made_with=alignment.made_with,
    )
