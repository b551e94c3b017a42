"""Compare messages, sessions, extractions and additions with what was received. Private to the services."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Exists, OuterRef, Prefetch

from aligner_core import digest, text_hash
from review.domain import events
from review.domain.events.sessions import RecordedMessage
from review.domain.replay import recorded_messages
from review.models import Entry, Event, Extraction, Message, ReviewSession
from review.services.audit._entry_vs_upload import upload_differences
from review.services.audit._finding import Finding
from review.services.audit._making import making_differences
from review.services.audit._moments import matches_recorded_time


def message_differences() -> Iterator[Finding]:
    """Yield messages with a text, speaker or time that does not match the stored hashes."""
    for message in Message.objects.order_by("pk").iterator(chunk_size=200):
        measured = (text_hash(message.content), len(message.content))
        if measured != (message.content_hash, message.length) or not message.is_as_received:
            yield Finding("message_changed", "message", message.pk)


def session_differences() -> Iterator[Finding]:
    """Yield sessions with a title or messages that differ from the journal: a message changed, missing or added."""
    received = (events.SessionIngested.event_type, events.SessionRevised.event_type)
    rows = Event.objects.filter(event_type__in=received).order_by("seq")
    sessions = ReviewSession.objects.select_related("project", "created_by")
    for session in sessions.order_by("pk").prefetch_related(Prefetch("events", rows)):
        messages = Message.objects.filter(session=session).values_list("index", "version", "content_hash", "digest")
        stored = {
            (index, version): RecordedMessage(content_hash, digested)
            for index, version, content_hash, digested in messages
        }
        try:
            recorded = recorded_messages(event.recorded for event in session.events.all())
            titles = {event.body["title"] for event in session.events.all() if event.event_type == received[0]}
        except (ValueError, LookupError, TypeError):
            recorded, titles = {}, {session.title}
        if titles != {session.title}:
            yield Finding("session_changed", "session", session.pk)
        if not _is_of_project(session):
            yield Finding("session_moved", "session", session.pk)
        if not _is_received_as_recorded(session):
            yield Finding("session_unaccounted", "session", session.pk)
        for index, version in sorted(stored.keys() | recorded.keys()):
            if stored.get((index, version)) != recorded.get((index, version)):
                detail = f"message {index}" + (f" version {version}" if version > 1 else "")
                yield Finding("message_unaccounted", "session", session.pk, detail)


def _is_of_project(session: ReviewSession) -> bool:
    """Return whether a session is in the project that its first event names."""
    first = next(iter(session.events.all()), None)
    try:
        return first is None or bool(first.body["project"] == session.project.slug)
    except (ValueError, LookupError, TypeError):
        return True  # the event was changed, which is a finding of its own


def _is_received_as_recorded(session: ReviewSession) -> bool:
    """Return whether a session has the sender and the time of its first event."""
    first = next(iter(session.events.all()), None)
    if first is None:
        return True
    return _sender(session.created_by) == first.actor and matches_recorded_time(session.created_at, first.created_at)


def _sender(person: AbstractBaseUser | None) -> str:
    return Event.SYSTEM if person is None else person.get_username()


def extraction_differences() -> Iterator[Finding]:
    """Yield extractions that differ from their digest or the journal, and entries that differ from the upload."""
    received = Event.objects.filter(event_type=events.MemoryExtracted.event_type)
    sessions = Prefetch("session__events", received)
    for extraction in (
        Extraction.objects.select_related("received_by")
        .order_by("pk")
        .prefetch_related(sessions)
        .iterator(chunk_size=20)
    ):
        recorded = _recorded_extraction(extraction)
        if digest(extraction.canonical.encode()) != extraction.digest:
            yield Finding("extraction_changed", "extraction", extraction.pk)
        elif recorded is None:
            yield Finding("extraction_unaccounted", "extraction", extraction.pk)
        else:
            if not _is_sent_as_recorded(extraction):
                yield Finding("extraction_unaccounted", "extraction", extraction.pk)
            if extraction.notes != recorded["notes"]:
                yield Finding("notes_changed", "extraction", extraction.pk)
            yield from upload_differences(extraction, recorded["notes"])
            yield from making_differences(extraction, recorded.get("made_with"))


def addition_differences() -> Iterator[Finding]:
    """Yield the sessions that lack an entry which, according to the journal, a person added."""
    added = Event.objects.filter(event_type=events.EntryAdded.event_type)
    for event in added.exclude(Exists(Entry.objects.filter(pk=OuterRef("entry")))).order_by("pk"):
        yield Finding("entry_missing", "session", event.session_id or 0, f"added by {event.actor}")


def _recorded_extraction(extraction: Extraction) -> Mapping[str, Any] | None:
    """Return the payload of the event that recorded an extraction; None where there is none or it is unreadable."""
    event = _event_of(extraction)
    return None if event is None else event.body


def _is_sent_as_recorded(extraction: Extraction) -> bool:
    event = _event_of(extraction)
    is_theirs = event is not None and _sender(extraction.received_by) == event.actor
    return is_theirs and matches_recorded_time(extraction.received_at, event.created_at if event else None)


def _event_of(extraction: Extraction) -> Event | None:
    try:
        events_of = extraction.session.events.all()
        return next((event for event in events_of if event.body["extraction_digest"] == extraction.digest), None)
    except (ValueError, LookupError, TypeError):
        return None
