"""Rebuild the expected state of an entry from the journal alone."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from review.domain import events
from review.domain.events import MadeWith, Outcome
from review.domain.policy import Stage
from review.models import Event, Provenance, Standing

TextRow = tuple[str, ...]
"""A decision: who made it, and the reason if one is required; or the standing of a quote, who set it and why."""

PartRow = tuple[int, str, int]
"""The position of the quote that a part was split from, its text, and the message it was searched in."""

CorrectionRow = tuple[int, int, str, str, str, str]
"""The position of a source, the number of the correction, the old label and its replacement, who corrected it, why."""


AcknowledgementRow = tuple[int, int, int, str, str]
"""The position of a quote, its attempt, the version of the claim, who acknowledged the differences, and why."""


class AddedRow(NamedTuple):
    """A quote that a person added: its text, the message it was selected in, and who added it."""

    text: str
    message_index: int
    author: str


class CommentRow(NamedTuple):
    """A comment: its number, that of the one it replies to or 0, who made it, its text, and whom it mentions."""

    number: int
    reply_to: int
    author: str
    text: str
    mentions: str


class OriginRow(NamedTuple):
    """An entry that a person added: its place in its session, what it stated, and who added it."""

    session: int | None
    position: int
    type: str
    title: str
    body: str
    author: str


class ClaimRow(NamedTuple):
    """A version of a claim after the extractor's: its text, who wrote it, and the words that counted then."""

    number: int
    title: str
    body: str
    author: str
    fingerprint: str


Decided = tuple[object, ...]
"""Any of these rows."""
Row = TypeVar("Row", bound=Decided)


class RecordedAttempt(NamedTuple):
    """The outcome of an attempt, who made it when, where its words came from, and what made it."""

    outcome: Outcome
    actor: str | None
    at: datetime
    provenance: str
    made_with: MadeWith


class RecordedMessage(NamedTuple):
    """The hash of a message's text, and the digest that covers its speaker and time too."""

    hash: str
    digest: str


