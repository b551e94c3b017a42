"""Align quotes, turn outcomes into rows, and keep an entry's flag correct. Private to the services."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import (
    ENGINE_VERSION,
    AlignedEvidence,
    AlignerConfig,
    Corpus,
    EvidenceAligner,
    FailedEvidence,
    Span,
    WorkBudget,
    canonical_json,
    resolve_ambiguity,
    text_hash,
)
from review.aligner import aligner_for, corpus_in
from review.domain import events
from review.domain.bulk import InBatch
from review.domain.policy import Reason
from review.models import Alignment, Entry, Message, Provenance, Quote, ReviewSession, Standing
from review.payloads import CheckedQuote, check_quote
from review.selectors.access import may_review
from review.selectors.promotion.claims import is_claim_open
from review.selectors.promotion.gate_facts import missing_codes, quotes_of
from review.selectors.repair.selection import Selection, selection_of
from review.services import _journal
from review.services.derived.marks import store_differs, store_places

Evidence = AlignedEvidence | FailedEvidence
CONTEXT_CHARS = 32
"""How much of a message before and behind an attempt tells which of equal places was meant."""
MAX_INDEX = 2**31 - 1
"""A larger index names no message and does not fit the column; the evidence keeps it as it was received."""


class Made(NamedTuple):
    """An outcome, and the configuration it was made with."""

    evidence: Evidence
    config: AlignerConfig


class Effort(NamedTuple):
    """How much a search may take of a budget, if there is one, and what is called after each quote."""

    budget: WorkBudget | None = None
    on_quote: Callable[[], object] | None = None


NO_LIMIT = Effort()


def align_in_session(session: ReviewSession, quotes: Sequence[CheckedQuote]) -> list[Made]:
    """Return the outcome of aligning each quote to the newest messages of a session, in order."""
    corpus, aligner = corpus_in(session.current_messages()), aligner_for(session.project)
    return [Made(evidence, aligner.config) for evidence in align_quotes(quotes, corpus, aligner)]


def words_of_attempt(alignment: Alignment) -> CheckedQuote:
    """Return the words of an attempt, to be looked for again; of equal places, where it is clear which was meant."""
    evidence, message = alignment.evidence, alignment.message
    around = {"prefix": "", "suffix": ""}
    if isinstance(evidence, AlignedEvidence) and message is not None and not evidence.ambiguous:
        around["prefix"] = message.content[max(0, evidence.span_start - CONTEXT_CHARS) : evidence.span_start]
        around["suffix"] = message.content[evidence.span_end : evidence.span_end + CONTEXT_CHARS]
    return check_quote(alignment.text, message_index=evidence.message_index, **around)


def align_selection(selection: Selection, session: ReviewSession) -> Made | Reason:
    """Return the evidence of aligning selected words like any quote, at the selected one of their occurrences.

    It is a `conflict` when `selection_of` would not return the selection for the stored message: it has other words
    there, or the span cuts a character. Words too long for a quote are `evidence_not_aligned`.
    """
    messages = list(session.current_messages())
    message = next((one for one in messages if one.index == selection.message_index), None)
    if message is None or selection_of(message, selection.start, selection.end) != selection:
        return Reason.CONFLICT
    aligner = aligner_for(session.project)
    quote = check_quote(selection.words, message_index=message.index)
    [evidence] = align_quotes([quote], corpus_in(messages), aligner)
    if not isinstance(evidence, AlignedEvidence):
        return Reason.EVIDENCE_NOT_ALIGNED
    span = Span(start=selection.start, end=selection.end)
    return Made(resolve_ambiguity(evidence, span, message.source_for(evidence.quote)), aligner.config)


def align_quotes(
    quotes: Sequence[CheckedQuote],
    corpus: Corpus,
    aligner: EvidenceAligner,
    *,
    chunk_ids: Sequence[str] = (),
    effort: Effort = NO_LIMIT,
) -> list[Evidence]:
    """Return the outcome of aligning each quote to messages, in order, with an *effort*.

    A quote is looked for in the chunk that it names by one of the *chunk_ids* of the messages, and in every message
    when its extraction states that its quotes name none.
    """
    wire = [_wire(quote) for quote in quotes]
    extraction: dict[str, object] = {"evidence": wire}
    if any(quote.names_no_message for quote in quotes):
        extraction["index"] = "none"
    outcomes = aligner.align(corpus, extraction, chunk_ids=chunk_ids, **effort._asdict()).outcomes
    return [_outcome(quote, outcome.without_entry()) for quote, outcome in zip(quotes, outcomes, strict=True)]


def has_critical_differences(evidence: Evidence) -> bool:
    """Return whether an outcome was found with critical differences."""
    return isinstance(evidence, AlignedEvidence) and any(one.critical for one in evidence.differences)


def build_quote(entry: Entry, position: int, quote: CheckedQuote) -> Quote:
    """Return the unsaved row of one quote."""
    return Quote(entry=entry, position=position, **quote_columns(quote))


def quote_columns(quote: CheckedQuote) -> dict[str, Any]:
    """Return what the row of a quote says of it, as the model claimed it."""
    return {
        "text": quote.text,
        "text_hash": text_hash(quote.text),
        "is_cut": quote.is_cut,
        "claimed_index": canonical_json(quote.stated).decode(),
    }


def storable_index(evidence: Evidence) -> int | None:
    """Return the message that evidence names; None where it names none, or one with a number that no message has."""
    index = evidence.message_index
    return index if index is not None and index <= MAX_INDEX else None


def build_alignment(
    quote: Quote,
    made: Made,
    *,
    attempt: int,
    messages: Mapping[int, Message],
    actor: AbstractBaseUser | None,
) -> Alignment:
    """Return the unsaved row of one attempt."""
    by = None if actor is None else actor.pk
    return Alignment(quote=quote, attempt=attempt, actor_id=by, **attempt_columns(made, messages))


def attempt_columns(made: Made, messages: Mapping[int, Message]) -> dict[str, Any]:
    """Return what the row of an attempt says of it: the whole evidence, and the columns that people filter by."""
    evidence, config = made
    index = evidence.message_index
    columns = {
        "text": evidence.quote,
        "message_index": storable_index(evidence),
        "message": messages.get(index) if index is not None else None,
        "method": evidence.match_method,
        "verdict": evidence.verdict.value,
        "evidence_json": evidence.model_dump_json(by_alias=True),
        "engine": ENGINE_VERSION,
        **_config_columns(config),
    }
    if isinstance(evidence, FailedEvidence):
        return {**columns, "reason": evidence.failure_reason}
    found = {name: getattr(evidence, name) for name in ("span_start", "span_end", "similarity", "ambiguous")}
    return columns | found


@lru_cache(maxsize=8)
def _config_columns(config: AlignerConfig) -> Mapping[str, str]:
    return {"config_digest": config.digest, "config": canonical_json(asdict(config)).decode()}


def config_of_attempt(alignment: Alignment) -> AlignerConfig:
    """Return the configuration that an attempt was made with."""
    return AlignerConfig(**alignment.made_with["config"])


def all_aligned(quotes: Sequence[Quote]) -> bool:
    """Return whether there is a quote that counts and every quote that counts is aligned (specification 3.8)."""
    counting = [quote.current for quote in quotes if quote.counts]
    return bool(counting) and all(current is not None and current.aligned for current in counting)


def refresh_evidence(entry: Entry) -> None:
    """Recompute what an entry's evidence lacks and whether its claim has to be confirmed; increment its version."""
    quotes = quotes_of([entry])
    entry.evidence_aligned = all_aligned(quotes)
    entry.claim_open = is_claim_open(entry)
    entry.version += 1
    entry.missing = missing_codes([entry], quotes)[entry.pk]
    entry.save(update_fields=["evidence_aligned", "claim_open", "missing", "version"])
    store_differs(quotes)
    store_places([entry.pk])


