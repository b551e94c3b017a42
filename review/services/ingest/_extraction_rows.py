"""Store checked extractions with their entries, quotes, first attempts and events. Private to the services."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from aligner_core import ENGINE_VERSION, AlignedEvidence, AlignerConfig, Corpus, digest
from review.databases import refresh_when_doubled
from review.databases.rows import insert_new, new_row, reserve_keys
from review.domain import events
from review.models import Alignment, CitedSource, Entry, Event, Extraction, Message, Project, Quote, ReviewSession
from review.models.judged import Judged
from review.models.sessions import run_columns
from review.payloads import CheckedEntry, CheckedExtraction
from review.selectors.repair.diagnoses import Consulted
from review.selectors.retrievals.retrieval import retrieval_of
from review.selectors.runs.run_counts import count_new
from review.services import _journal
from review.services._attempts import Evidence, Made, attempt_columns, has_critical_differences, quote_columns
from review.services.derived.claim_marks import mark_new_claims
from review.services.derived.failures import Doctor
from review.services.derived.new_entries import NewEntries, store_new_columns
from review.services.derived.tallies import store_tallies
from review.services.ingest._cited_sources import store_cited_sources
from review.services.ingest._message_versions import lock_session

BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the rows of quotes and of their first attempts say, one list per entry: it takes no transaction to tell."""

    quotes: Sequence[Sequence[Mapping[str, Any]]]
    attempts: Sequence[Sequence[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class AlignedUpload:
    """A checked extraction, the messages it was aligned to, one list of outcomes per entry, and how they were made.

    *corpus* are the same messages, prepared for search, *drawn* the rows of its quotes, and *consulted* what was found
    out before about the outcomes. *engine* is the version of the rules that made them. *found_in* are the messages that
    they are about by the positions of their entry and quote, where these are not always the given ones.
    """

    checked: CheckedExtraction
    canonical: bytes
    messages: Sequence[Message]
    corpus: Corpus
    outcomes: Sequence[Sequence[Evidence]]
    config: AlignerConfig
    drawn: Drawn
    consulted: Consulted | None = None
    engine: str = ENGINE_VERSION
    found_in: Mapping[tuple[int, int], Message] | None = None


@dataclass(frozen=True, slots=True)
class StoredExtraction:
    """The rows of an extraction that were stored in this transaction: the quotes of each entry have their attempts."""

    extraction: Extraction
    upload: AlignedUpload
    quotes: Mapping[Entry, Sequence[Quote]]
    sources: Mapping[int, Sequence[CitedSource]]


def draw(checked: CheckedExtraction, outcomes: Sequence[Sequence[Evidence]], config: AlignerConfig) -> Drawn:
    """Draw the rows of quotes and of their first attempts, which are about no stored message yet."""
    quotes = [
        [
            {**quote_columns(quote), "differs": has_critical_differences(evidence)}
            for quote, evidence in zip(entry.quotes, some, strict=True)
        ]
        for entry, some in zip(checked.entries, outcomes, strict=True)
    ]
    attempts = [[attempt_columns(Made(evidence, config), {}) for evidence in some] for some in outcomes]
    return Drawn(quotes, attempts)


def store_extraction(
    session: ReviewSession, upload: AlignedUpload, *, actor: AbstractBaseUser | None
) -> tuple[Extraction, bool]:
    """Store an extraction unless the same one is stored already; return it, and whether it is new.

    In the caller's transaction.
    """
    lock_session(session)
    session.project = Project.objects.get(pk=session.project_id)  # a switch may have been turned since
    known = Extraction.objects.filter(session=session, digest=digest(upload.canonical)).first()
    if known is not None:
        return known, False
    [stored] = store_rows([(session, upload)], actor=actor)
    ingestions = Event.objects.filter(session=session, event_type=events.SessionIngested.event_type)
    ingested = ingestions.values_list("event_id", flat=True).latest("seq")
    _journal.append_named(list(events_of(stored, ingested=ingested, actor=actor)), session=session)
    store_derived([stored], are_retrievals=retrieval_of(session) is not None)
    return stored.extraction, True


def store_rows(
    uploads: Sequence[tuple[ReviewSession, AlignedUpload]], *, actor: AbstractBaseUser | None
) -> list[StoredExtraction]:
    """Store new extractions of locked sessions with entries, quotes and attempts, a statement for each table.

    The events and the derived columns are stored after them.
    """
    received = _store_extractions(uploads, actor=actor)
    entries = [
        [
            _entry(extraction, position, entry, outcomes=outcomes)
            for position, (entry, outcomes) in enumerate(zip(upload.checked.entries, upload.outcomes, strict=True))
        ]
        for extraction, (_, upload) in zip(received, uploads, strict=True)
    ]
    insert_new([entry for some in entries for entry in some])
    quotes = [_quotes(some, upload.drawn) for some, (_, upload) in zip(entries, uploads, strict=True)]
    flat = [quote for by_entry in quotes for some in by_entry.values() for quote in some]
    for quote, key in zip(flat, reserve_keys(Quote, len(flat)), strict=True):
        quote.pk = key
    now = timezone.now()
    attempts = [one for some, (_, upload) in zip(quotes, uploads, strict=True) for one in _attempts(some, upload, now)]
    insert_new(attempts)
    for attempt in attempts:
        attempt.quote.current = attempt
    insert_new(flat)
    for keys in ([entry.pk for some in entries for entry in some], [quote.pk for quote in flat]):
        refresh_when_doubled(keys)
    mark_new_claims({entry: some for by_entry in quotes for entry, some in by_entry.items()})
    return [
        StoredExtraction(extraction, upload, by_entry, store_cited_sources(session, by_entry))
        for extraction, (session, upload), by_entry in zip(received, uploads, quotes, strict=True)
    ]


def events_of(
    stored: StoredExtraction, *, ingested: str, actor: AbstractBaseUser | None
) -> Iterator[_journal.NamedEvent]:
    """Yield the events of an extraction: that it was received, then how the quotes of each entry were aligned.

    *ingested* is the id of the event that recorded its messages.
    """
    extraction, upload = stored.extraction, stored.upload
    extracted = events.MemoryExtracted(
        source_event_id=ingested,
        extraction_digest=extraction.digest,
        entry_count=len(stored.quotes),
        quote_count=sum(map(len, upload.outcomes)),
        notes=extraction.notes,
        made_with={"engine": upload.engine, "config": asdict(upload.config)},
    )
    name = _journal.new_event_id()
    yield _journal.NamedEvent(name, extracted, None, actor)
    for entry, quotes in stored.quotes.items():
        aligned = _evidence_aligned(entry, quotes, stored.sources.get(entry.pk), ingested=ingested, extracted=name)
        yield _journal.NamedEvent(_journal.new_event_id(), aligned, entry, None)


def store_derived(stored: Sequence[StoredExtraction], *, are_retrievals: bool) -> None:
    """Store the columns that follow from new extractions, after their events."""
    new = [
        NewEntries(one.extraction, one.quotes, one.sources, Doctor(one.upload.corpus, one.upload.consulted))
        for one in stored
    ]
    store_new_columns(new, are_retrievals=are_retrievals)
    store_tallies(
        [(one.extraction, count_new([list(_currents(quotes)) for quotes in one.quotes.values()])) for one in stored]
    )


def _store_extractions(
    uploads: Sequence[tuple[ReviewSession, AlignedUpload]], *, actor: AbstractBaseUser | None
) -> list[Extraction]:
    rows = [
        Extraction(
            pk=key,
            session=session,
            digest=digest(upload.canonical),
            canonical=upload.canonical.decode(),
            notes=[note.model_dump(mode="json") for note in upload.checked.notes],
            received_by_id=actor.pk if actor is not None else None,
            **run_columns(upload.checked.run),
        )
        for key, (session, upload) in zip(reserve_keys(Extraction, len(uploads)), uploads, strict=True)
    ]
    return Extraction.objects.bulk_create(rows, batch_size=BATCH_SIZE)


def _quotes(entries: Sequence[Entry], drawn: Drawn) -> dict[Entry, list[Quote]]:
    """Return the unsaved quotes of each entry."""
    return {
        entry: [new_row(Quote, entry=entry, position=position, **columns) for position, columns in enumerate(some)]
        for entry, some in zip(entries, drawn.quotes, strict=True)
    }


def _attempts(by_entry: Mapping[Entry, Sequence[Quote]], upload: AlignedUpload, now: datetime) -> Iterator[Alignment]:
    """Yield the unsaved first attempts at quotes that have their keys."""
    by_index = {message.index: message for message in upload.messages}
    for quotes, outcomes, some in zip(by_entry.values(), upload.outcomes, upload.drawn.attempts, strict=True):
        for quote, evidence, columns in zip(quotes, outcomes, some, strict=True):
            message = None if evidence.message_index is None else by_index.get(evidence.message_index)
            if upload.found_in is not None:
                message = upload.found_in.get((quote.entry.position, quote.position))
            own = {**columns, "message": message, "engine": upload.engine}
            attempt = new_row(Alignment, quote=quote, attempt=1, created_at=now, **own)
            if isinstance(evidence, AlignedEvidence):
                attempt.judged = Judged(evidence, evidence, is_proven=True)
            yield attempt


def _currents(quotes: Iterable[Quote]) -> Iterator[Alignment]:
    yield from (quote.current for quote in quotes if quote.current is not None)


def _evidence_aligned(
    entry: Entry,
    quotes: Sequence[Quote],
    sources: Sequence[CitedSource] | None,
    *,
    ingested: str,
    extracted: str,
) -> events.EvidenceAligned:
    attempts = list(_currents(quotes))
    found = [json.loads(attempt.evidence_json) for attempt in attempts if attempt.aligned]
    failed = [attempt.text for attempt in attempts if not attempt.aligned]
    payload = events.EvidenceAligned(
        source_event_id=ingested,
        extraction_event_id=extracted,
        entry_id=entry.entry_id,
        aligned_count=len(found),
        failed_count=len(failed),
        evidence=found,
        failed_quotes=failed,
    )
    if sources is None:
        return payload
    named = [events.NamedSource(label=row.label, is_real=row.is_real) for row in sources]
    return events.AnswerAligned(**dict(payload), sources=named)


def _entry(extraction: Extraction, position: int, entry: CheckedEntry, *, outcomes: Sequence[Evidence]) -> Entry:
    return new_row(
        Entry,
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
