"""Records of a bundle: how they refer to sessions and entries, their claims, retrievals and cited sources."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.db.models import Prefetch, QuerySet

from review.models import (
    FIRST_VERSION,
    Alignment,
    Chunk,
    CitedSource,
    ClaimConfirmation,
    ClaimVersion,
    Entry,
    Extraction,
    Retrieval,
    ReviewSession,
    SourceCorrection,
)
from review.models.events import moment_text
from review.selectors.promotion.second_persons import second_persons_on
from review.selectors.promotion.switches import switches_then

Record = dict[str, Any]


def session_reference(session: ReviewSession) -> Record:
    """Return how records refer to a session: by its own id, which is unique in its project."""
    return {"project": session.project.slug, "session_id": session.session_id}


def entry_reference(entry: Entry) -> Record:
    """Return how records refer to an entry: by its position in its extraction, or among those that people added.

    `entry_id` is the extractor's, optional and not unique.
    """
    extraction = None if entry.extraction is None else entry.extraction.digest
    named = {"extraction": extraction, "entry": entry.position, "entry_id": entry.entry_id}
    return {**session_reference(entry.session), **named}


def claim_fields(entry: Entry) -> Record:
    """Return the versions of the claim of an entry, oldest first, and who confirmed it."""
    first = {"version": FIRST_VERSION, "title": entry.title, "body": entry.body, **_first_author(entry)}
    return {
        "title": entry.claim_title,
        "body": entry.claim_body,
        "claim_version": entry.claim_version,
        "claim_open": entry.claim_open,
        "claims": [first, *(_claim(one) for one in entry.claimversions.all())],
        "claim_confirmations": [_confirmation(one) for one in entry.claimconfirmations.all()],
    }


def _first_author(entry: Entry) -> Record:
    """Return who wrote the first version of a claim, and when; None for both if an extractor did."""
    if entry.added_by is None or entry.added_at is None:
        return {"author": None, "created_at": None}
    return {"author": entry.added_by.get_username(), "created_at": moment_text(entry.added_at)}


def _claim(claim: ClaimVersion) -> Record:
    return {
        "version": claim.number,
        "title": claim.title,
        "body": claim.body,
        "author": claim.actor.get_username(),
        "created_at": moment_text(claim.created_at),
    }


def _confirmation(confirmation: ClaimConfirmation) -> Record:
    return {
        "claim_version": confirmation.claim_version,
        "actor": confirmation.actor.get_username(),
        "created_at": moment_text(confirmation.created_at),
    }


def switches_record(entry: Entry) -> Record | None:
    """Return which switches were on when an entry was verified, and which of the current ones were off."""
    then = switches_then(entry)
    return None if then is None else {"on": [*then.on], "off": [*then.off]}


def second_person_records(entry: Entry) -> list[Record]:
    """Return the accounts whose acts the verifier and the certifier of an entry judged, and how they are related."""
    return [{"beside": one.beside, **asdict(one.person)} for one in second_persons_on(entry)]


def made_with(alignment: Alignment) -> Record:
    """Return the versions and settings that an attempt was made with."""
    return {**alignment.made_with, "config_digest": alignment.config_digest}


def retrieval_records(sessions: QuerySet[ReviewSession]) -> Iterator[Record]:
    """Yield a record of every retrieval among *sessions*: the query, the search trail, and the chunks."""
    rows = Retrieval.objects.filter(session__in=sessions.order_by().values("pk"))
    for retrieval in rows.select_related("session__project").order_by("session"):
        chunks = Chunk.objects.filter(message__session=retrieval.session_id).select_related("message")
        yield {
            **session_reference(retrieval.session),
            "query": retrieval.query,
            "events": retrieval.events,
            "digest": retrieval.digest,
            "chunks": [_chunk(chunk) for chunk in chunks.order_by("message__index")],
        }


def citation_records(entries: QuerySet[Entry]) -> Iterator[Record]:
    """Yield a record of every source that the answers among *entries* name, with its corrections."""
    corrections = Prefetch("corrections", SourceCorrection.objects.select_related("actor").order_by("number"))
    rows = CitedSource.objects.filter(entry__in=entries.order_by().values("pk")).prefetch_related(corrections)
    joined = rows.select_related("entry__session__project", "entry__extraction").order_by("entry", "position")
    for source in joined.defer("entry__extraction__canonical", "entry__extraction__notes"):
        yield {
            **entry_reference(source.entry),
            "position": source.position,
            "label": source.label,
            "is_real": source.is_real,
            "corrections": [_correction(one) for one in source.corrections.all()],
        }


def _chunk(chunk: Chunk) -> Record:
    return {
        "message_index": chunk.message.index,
        "chunk_id": chunk.chunk_id,
        "title": chunk.message.name,
        "file_name": chunk.file_name,
        "source": chunk.source,
        "score": chunk.score,
        "relevance": chunk.relevance,
        "matched_tags": chunk.matched_tags,
        "last_updated": chunk.last_updated,
    }


def _correction(correction: SourceCorrection) -> Record:
    return {
        "number": correction.number,
        "replacement": correction.replacement,
        "reason": correction.reason,
        "actor": correction.actor.get_username(),
        "created_at": moment_text(correction.created_at),
    }


def extraction_records(sessions: QuerySet[ReviewSession]) -> Iterator[Record]:
    """Yield a record of every extraction of *sessions*, as it came."""
    rows = Extraction.objects.filter(session__in=sessions.order_by().values("pk"))
    for extraction in rows.select_related("session__project").order_by("session", "pk").iterator(chunk_size=100):
        yield {
            **session_reference(extraction.session),
            "digest": extraction.digest,
            "extraction": json.loads(extraction.canonical),
            "notes": extraction.notes,
        }
