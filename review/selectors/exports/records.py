"""Everything of sessions as records, from which another store can make them again: the complete export.

A session comes whole: its messages in all versions, its extractions as they came, and its entries, each with every
attempt at its quotes and the events that decided on it.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db.models import Prefetch

from aligner_core import AlignedEvidence
from review.databases.snapshots import snapshot
from review.domain.events import EntryImported, EvidenceAligned
from review.models import Alignment, Entry, Event, Extraction, Message, Quote, ReviewSession
from review.models.events import moment_text
from review.selectors.bundles.contents import BundleScope
from review.selectors.exports.rows import ROWS_PER_FETCH
from review.selectors.retrievals.retrieval import retrieval_of

Record = dict[str, Any]
FORMAT: Final = "evidence-review"
VERSION: Final = 1
OFFSETS: Final = "code points; utf16: [start, end) in UTF-16 code units"
Texts = Mapping[tuple[int, int], str]
"""The texts of a session by the index and the version of their messages."""


def record_lines(scope: BundleScope, *, store: str) -> Iterator[Record]:
    """Yield the records of the sessions in scope; *store* is the name of this one, after which its people are called.

    Each session is read at one moment, and held in memory; writers go on between sessions.
    """
    yield {
        "record": "export",
        "format": FORMAT,
        "version": VERSION,
        "store": store,
        "offsets": OFFSETS,
        "scope": dict(scope.description),
    }
    for key in list(scope.sessions.order_by("pk").values_list("pk", flat=True)):
        with snapshot():
            records = list(_session_records(ReviewSession.objects.select_related("project").get(pk=key)))
        yield from records


def _session_records(session: ReviewSession) -> Iterator[Record]:
    named = {"project": session.project.slug, "session": session.session_id}
    retrieval = retrieval_of(session)
    yield {"record": "session", **named, "title": session.title, "kind": "retrieval" if retrieval else "conversation"}
    messages = list(Message.objects.filter(session=session).select_related("chunk").order_by("version", "index"))
    yield from ({"record": "message", **named, **_message(one)} for one in messages)
    if retrieval is not None:
        yield {"record": "retrieval", **named, "query": retrieval.query, "events": retrieval.events}
    for extraction in Extraction.objects.filter(session=session).order_by("pk"):
        yield {"record": "extraction", **named, **_extraction(extraction)}
    texts = {(one.index, one.version): one.content for one in messages}
    for entry in _entries(session).iterator(chunk_size=ROWS_PER_FETCH):
        yield {"record": "entry", **named, **entry_record(entry, texts)}


def _message(message: Message) -> Record:
    record: Record = {
        "messageIndex": message.index,
        "version": message.version,
        "role": message.role,
        "name": message.name,
        "timestamp": message.timestamp,
        "content": message.content,
        "digest": message.digest,
    }
    chunk = getattr(message, "chunk", None)
    if chunk is not None:
        record["chunk"] = {
            "chunkId": chunk.chunk_id,
            "fileName": chunk.file_name,
            "source": chunk.source,
            "score": chunk.score,
            "relevance": chunk.relevance,
            "matchedTags": chunk.matched_tags,
            "lastUpdated": chunk.last_updated,
        }
    return record


def _extraction(extraction: Extraction) -> Record:
    return {
        "digest": extraction.digest,
        "receivedAt": moment_text(extraction.received_at),
        "notes": extraction.notes,
        "extraction": json.loads(extraction.canonical),
    }


def _entries(session: ReviewSession) -> Any:  # noqa: ANN401 - a query
    attempts = Prefetch("alignments", Alignment.objects.select_related("message", "actor").order_by("attempt"))
    quotes = Quote.objects.select_related("current", "split_from").prefetch_related(attempts).order_by("position")
    people = ("added_by", "verified_by", "certified_by", "rejected_by")
    rows = Entry.objects.filter(session=session).select_related("session__project", "extraction", "claim", *people)
    decided = Event.objects.exclude(event_type=EvidenceAligned.event_type).order_by("seq")
    rows = rows.defer("extraction__canonical", "extraction__notes").order_by("pk")
    return rows.prefetch_related(Prefetch("quotes", quotes), Prefetch("events", decided))


def entry_record(entry: Entry, texts: Texts) -> Record:
    """Return an entry as it is, with every attempt at its quotes and its history; *texts* are those of its session."""
    people = {
        f"{word}{what}": value
        for word in ("added", "verified", "certified", "rejected")
        for what, value in (("By", _name(getattr(entry, f"{word}_by"))), ("At", _moment(getattr(entry, f"{word}_at"))))
    }
    return {
        "extraction": None if entry.extraction is None else entry.extraction.digest,
        "position": entry.position,
        "entryId": entry.entry_id,
        "type": entry.type,
        "title": entry.claim_title,
        "body": entry.claim_body,
        "claimVersion": entry.claim_version,
        "stage": entry.stage,
        "evidenceAligned": entry.evidence_aligned,
        **people,
        "evidence": [_quote(quote, texts) for quote in entry.quotes.all()],
        "history": [one for event in entry.events.all() for one in _told(event)],
    }


def _quote(quote: Quote, texts: Texts) -> Record:
    attempts = [_attempt(one, texts) for one in quote.alignments.all()]
    return {
        "position": quote.position,
        "quote": quote.text,
        "standing": quote.standing,
        "splitFrom": None if quote.split_from is None else quote.split_from.position,
        "current": None if quote.current is None else quote.current.attempt,
        "attempts": attempts,
    }


def _attempt(attempt: Alignment, texts: Texts) -> Record:
    version = None if attempt.message is None else attempt.message.version
    outcome = json.loads(attempt.evidence_json)
    record: Record = {
        "attempt": attempt.attempt,
        "provenance": attempt.provenance,
        "actor": _name(attempt.actor),
        "createdAt": moment_text(attempt.created_at),
        "madeWith": attempt.made_with,
        "messageVersion": version,
        "outcome": outcome,
    }
    evidence = attempt.evidence
    record["verdict"] = evidence.verdict.value
    text = None if version is None or attempt.message_index is None else texts.get((attempt.message_index, version))
    if isinstance(evidence, AlignedEvidence) and text is not None:
        units = evidence.span.to_utf16(text)
        record["utf16"] = [units.start, units.end]
    return record


def _told(event: Event) -> Iterator[Record]:
    """Yield an event as the history of an entry has it; one that imported others as these, which keep their store."""
    if event.event_type != EntryImported.event_type:
        yield {
            "eventId": event.event_id,
            "eventType": event.event_type,
            "actor": event.actor,
            "createdAt": moment_text(event.created_at),
            "payload": event.body,
        }
        return
    for one in event.body["history"]:
        yield {
            "eventId": one["event_id"],
            "eventType": one["event_type"],
            "actor": one["actor"],
            "createdAt": one["created_at"],
            "payload": one["payload"],
            "store": one["store"],
        }


def _name(person: Any) -> str | None:  # noqa: ANN401 - an account or none
    return None if person is None else person.get_username()


def _moment(moment: Any) -> str | None:  # noqa: ANN401 - a time or none
    return None if moment is None else moment_text(moment)
