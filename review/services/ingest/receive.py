"""Receive sessions and extractions: each is one unit, written whole or not at all, and only once."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import SessionUpload, canonical_json, digest
from review import events
from review.errors import Problem, UploadRefusedError
from review.models import Extraction, Project, ReviewSession
from review.payloads import CheckedExtraction, CheckedRetrieval, Upload
from review.selectors.retrievals import retrieval_of
from review.selectors.sources import current_messages
from review.services import _journal
from review.services._attempts import Evidence, look_for
from review.services._extractions import AlignedUpload, store_extraction
from review.services._plans import SessionChange, SessionPlan, SessionReceipt
from review.services._retrievals import plan_retrieval, store_retrieval
from review.services._revisions import changed_messages, demoted_by, lock_session, send_back_drifted, store_messages

__all__ = [
    "ExtractionReceipt",
    "SessionChange",
    "SessionPlan",
    "SessionReceipt",
    "align_checked",
    "plan_session",
    "receive_extraction",
    "receive_session",
    "session_digest",
]


@dataclass(frozen=True, slots=True)
class ExtractionReceipt:
    """What receiving an extraction did; `created` is false when the very same one was there already."""

    extraction: Extraction
    created: bool


def plan_session(*, project: Project, upload: Upload) -> SessionPlan:
    """Say what receiving a session would do; refuse it where messages are missing or stand elsewhere.

    A retrieval never changes: another one of its name is refused, and so is a conversation.
    """
    if isinstance(upload, CheckedRetrieval):
        return plan_retrieval(project, upload)
    name = upload.session_id or session_digest(upload)
    session = ReviewSession.objects.filter(project=project, session_id=name).first()
    if session is None:
        return SessionPlan(SessionChange.NEW, name, len(upload.messages), None)
    if retrieval_of(session) is not None:
        raise UploadRefusedError(Problem("name_is_taken", "sessionId", {}))
    stored = list(current_messages(session))
    changed = changed_messages(stored, upload.messages)
    added = max(0, len(upload.messages) - len(stored))
    if changed:
        demoted = len(demoted_by(session, changed))
        return SessionPlan(SessionChange.CHANGED, name, added, session, changed, demoted)
    change = SessionChange.IDENTICAL if len(upload.messages) == len(stored) else SessionChange.SHORTER
    return SessionPlan(SessionChange.LONGER if added else change, name, added, session)


@transaction.atomic(durable=True)
def receive_session(
    *, project: Project, upload: Upload, actor: AbstractBaseUser | None, seen: str | None = None
) -> SessionReceipt:
    """Store a session, or what a known one gained; the same upload twice adds nothing.

    A changed message gets a newer version. What was aligned to the old one stays as it is, and drifted: a verified
    entry that rests on it goes back to candidate, and nobody but a person gives a quote its new place. Where *seen*
    says what consequences somebody was shown and they are others by now, the upload is refused.
    """
    Project.objects.select_for_update().get(pk=project.pk)
    plan = plan_session(project=project, upload=upload)
    if seen not in {None, plan.consequences}:
        raise UploadRefusedError
    session = plan.session or ReviewSession.objects.create(
        project=project, session_id=plan.session_id, title=upload.title, created_by_id=_key(actor)
    )
    if isinstance(upload, CheckedRetrieval):
        if plan.session is None:
            store_retrieval(session, upload, actor=actor)
        return SessionReceipt(session, plan.change, plan.added)
    facts = _revise(session, plan, upload)
    demoted = sum(entry is not None for _, entry in facts)
    if plan.added or plan.change is SessionChange.NEW:
        facts.append((_append(session, plan, upload), None))
    if facts:
        _journal.append_all(facts, session=session, actor=actor)
    return SessionReceipt(session, plan.change, plan.added, plan.changed, demoted)


def _append(session: ReviewSession, plan: SessionPlan, upload: SessionUpload) -> events.SessionIngested:
    first = len(upload.messages) - plan.added
    messages = store_messages(session, dict(enumerate(upload.messages[first:], start=first)))
    hashes = [message.content_hash for message in messages]
    return events.SessionIngested(title=session.title, first_index=first, message_hashes=hashes)


def _revise(session: ReviewSession, plan: SessionPlan, upload: SessionUpload) -> list[_journal.Fact]:
    """Take back what rests on the old versions, then store the new ones: the database refuses any other order."""
    if not plan.changed:
        return []
    lock_session(session)
    demotions = send_back_drifted(session, plan.changed)
    messages = store_messages(session, {index: upload.messages[index] for index in plan.changed})
    versions = [
        events.MessageVersion(message_index=message.index, version=message.version, hash=message.content_hash)
        for message in messages
    ]
    return [(events.SessionRevised(messages=versions), None), *demotions]


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
    upload = AlignedUpload(checked, canonical, messages, outcomes)
    with transaction.atomic(durable=True):
        extraction, created = store_extraction(session, upload, actor=actor)
    return ExtractionReceipt(extraction, created=created)


def align_checked(contents: Sequence[str], checked: CheckedExtraction) -> list[list[Evidence]]:
    """Look for every quote of a checked extraction; one list of outcomes an entry, in order."""
    outcomes = iter(look_for([quote for entry in checked.entries for quote in entry.quotes], contents))
    return [[next(outcomes) for _ in entry.quotes] for entry in checked.entries]


def session_digest(upload: SessionUpload) -> str:
    """Name a session that brought no name: the digest of its messages."""
    said = [{"role": message.role, "name": message.name, "content": message.content} for message in upload.messages]
    return digest(canonical_json(said))


def _key(actor: AbstractBaseUser | None) -> int | None:
    return actor.pk if actor is not None else None
