"""Add a quote to an entry: words of a message that a person selected, or accepted as proposed."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review.domain.policy import Reason
from review.models import Entry, Message, Quote, Standing
from review.selectors.access import may_review
from review.selectors.repair.selection import Selection
from review.services import _journal
from review.services._attempts import Declined, Made, align_selection, message_of_evidence, refresh_evidence
from review.services._stages import lock_entry
from review.services.repair._added_quotes import quote_added, store_added_quote


@dataclass(frozen=True, slots=True)
class Added:
    """A quote was added, and counts."""

    quote: Quote


@dataclass(frozen=True, slots=True)
class AlreadyQuoted:
    """Nothing was changed: this quote counts already at the same place."""

    quote: Quote


def add_quote(
    *, entry_id: int, selection: Selection, seen_version: int, actor: AbstractBaseUser
) -> Added | AlreadyQuoted | Declined:
    """Add the selected words at the selected span as a quote of the entry: exact, and a person's, not the extractor's.

    *seen_version* is the version of the entry that the person saw: it is a `conflict` when the entry has changed since,
    or the stored message does not have the selection. Words too long for a quote do not align, and nothing is stored.
    """
    session = Entry.objects.select_related("session__project").get(pk=entry_id).session
    made = align_selection(selection, session)
    if made is Reason.EVIDENCE_NOT_ALIGNED:
        return Declined(made)
    return _add(entry_id, selection, made, seen_version=seen_version, actor=actor)


@transaction.atomic(durable=True)
def _add(
    entry_id: int, selection: Selection, made: Made | Reason, *, seen_version: int, actor: AbstractBaseUser
) -> Added | AlreadyQuoted | Declined:
    entry = lock_entry(entry_id)
    refusal = _refusal_to_add(entry, seen_version=seen_version, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    messages = {} if isinstance(made, Reason) else message_of_evidence(made.evidence, entry.session)
    if isinstance(made, Reason) or not messages:
        return Declined(Reason.CONFLICT)
    same = _counting_at(entry, messages[selection.message_index], selection)
    if same is not None:
        return AlreadyQuoted(same)
    alignment = store_added_quote(entry, selection, made, messages=messages, actor=actor)
    refresh_evidence(entry)
    _journal.append(quote_added(entry, alignment), session=entry.session, actor=actor, entry=entry)
    return Added(alignment.quote)


def _refusal_to_add(entry: Entry, *, seen_version: int, actor: AbstractBaseUser) -> Reason | None:
    """Return why a person may not add a quote to an entry; None when they may."""
    if not may_review(actor, entry.session.project_id):
        return Reason.NOT_PERMITTED
    if entry.is_settled:
        return Reason.WRONG_STAGE
    return Reason.CONFLICT if entry.version != seen_version else None


def _counting_at(entry: Entry, message: Message, selection: Selection) -> Quote | None:
    """Return the quote that counts at the same place of the current version of the message."""
    at = {"current__message": message, "current__span_start": selection.start, "current__span_end": selection.end}
    return entry.quotes.filter(standing=Standing.COUNTS, **at).order_by("position").first()
