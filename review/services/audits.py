"""Recompute everything from the sources and name what does not agree. Reads only."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Prefetch

from aligner_core import digest, text_hash
from review.models import Alignment, Chain, Entry, Event, Extraction, Message, Quote
from review.selectors.gate import is_proven
from review.services import _journal
from review.services._attempts import all_aligned


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be: a stable code and the row it was found in."""

    code: str
    table: str
    pk: int
    detail: str = ""


def audit_store() -> Iterator[Finding]:
    """Recompute digests, proofs, flags and chains of the whole store; yield every difference."""
    yield from _messages()
    yield from _extractions()
    yield from recheck_proofs(Alignment.objects.all())
    yield from _entries()
    for chain in Chain.objects.order_by("pk"):
        yield from _chain(chain)


def recheck_proofs(alignments: Iterable[Alignment]) -> Iterator[Finding]:
    """Read the words behind alignments again; yield those that are not what their row says."""
    rows = alignments.select_related("message", "quote") if hasattr(alignments, "select_related") else alignments
    for alignment in rows:
        if alignment.aligned and not is_proven(alignment):
            yield Finding("proof_failed", "alignment", alignment.pk)
        elif not alignment.aligned and not _failure_agrees(alignment):
            yield Finding("failure_changed", "alignment", alignment.pk)


def _failure_agrees(alignment: Alignment) -> bool:
    try:
        evidence = alignment.evidence
    except ValueError:
        return False
    return (evidence.quote, evidence.match_method) == (alignment.text, alignment.method)


def _messages() -> Iterator[Finding]:
    for message in Message.objects.iterator(chunk_size=200):
        if text_hash(message.content) != message.content_hash or len(message.content) != message.length:
            yield Finding("message_changed", "message", message.pk)


def _extractions() -> Iterator[Finding]:
    for extraction in Extraction.objects.iterator(chunk_size=20):
        if digest(extraction.canonical.encode()) != extraction.digest:
            yield Finding("extraction_changed", "extraction", extraction.pk)


def _entries() -> Iterator[Finding]:
    quotes = Prefetch("quotes", Quote.objects.select_related("current"))
    for entry in Entry.objects.prefetch_related(quotes).iterator(chunk_size=500):
        current = list(entry.quotes.all())
        if entry.evidence_aligned != all_aligned(current):
            yield Finding("flag_changed", "entry", entry.pk)
        for quote in current:
            if text_hash(quote.text) != quote.text_hash:
                yield Finding("quote_changed", "quote", quote.pk)


def _chain(chain: Chain) -> Iterator[Finding]:
    seq, previous = 0, ""
    events = Event.objects.filter(chain=chain).select_related("session", "entry").order_by("seq")
    for event in events.iterator(chunk_size=500):
        seq += 1
        if event.seq != seq or event.prev_hash != previous:
            yield Finding("chain_broken", "event", event.pk, f"{chain.name} seq {event.seq}")
        if _journal.event_hash(event) != event.hash:
            yield Finding("event_changed", "event", event.pk, f"{chain.name} seq {event.seq}")
        seq, previous = event.seq, event.hash
    if (chain.head_seq, chain.head_hash) != (seq, previous):
        yield Finding("chain_head_differs", "chain", chain.pk, chain.name)
