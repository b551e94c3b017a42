"""Recompute everything from the sources and name what does not agree. Reads only."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from aligner_core import FailedEvidence, digest, text_hash
from review import events
from review.models import ABOVE_CANDIDATE, Alignment, Chain, Entry, Event, Extraction, Message, Quote, ReviewSession
from review.selectors.gate import is_proven
from review.services import _journal
from review.services._attempts import all_aligned
from review.services._replay import Told, message_hashes, replay


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
    yield from _sessions()
    yield from _extractions()
    yield from recheck_proofs(Alignment.objects.all())
    yield from _entries()
    for chain in Chain.objects.order_by("pk"):
        yield from _chain(chain)


def recheck_proofs(alignments: QuerySet[Alignment]) -> Iterator[Finding]:
    """Read the words behind alignments again; yield those that are not what their row says."""
    for alignment in alignments.select_related("message").order_by("pk").iterator(chunk_size=200):
        if alignment.aligned and not is_proven(alignment):
            yield Finding("proof_failed", "alignment", alignment.pk)
        elif not alignment.aligned and not _failure_agrees(alignment):
            yield Finding("failure_changed", "alignment", alignment.pk)


def _failure_agrees(alignment: Alignment) -> bool:
    try:
        evidence = alignment.evidence
    except ValueError:
        return False
    return isinstance(evidence, FailedEvidence) and (evidence.quote, evidence.failure_reason) == (
        alignment.text,
        alignment.reason,
    )


def _messages() -> Iterator[Finding]:
    for message in Message.objects.order_by("pk").iterator(chunk_size=200):
        if text_hash(message.content) != message.content_hash or len(message.content) != message.length:
            yield Finding("message_changed", "message", message.pk)


def _sessions() -> Iterator[Finding]:
    """Compare the messages with those the journal was told of: none is missing, none was slipped in."""
    ingested = Event.objects.filter(event_type=events.SessionIngested.event_type).order_by("seq")
    for session in ReviewSession.objects.order_by("pk").prefetch_related(Prefetch("events", ingested)):
        stored = dict(Message.objects.filter(session=session, version=1).values_list("index", "content_hash"))
        try:
            told = message_hashes(session.events.all())
        except (ValueError, LookupError, TypeError):
            told = {}
        for index in sorted(stored.keys() | told.keys()):
            if stored.get(index) != told.get(index):
                yield Finding("message_unaccounted", "session", session.pk, f"message {index}")


def _extractions() -> Iterator[Finding]:
    for extraction in Extraction.objects.order_by("pk").iterator(chunk_size=20):
        if digest(extraction.canonical.encode()) != extraction.digest:
            yield Finding("extraction_changed", "extraction", extraction.pk)


def _entries() -> Iterator[Finding]:
    quotes = (
        Quote.objects.select_related("current")
        .prefetch_related("alignments__acknowledgements__actor")
        .order_by("position")
    )
    chains = Prefetch("events", Event.objects.order_by("seq"))
    rows = Entry.objects.order_by("pk").prefetch_related(Prefetch("quotes", quotes), chains)
    for entry in rows.iterator(chunk_size=500):
        current = list(entry.quotes.all())
        if entry.evidence_aligned != all_aligned(current):
            yield Finding("flag_changed", "entry", entry.pk)
        for quote in current:
            yield from _quote(quote)
        try:
            told = replay(entry.events.all())
            yield from _unaccounted(entry, current, told)
        except (ValueError, LookupError, TypeError):
            yield Finding("journal_unreadable", "entry", entry.pk)


def _quote(quote: Quote) -> Iterator[Finding]:
    if text_hash(quote.text) != quote.text_hash:
        yield Finding("quote_changed", "quote", quote.pk)
    attempts = [alignment.attempt for alignment in quote.alignments.all()]
    if quote.current is None or attempts != list(range(1, quote.current.attempt + 1)):
        yield Finding("current_changed", "quote", quote.pk)


def _unaccounted(entry: Entry, quotes: list[Quote], told: Told) -> Iterator[Finding]:
    """Compare an entry with what the journal says of it."""
    if (told.stage or entry.stage) != entry.stage or (told.stage is None and entry.stage in ABOVE_CANDIDATE):
        yield Finding("stage_unaccounted", "entry", entry.pk, entry.stage)
    if told.rejected != (entry.rejected_at is not None):
        yield Finding("rejection_unaccounted", "entry", entry.pk)
    if sorted(told.acknowledged) != sorted(_acknowledged(quotes)):
        yield Finding("acknowledgement_unaccounted", "entry", entry.pk)
    found, failed = iter(told.found), iter(told.failed)
    for quote in quotes:
        if (quote.position in told.withdrawn) == quote.counts:
            yield Finding("withdrawal_unaccounted", "quote", quote.pk)
        for alignment in quote.alignments.all():
            if alignment.attempt > 1:
                agrees = told.attempts.get((quote.position, alignment.attempt)) == _outcome(alignment)
            elif alignment.aligned:
                agrees = next(found, None) == _outcome(alignment)
            else:
                agrees = next(failed, None) == alignment.text
            if not agrees:
                yield Finding("attempt_unaccounted", "alignment", alignment.pk)


def _acknowledged(quotes: list[Quote]) -> Iterator[tuple[int, int, str, str]]:
    for quote in quotes:
        for alignment in quote.alignments.all():
            for one in alignment.acknowledgements.all():
                yield quote.position, alignment.attempt, one.actor.get_username(), one.reason


def _outcome(alignment: Alignment) -> object:
    try:
        return json.loads(alignment.evidence_json)
    except ValueError:
        return None


def _chain(chain: Chain) -> Iterator[Finding]:
    seq, previous = 0, ""
    rows = Event.objects.filter(chain=chain).select_related("session", "entry").order_by("seq")
    for event in rows.iterator(chunk_size=500):
        seq += 1
        where = f"{chain.name} seq {event.seq}"
        if event.seq != seq or event.prev_hash != previous:
            yield Finding("chain_broken", "event", event.pk, where)
        if not _is_as_told(event):
            yield Finding("event_changed", "event", event.pk, where)
        seq, previous = event.seq, event.hash
    if (chain.head_seq, chain.head_hash) != (seq, previous):
        yield Finding("chain_head_differs", "chain", chain.pk, chain.name)


def _is_as_told(event: Event) -> bool:
    try:
        return _journal.event_hash(event) == event.hash
    except ValueError:
        return False
