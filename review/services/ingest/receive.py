"""Receive sessions and extractions: each is stored whole or not at all, and only once."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from aligner_core import Corpus, EvidenceAligner, SessionUpload, canonical_json, digest
from review.aligner import aligner_for, corpus_in
from review.databases.rows import insert_new
from review.domain.errors import Problem, UploadRefusedError
from review.domain.notices import NoticeKind
from review.models import Entry, Extraction, Message, Project, ReviewSession
from review.payloads import CheckedExtraction, CheckedRetrieval, Upload
from review.selectors.retrievals.retrieval import chunk_ids_of, retrieval_of
from review.services import _journal
from review.services._attempts import Evidence, align_quotes
from review.services._notices import notify
from review.services.derived.failures import diagnose_again
from review.services.derived.project_changes import mark_claims_around
from review.services.derived.refresh import refresh
from review.services.ingest._extraction_rows import AlignedUpload, draw, store_extraction
from review.services.ingest._message_versions import (
    Demotion,
    changed_messages,
    demote_drifted,
    entries_resting_on,
    entries_to_demote,
    ingested,
    lock_session,
    revised,
    store_messages,
)
from review.services.ingest._retrieval_rows import plan_retrieval, store_retrieval
from review.services.ingest._session_plan import SessionChange, SessionPlan, SessionReceipt

__all__ = [
    "ExtractionReceipt",
    "SessionChange",
    "SessionPlan",
    "SessionReceipt",
    "align_extraction",
    "named_entries",
    "plan_session",
    "receive_extraction",
    "receive_session",
    "session_digest",
    "store_session",
]


@dataclass(frozen=True, slots=True)
class ExtractionReceipt:
    """What receiving an extraction did; `created` is false when the same one was stored already."""

    extraction: Extraction
    created: bool


def plan_session(*, project: Project, upload: Upload) -> SessionPlan:
    """Return what receiving a session would do.

    Raises:
        UploadRefusedError: messages are missing or at other positions, or the name is that of a retrieval, which never
            changes.

    """
    if isinstance(upload, CheckedRetrieval):
        return plan_retrieval(project, upload)
    name = upload.session_id or session_digest(upload)
    session = ReviewSession.objects.filter(project=project, session_id=name).first()
    if session is None:
        return SessionPlan(SessionChange.NEW, name, len(upload.messages), None)
    if retrieval_of(session) is not None:
        raise UploadRefusedError(Problem("name_is_taken", "sessionId", {}))
    stored = list(session.current_messages())
    changed = changed_messages(stored, upload.messages)
    added = max(0, len(upload.messages) - len(stored))
    if changed:
        demoted = tuple(entries_to_demote(session, changed))
        return SessionPlan(SessionChange.CHANGED, name, added, session, changed, demoted, stored)
    change = SessionChange.IDENTICAL if len(upload.messages) == len(stored) else SessionChange.SHORTER
    return SessionPlan(SessionChange.LONGER if added else change, name, added, session, stored=stored)


@transaction.atomic(durable=True)
def receive_session(
    *, project: Project, upload: Upload, actor: AbstractBaseUser | None, accept_changes: bool = False
) -> SessionReceipt:
    """Store a new session, or what is new in a known one; the same upload twice adds nothing.

    Nothing stored is changed unless the caller accepts it. Then a changed message gets a newer version. Evidence
    aligned to the old one stays as it is and has drifted: a verified entry that rests on it goes back to candidate, and
    only a person gives a quote its new span.

    Raises:
        UploadRefusedError: the session is refused by `plan_session`, or messages have changed and that is not accepted.

    """
    plan = _locked_plan(project, upload)
    if plan.changed and not accept_changes:
        raise UploadRefusedError(_changed_problem(plan))
    return _carry_out(plan, project=project, upload=upload, actor=actor)


def store_session(*, project: Project, upload: Upload, actor: AbstractBaseUser | None, seen: str) -> SessionReceipt:
    """Do what `receive_session` does with changes accepted, in the caller's transaction.

    Raises:
        UploadRefusedError: as there, or the consequences are no longer those that the person has *seen*.

    """
    plan = _locked_plan(project, upload)
    if seen != plan.consequences:
        raise UploadRefusedError
    return _carry_out(plan, project=project, upload=upload, actor=actor)


def _locked_plan(project: Project, upload: Upload) -> SessionPlan:
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    return plan_session(project=project, upload=upload)


def _changed_problem(plan: SessionPlan) -> Problem:
    """Return what would change: the messages, and the verified entries that would go back to candidate."""
    params = {"indexes": list(plan.changed), "entries": named_entries(plan.demoted)}
    return Problem("messages_changed", f"messages[{plan.changed[0]}]", params)


def named_entries(keys: Sequence[int]) -> list[dict[str, object]]:
    """Return the number, the extractor's name and the title of entries."""
    entries = Entry.objects.filter(pk__in=keys).select_related("claim").order_by("pk")
    return [{"id": entry.pk, "entryId": entry.entry_id, "title": entry.claim_title} for entry in entries]


