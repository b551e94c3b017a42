"""What operations answer of entries and quotes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from aligner_core import AlignedEvidence, Diagnosis, FailedEvidence, Fix, Span
from aligner_core.formats import Run
from review.api.claim_wire import ClaimMarkWire, mark_wire
from review.api.wire import Offsets, Wire
from review.domain.quotes import Provenance, Standing
from review.models import Entry, Message
from review.selectors.entries.stated import StatedEntry
from review.selectors.quotes.quote_rows import QuoteRow

Texts = Mapping[tuple[int, int], str]


class ByWire(Wire):
    """Who did something and when; the feed says by which program."""

    person: str
    at: datetime


class VerifiedWire(ByWire):
    """Who verified an entry; `token` is the name of the token that a program did it with, "" for a person."""

    token: str


class QuoteWire(Wire):
    """A quote of an entry with its newest attempt; `quote` are the words as the extractor gave them.

    `offsets` is what the positions of the outcome count.
    """

    id: int
    entry: int
    position: int
    quote: str
    standing: Standing
    attempt: int
    provenance: Provenance
    verdict: str
    drifted: bool
    speaker: str
    offsets: Offsets
    outcome: AlignedEvidence | FailedEvidence


class WordsWire(Wire):
    """Words and the message that they are in."""

    quote: str
    message_index: int


class FixWire(Wire):
    """A fix by its name; the outcomes of the quotes that it leads to, and what it changes."""

    name: str
    kind: str
    fix: Fix | None
    quotes: list[WordsWire]


class DiagnosedWire(QuoteWire):
    """A quote, what is wrong with it, and the fixes that work, the likeliest first; `name` is what `fix` takes."""

    diagnosis: Diagnosis | None
    fixes: list[FixWire]


class EntryWire(Wire):
    """An entry as it is now. `version` is what `If-Match` asks for; `blockers` are why it cannot be verified.

    `claim_marks` are what is wrong with its claim, the worst first; null where they were not asked for.
    """

    id: int
    entry_id: str
    session: int
    session_id: str
    type: str
    title: str
    body: str
    stage: str
    version: int
    evidence_aligned: bool
    promotion_blocked: bool
    promotion_block_reason: str
    blockers: list[str]
    failed_quotes: list[str]
    added_by: str | None
    rejected: ByWire | None
    rejected_reason: str
    verified: VerifiedWire | None
    certified: ByWire | None
    run: Run
    evidence: list[QuoteWire]
    claim_marks: list[ClaimMarkWire] | None = None


class EntriesWire(Wire):
    """A page of entries; `next` is the cursor of the next one."""

    items: list[EntryWire]
    next: str | None


def entry_wire(stated: StatedEntry, offsets: Offsets = "codepoints") -> EntryWire:
    """Return what is answered of an entry."""
    entry, block = stated.entry, stated.block
    return EntryWire(
        id=entry.pk,
        entry_id=entry.entry_id,
        session=entry.session_id,
        session_id=entry.session.session_id,
        type=entry.type,
        title=entry.claim_title,
        body=entry.claim_body,
        stage=entry.stage,
        version=entry.version,
        evidence_aligned=entry.evidence_aligned,
        promotion_blocked=block.blocked,
        promotion_block_reason=block.reason,
        blockers=list(block.reasons),
        failed_quotes=list(block.failed_quotes),
        added_by=None if entry.added_by is None else entry.added_by.get_username(),
        rejected=_by(entry.rejected_by, entry.rejected_at),
        rejected_reason=entry.rejected_reason,
        verified=_verified(entry),
        certified=_by(entry.certified_by, entry.certified_at),
        run=Run() if entry.extraction is None else entry.extraction.run,
        evidence=[quote_wire(row, offsets, stated.texts) for row in stated.quotes],
        claim_marks=None if stated.marks is None else list(map(mark_wire, stated.marks)),
    )


def quote_wire(row: QuoteRow, offsets: Offsets = "codepoints", texts: Texts | None = None) -> QuoteWire:
    """Return what is answered of a quote; *texts* are the messages of its places, where these are counted otherwise."""
    return QuoteWire(**_fields(row, offsets, texts or {}))


def diagnosed_wire(row: QuoteRow, offsets: Offsets, texts: Texts) -> DiagnosedWire:
    """Return what is answered of a quote that was diagnosed."""
    fixes = [
        FixWire(
            name=one.name,
            kind=one.kind,
            fix=one.as_fix(),
            quotes=[WordsWire(quote=words, message_index=index) for words, index in one.resulting_quotes],
        )
        for one in row.fixes
    ]
    return DiagnosedWire(**_fields(row, offsets, texts), diagnosis=row.diagnosis, fixes=fixes)


def _fields(row: QuoteRow, offsets: Offsets, texts: Texts) -> dict[str, Any]:
    outcome = row.evidence
    if offsets == "utf16":
        outcome = _in_utf16(outcome, row.current.message, row.quote.entry.session_id, texts)
    return {
        "id": row.quote.pk,
        "entry": row.quote.entry_id,
        "position": row.quote.position,
        "quote": row.quote.text,
        "standing": Standing(row.quote.standing),
        "attempt": row.current.attempt,
        "provenance": Provenance(row.current.provenance),
        "verdict": row.evidence.verdict.value,
        "drifted": row.is_drifted,
        "speaker": row.speaker,
        "offsets": offsets,
        "outcome": outcome,
    }


def _by(person: User | None, at: datetime | None) -> ByWire | None:
    return None if person is None or at is None else ByWire(person=person.get_username(), at=at)


def _verified(entry: Entry) -> VerifiedWire | None:
    by = _by(entry.verified_by, entry.verified_at)
    return None if by is None else VerifiedWire(person=by.person, at=by.at, token=entry.verified_with)


def _in_utf16(
    outcome: AlignedEvidence | FailedEvidence, message: Message | None, session: int, texts: Texts
) -> AlignedEvidence | FailedEvidence:
    """Return an outcome whose positions count UTF-16 code units, as JavaScript counts."""

    def moved(place: Any, text: str) -> Any:  # noqa: ANN401 - each value with a span
        span = Span(start=place.span_start, end=place.span_end).to_utf16(text)
        return place.model_copy(update={"span_start": span.start, "span_end": span.end})

    def elsewhere(place: Any) -> Any:  # noqa: ANN401 - a place, or none
        return None if place is None else moved(place, texts[session, place.message_index])

    found = outcome.model_copy(update={"found_in": tuple(map(elsewhere, outcome.found_in))})
    if isinstance(found, FailedEvidence):
        return found.model_copy(update={"closest": elsewhere(found.closest)})
    if message is None:
        return found
    others = tuple(moved(one, message.content) for one in found.alternatives)
    aligned: AlignedEvidence = moved(found, message.content).model_copy(update={"alternatives": others})
    return aligned
