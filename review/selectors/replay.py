"""Tell from the journal alone how an entry should look."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from review import events
from review.events import Outcome
from review.models import Event, Provenance, Standing
from review.policy import Stage

Word = tuple[str, ...]
"""Who said something, and why where a reason is asked for; how a quote stands, and who made it so and why."""

Part = tuple[int, str, int]
"""The position of the quote that a part was split from, its text, and the message it was looked for in."""


Correction = tuple[int, int, str, str, str, str]
"""A source by its position, the number of the correction, its label, what replaces it, who said so and why."""


@dataclass(slots=True)
class Told:
    """What the events of one entry add up to; no stage when nobody moved it since it came."""

    stage: str | None = None
    verifier: Word | None = None
    certifier: Word | None = None
    rejection: Word | None = None
    standings: dict[int, Word] = field(default_factory=dict)
    found: list[Outcome] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    acknowledged: list[tuple[int, int, str, str]] = field(default_factory=list)
    statements: list[Word] = field(default_factory=list)
    parts: dict[int, Part] = field(default_factory=dict)
    attempts: dict[tuple[int, int], tuple[Outcome, str | None]] = field(default_factory=dict)
    corrected: list[Correction] = field(default_factory=list)


def replay(chain: Iterable[Event]) -> Told:
    """Add up the events of one entry, in order; raise ValueError when a payload cannot be read."""
    told = Told()
    for event in chain:
        _add(told, event, event.body)
    return told


def message_hashes(chain: Iterable[Event]) -> dict[tuple[int, int], str]:
    """Give the hash of every version of every message that a session was told to have."""
    return {(index, version): one for event in chain for index, version, one in _versions(event)}


def _versions(event: Event) -> Iterator[tuple[int, int, str]]:
    body = event.body
    if event.event_type == events.SessionRevised.event_type:
        yield from ((one["message_index"], one["version"], one["hash"]) for one in body["messages"])
    else:
        yield from ((index, 1, one) for index, one in enumerate(body["message_hashes"], start=body["first_index"]))


def _add(told: Told, event: Event, body: Mapping[str, Any]) -> None:
    match event.event_type:
        case events.EvidenceAligned.event_type:
            told.found, told.failed = body["evidence"], body["failed_quotes"]
        case kind if kind in events.ATTEMPTS:
            told.attempts[body["quote"], body["attempt"]] = (body["outcome"], body.get("provenance"))
        case events.QuoteSplit.event_type:
            _add_parts(told, body)
        case events.SplitUndone.event_type:
            told.standings[body["quote"]] = (Standing.COUNTS,)
            told.standings |= dict.fromkeys(body["parts"], (Standing.UNDONE,))
        case events.QuoteWithdrawn.event_type:
            told.standings[body["quote"]] = (Standing.WITHDRAWN, event.actor, body["reason"])
        case events.DifferenceAcknowledged.event_type:
            told.acknowledged.append((body["quote"], body["attempt"], event.actor, body["reason"]))
        case events.SourceCorrected.event_type:
            named = (body["source"], body["number"], body["label"], body["replacement"])
            told.corrected.append((*named, event.actor, body["reason"]))
        case _:
            _add_decision(told, event, body)


def _add_decision(told: Told, event: Event, body: Mapping[str, Any]) -> None:
    match event.event_type:
        case events.EntryPromoted.event_type:
            told.stage = body["to_stage"]
            told.verifier = (event.actor,) if told.stage == Stage.VERIFIED else told.verifier
            told.certifier = (event.actor,) if told.stage == Stage.CERTIFIED else None
        case events.EntryDemoted.event_type:
            told.stage, told.verifier, told.certifier = body["to_stage"], None, None
        case events.EntryRejected.event_type:
            told.rejection = (event.actor, body["reason"])
        case events.EntryReopened.event_type:
            told.rejection = None
        case events.RequirementExplained.event_type:
            told.statements.append(_statement(event, body["requirement"], body["reason"]))
        case events.EntryApproved.event_type:
            told.statements.append(_statement(event))
        case events.PolicyOverridden.event_type:
            told.statements.append(_statement(event, ",".join(body["items"]), body["reason"]))


def _statement(event: Event, *said: str) -> Word:
    return (event.event_type, event.actor, event.body["fingerprint"], *said)


def _add_parts(told: Told, body: Mapping[str, Any]) -> None:
    told.standings[body["quote"]] = (Standing.SPLIT,)
    for part in body["parts"]:
        outcome = part["outcome"]
        told.parts[part["quote"]] = (body["quote"], outcome["quote"], outcome["messageIndex"])
        told.attempts[part["quote"], 1] = (outcome, Provenance.SPLIT_PART)
