"""Split a quote that joins separate passages, and undo the split. Quotes that no longer count stay listed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Max

from aligner_core import AlignedEvidence
from review.domain import events
from review.domain.bulk import InBatch
from review.domain.policy import Reason
from review.models import Alignment, Entry, Provenance, Quote, Standing
from review.payloads import CheckedQuote, check_quote
from review.services import _journal
from review.services._attempts import (
    Declined,
    Made,
    align_in_session,
    build_alignment,
    build_quote,
    lock_quote,
    make_current,
    message_of_evidence,
    refresh_evidence,
    refusal_to_change,
)

MIN_PARTS = 2
LIVE = (Standing.COUNTS, Standing.SPLIT)


@dataclass(frozen=True, slots=True)
class Split:
    """A quote was split: it no longer counts, and its parts do."""

    original: Quote
    parts: tuple[Quote, ...]


PartOutcome = tuple[CheckedQuote, Made]


def split_quote(
    *, quote_id: int, parts: Sequence[tuple[str, int]], seen_attempt: int, actor: AbstractBaseUser
) -> Split | Declined:
    """Replace a quote by its *parts*, each a text and the index of its message; the quote itself no longer counts.

    All parts have to align, or nothing is stored: the page shows beforehand whether they do.
    """
    outcomes = tried_parts(quote_id, parts)
    with transaction.atomic(durable=True):
        return store_split(quote_id, outcomes, seen_attempt=seen_attempt, actor=actor)


def tried_parts(quote_id: int, parts: Sequence[tuple[str, int]]) -> list[PartOutcome]:
    """Return the outcome of aligning each part of a quote; nothing is stored."""
    session = Quote.objects.select_related("entry__session__project").get(pk=quote_id).entry.session
    checked = [check_quote(text, message_index=index) for text, index in parts]
    return list(zip(checked, align_in_session(session, checked), strict=True))


@transaction.atomic(durable=True)
def undo_split(*, quote_id: int, seen_attempt: int, actor: AbstractBaseUser) -> Quote | Declined:
    """Make a split quote count again; its parts, and parts of parts, stay listed and no longer count."""
    return store_undone_split(quote_id, seen_attempt=seen_attempt, actor=actor)


def store_undone_split(
    quote_id: int, *, seen_attempt: int, actor: AbstractBaseUser, batch: InBatch | None = None
) -> Quote | Declined:
    """Do what `undo_split` does, in the caller's transaction; the event names its *batch*."""
    entry, quote = lock_quote(quote_id)
    refusal = refusal_to_change(entry, quote, seen_attempt=seen_attempt, actor=actor, standing=Standing.SPLIT)
    if refusal is not None:
        return Declined(refusal)
    parts = [part for part in _parts_of(quote, entry) if part.standing in LIVE]
    for part in reversed(parts):  # parts of parts first: a quote must not be undone while its own parts count
        _set_standing(part, Standing.UNDONE)
    _set_standing(quote, Standing.COUNTS)
    refresh_evidence(entry)
    payload = events.SplitUndone(
        quote=quote.position,
        evidence_aligned=entry.evidence_aligned,
        parts=[part.position for part in parts],
    )
    if batch is not None:
        payload = events.SplitUndoneInBatch(**dict(payload), batch=batch.name, reverts=batch.reverts)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return quote


def store_split(
    quote_id: int,
    outcomes: Sequence[PartOutcome],
    *,
    seen_attempt: int,
    actor: AbstractBaseUser,
    batch: InBatch | None = None,
) -> Split | Declined:
    """Store a split that was tried, in the caller's transaction; the event names its *batch*."""
    entry, quote = lock_quote(quote_id)
    refusal = refusal_to_change(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is None:
        refusal = _obstacle(outcomes, entry)
    if refusal is not None:
        return Declined(refusal)
    _set_standing(quote, Standing.SPLIT)
    alignments = list(_store_parts(quote, outcomes, entry=entry, actor=actor))
    refresh_evidence(entry)
    payload = events.QuoteSplit(
        quote=quote.position,
        attempt=seen_attempt,
        evidence_aligned=entry.evidence_aligned,
        parts=[
            events.SplitPart(
                quote=alignment.quote.position, outcome=alignment.evidence.model_dump(by_alias=True, mode="json")
            )
            for alignment in alignments
        ],
        made_with=alignments[0].made_with,
    )
    if batch is not None:
        payload = events.SplitInBatch(**dict(payload), batch=batch.name, reason=batch.reason)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Split(quote, tuple(alignment.quote for alignment in alignments))


def _obstacle(outcomes: Sequence[PartOutcome], entry: Entry) -> Reason | None:
    if len(outcomes) < MIN_PARTS:
        return Reason.CONFLICT
    if not all(isinstance(made.evidence, AlignedEvidence) for _, made in outcomes):
        return Reason.EVIDENCE_NOT_ALIGNED
    if not all(message_of_evidence(made.evidence, entry.session) for _, made in outcomes):
        return Reason.CONFLICT
    return None


def _store_parts(
    whole: Quote, outcomes: Sequence[PartOutcome], *, entry: Entry, actor: AbstractBaseUser
) -> Iterator[Alignment]:
    last = entry.quotes.aggregate(last=Max("position"))["last"]
    for position, (checked, made) in enumerate(outcomes, start=last + 1):
        part = build_quote(entry, position, checked)
        part.split_from = whole
        part.save(force_insert=True)
        messages = message_of_evidence(made.evidence, entry.session)
        alignment = build_alignment(part, made, attempt=1, messages=messages, actor=actor)
        alignment.provenance = Provenance.SPLIT_PART
        make_current(alignment)
        yield alignment


def _parts_of(whole: Quote, entry: Entry) -> list[Quote]:
    """Return the parts of a quote and parts of parts, in order: each comes after the quote it was split from."""
    family = {whole.pk}
    parts = []
    for quote in entry.quotes.order_by("position"):
        if quote.split_from_id in family:
            family.add(quote.pk)
            parts.append(quote)
    return parts


def _set_standing(quote: Quote, standing: Standing) -> None:
    quote.standing = standing
    quote.save(update_fields=["standing"])
