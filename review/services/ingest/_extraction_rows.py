"""Store a checked extraction with its entries, quotes, first attempts and events. Private to the services."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from aligner_core import ENGINE_VERSION, AlignedEvidence, AlignerConfig, FailedEvidence, digest
from aligner_core.ledger import Link
from review.databases import refresh_when_doubled
from review.databases.rows import insert_new, reserve_keys
from review.domain import events
from review.models import Alignment, CitedSource, Entry, Event, Extraction, Message, Project, Quote, ReviewSession
from review.models.judged import Judged
from review.models.sessions import run_columns
from review.payloads import CheckedEntry, CheckedExtraction
from review.selectors.repair.diagnoses import Consulted, corpus_in
from review.selectors.runs.run_counts import count_new
from review.services import _journal
from review.services._attempts import Evidence, Made, build_alignment, build_quote, has_critical_differences
from review.services.derived.claim_marks import mark_new_claims
from review.services.derived.failures import Doctor
from review.services.derived.new_entries import store_new_columns
from review.services.derived.tallies import store_tally
from review.services.ingest._cited_sources import store_cited_sources
from review.services.ingest._message_versions import lock_session


@dataclass(frozen=True, slots=True)
class AlignedUpload:
    """A checked extraction, the messages it was aligned to, one list of outcomes per entry, and how they were made.

    `consulted` is what was found out before about these outcomes in these messages.
    """

    checked: CheckedExtraction
    canonical: bytes
    messages: Sequence[Message]
    outcomes: Sequence[Sequence[Evidence]]
    config: AlignerConfig
    consulted: Consulted | None = None


def store_extraction(
    session: ReviewSession, upload: AlignedUpload, *, actor: AbstractBaseUser | None
) -> tuple[Extraction, bool]:
    """Store an extraction unless the same one is stored already; return it, and whether it is new.

    In the caller's transaction.
    """
    lock_session(session)
    session.project = Project.objects.get(pk=session.project_id)  # a switch may have been turned since
    name = digest(upload.canonical)
    known = Extraction.objects.filter(session=session, digest=name).first()
    if known is not None:
        return known, False
    extraction = Extraction.objects.create(
        session=session,
        digest=name,
        canonical=upload.canonical.decode(),
        notes=[note.model_dump(mode="json") for note in upload.checked.notes],
        received_by_id=actor.pk if actor is not None else None,
        **run_columns(upload.checked.run),
    )
    stored = _store_entries(extraction, upload)
    sources = store_cited_sources(session, stored)
    _journal_extraction(extraction, list(stored), upload, sources=sources, actor=actor)
    corpus = corpus_in(upload.messages) if upload.consulted is None else upload.consulted.corpus
    doctor = Doctor(corpus, upload.consulted)
    store_new_columns(extraction, stored, sources, doctor)
    store_tally(extraction, count_new([list(_attempts(quotes)) for quotes in stored.values()]))
    return extraction, True


def _store_entries(extraction: Extraction, upload: AlignedUpload) -> dict[Entry, list[Quote]]:
    """Store entries, quotes and attempts, a statement for each table, and return them."""
    checked_entries = upload.checked.entries
    entries = [
        _entry(extraction, position, entry, outcomes=outcomes)
        for position, (entry, outcomes) in enumerate(zip(checked_entries, upload.outcomes, strict=True))
    ]
    insert_new(entries)
    quotes = [
        build_quote(entry, position, quote, differs=has_critical_differences(evidence))
        for entry, checked, outcomes in zip(entries, checked_entries, upload.outcomes, strict=True)
        for position, (quote, evidence) in enumerate(zip(checked.quotes, outcomes, strict=True))
    ]
    for quote, key in zip(quotes, reserve_keys(Quote, len(quotes)), strict=True):
        quote.pk = key
    _store_attempts(quotes, upload)
    insert_new(quotes)
    for rows in (entries, quotes):
        refresh_when_doubled([row.pk for row in rows])
    by_entry: dict[Entry, list[Quote]] = {entry: [] for entry in entries}
    for quote in quotes:
        by_entry[quote.entry].append(quote)
    mark_new_claims(extraction.session, by_entry)
    return by_entry


def _attempts(quotes: Iterable[Quote]) -> Iterator[Alignment]:
    yield from (quote.current for quote in quotes if quote.current is not None)


def _store_attempts(quotes: list[Quote], upload: AlignedUpload) -> None:
    """Store the first attempts at quotes that have their keys, and make them their current ones."""
    by_index = {message.index: message for message in upload.messages}
    flat = [evidence for outcomes in upload.outcomes for evidence in outcomes]
    attempts = [
        build_alignment(quote, Made(evidence, upload.config), attempt=1, messages=by_index, actor=None)
        for quote, evidence in zip(quotes, flat, strict=True)
    ]
    now = timezone.now()
    for attempt in attempts:
        attempt.created_at = now
    insert_new(attempts)
    for quote, attempt, evidence in zip(quotes, attempts, flat, strict=True):
        quote.current = attempt
        if isinstance(evidence, AlignedEvidence):
            attempt.judged = Judged(evidence, evidence, is_proven=True)


def _journal_extraction(
    extraction: Extraction,
    entries: list[Entry],
    upload: AlignedUpload,
    *,
    sources: Mapping[int, Sequence[CitedSource]],
    actor: AbstractBaseUser | None,
) -> None:
    session, outcomes = extraction.session, upload.outcomes
    ingestions = Event.objects.filter(session=session, event_type=events.SessionIngested.event_type)
    ingested = ingestions.values_list("event_id", flat=True).latest("seq")
    extracted = events.MemoryExtracted(
        source_event_id=ingested,
        extraction_digest=extraction.digest,
        entry_count=len(entries),
        quote_count=sum(map(len, outcomes)),
        notes=extraction.notes,
        made_with={"engine": ENGINE_VERSION, "config": asdict(upload.config)},
    )
    received = _journal.append(extracted, session=session, actor=actor)
    aligned_events: list[_journal.NewEvent] = [
        (_evidence_aligned(entry, found, sources.get(entry.pk), ingested=ingested, extracted=received), entry)
        for entry, found in zip(entries, outcomes, strict=True)
    ]
    _journal.append_all(aligned_events, session=session, actor=None)


def _evidence_aligned(
    entry: Entry,
    outcomes: Sequence[Evidence],
    sources: Sequence[CitedSource] | None,
    *,
    ingested: str,
    extracted: Link,
) -> events.EvidenceAligned:
    found = [outcome for outcome in outcomes if isinstance(outcome, AlignedEvidence)]
    failed = [outcome for outcome in outcomes if isinstance(outcome, FailedEvidence)]
    payload = events.EvidenceAligned(
        source_event_id=ingested,
        extraction_event_id=extracted.event_id,
        entry_id=entry.entry_id,
        aligned_count=len(found),
        failed_count=len(failed),
        evidence=[outcome.model_dump(by_alias=True, mode="json") for outcome in found],
        failed_quotes=[outcome.quote for outcome in failed],
    )
    if sources is None:
        return payload
    named = [events.NamedSource(label=row.label, is_real=row.is_real) for row in sources]
    return events.AnswerAligned(**dict(payload), sources=named)


def _entry(extraction: Extraction, position: int, entry: CheckedEntry, *, outcomes: Sequence[Evidence]) -> Entry:
    return Entry(
        session=extraction.session,
        extraction=extraction,
        position=position,
        entry_id=entry.entry_id,
        type=entry.type,
        title=entry.title,
        body=entry.body,
        stage=entry.stage,
        evidence_aligned=bool(outcomes) and all(isinstance(outcome, AlignedEvidence) for outcome in outcomes),
    )
