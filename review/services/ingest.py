"""Receive sessions and extractions: each is one unit, written whole or not at all, and only once."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import MessageUpload, SessionUpload, canonical_json, digest, text_hash
from review import events
from review.errors import Problem, UploadRefusedError
from review.models import Extraction, Message, Project, ReviewSession
from review.payloads import CheckedExtraction
from review.selectors.sources import current_messages
from review.services import _journal
from review.services._attempts import Evidence, look_for
from review.services._extractions import BATCH, AlignedUpload, store_extraction


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
        project=project, session_id=plan.session_id, title=upload.title, created_by_id=_key(actor)
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


def _said(message: Message | MessageUpload) -> tuple[str, str, str]:
    return (message.role, message.name, message.content)


def _messages(session: ReviewSession, uploads: Sequence[MessageUpload], *, first: int) -> list[Message]:
    return [
        Message(
            session=session,
            index=index,
            role=upload.role,
            name=upload.name,
            timestamp=upload.timestamp,
            content=upload.content,
            content_hash=text_hash(upload.content),
            length=len(upload.content),
        )
        for index, upload in enumerate(uploads, start=first)
    ]


def _key(actor: AbstractBaseUser | None) -> int | None:
    return actor.pk if actor is not None else None
