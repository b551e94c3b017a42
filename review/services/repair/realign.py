"""Bring the evidence of an older engine up to the rules of today, and say what they change (specification 4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from aligner_core import AlignedEvidence, Difference
from review.domain import events
from review.models import ABOVE_CANDIDATE, Alignment, Entry, Message, Provenance, Quote, Standing
from review.selectors.promotion.claims import is_claim_open
from review.services import _claim_marks, _journal
from review.services._attempts import build_alignment, lock_quote, make_current, refresh_evidence
from review.services._stages import lock_entry


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A quote whose critical differences are others by the rules of today."""

    quote: Quote
    entry: Entry
    before: tuple[Difference, ...]
    now: tuple[Difference, ...]

    @property
    def is_settled(self) -> bool:
        """Whether the entry is verified: it keeps its stage and its evidence until a person demotes it."""
        return self.entry.stage in ABOVE_CANDIDATE


def rule_changes() -> Iterator[RuleChange]:
    """Yield every quote that counts and that the rules of today judge in another way, in the order of their keys.

    Quotes of rejected entries are left out: nothing is decided by them.
    """
    current = Alignment.objects.filter(pk=F("quote__current"), message__isnull=False)
    deciding = current.filter(quote__standing=Standing.COUNTS, quote__entry__rejected_at=None)
    for alignment in deciding.select_related("quote__entry", "message").order_by("quote_id").iterator(chunk_size=200):
        before, now = alignment.stored_critical_differences, alignment.critical_differences
        if before != now:
            yield RuleChange(alignment.quote, alignment.quote.entry, before, now)


@transaction.atomic(durable=True)
def realign_quote(quote_id: int) -> Alignment | None:
    """Append an attempt at the same place with the differences of today; None when there is nothing to change.

    The entry of a verified quote is left as it is. Who chose the words and the place stays who did.
    """
    entry, quote = lock_quote(quote_id)
    before = quote.current
    if before is None or quote.standing != Standing.COUNTS or entry.stage in ABOVE_CANDIDATE or entry.rejected_at:
        return None
    evidence = before.judged_evidence
    if not isinstance(evidence, AlignedEvidence) or before.stored_critical_differences == before.critical_differences:
        return None
    alignment = build_alignment(
        quote, evidence, attempt=before.attempt + 1, messages=_message_of(before), actor=before.actor
    )
    alignment.provenance = Provenance(before.provenance)
    make_current(alignment)
    refresh_evidence(entry)
    payload = events.QuoteRealigned(
        quote=quote.position,
        attempt=alignment.attempt,
        evidence_aligned=entry.evidence_aligned,
        provenance=alignment.provenance,
        outcome=evidence.model_dump(by_alias=True, mode="json"),
    )
    _journal.append(payload, session=entry.session, actor=None, entry=entry)
    return alignment


def stale_claims() -> Iterator[Entry]:
    """Yield the entries whose mark that their claim is to be confirmed is not what the rules of today say.

    Verified and rejected entries are left out: a person demotes or reopens them first.
    """
    changed = Q(current__attempt__gt=1) | Q(split_from__isnull=False) | Q(standing=Standing.WITHDRAWN)
    may_be_asked = Q(Exists(Quote.objects.filter(changed, entry=OuterRef("pk")))) | Q(
        session__project__claim_facts=True
    )
    entries = Entry.objects.filter(may_be_asked, rejected_at=None)
    open_entries = entries.exclude(stage__in=ABOVE_CANDIDATE).select_related("session__project", "claim").order_by("pk")
    yield from (entry for entry in open_entries if entry.claim_open != is_claim_open(entry))


@transaction.atomic(durable=True)
def mark_claim(entry_id: int) -> None:
    """Write down whether the claim of an entry is to be confirmed, for lists; the gate looks itself."""
    _claim_marks.mark_claim(lock_entry(entry_id))


def _message_of(alignment: Alignment) -> dict[int, Message]:
    message = alignment.message
    return {} if message is None else {message.index: message}