def _wire(quote: CheckedQuote) -> dict[str, object]:
    told = {"chunkId": quote.chunk_id, "prefix": quote.prefix, "suffix": quote.suffix}
    given = {name: value for name, value in told.items() if value}
    return {"quote": quote.text if quote.is_sought else None, "messageIndex": quote.claimed, **given}


def _outcome(quote: CheckedQuote, aligned: Evidence) -> Evidence:
    """Return the outcome of the aligner, or the failure of a quote that was refused before it could be aligned."""
    if quote.is_sought:
        return aligned
    return FailedEvidence(message_index=quote.message_index, quote=quote.text, failure_reason=quote.refusal)


EVENT_BY_PROVENANCE: Mapping[Provenance, type[events.QuoteAttempted]] = {
    Provenance.OCCURRENCE_CHOSEN: events.OccurrenceChosen,
    Provenance.PLACE_CONFIRMED: events.PlaceConfirmed,
    Provenance.SELECTED_BY_HAND: events.QuoteAnchored,
}
"""The event that records an attempt of this provenance; any other is recorded as a retry."""


class Origin(NamedTuple):
    """Where the words of an attempt come from, and the batch it belongs to, if any."""

    provenance: Provenance
    batch: InBatch | None = None


@dataclass(frozen=True, slots=True)
class Attempted:
    """A new attempt was appended and is now the quote's current alignment."""

    alignment: Alignment


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing was changed, and why."""

    reason: Reason


@transaction.atomic(durable=True)
def append_attempt(
    quote_id: int,
    made: Made | None,
    *,
    seen_attempt: int,
    actor: AbstractBaseUser,
    provenance: Provenance,
) -> Attempted | Declined:
    """Append an outcome as the next attempt at a quote; it is a conflict when there is none or it is outdated."""
    return store_attempt(quote_id, made, seen_attempt=seen_attempt, actor=actor, origin=Origin(provenance))


def store_attempt(
    quote_id: int,
    made: Made | None,
    *,
    seen_attempt: int,
    actor: AbstractBaseUser,
    origin: Origin,
) -> Attempted | Declined:
    """Do what `append_attempt` does, in the caller's transaction."""
    entry, quote = lock_quote(quote_id)
    refusal = refusal_to_change(entry, quote, seen_attempt=seen_attempt, actor=actor)
    if refusal is not None:
        return Declined(refusal)
    messages = {} if made is None else message_of_evidence(made.evidence, entry.session)
    if made is None or (isinstance(made.evidence, AlignedEvidence) and not messages):
        return Declined(Reason.CONFLICT)
    alignment = build_alignment(quote, made, attempt=seen_attempt + 1, messages=messages, actor=actor)
    alignment.provenance = provenance = origin.provenance
    make_current(alignment)
    refresh_evidence(entry)
    payload = EVENT_BY_PROVENANCE.get(provenance, events.QuoteRetried)(
        quote=quote.position,
        attempt=alignment.attempt,
        evidence_aligned=entry.evidence_aligned,
        provenance=provenance,
        outcome=made.evidence.model_dump(by_alias=True, mode="json"),
        made_with=alignment.made_with,
    )
    if origin.batch is not None:
        batch = origin.batch
        payload = events.RetriedInBatch(**dict(payload), batch=batch.name, reason=batch.reason, reverts=batch.reverts)
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return Attempted(alignment)


