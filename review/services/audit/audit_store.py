"""Recompute everything from the sources and report every difference. Only the list of audit runs is written."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from django.db import DatabaseError, transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from aligner_core import ENGINE_VERSION, FailedEvidence, text_hash
from review.databases.snapshots import snapshot
from review.domain.replay import replay
from review.models import (
    ABOVE_CANDIDATE,
    Acknowledgement,
    Alignment,
    Approval,
    AuditRun,
    ClaimConfirmation,
    ClaimVersion,
    Comment,
    Entry,
    Event,
    Explanation,
    Quote,
    Standing,
)
from review.models.undone import Undoable
from review.selectors.promotion.gate_facts import is_proven
from review.selectors.quotes.quote_rows import DRIFTED
from review.services._attempts import all_aligned, storable_index
from review.services.audit._batches import batch_differences
from review.services.audit._chains import broken_chains
from review.services.audit._checkpoint_heads import PinnedHeads, read_pinned_heads
from review.services.audit._claims import claim_differences
from review.services.audit._derived import Place, derived_differences
from review.services.audit._entry_vs_journal import entry_differences
from review.services.audit._feed import feed_differences
from review.services.audit._finding import Finding
from review.services.audit._people_vs_journal import people_differences
from review.services.audit._references import reference_differences
from review.services.audit._retrievals import retrieval_differences
from review.services.audit._rules import rule_differences
from review.services.audit._uploads import (
    addition_differences,
    extraction_differences,
    message_differences,
    session_differences,
)

STATEMENTS: Mapping[str, type[Undoable]] = {
    "explanations": Explanation,
    "approvals": Approval,
    "claimversions": ClaimVersion,
    "claimconfirmations": ClaimConfirmation,
}
"""The models of statements that can be taken back, by their accessor on an entry."""
CORRECTIONS = "cited_sources__corrections"
UNREADABLE = (DatabaseError, ValueError, TypeError, AttributeError)
"""What Django raises for a damaged row; a column that does not hold a time has no such attributes."""

__all__ = ["Finding", "audit_store", "audited", "recheck_entries", "recheck_proofs", "run_audit", "store_run"]


def run_audit(
    *, since: Sequence[Path] = (), on_finding: Callable[[Finding], object] = lambda finding: finding
) -> AuditRun:
    """Audit the whole store, call *on_finding* with every finding as it comes, and return the stored summary.

    *since* are further files of checkpoints to compare the chains with.
    """
    run = audited(since=since, on_finding=on_finding)
    store_run(run)
    return run


def audited(
    *, since: Sequence[Path] = (), on_finding: Callable[[Finding], object] = lambda finding: finding
) -> AuditRun:
    """Do what `run_audit` does, but store nothing."""
    started_at, first, count = timezone.now(), None, 0
    with snapshot():
        event_count, pinned = Event.objects.count(), read_pinned_heads(since)
        for finding in _until_unreadable(_all_findings(pinned)):
            if not finding.is_note:
                first, count = first or finding, count + 1
            on_finding(finding)
    return AuditRun(
        started_at=started_at,
        finished_at=timezone.now(),
        events=event_count,
        checkpoints=pinned.count,
        findings=count,
        code=first.code if first else "",
        place=first.place if first else "",
    )


def store_run(run: AuditRun) -> None:
    """Store the summary of an audit, unless it has findings and the database, whose rules were changed, takes none."""
    try:
        with transaction.atomic():
            run.save(force_insert=True)
    except UNREADABLE:
        if not run.findings:
            raise


def audit_store() -> Iterator[Finding]:
    """Yield every difference between the store and its recomputed digests, proofs, flags, chains and checkpoints."""
    return _all_findings(read_pinned_heads())


def _until_unreadable(findings: Iterator[Finding]) -> Iterator[Finding]:
    """Yield findings until the store cannot be read any further, which is itself a finding and not an error."""
    try:
        yield from findings
    except UNREADABLE as error:
        yield Finding("store_unreadable", "store", 0, f"{type(error).__name__}: {error}")


def _all_findings(pinned: PinnedHeads) -> Iterator[Finding]:
    """Yield the findings about the journal first: everything else is compared with it."""
    reported: set[Place] = set()
    yield from pinned.findings
    yield from broken_chains(pinned.pins)
    yield from reference_differences()
    for finding in _findings_in_rows():
        reported.add((finding.table, finding.pk))
        yield finding
    yield from derived_differences(reported)
    yield from people_differences()
    yield from batch_differences()
    yield from feed_differences()
    yield from rule_differences()


def _findings_in_rows() -> Iterator[Finding]:
    yield from message_differences()
    yield from session_differences()
    yield from retrieval_differences()
    yield from extraction_differences()
    yield from addition_differences()
    yield from recheck_proofs(Alignment.objects.all())
    yield from recheck_entries(Entry.objects.all())
    yield from _drifted_entries()


def recheck_proofs(alignments: QuerySet[Alignment]) -> Iterator[Finding]:
    """Yield alignments that disagree with the words at their span, read again from the message."""
    rows = alignments.select_related("message", "quote__entry").order_by("pk")
    for alignment in rows.iterator(chunk_size=200):
        if alignment.aligned and not (is_proven(alignment) and _is_of_its_session(alignment) and _is_named(alignment)):
            yield Finding("proof_failed", "alignment", alignment.pk)
        elif alignment.aligned and not _stops_where_it_should(alignment):
            outdated = alignment.engine != ENGINE_VERSION
            code = "judged_by_older_rules" if outdated else "differences_changed"
            yield Finding(code, "alignment", alignment.pk, is_note=outdated)
        elif not alignment.aligned and not _failure_agrees(alignment):
            yield Finding("failure_changed", "alignment", alignment.pk)


def _stops_where_it_should(alignment: Alignment) -> bool:
    """Return whether evidence with a critical difference under the current rules was made with one.

    The rules change from version to version, so differences other than the stored ones are no finding by themselves.
    What counts is whether evidence that the gate stops now has passed it, or could have: a finding when it was made
    with the current rules, else a note.
    """
    quote = alignment.quote
    if not quote.counts or quote.current_id != alignment.pk or alignment.stored_critical_differences:
        return True
    return not alignment.critical_differences or alignment.acknowledgements.exists()


def _is_of_its_session(alignment: Alignment) -> bool:
    """Return whether the message of an attempt is the one it names, of the session of its entry."""
    message = alignment.message
    if message is None:
        return True
    return (message.session_id, message.index) == (alignment.quote.entry.session_id, alignment.message_index)


def _failure_agrees(alignment: Alignment) -> bool:
    try:
        evidence = alignment.evidence
    except ValueError:
        return False
    stored = (alignment.text, alignment.reason, alignment.message_index)
    return (
        isinstance(evidence, FailedEvidence)
        and (evidence.quote, evidence.failure_reason, storable_index(evidence)) == stored
        and _is_of_its_session(alignment)
        and _is_named(alignment)
    )


def _is_named(alignment: Alignment) -> bool:
    """Return whether an attempt by the current rules has the verdict that lists find it by."""
    return alignment.engine != ENGINE_VERSION or alignment.verdict == alignment.evidence.verdict


def recheck_entries(entries: QuerySet[Entry]) -> Iterator[Finding]:
    """Yield entries, with their quotes and attempts, that disagree with what the journal records of them."""
    quotes = (
        Quote.objects.select_related("current", "withdrawn_by", "added_by")
        .prefetch_related(*_with_undone("alignments__acknowledgements", Acknowledgement), "alignments__actor")
        .order_by("position")
    )
    chains = Prefetch("events", Event.objects.order_by("seq"))
    comments = Prefetch("comments", Comment.objects.select_related("actor", "reply_to", "resolved_by"))
    people = ("added_by", "verified_by", "certified_by", "rejected_by")
    entries = entries.select_related("session__project", "claim", *people)
    statements = (lookup for name, table in STATEMENTS.items() for lookup in _with_undone(name, table))
    rows = entries.order_by("pk").prefetch_related(
        Prefetch("quotes", quotes), chains, comments, *statements, "overrides__actor", f"{CORRECTIONS}__actor"
    )
    for entry in rows.iterator(chunk_size=500):
        stored = list(entry.quotes.all())
        if entry.evidence_aligned != all_aligned(stored):
            yield Finding("flag_changed", "entry", entry.pk)
        for quote in stored:
            yield from _quote_findings(quote)
        try:
            recorded = replay(event.recorded for event in entry.events.all())
            yield from entry_differences(entry, stored, recorded)
            yield from claim_differences(entry, stored, recorded)
        except (ValueError, LookupError, TypeError):
            yield Finding("journal_unreadable", "entry", entry.pk)


def _with_undone(name: str, table: type[Undoable]) -> "Iterator[Prefetch[str] | str]":
    """Yield the prefetches of one kind of statement, including those taken back, with their authors."""
    yield Prefetch(name, table.with_undone.all())
    yield f"{name}__actor"


def _drifted_entries() -> Iterator[Finding]:
    """Yield the verified entries that rest on an old version of a message; no service leaves one in that state."""
    quotes = Quote.objects.filter(DRIFTED, standing=Standing.COUNTS, entry__stage__in=ABOVE_CANDIDATE)
    for entry in quotes.order_by("entry").values_list("entry__pk", flat=True).distinct():
        yield Finding("evidence_drifted", "entry", entry)


def _quote_findings(quote: Quote) -> Iterator[Finding]:
    if text_hash(quote.text) != quote.text_hash:
        yield Finding("quote_changed", "quote", quote.pk)
    attempts = [alignment.attempt for alignment in quote.alignments.all()]
    if quote.current is None or attempts != list(range(1, quote.current.attempt + 1)):
        yield Finding("current_changed", "quote", quote.pk)
