"""Compare messages, sessions and extractions with what was received. Private to the services."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Prefetch

from aligner_core import digest, text_hash
from review import events
from review.models import Event, Extraction, Message, ReviewSession
from review.selectors.replay import message_hashes
from review.services._findings import Finding
from review.services._origins import altered


def altered_messages() -> Iterator[Finding]:
    """Name messages that are not what their hash says."""
    for message in Message.objects.order_by("pk").iterator(chunk_size=200):
        if text_hash(message.content) != message.content_hash or len(message.content) != message.length:
            yield Finding("message_changed", "message", message.pk)


def altered_sessions() -> Iterator[Finding]:
    """Compare sessions with what the journal was told: the title, and no message missing or slipped in."""
    received = (events.SessionIngested.event_type, events.SessionRevised.event_type)
    rows = Event.objects.filter(event_type__in=received).order_by("seq")
    for session in ReviewSession.objects.order_by("pk").prefetch_related(Prefetch("events", rows)):
        messages = Message.objects.filter(session=session).values_list("index", "version", "content_hash")
        stored = {(index, version): one for index, version, one in messages}
        try:
            told = message_hashes(session.events.all())
            titles = {event.body["title"] for event in session.events.all() if event.event_type == received[0]}
        except (ValueError, LookupError, TypeError):
            told, titles = {}, {session.title}
        if titles != {session.title}:
            yield Finding("session_changed", "session", session.pk)
        for index, version in sorted(stored.keys() | told.keys()):
            if stored.get((index, version)) != told.get((index, version)):
                which = f"message {index}" + (f" version {version}" if version > 1 else "")
                yield Finding("message_unaccounted", "session", session.pk, which)


def altered_extractions() -> Iterator[Finding]:
    """Compare every extraction with its name and with the journal, and its entries with what was uploaded."""
    received = Event.objects.filter(event_type=events.MemoryExtracted.event_type)
    sessions = Prefetch("session__events", received)
    for extraction in Extraction.objects.order_by("pk").prefetch_related(sessions).iterator(chunk_size=20):
        told = _told_of(extraction)
        if digest(extraction.canonical.encode()) != extraction.digest:
            yield Finding("extraction_changed", "extraction", extraction.pk)
        elif told is None:
            yield Finding("extraction_unaccounted", "extraction", extraction.pk)
        else:
            yield from altered(extraction, told["notes"])


def _told_of(extraction: Extraction) -> Mapping[str, Any] | None:
    """Give what the journal says of an extraction, if it can be read and says anything."""
    try:
        bodies = [event.body for event in extraction.session.events.all()]
        return next((body for body in bodies if body["extraction_digest"] == extraction.digest), None)
    except (ValueError, LookupError, TypeError):
        return None
