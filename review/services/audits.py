"""Recompute everything from the sources and name what does not agree. Nothing is changed but the list of runs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from aligner_core import AlignedEvidence, FailedEvidence, digest, text_hash
from review import events
from review.models import (
    ABOVE_CANDIDATE,
    Alignment,
    AuditRun,
    Entry,
    Event,
    Extraction,
    Message,
    Quote,
    ReviewSession,
    Standing,
)
from review.selectors.gate import is_proven
from review.selectors.replay import message_hashes, replay
from review.selectors.sources import DRIFTED
from review.services._accounts import unaccounted
from review.services._attempts import all_aligned
from review.services._chains import broken_chains
from review.services._findings import Finding
from review.services._judging import differences_of
from review.services._origins import altered
from review.services._people_accounts import unaccounted_people
from review.services._pins import Pinned, gather
from review.services._retrieved import altered_retrievals
from review.services._snapshots import snapshot

__all__ = ["Finding", "audit_store", "recheck_proofs", "run_audit"]


def run_audit(*, since: Sequence[Path] = (), tell: Callable[[Finding], object] = lambda finding: finding) -> AuditRun:
    """Audit the whole store, tell of every finding as it comes, and keep what the pages say of the run.

    *since* names further files of checkpoints to hold the chains against.
    """
    started_at, first, count = timezone.now(), None, 0
    with snapshot():
        events_there, pinned = Event.objects.count(), gather(since)
        for finding in _everything(pinned):
            first, count = first or finding, count + 1
            tell(finding)
    return AuditRun.objects.create(
        started_at=started_at,
        finished_at=timezone.now(),
        events=events_there,
        checkpoints=pinned.count,
        findings=count,
        code=first.code if first else "",
        place=first.place if first else "",
    )


def audit_store() -> Iterator[Finding]:
    """Recompute digests, proofs, flags, chains and checkpoints of the whole store; yield every difference."""
    return _everything(gather())


def _everything(pinned: Pinned) -> Iterator[Finding]:
    yield from _messages()
    yield from _sessions()
    yield from altered_retrievals()
    yield from _extractions()
    yield from recheck_proofs(Alignment.objects.all())
    yield from _entries()
    yield from _drifted()
    yield from unaccounted_people()
    yield from pinned.findings
    yield from broken_chains(pinned.pins)


def recheck_proofs(alignments: QuerySet[Alignment]) -> Iterator[Finding]:
    """Read the words behind alignments again; yield those that are not what their row says."""
    for alignment in alignments.select_related("message", "quote").order_by("pk").iterator(chunk_size=200):
        if alignment.aligned and not is_proven(alignment):
            yield Finding("proof_failed", "alignment", alignment.pk)
        elif alignment.aligned and not _waits_where_it_should(alignment):
            yield Finding("differences_changed", "alignment", alignment.pk)
        elif not alignment.aligned and not _failure_agrees(alignment):
            yield Finding("failure_changed", "alignment", alignment.pk)


def _waits_where_it_should(alignment: Alignment) -> bool:
    """Say whether the gate waits for evidence that differs critically by the rules as they are now.

    Rules change from version to version and the wire form names none, so other differences than those stored are no
    finding by themselves. What counts is whether the gate lets evidence pass that it would stop today.
    """
    evidence, message, quote = alignment.evidence, alignment.message, alignment.quote
    if message is None or not isinstance(evidence, AlignedEvidence) or not quote.counts:
        return True
    if quote.current_id != alignment.pk or any(one.critical for one in evidence.differences):
        return True
    return not any(one.critical for one in differences_of(evidence, message.content))


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
    """Compare sessions with what the journal was told: the title, and no message missing or slipped in."""
    received = (events.SessionIngested.event_type, events.SessionRevised.event_type)
    rows = Event.objects.filter(event_type__in=received).order_by("seq")
    for session in ReviewSession.objects.order_by("pk").prefetch_related(Prefetch("events", rows)):
        messages = Message.objects.filter(session=session).values_list("index", "version", "content_hash")
        stored = {(index, version): one for index, version, one in messages}
        try:
            told = message_hashes(session.events.all())
            titles = {event.body["title"] for event in session.events.all() if event.event_type == received[0]}
        except (ValueError, LookupError, TypeError):
            told, titles = {}, {session.title}
        if titles != {session.title}:
            yield Finding("session_changed", "session", session.pk)
        for index, version in sorted(stored.keys() | told.keys()):
            if stored.get((index, version)) != told.get((index, version)):
                which = f"message {index}" + (f" version {version}" if version > 1 else "")
                yield Finding("message_unaccounted", "session", session.pk, which)


def _extractions() -> Iterator[Finding]:
    """Compare every extraction with its name and with the journal, and its entries with what was uploaded."""
    received = Event.objects.filter(event_type=events.MemoryExtracted.event_type)
    sessions = Prefetch("session__events", received)
    for extraction in Extraction.objects.order_by("pk").prefetch_related(sessions).iterator(chunk_size=20):
        told = _told_of(extraction)
        if digest(extraction.canonical.encode()) != extraction.digest:
            yield Finding("extraction_changed", "extraction", extraction.pk)
        elif told is None:
            yield Finding("extraction_unaccounted", "extraction", extraction.pk)
        else:
            yield from altered(extraction, told["notes"])


def _told_of(extraction: Extraction) -> Mapping[str, Any] | None:
    """Give what the journal says of an extraction, if it can be read and says anything."""
    try:
        bodies = [event.body for event in extraction.session.events.all()]
        return next((body for body in bodies if body["extraction_digest"] == extraction.digest), None)
    except (ValueError, LookupError, TypeError):
        return None


def _entries() -> Iterator[Finding]:
    quotes = (
        Quote.objects.select_related("current", "withdrawn_by")
        .prefetch_related("alignments__acknowledgements__actor")
        .order_by("position")
    )
    chains = Prefetch("events", Event.objects.order_by("seq"))
    people = Entry.objects.select_related("verified_by", "certified_by", "rejected_by")
    said = ("explanations__actor", "approvals__actor", "overrides__actor", "cited_sources__corrections__actor")
    rows = people.order_by("pk").prefetch_related(Prefetch("quotes", quotes), chains, *said)
    for entry in rows.iterator(chunk_size=500):
        current = list(entry.quotes.all())
        if entry.evidence_aligned != all_aligned(current):
            yield Finding("flag_changed", "entry", entry.pk)
        for quote in current:
            yield from _quote(quote)
        try:
            told = replay(entry.events.all())
            yield from unaccounted(entry, current, told)
        except (ValueError, LookupError, TypeError):
            yield Finding("journal_unreadable", "entry", entry.pk)


def _drifted() -> Iterator[Finding]:
    """Name the verified entries that rest on an old version of a message: no service leaves them so."""
    quotes = Quote.objects.filter(DRIFTED, standing=Standing.COUNTS, entry__stage__in=ABOVE_CANDIDATE)
    for entry in quotes.order_by("entry").values_list("entry__pk", flat=True).distinct():
        yield Finding("evidence_drifted", "entry", entry)


def _quote(quote: Quote) -> Iterator[Finding]:
    if text_hash(quote.text) != quote.text_hash:
        yield Finding("quote_changed", "quote", quote.pk)
    attempts = [alignment.attempt for alignment in quote.alignments.all()]
    if quote.current is None or attempts != list(range(1, quote.current.attempt + 1)):
        yield Finding("current_changed", "quote", quote.pk)
