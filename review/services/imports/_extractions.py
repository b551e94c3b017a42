"""Store extractions as they came, with the first attempts that another store made at their quotes. Private."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import AbstractBaseUser
from pydantic import ValidationError

from aligner_core import (
    ENGINE_VERSION,
    AlignedEvidence,
    AlignerConfig,
    FailedEvidence,
    Note,
    ProofError,
    canonical_json,
    digest,
    verify,
)
from review.aligner import config_of, corpus_in
from review.domain.errors import Problem, UploadRefusedError
from review.models import Extraction, Message, ReviewSession
from review.payloads import CheckedExtraction, check_extraction
from review.payloads.records import StoredAttempt, StoredEntry, StoredExtraction
from review.services._attempts import Evidence
from review.services.imports._decisions import Messages
from review.services.ingest._extraction_rows import AlignedUpload, draw, store_extraction

MAX_ENGINE_CHARS = 20
FIRST = 1


@dataclass(frozen=True, slots=True)
class _First:
    """The first attempts at the quotes of an extraction: what was found, in which messages, and by which rules."""

    outcomes: tuple[tuple[Evidence, ...], ...]
    found_in: Mapping[tuple[int, int], Message]
    engine: str
    config: AlignerConfig


def store_stored_extraction(
    session: ReviewSession,
    stored: StoredExtraction,
    entries: Mapping[int, StoredEntry],
    *,
    messages: Messages,
    actor: AbstractBaseUser | None,
) -> tuple[Extraction, bool]:
    """Store an extraction unless it is there; return it, and whether it is new. *entries* are its own by position.

    In the caller's transaction, in which the session is locked. Nothing is looked for again: each proof is checked.

    Raises:
        UploadRefusedError: it is not what its digest says, lacks entries or attempts, or a proof does not hold.

    """
    canonical = canonical_json(stored.extraction)
    if digest(canonical) != stored.digest:
        raise UploadRefusedError(Problem("extraction_differs", stored.digest[:16]))
    known = Extraction.objects.filter(session=session, digest=stored.digest).first()
    if known is not None:
        return known, False
    checked = _checked(stored)
    first = _first_attempts(stored, checked, entries, session=session, messages=messages)
    newest = _newest(messages)
    upload = AlignedUpload(
        *(checked, canonical, newest, corpus_in(newest), first.outcomes, first.config),
        draw(checked, first.outcomes, first.config),
        engine=first.engine,
        found_in=first.found_in,
    )
    return store_extraction(session, upload, actor=actor)


def _checked(stored: StoredExtraction) -> CheckedExtraction:
    """Return an extraction as it was checked where it came from, with the notes of then."""
    try:
        notes = tuple(map(Note.model_validate, stored.notes))
    except ValidationError as error:
        raise UploadRefusedError(Problem("not_a_record", f"{stored.digest[:16]}: notes")) from error
    return replace(check_extraction(stored.extraction), notes=notes)


def _newest(messages: Messages) -> list[Message]:
    newest = {index: message for (index, _), message in sorted(messages.items())}
    return [newest[index] for index in sorted(newest)]


def _first_attempts(
    stored: StoredExtraction,
    checked: CheckedExtraction,
    entries: Mapping[int, StoredEntry],
    *,
    session: ReviewSession,
    messages: Messages,
) -> _First:
    outcomes, found_in, made = list[tuple[Evidence, ...]](), dict[tuple[int, int], Message](), list[dict[str, object]]()
    for position, entry in enumerate(checked.entries):
        attempts = entries[position].attempts if position in entries else {}
        some = list[Evidence]()
        for place in range(len(entry.quotes)):
            attempt = attempts.get((place, FIRST))
            if attempt is None:
                raise UploadRefusedError(Problem("extraction_incomplete", f"{stored.digest[:16]}:{position}"))
            evidence, message = _proven(attempt, messages, where=f"{stored.digest[:16]}:{position}:{place}")
            some.append(evidence)
            made += [attempt.made_with] if attempt.made_with not in made else []
            if message is not None:
                found_in[position, place] = message
        if position not in entries:
            raise UploadRefusedError(Problem("extraction_incomplete", f"{stored.digest[:16]}:{position}"))
        outcomes.append(tuple(some))
    if len(made) > 1:
        raise UploadRefusedError(Problem("extraction_incomplete", stored.digest[:16]))
    engine, config = _making(made[0]) if made else (ENGINE_VERSION, config_of(session.project))
    return _First(tuple(outcomes), found_in, engine, config)


def _proven(attempt: StoredAttempt, messages: Messages, *, where: str) -> tuple[Evidence, Message | None]:
    """Return the outcome of an attempt, and the message that it is about; a place is only taken with its proof."""
    kind = FailedEvidence if attempt.outcome.get("matchMethod") == "none" else AlignedEvidence
    try:
        evidence = kind.model_validate(attempt.outcome)
    except ValidationError as error:
        raise UploadRefusedError(Problem("not_a_record", f"{where}: outcome")) from error
    index, version = evidence.message_index, attempt.message_version
    message = None if index is None or version is None else messages.get((index, version))
    if isinstance(evidence, AlignedEvidence):
        try:
            verify(evidence, "" if message is None else message.content)
        except ProofError as error:
            raise UploadRefusedError(Problem("proof_failed", where)) from error
    return evidence, message


def _making(made_with: Mapping[str, object]) -> tuple[str, AlignerConfig]:
    engine, config = made_with.get("engine"), made_with.get("config")
    if not isinstance(engine, str) or len(engine) > MAX_ENGINE_CHARS or not isinstance(config, dict):
        raise UploadRefusedError(Problem("not_a_record", "madeWith"))
    try:
        return engine, AlignerConfig(**config)
    except (TypeError, ValueError) as error:
        raise UploadRefusedError(Problem("not_a_record", "madeWith")) from error


def entries_of(entries: Sequence[StoredEntry], name: str | None) -> dict[int, StoredEntry]:
    """Return the entries of one extraction, or those that people added, by their position."""
    return {one.position: one for one in entries if one.extraction == name}