def make_current(alignment: Alignment) -> None:
    """Store an attempt and make it the current alignment of its quote."""
    alignment.save(force_insert=True)
    alignment.quote.current = alignment
    alignment.quote.save(update_fields=["current"])


def lock_quote(quote_id: int) -> tuple[Entry, Quote]:
    """Lock an entry, as every change of it or its quotes must do first; return it and the quote, read under the lock.

    On PostgreSQL, rows joined to a locked row are those from before the wait: so they are read after it is locked.
    """
    entry_id = Quote.objects.values_list("entry_id", flat=True).get(pk=quote_id)
    Entry.objects.select_for_update().only("pk").get(pk=entry_id)
    entry = Entry.objects.select_related("session__project", "claim").get(pk=entry_id)
    return entry, Quote.objects.select_related("current").get(pk=quote_id)


def refusal_to_change(
    entry: Entry, quote: Quote, *, seen_attempt: int, actor: AbstractBaseUser, standing: Standing = Standing.COUNTS
) -> Reason | None:
    """Return why a person may not change a quote that should have the given *standing*; None when they may."""
    if not may_review(actor, entry.session.project_id):
        return Reason.NOT_PERMITTED
    if entry.is_settled:
        return Reason.WRONG_STAGE
    if quote.standing != standing or quote.current is None or quote.current.attempt != seen_attempt:
        return Reason.CONFLICT
    return None


def message_of_evidence(evidence: Evidence, session: ReviewSession) -> dict[int, Message]:
    """Return the message of the evidence by its index, or nothing when its words have changed; read under the lock."""
    if evidence.message_index is None:
        return {}
    messages = session.current_messages(index=evidence.message_index)
    if isinstance(evidence, AlignedEvidence):
        messages = messages.filter(content_hash=evidence.source_hash)
    return {message.index: message for message in messages}
