"""Recompute everything from the sources and name what does not agree. Nothing is changed but the list of runs."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from django.db import DatabaseError
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from aligner_core import AlignedEvidence, FailedEvidence, text_hash
from review.models import (
    ABOVE_CANDIDATE,
    Alignment,
    AuditRun,
    Entry,
    Event,
    Quote,
    Standing,
)
from review.selectors.gate import is_proven
from review.selectors.replay import replay
from review.selectors.sources import DRIFTED
from review.services._accounts import unaccounted
from review.services._attempts import all_aligned
from review.services._chains import broken_chains
from review.services._findings import Finding
from review.services._judging import differences_of
from review.services._people_accounts import unaccounted_people
from review.services._pins import Pinned, gather
from review.services._received import altered_extractions, altered_messages, altered_sessions
from review.services._retrieved import altered_retrievals
from review.services._snapshots import snapshot

UNREADABLE = (DatabaseError, ValueError, TypeError, AttributeError)
"""What Django raises at a damaged row; a time that is none has no attributes."""

__all__ = ["Finding", "audit_store", "recheck_proofs", "run_audit"]


def run_audit(*, since: Sequence[Path] = (), tell: Callable[[Finding], object] = lambda finding: finding) -> AuditRun:
    """Audit the whole store, tell of every finding as it comes, and keep what the pages say of the run.

    *since* names further files of checkpoints to hold the chains against.
    """
    started_at, first, count = timezone.now(), None, 0
    with snapshot():
        events_there, pinned = Event.objects.count(), gather(since)
        for finding in _until_unreadable(_everything(pinned)):
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


def _until_unreadable(findings: Iterator[Finding]) -> Iterator[Finding]:
    """Give findings until the store cannot be read any more, which is one too: a damaged file is no mistake of ours."""
    try:
        yield from findings
    except UNREADABLE as error:
        yield Finding("store_unreadable", "store", 0, f"{type(error).__name__}: {error}")


def _everything(pinned: Pinned) -> Iterator[Finding]:
    yield from altered_messages()
    yield from altered_sessions()
    yield from altered_retrievals()
    yield from altered_extractions()
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