def _carry_out(
    plan: SessionPlan, *, project: Project, upload: Upload, actor: AbstractBaseUser | None
) -> SessionReceipt:
    if plan.session is not None:
        lock_session(plan.session)
    session = plan.session or _new_session(plan.session_id, project=project, upload=upload, actor=actor)
    if isinstance(upload, CheckedRetrieval):
        if plan.session is None:
            store_retrieval(session, upload, actor=actor)
        return SessionReceipt(session, plan.change, plan.added)
    revisions, demotions = _revise(session, plan, upload)
    new_events = [*revisions, *(one.event for one in demotions)]
    added = _added(session, plan, upload)
    if added or plan.change is SessionChange.NEW:
        new_events.append((ingested(session, added, first_index=len(upload.messages) - plan.added), None))
    if new_events:
        links = _journal.append_all(new_events, session=session, actor=actor)
        recipients = {
            link.event_id: one.vouchers for link, one in zip(links[len(revisions) :], demotions, strict=False)
        }
        notify(NoticeKind.DEMOTION, recipients, project_id=project.pk, actor=actor)
    if plan.changed:
        refresh(entries_resting_on(session, plan.changed))
    if plan.session is not None and (plan.changed or plan.added):
        diagnose_again(session)
        mark_claims_around(session, min((*plan.changed, len(upload.messages) - plan.added)))
    demoted = tuple(entry.pk for _, entry in (one.event for one in demotions) if entry is not None)
    messages = () if plan.changed else (*plan.stored, *added)
    return SessionReceipt(session, plan.change, plan.added, plan.changed, demoted, messages)


def _new_session(session_id: str, *, project: Project, upload: Upload, actor: AbstractBaseUser | None) -> ReviewSession:
    session = ReviewSession(
        project=project,
        session_id=session_id,
        title=upload.title,
        created_at=timezone.now(),
        created_by_id=_id_of(actor),
    )
    insert_new([session])
    return session


def _added(session: ReviewSession, plan: SessionPlan, upload: SessionUpload) -> list[Message]:
    """Store the messages that a session does not have yet."""
    first = len(upload.messages) - plan.added
    return store_messages(session, dict(enumerate(upload.messages[first:], start=first)), versions={})


def _revise(
    session: ReviewSession, plan: SessionPlan, upload: SessionUpload
) -> tuple[list[_journal.NewEvent], list[Demotion]]:
    """Demote the entries that rest on the old versions, then store the new ones: the database enforces this order."""
    if not plan.changed:
        return [], []
    demotions = demote_drifted(session, plan.changed)
    versions = dict(session.current_messages().values_list("index", "version"))
    changed = {index: upload.messages[index] for index in plan.changed}
    messages = store_messages(session, changed, versions=versions)
    return [(revised(messages), None)], demotions


def receive_extraction(
    *, session: ReviewSession, checked: CheckedExtraction, actor: AbstractBaseUser | None
) -> ExtractionReceipt:
    """Align an extraction and store it with its entries, quotes and first attempts; the same one twice adds nothing."""
    canonical = canonical_json(checked.payload)
    known = Extraction.objects.filter(session=session, digest=digest(canonical)).first()
    if known is not None:
        return ExtractionReceipt(known, created=False)
    messages = list(session.current_messages())
    aligner, chunk_ids = aligner_for(session.project), chunk_ids_of(session)
    corpus = corpus_in(messages)
    outcomes = align_extraction(corpus, checked, aligner, chunk_ids=chunk_ids)
    drawn = draw(checked, outcomes, aligner.config)
    upload = AlignedUpload(checked, canonical, messages, corpus, outcomes, aligner.config, drawn)
    with transaction.atomic(durable=True):
        extraction, created = store_extraction(session, upload, actor=actor)
    return ExtractionReceipt(extraction, created=created)


def align_extraction(
    corpus: Corpus,
    checked: CheckedExtraction,
    aligner: EvidenceAligner,
    *,
    chunk_ids: Sequence[str] = (),
) -> list[list[Evidence]]:
    """Return the outcomes of aligning every quote of a checked extraction: one list per entry, in order."""
    quotes = [quote for entry in checked.entries for quote in entry.quotes]
    outcomes = iter(align_quotes(quotes, corpus, aligner, chunk_ids=chunk_ids))
    return [[next(outcomes) for _ in entry.quotes] for entry in checked.entries]


def session_digest(upload: SessionUpload) -> str:
    """Return the digest of the messages, which names a session that was sent without an id."""
    messages = [{"role": message.role, "name": message.name, "content": message.content} for message in upload.messages]
    return digest(canonical_json(messages))


def _id_of(actor: AbstractBaseUser | None) -> int | None:
    return actor.pk if actor is not None else None