@dataclass(slots=True)
class RecordedEntry:
    """The state that the events of one entry add up to; no stage if it came with an extraction and was never moved.

    `switches` are those that were on when it was verified. `decided_at` is when equal decisions were made,
    `withdrawn_at` when quotes were withdrawn, by their positions, and `undone` the statements that were undone: when
    they were made, and when undone. `resolved` are the resolved comments, by whom and when.
    """

    origin: OriginRow | None = None
    added_at: datetime | None = None
    stage: str | None = None
    verifier: TextRow | None = None
    certifier: TextRow | None = None
    rejection: TextRow | None = None
    standings: dict[int, TextRow] = field(default_factory=dict)
    found: list[Outcome] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    claims: list[ClaimRow] = field(default_factory=list)
    verified_at: datetime | None = None
    switches: list[str] = field(default_factory=list)
    certified_at: datetime | None = None
    rejected_at: datetime | None = None
    aligned_at: datetime | None = None
    decided_at: dict[Decided, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    withdrawn_at: dict[int, datetime] = field(default_factory=dict)
    undone: dict[Decided, list[tuple[datetime, datetime]]] = field(default_factory=lambda: defaultdict(list))
    acknowledged: list[AcknowledgementRow] = field(default_factory=list)
    statements: list[TextRow] = field(default_factory=list)
    parts: dict[int, PartRow] = field(default_factory=dict)
    added: dict[int, AddedRow] = field(default_factory=dict)
    attempts: dict[tuple[int, int], RecordedAttempt] = field(default_factory=dict)
    sources: list[tuple[int, str, bool]] = field(default_factory=list)
    corrections: list[CorrectionRow] = field(default_factory=list)
    comments: list[CommentRow] = field(default_factory=list)
    resolved: dict[int, tuple[str, datetime]] = field(default_factory=dict)


def replay(chain: Iterable[Event]) -> RecordedEntry:
    """Replay the events of one entry, in order; raise ValueError when a payload cannot be read.

    A decision that was undone has no effect: the entry is as it was before.
    """
    recorded, history = RecordedEntry(), list(chain)
    reverting = (event for event in history if event.event_type == events.DecisionReverted.event_type)
    reverted = {event.body["reverts"]: event.created_at for event in reverting}
    for event in history:
        if event.event_id in reverted:
            _add_undone(recorded, event, reverted[event.event_id])
        else:
            _add(recorded, event, event.body)
    return recorded


def recorded_messages(chain: Iterable[Event]) -> dict[tuple[int, int], RecordedMessage]:
    """Return every version of every message of a session, as recorded."""
    return {(index, version): one for event in chain for index, version, one in _versions(event)}


def _versions(event: Event) -> Iterator[tuple[int, int, RecordedMessage]]:
    body = event.body
    if event.event_type == events.SessionRevised.event_type:
        for one in body["messages"]:
            yield one["message_index"], one["version"], RecordedMessage(one["hash"], one["digest"])
    else:
        received = zip(body["message_hashes"], body["message_digests"], strict=True)
        for index, recorded in enumerate(received, start=body["first_index"]):
            yield index, 1, RecordedMessage(*recorded)


def _add(recorded: RecordedEntry, event: Event, body: Mapping[str, Any]) -> None:
    match event.event_type:
        case events.EvidenceAligned.event_type:
            recorded.found, recorded.failed = body["evidence"], body["failed_quotes"]
            recorded.aligned_at = event.created_at
            cited = enumerate(body.get("sources", ()))
            recorded.sources = [(at, one["label"], one["is_real"]) for at, one in cited]
        case kind if kind in events.ATTEMPTS:
            recorded.attempts[body["quote"], body["attempt"]] = RecordedAttempt(
                body["outcome"],
                _author(recorded, event, body),
                event.created_at,
                body["provenance"],
                body["made_with"],
            )
            if event.event_type == events.QuoteAdded.event_type:
                selected = body["outcome"]
                recorded.added[body["quote"]] = AddedRow(selected["quote"], selected["messageIndex"], event.actor)
        case events.QuoteSplit.event_type:
            _add_parts(recorded, event, body)
        case events.SplitUndone.event_type:
            recorded.standings[body["quote"]] = (Standing.COUNTS,)
            recorded.standings |= dict.fromkeys(body["parts"], (Standing.UNDONE,))
        case events.QuoteWithdrawn.event_type:
            recorded.standings[body["quote"]] = (Standing.WITHDRAWN, event.actor, body["reason"])
            recorded.withdrawn_at[body["quote"]] = event.created_at
        case events.QuoteRestored.event_type:
            recorded.standings[body["quote"]] = (Standing.COUNTS,)
            recorded.withdrawn_at.pop(body["quote"], None)
        case events.DifferenceAcknowledged.event_type:
            named = (body["quote"], body["attempt"], body["claim_version"])
            _add_decided(recorded, recorded.acknowledged, (*named, event.actor, body["reason"]), event)
        case events.SourceCorrected.event_type:
            source = (body["source"], body["number"], body["label"], body["replacement"])
            _add_decided(recorded, recorded.corrections, (*source, event.actor, body["reason"]), event)
        case _:
            _add_decision(recorded, event, body)


def _add_undone(recorded: RecordedEntry, event: Event, undone_at: datetime) -> None:
    """Add an undone statement, which keeps its row, apart from those in effect; ignore other events."""
    alone = RecordedEntry()
    _add(alone, event, event.body)
    for row in alone.decided_at:
        recorded.undone[row].append((event.created_at, undone_at))


def _add_decision(recorded: RecordedEntry, event: Event, body: Mapping[str, Any]) -> None:
    match event.event_type:
        case events.EntryAdded.event_type:
            stated = (body["position"], body["type"], body["title"], body["body"])
            recorded.origin = OriginRow(event.session_id, *stated, event.actor)
            recorded.stage, recorded.added_at = body["stage"], event.created_at
        case events.EntryPromoted.event_type:
            recorded.stage = body["to_stage"]
            if recorded.stage == Stage.VERIFIED:
                recorded.verifier, recorded.switches = (event.actor,), body["switches"]
                recorded.verified_at = event.created_at
            is_certified = recorded.stage == Stage.CERTIFIED
            recorded.certifier, recorded.certified_at = (
                ((event.actor,), event.created_at) if is_certified else (None, None)
            )
        case events.EntryDemoted.event_type:
            recorded.stage, recorded.verifier, recorded.certifier = body["to_stage"], None, None
            recorded.verified_at, recorded.certified_at, recorded.switches = None, None, []
        case events.EntryRejected.event_type:
            recorded.rejection, recorded.rejected_at = (event.actor, body["reason"]), event.created_at
        case events.EntryReopened.event_type:
            recorded.rejection = recorded.rejected_at = None
        case _:
            _add_statement(recorded, event, body)


def _add_statement(recorded: RecordedEntry, event: Event, body: Mapping[str, Any]) -> None:
    match event.event_type:
        case events.ClaimCorrected.event_type:
            text = (body["claim_version"], body["title"], body["body"])
            _add_decided(recorded, recorded.claims, ClaimRow(*text, event.actor, body["fingerprint"]), event)
        case events.ClaimConfirmed.event_type:
            _add_decided(recorded, recorded.statements, _statement(event, str(body["claim_version"])), event)
        case events.RequirementExplained.event_type:
            _add_decided(recorded, recorded.statements, _statement(event, body["requirement"], body["reason"]), event)
        case events.EntryApproved.event_type:
            _add_decided(recorded, recorded.statements, _statement(event), event)
        case events.PolicyOverridden.event_type:
            _add_decided(
                recorded, recorded.statements, _statement(event, ",".join(body["items"]), body["reason"]), event
            )
        case events.CommentMade.event_type:
            comment = (body["comment"], body["reply_to"] or 0, event.actor, body["text"], " ".join(body["mentions"]))
            _add_decided(recorded, recorded.comments, CommentRow(*comment), event)
        case events.CommentResolved.event_type:
            recorded.resolved[body["comment"]] = (event.actor, event.created_at)
        case events.CommentReopened.event_type:
            recorded.resolved.pop(body["comment"], None)


def _statement(event: Event, *details: str) -> TextRow:
    return (event.event_type, event.actor, event.body["fingerprint"], *details)


def _add_decided(recorded: RecordedEntry, rows: list[Row], row: Row, event: Event) -> None:
    rows.append(row)
    recorded.decided_at[row].append(event.created_at)


def _author(recorded: RecordedEntry, event: Event, body: Mapping[str, Any]) -> str | None:
    """Return the author of an attempt; one that repeats the words of an earlier attempt belongs to its author."""
    if "reverts" in body and "batch" not in body:
        before = recorded.attempts.get((body["quote"], body["attempt"] - 2))
        return None if before is None else before.actor
    return event.actor


def _add_parts(recorded: RecordedEntry, event: Event, body: Mapping[str, Any]) -> None:
    recorded.standings[body["quote"]] = (Standing.SPLIT,)
    for part in body["parts"]:
        outcome = part["outcome"]
        recorded.parts[part["quote"]] = (body["quote"], outcome["quote"], outcome["messageIndex"])
        recorded.attempts[part["quote"], 1] = RecordedAttempt(
            outcome, event.actor, event.created_at, Provenance.SPLIT_PART, body["made_with"]
        )
