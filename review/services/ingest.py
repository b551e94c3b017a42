"""Receive sessions and extractions: each is one unit, written whole or not at all, and only once."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from aligner_core import (
    AlignedEvidence,
    EvidenceAligner,
    FailedEvidence,
    FailureReason,
    MessageUpload,
    Note,
    SessionUpload,
    canonical_json,
    digest,
    text_hash,
)
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from review import events
from review.errors import Problem, UploadRefusedError
from review.models import Alignment, Entry, Event, Extraction, Message, Project, Quote, ReviewSession
from review.payloads import CheckedEntry, CheckedExtraction, CheckedQuote
from review.selectors.sources import current_messages
from review.services import _journal
from review.services._attempts import all_aligned, attempt_of

Evidence = AlignedEvidence | FailedEvidence
BATCH = 500


class SessionChange(StrEnum):
    """What an uploaded session means for the stored one."""

    NEW = "new"
    IDENTICAL = "identical"
    SHORTER = "shorter"
    LONGER = "longer"


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """What receiving a session would do: *added* messages would be stored, in *session* or in a new one."""

    change: SessionChange
    session_id: str
    added: int
    session: ReviewSession | None


@dataclass(frozen=True, slots=True)
class SessionReceipt:
    """What receiving a session did."""

    session: ReviewSession
    change: SessionChange
    added: int


@dataclass(frozen=True, slots=True)
class ExtractionReceipt:
    """What receiving an extraction did; `created` is false when the very same one was there already."""

    extraction: Extraction
    created: bool


def plan_session(*, project: Project, upload: SessionUpload) -> SessionPlan:
    """Say what receiving a session would do; refuse it where it contradicts a message already stored."""
    name = upload.session_id or session_digest(upload)
    session = ReviewSession.objects.filter(project=project, session_id=name).first()
    if session is None:
        return SessionPlan(SessionChange.NEW, name, len(upload.messages), None)
    stored = list(current_messages(session))
    for old, new in zip(stored, upload.messages, strict=False):
        if _said(old) != _said(new):
            where = f"messages[{old.index}]"
            raise UploadRefusedError(Problem("message_changed", where, {"index": old.index, "session": name}))
    added = max(0, len(upload.messages) - len(stored))
    change = SessionChange.IDENTICAL if len(upload.messages) == len(stored) else SessionChange.SHORTER
    return SessionPlan(SessionChange.LONGER if added else change, name, added, session)


@transaction.atomic(durable=True)
def receive_session(*, project: Project, upload: SessionUpload, actor: AbstractBaseUser | None) -> SessionReceipt:
    """Store a session, or the messages that a known one gained; the same upload twice adds nothing."""
    Project.objects.select_for_update().get(pk=project.pk)
    plan = plan_session(project=project, upload=upload)
    session = plan.session or ReviewSession.objects.create(
        project=project, session_id=plan.session_id, title=upload.title or "", created_by_id=_key(actor)
    )
    if plan.added or plan.change is SessionChange.NEW:
        first = len(upload.messages) - plan.added
        messages = _messages(session, upload.messages[first:], first=first)
        Message.objects.bulk_create(messages, batch_size=BATCH)
        hashes = [message.content_hash for message in messages]
        payload = events.SessionIngested(title=session.title, first_index=first, message_hashes=hashes)
        _journal.append(payload, session=session, actor=actor)
    return SessionReceipt(session, plan.change, plan.added)


def receive_extraction(
    *, session: ReviewSession, checked: CheckedExtraction, actor: AbstractBaseUser | None
) -> ExtractionReceipt:
    """Align an extraction and store it with its entries, quotes and first attempts; the same one twice adds nothing."""
    canonical = canonical_json(checked.payload)
    known = Extraction.objects.filter(session=session, digest=digest(canonical)).first()
    if known is not None:
        return ExtractionReceipt(known, created=False)
    messages = list(current_messages(session))
    outcomes = align_checked([message.content for message in messages], checked)
    return _store_extraction(session, checked, canonical=canonical, messages=messages, outcomes=outcomes, actor=actor)


def align_checked(contents: Sequence[str], checked: CheckedExtraction) -> list[list[Evidence]]:
    """Look for every quote of a checked extraction; one list of outcomes an entry, in order."""
    aligner = EvidenceAligner()
    payload = {"entries": [{"evidence": [_wire(quote) for quote in entry.quotes]} for entry in checked.entries]}
    outcomes = (one.without_entry() for one in aligner.align(list(contents), payload).outcomes)
    return [[_outcome(quote, next(outcomes)) for quote in entry.quotes] for entry in checked.entries]


@transaction.atomic(durable=True)
def _store_extraction(
    session: ReviewSession,
    checked: CheckedExtraction,
    *,
    canonical: bytes,
    messages: list[Message],
    outcomes: list[list[Evidence]],
    actor: AbstractBaseUser | None,
) -> ExtractionReceipt:
    _journal.lock_chain(session)
    extraction, created = Extraction.objects.get_or_create(
        session=session,
        digest=digest(canonical),
        defaults={
            "canonical": canonical.decode(),
            "notes": [note.model_dump(mode="json") for note in checked.notes],
            "received_by_id": _key(actor),
        },
    )
    if created:
        entries = _store_entries(extraction, checked, messages=messages, outcomes=outcomes)
        _journal_extraction(extraction, entries, outcomes=outcomes, actor=actor)
    return ExtractionReceipt(extraction, created=created)


def _store_entries(
    extraction: Extraction, checked: CheckedExtraction, *, messages: list[Message], outcomes: list[list[Evidence]]
) -> list[Entry]:
    """Write entries, quotes and attempts in few statements; the flag and the pointers are set at the end."""
    entries = Entry.objects.bulk_create(
        [_entry(extraction, position, entry) for position, entry in enumerate(checked.entries)], batch_size=BATCH
    )
    quotes = Quote.objects.bulk_create(
        [
            _quote(entry, position, quote)
            for entry, given in zip(entries, checked.entries, strict=True)
            for position, quote in enumerate(given.quotes)
        ],
        batch_size=BATCH,
    )
    by_index = {message.index: message for message in messages}
    flat = [evidence for some in outcomes for evidence in some]
    attempts = [
        attempt_of(quote, evidence, attempt=1, messages=by_index, actor=None)
        for quote, evidence in zip(quotes, flat, strict=True)
    ]
    Alignment.objects.bulk_create(attempts, batch_size=BATCH)
    for quote, attempt in zip(quotes, attempts, strict=True):
        quote.current = attempt
    Quote.objects.bulk_update(quotes, ["current"], batch_size=BATCH)
    _set_flags(entries, quotes)
    return entries


def _set_flags(entries: list[Entry], quotes: list[Quote]) -> None:
    quotes_of: dict[int, list[Quote]] = {entry.pk: [] for entry in entries}
    for quote in quotes:
        quotes_of[quote.entry_id].append(quote)
    aligned = [entry for entry in entries if all_aligned(quotes_of[entry.pk])]
    for entry in aligned:
        entry.evidence_aligned = True
    Entry.objects.bulk_update(aligned, ["evidence_aligned"], batch_size=BATCH)


def _journal_extraction(
    extraction: Extraction, entries: list[Entry], *, outcomes: list[list[Evidence]], actor: AbstractBaseUser | None
) -> None:
    session = extraction.session
    ingested = Event.objects.filter(session=session, event_type=events.SessionIngested.event_type).latest("seq")
    extracted = events.MemoryExtracted(
        source_event_id=ingested.event_id,
        extraction_digest=extraction.digest,
        entry_count=len(entries),
        quote_count=sum(len(some) for some in outcomes),
        notes=extraction.notes,
    )
    received = _journal.append(extracted, session=session, actor=actor)
    facts: list[_journal.Fact] = [
        (_evidence_aligned(entry, some, ingested=ingested, extracted=received), entry)
        for entry, some in zip(entries, outcomes, strict=True)
    ]
    _journal.append_all(facts, session=session, actor=None)


def _evidence_aligned(
    entry: Entry, outcomes: list[Evidence], *, ingested: Event, extracted: Event
) -> events.EvidenceAligned:
    found = [outcome for outcome in outcomes if isinstance(outcome, AlignedEvidence)]
    failed = [outcome for outcome in outcomes if isinstance(outcome, FailedEvidence)]
    return events.EvidenceAligned(
        source_event_id=ingested.event_id,
        extraction_event_id=extracted.event_id,
        entry_id=entry.entry_id,
        aligned_count=len(found),
        failed_count=len(failed),
        evidence=[outcome.model_dump(by_alias=True, mode="json") for outcome in found],
        failed_quotes=[outcome.quote for outcome in failed],
    )


def session_digest(upload: SessionUpload) -> str:
    """Name a session that brought no name: the digest of its messages."""
    said = [
        {"role": message.role or "", "name": message.name or "", "content": message.content}
        for message in upload.messages
    ]
    return digest(canonical_json(said))


def _said(message: Message | MessageUpload) -> tuple[str, str, str]:
    return (message.role or "", message.name or "", message.content)


def _messages(session: ReviewSession, uploads: Sequence[MessageUpload], *, first: int) -> list[Message]:
    return [
        Message(
            session=session,
            index=index,
            role=upload.role or "",
            name=upload.name or "",
            timestamp=upload.timestamp or "",
            content=upload.content,
            content_hash=text_hash(upload.content),
            length=len(upload.content),
        )
        for index, upload in enumerate(uploads, start=first)
    ]


def _entry(extraction: Extraction, position: int, entry: CheckedEntry) -> Entry:
    return Entry(
        session=extraction.session,
        extraction=extraction,
        position=position,
        entry_id=entry.entry_id,
        type=entry.type,
        title=entry.title,
        body=entry.body,
        stage=entry.stage,
    )


def _quote(entry: Entry, position: int, quote: CheckedQuote) -> Quote:
    return Quote(
        entry=entry,
        position=position,
        text=quote.text,
        text_hash=text_hash(quote.text),
        is_cut=quote.is_cut,
        claimed_index=canonical_json(quote.claimed).decode(),
    )


def _wire(quote: CheckedQuote) -> dict[str, object]:
    return {"quote": quote.text, "messageIndex": quote.claimed}


def _outcome(quote: CheckedQuote, looked_for: Evidence) -> Evidence:
    """Keep what the aligner found, unless the quote was refused before it could be looked for."""
    if quote.refusal in {None, FailureReason.INVALID_INDEX}:
        return looked_for
    return FailedEvidence(message_index=quote.message_index, quote=quote.text, failure_reason=quote.refusal)


def _key(actor: AbstractBaseUser | None) -> int | None:
    return actor.pk if actor is not None else None
