"""Compare messages, sessions and extractions with what was received. Private to the services."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Prefetch

from aligner_core import digest, text_hash
from review.domain import events
from review.models import Event, Extraction, Message, ReviewSession
from review.selectors.audit.replay import RecordedMessage, recorded_messages
from review.services.audit._entry_vs_upload import upload_differences
from review.services.audit._finding import Finding
from review.services.audit._making import making_differences


def message_differences() -> Iterator[Finding]:
    """Yield messages whose text, speaker or time does not have the stored hashes."""
    for message in Message.objects.order_by("pk").iterator(chunk_size=200):
        measured = (text_hash(message.content), len(message.content))
        if measured != (message.content_hash, message.length) or not message.is_as_received:
            yield Finding("message_changed", "message", message.pk)


def session_differences() -> Iterator[Finding]:
    """Yield sessions whose title or messages differ from the journal: a message changed, missing or added.

    A last note counts the messages whose speakers the journal does not cover, as it did not from the beginning.
    """
    uncovered = 0
    received = (events.SessionIngested.event_type, events.SessionRevised.event_type)
    rows = Event.objects.filter(event_type__in=received).order_by("seq")
    for session in ReviewSession.objects.order_by("pk").prefetch_related(Prefetch("events", rows)):
        messages = Message.objects.filter(session=session).values_list("index", "version", "content_hash", "digest")
        stored = {(index, version): RecordedMessage(one, told) for index, version, one, told in messages}
        try:
            recorded = recorded_messages(session.events.all())
            titles = {event.body["title"] for event in session.events.all() if event.event_type == received[0]}
        except (ValueError, LookupError, TypeError):
            recorded, titles = {}, {session.title}
        if titles != {session.title}:
            yield Finding("session_changed", "session", session.pk)
        for index, version in sorted(stored.keys() | recorded.keys()):
            if stored.get((index, version)) != recorded.get((index, version)):
                detail = f"message {index}" + (f" version {version}" if version > 1 else "")
                yield Finding("message_unaccounted", "session", session.pk, detail)
        uncovered += sum(one.digest is None for one in recorded.values())
    if uncovered:
        yield Finding("speakers_not_recorded", "store", 0, f"{uncovered} messages", is_note=True)


def extraction_differences() -> Iterator[Finding]:
    """Yield extractions that differ from their digest or the journal, and entries that differ from the upload."""
    received = Event.objects.filter(event_type=events.MemoryExtracted.event_type)
    sessions = Prefetch("session__events", received)
    for extraction in Extraction.objects.order_by("pk").prefetch_related(sessions).iterator(chunk_size=20):
        recorded = _recorded_extraction(extraction)
        if digest(extraction.canonical.encode()) != extraction.digest:
            yield Finding("extraction_changed", "extraction", extraction.pk)
        elif recorded is None:
            yield Finding("extraction_unaccounted", "extraction", extraction.pk)
        else:
            if extraction.notes != recorded["notes"]:
                yield Finding("notes_changed", "extraction", extraction.pk)
            yield from upload_differences(extraction, recorded["notes"])
            yield from making_differences(extraction, recorded.get("made_with"))


def _recorded_extraction(extraction: Extraction) -> Mapping[str, Any] | None:
    """Return the payload of the event that recorded an extraction; None where there is none or it is unreadable."""
    try:
        bodies = [event.body for event in extraction.session.events.all()]
        return next((body for body in bodies if body["extraction_digest"] == extraction.digest), None)
    except (ValueError, LookupError, TypeError):
        return None
