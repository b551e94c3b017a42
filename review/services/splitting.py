"""Split a quote that runs together what stands apart, and undo it. What does not count stays listed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Max

from aligner_core import AlignedEvidence
from review import events
from review.models import Alignment, Entry, Provenance, Quote, Standing
from review.payloads import CheckedQuote, check_quote
from review.policy import Reason
from review.selectors.sources import current_messages
from review.services import _journal
from review.services._attempts import Evidence, attempt_of, look_for, quote_of, refresh_evidence
from review.services._changes import Declined, lock_quote, make_current, messages_named, refusal_of

FEWEST_PARTS = 2
LIVE = (Standing.COUNTS, Standing.SPLIT)


@dataclass(frozen=True, slots=True)
class Split:
    """A quote was split: it no longer counts, and its parts do."""

    original: Quote
    parts: tuple[Quote, ...]


Found = tuple[CheckedQuote, Evidence]


def split_quote(
    *, quote_id: int, parts: Sequence[tuple[str, int]], seen_attempt: int, actor: AbstractBaseUser
) -> Split | Declined:
    """Make quotes of the entry from the *parts* of one quote, each a text and its message; the quote no longer counts.

    All parts have to align, or nothing is stored: a person who splits sees beforehand that they do.
    """
    session = Quote.objects.select_related("entry__session").get(pk=quote_id).entry.session
    contents = [message.content for message in current_messages(session)]
    checked = [check_quote(text, message_index=index) for text, index in parts]
    found = list(zip(checked, look_for(checked, contents), strict=True))
    return _split(quote_id, found, seen_attempt=seen_attempt, actor=actor)


@transaction.atomic(durable=True)
def undo_split(*, quote_id: int, seen_attempt: int, actor: AbstractBaseUser) -> Quote | Declined:
    """Let a split quote count again as it was; its parts, and theirs, stay listed and no longer count."""
    entry, quote = lock_quote(quote_id)
    refusal = refusal_of(entry, quote, seen_attempt=seen_attempt, actor=actor, standing=Standing.SPLIT)
    if refusal is not None:
        return Declined(refusal)
    parts = [part for part in _parts_of(quote, entry) if part.standing in LIVE]
    for part in reversed(parts):  # a part of a part first: no whole may leave its parts counting
        _stand(part, Standing.UNDONE)
    _stand(quote, Standing.COUNTS)
    refresh_evidence(entry)
    payload = events.SplitUndone(
        quote=quote.position,
        evidence_aligned=entry.evidence_aligned,
        parts=[part.position for part in parts],
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return quote


@transaction.atomic(durable=True)
def _split(quote_id: int, found: Sequence[Found], *, seen_attempt: int, actor: AbstractBaseUser) -> Split | Declined:
    entry, quote = lock_quote(quote_id)
    refusal = refusal_of(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is None:
        refusal = _obstacle(found, entry)
    if refusal is not None:
        return Declined(refusal)
    _stand(quote, Standing.SPLIT)
    alignments = list(_store_parts(quote, found, entry=entry, actor=actor))
    refresh_evidence(entry)
    payload = events.QuoteSplit(
        quote=quote.position,
        attempt=seen_attempt,
        evidence_aligned=entry.evidence_aligned,
        parts=[
            events.SplitPart(quote=one.quote.position, outcome=one.evidence.model_dump(by_alias=True, mode="json"))
            for one in alignments
        ],
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Split(quote, tuple(one.quote for one in alignments))


def _obstacle(found: Sequence[Found], entry: Entry) -> Reason | None:
    if len(found) < FEWEST_PARTS:
        return Reason.CONFLICT
    if not all(isinstance(evidence, AlignedEvidence) for _, evidence in found):
        return Reason.EVIDENCE_NOT_ALIGNED
    if not all(messages_named(evidence, entry.session) for _, evidence in found):
        return Reason.CONFLICT
    return None


def _store_parts(whole: Quote, found: Sequence[Found], *, entry: Entry, actor: AbstractBaseUser) -> Iterator[Alignment]:
    last = entry.quotes.aggregate(last=Max("position"))["last"]
    for position, (checked, evidence) in enumerate(found, start=last + 1):
        part = quote_of(entry, position, checked)
        part.split_from = whole
        part.save(force_insert=True)
        messages = messages_named(evidence, entry.session)
        alignment = attempt_of(part, evidence, attempt=1, messages=messages, actor=actor)
        alignment.provenance = Provenance.SPLIT_PART
        make_current(alignment)
        yield alignment


def _parts_of(whole: Quote, entry: Entry) -> list[Quote]:
    """Give the parts of a quote and theirs, in order; a part always comes behind what it was split from."""
    family = {whole.pk}
    parts = []
    for quote in entry.quotes.order_by("position"):
        if quote.split_from_id in family:
            family.add(quote.pk)
            parts.append(quote)
    return parts


def _stand(quote: Quote, standing: Standing) -> None:
    quote.standing = standing
    quote.save(update_fields=["standing"])
