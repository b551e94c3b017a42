"""Receive many conversations that are new, with their extractions, in one transaction: a statement for each table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from aligner_core import AlignerConfig, Corpus, EvidenceAligner, SessionUpload, canonical_json
from review.aligner import aligner_for, corpus_in
from review.databases.rows import insert_new
from review.models import Extraction, Message, Project, ReviewSession
from review.payloads import CheckedExtraction
from review.services import _journal
from review.services._attempts import Evidence
from review.services.ingest._extraction_rows import (
    AlignedUpload,
    Drawn,
    StoredExtraction,
    draw,
    events_of,
    store_derived,
    store_rows,
)
from review.services.ingest._message_versions import first_versions, ingested, insert_messages
from review.services.ingest.receive import align_extraction, session_digest


class Conversation(NamedTuple):
    """A conversation, and what was extracted from it, if anything was."""

    session: SessionUpload
    extraction: CheckedExtraction | None


@dataclass(frozen=True, slots=True)
class Received:
    """The session of a conversation that was new, its extraction, and the outcomes of the quotes of each entry."""

    session: ReviewSession
    extraction: Extraction | None
    outcomes: Sequence[Sequence[Evidence]]


class _Aligned(NamedTuple):
    """An extraction that was aligned before anything is stored."""

    checked: CheckedExtraction
    canonical: bytes
    corpus: Corpus
    outcomes: Sequence[Sequence[Evidence]]
    config: AlignerConfig
    drawn: Drawn


def receive_together(
    *, project: Project, uploads: Sequence[Conversation], actor: AbstractBaseUser | None
) -> dict[int, Received]:
    """Store those conversations whose session is new, whole or not at all; return them by their place among *uploads*.

    Others are left to `receive_session`: they are known already, or have the name of one before them. Quotes are
    aligned before the transaction begins.
    """
    names = [upload.session.session_id or session_digest(upload.session) for upload in uploads]
    places = _new_places(project, names, range(len(names)))
    aligner = aligner_for(project)
    aligned = {place: _aligned(one, uploads[place], aligner) for place in places if (one := uploads[place].extraction)}
    with transaction.atomic(durable=True):
        locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        new = {names[place]: place for place in _new_places(locked, names, places)}
        return _store(new, uploads, aligned, project=locked, actor=actor) if new else {}


def _new_places(project: Project, names: Sequence[str], places: Sequence[int]) -> list[int]:
    """Return the places of the first uploads with names that no session of the project has."""
    first = {names[place]: place for place in reversed(places)}
    known = ReviewSession.objects.filter(project=project, session_id__in=list(first))
    taken = set(known.values_list("session_id", flat=True))
    return sorted(place for name, place in first.items() if name not in taken)


def _aligned(checked: CheckedExtraction, upload: Conversation, aligner: EvidenceAligner) -> _Aligned:
    corpus = corpus_in(upload.session.messages)
    outcomes = align_extraction(corpus, checked, aligner)
    drawn = draw(checked, outcomes, aligner.config)
    return _Aligned(checked, canonical_json(checked.payload), corpus, outcomes, aligner.config, drawn)


def _store(
    new: Mapping[str, int],
    uploads: Sequence[Conversation],
    aligned: Mapping[int, _Aligned],
    *,
    project: Project,
    actor: AbstractBaseUser | None,
) -> dict[int, Received]:
    """Store new conversations by their names, and what was aligned of them, in the caller's transaction."""
    sessions = {
        place: _session(name, project=project, title=uploads[place].session.title, actor=actor)
        for name, place in new.items()
    }
    insert_new(list(sessions.values()))
    messages = {place: first_versions(one, uploads[place].session.messages) for place, one in sessions.items()}
    insert_messages([message for some in messages.values() for message in some])
    with_extraction = [place for place in sessions if place in aligned]
    rows = [(sessions[place], _upload(aligned[place], messages[place])) for place in with_extraction]
    stored = dict(zip(with_extraction, store_rows(rows, actor=actor), strict=True))
    _journal.begin_chains(
        [
            _journal.FirstEvents(one, _first_events(one, messages[place], stored.get(place), actor=actor))
            for place, one in sessions.items()
        ]
    )
    store_derived(list(stored.values()), are_retrievals=False)
    return {place: _received(one, stored.get(place)) for place, one in sessions.items()}


def _session(name: str, *, project: Project, title: str, actor: AbstractBaseUser | None) -> ReviewSession:
    by = None if actor is None else actor.pk
    return ReviewSession(project=project, session_id=name, title=title, created_at=timezone.now(), created_by_id=by)


def _upload(aligned: _Aligned, messages: Sequence[Message]) -> AlignedUpload:
    checked, canonical, corpus, outcomes, config, drawn = aligned
    return AlignedUpload(checked, canonical, messages, corpus, outcomes, config, drawn)


def _first_events(
    session: ReviewSession,
    messages: Sequence[Message],
    stored: StoredExtraction | None,
    *,
    actor: AbstractBaseUser | None,
) -> list[_journal.NamedEvent]:
    name = _journal.new_event_id()
    first = _journal.NamedEvent(name, ingested(session, messages, first_index=0), None, actor)
    return [first, *(() if stored is None else events_of(stored, ingested=name, actor=actor))]


def _received(session: ReviewSession, stored: StoredExtraction | None) -> Received:
    if stored is None:
        return Received(session, None, ())
    return Received(session, stored.extraction, stored.upload.outcomes)
