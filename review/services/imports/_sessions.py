"""Store what a file has of one session: messages and extractions that are not there yet, as they came. Private."""

from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from aligner_core import MessageUpload
from review.databases.rows import insert_new
from review.domain.errors import Problem, UploadRefusedError
from review.models import Message, Project, ReviewSession
from review.payloads import CheckedChunk, CheckedRetrieval, check_session
from review.payloads.records import StoredMessage, StoredSession
from review.selectors.retrievals.retrieval import retrieval_of
from review.services import _journal
from review.services.derived.failures import diagnose_again
from review.services.derived.project_changes import mark_claims_around
from review.services.imports._decisions import Messages
from review.services.ingest._message_versions import ingested, lock_session, revised, store_messages
from review.services.ingest._retrieval_rows import plan_retrieval, store_retrieval


def store_session(
    project: Project, stored: StoredSession, *, actor: AbstractBaseUser | None
) -> tuple[ReviewSession, bool]:
    """Store the messages of a session that are not there yet; return it, locked, and whether any were stored.

    In the caller's transaction, in which the project is locked.

    Raises:
        UploadRefusedError: a message that is there is another one in the file, or in an older version.

    """
    uploads = _checked_messages(stored)
    session = ReviewSession.objects.filter(project=project, session_id=stored.name).first()
    if stored.query is not None or (session is not None and retrieval_of(session) is not None):
        return _store_retrieval(project, stored, actor=actor)
    if session is None:
        session = _new_session(project, stored, actor=actor)
    lock_session(session)
    there = {(one.index, one.version): one for one in Message.objects.filter(session=session)}
    for place, upload in uploads.items():
        if place in there and _identity(there[place]) != _identity(upload):
            raise UploadRefusedError(_changed([place[0]]))
    newest: dict[int, int] = {}
    for index, version in there:
        newest[index] = max(version, newest.get(index, 0))
    missing = {place: upload for place, upload in uploads.items() if place not in there}
    if changed := sorted({index for index, _ in missing if index in newest}):
        raise UploadRefusedError(_changed(changed))
    if missing:
        _append_messages(session, missing, first=len(newest), actor=actor)
    if there and missing:
        diagnose_again(session)
    return session, bool(missing)


def _changed(indexes: list[int]) -> Problem:
    """Return that messages here are others; no entry falls by it, as nothing is changed."""
    return Problem("messages_changed", f"messages[{indexes[0]}]", {"indexes": indexes, "entries": []})


def _checked_messages(stored: StoredSession) -> dict[tuple[int, int], MessageUpload]:
    """Return every version of every message by its place; raises UploadRefusedError where one cannot be stored."""
    whole = [one.model_dump(include={"role", "name", "timestamp", "content"}) for one in stored.messages]
    checked = check_session({"sessionId": stored.name, "messages": whole}).messages
    places = [(one.message_index, one.version) for one in stored.messages]
    count = len({index for index, _ in places})
    is_whole = len(set(places)) == len(places) and {index for index, _ in places} == set(range(count))
    if not is_whole or any(version > 1 and (index, version - 1) not in set(places) for index, version in places):
        raise UploadRefusedError(Problem("messages_incomplete", "messages"))
    return dict(sorted(zip(places, checked, strict=True), key=lambda one: (one[0][1], one[0][0])))


def _identity(message: Message | MessageUpload) -> tuple[str, str, str, str]:
    return message.role, message.name, message.timestamp, message.content


def _new_session(project: Project, stored: StoredSession, *, actor: AbstractBaseUser | None) -> ReviewSession:
    session = ReviewSession(
        project=project,
        session_id=stored.name,
        title=stored.title,
        created_at=timezone.now(),
        created_by_id=None if actor is None else actor.pk,
    )
    insert_new([session])
    return session


def _append_messages(
    session: ReviewSession,
    missing: Mapping[tuple[int, int], MessageUpload],
    *,
    first: int,
    actor: AbstractBaseUser | None,
) -> None:
    """Store first versions, then each round of newer ones, with the events that record them."""
    new = {index: upload for (index, version), upload in missing.items() if version == 1}
    stored = store_messages(session, new, versions={})
    recorded: list[_journal.NewEvent] = [(ingested(session, stored, first_index=first), None)]
    for version in sorted({version for _, version in missing} - {1}):
        newer = {index: upload for (index, number), upload in missing.items() if number == version}
        messages = store_messages(session, newer, versions=dict.fromkeys(newer, version - 1))
        recorded.append((revised(messages), None))
    _journal.append_all(recorded, session=session, actor=actor)
    mark_claims_around(session, min(index for index, _ in missing))


def _store_retrieval(
    project: Project, stored: StoredSession, *, actor: AbstractBaseUser | None
) -> tuple[ReviewSession, bool]:
    chunks = tuple(map(_chunk, sorted(stored.messages, key=lambda one: one.message_index)))
    upload = CheckedRetrieval(stored.name, stored.query or "", chunks, tuple(stored.events), None, ())
    plan = plan_retrieval(project, upload)
    if plan.session is not None:
        lock_session(plan.session)
        return plan.session, False
    session = _new_session(project, stored, actor=actor)
    store_retrieval(session, upload, actor=actor)
    return session, True


def _chunk(message: StoredMessage) -> CheckedChunk:
    given = message.chunk or {}
    try:
        return CheckedChunk(
            chunk_id=str(given["chunkId"]),
            title=message.name,
            content=message.content,
            file_name=str(given.get("fileName", "")),
            source=str(given.get("source", "")),
            score=None if given.get("score") is None else float(given["score"]),
            relevance=str(given.get("relevance", "")),
            matched_tags=tuple(map(str, given.get("matchedTags", ()))),
            last_updated=None if given.get("lastUpdated") is None else int(given["lastUpdated"]),
        )
    except (LookupError, TypeError, ValueError) as error:
        raise UploadRefusedError(Problem("not_a_record", f"messages[{message.message_index}].chunk")) from error


def messages_of(session: ReviewSession) -> Messages:
    """Return the messages of a session by their index and version."""
    return {(one.index, one.version): one for one in Message.objects.filter(session=session)}
