"""Store what people of another store did on an entry, event by event, as rows of their accounts here. Private.

The rows are those that replaying the events gives, which the audit compares; the database refuses what it always does.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import models

from aligner_core import AlignedEvidence, AlignerConfig, FailedEvidence, text_hash
from aligner_core.ledger import canonical_json
from review.databases.rows import insert_new
from review.domain import events
from review.domain.entry_state import EntryState
from review.domain.events import Recorded
from review.domain.events.exports import SYSTEM
from review.domain.replay import replay
from review.models import (
    Acknowledgement,
    Alignment,
    Approval,
    CitedSource,
    ClaimConfirmation,
    ClaimVersion,
    Comment,
    Entry,
    Explanation,
    Message,
    Override,
    Quote,
    SourceCorrection,
    Standing,
)
from review.payloads import check_quote
from review.payloads.records import StoredAttempt
from review.services._attempts import Made, attempt_columns, build_quote

Evidence = AlignedEvidence | FailedEvidence
Messages = Mapping[tuple[int, int], Message]
"""The messages of a session by their index and version."""


@dataclass(slots=True)
class Retelling:
    """The rows of one entry while what happened to it is stored: its quotes, and when events were undone, by their ids.

    `accounts` are those of the people by their names here, `attempts` what the file has of attempts.
    """

    entry: Entry
    accounts: Mapping[str, User]
    messages: Messages
    attempts: Mapping[tuple[int, int], StoredAttempt]
    state: EntryState
    quotes: dict[int, Quote]
    undone: dict[str, datetime] = field(default_factory=dict)


def retold(
    entry: Entry,
    history: Iterable[Recorded],
    *,
    accounts: Mapping[str, User],
    messages: Messages,
    attempts: Mapping[tuple[int, int], StoredAttempt],
) -> EntryState:
    """Store the rows of a *history* of a locked entry, all but its stage, and return the state it adds up to.

    Raises:
        LookupError, TypeError, ValueError: an event lacks something, or is about something that is not there.
        DatabaseError: the database refuses a row.

    """
    told = list(history)
    retelling = Retelling(
        entry, accounts, messages, attempts, replay(told), {quote.position: quote for quote in entry.quotes.all()}
    )
    reverting = (one for one in told if one.event_type == events.DecisionReverted.event_type)
    retelling.undone = {one["reverts"]: one.at for one in reverting}
    for event in told:
        tell = TELLERS.get(event.event_type)
        if tell is not None and (event.event_id not in retelling.undone or tell in UNDOABLE):
            tell(retelling, event)
    return retelling.state


def alignment_row(quote: Quote, number: int, stored: StoredAttempt, messages: Messages, **who: Any) -> Alignment:  # noqa: ANN401 - of fields
    """Return the unsaved row of an attempt as the file has it, with its actor, its time and its provenance in *who*.

    Raises:
        ValueError, TypeError: the outcome, or what made it, is not in its form.
        LookupError: the version of its message is not there.

    """
    kind = FailedEvidence if stored.outcome.get("matchMethod") == "none" else AlignedEvidence
    evidence, config = kind.model_validate(stored.outcome), AlignerConfig(**stored.made_with["config"])
    columns = attempt_columns(Made(evidence, config), {})
    if stored.message_version is not None:
        columns["message"] = messages[columns["message_index"], stored.message_version]
    written = canonical_json(stored.made_with["config"]).decode()
    columns |= {"engine": stored.made_with["engine"], "config": written, "config_digest": text_hash(written)}
    columns["evidence_json"] = json.dumps(stored.outcome, ensure_ascii=False, separators=(",", ":"))
    return Alignment(quote=quote, attempt=number, **columns, **who)


def _account(told: Retelling, name: str | None) -> User | None:
    return None if name is None or name == SYSTEM else told.accounts[name]


def _attempted(told: Retelling, event: Recorded) -> None:
    _append_attempt(told, told.quotes[event["quote"]], event["attempt"])


def _append_attempt(told: Retelling, quote: Quote, number: int) -> None:
    known, stored = told.state.attempts[quote.position, number], told.attempts[quote.position, number]
    if (known.outcome, known.made_with) != (stored.outcome, stored.made_with):
        message = "an attempt is not the one that its event records"
        raise ValueError(message)
    by = None if known.provenance == "system" else _account(told, known.actor)
    who = {"actor": by, "created_at": known.at, "provenance": known.provenance}
    alignment = alignment_row(quote, number, stored, told.messages, **who)
    insert_new([alignment])
    quote.current = alignment
    quote.save(update_fields=["current"])


def _added(told: Retelling, event: Recorded) -> None:
    row = told.state.added[event["quote"]]
    quote = build_quote(told.entry, event["quote"], check_quote(row.text, message_index=row.message_index))
    quote.added_by = told.accounts[event.actor]
    quote.save(force_insert=True)
    told.quotes[event["quote"]] = quote
    _append_attempt(told, quote, event["attempt"])


def _split(told: Retelling, event: Recorded) -> None:
    whole = told.quotes[event["quote"]]
    _stand(whole, Standing.SPLIT)
    for part in event["parts"]:
        words = check_quote(part["outcome"]["quote"], message_index=part["outcome"]["messageIndex"])
        quote = build_quote(told.entry, part["quote"], words)
        quote.split_from = whole
        quote.save(force_insert=True)
        told.quotes[part["quote"]] = quote
        _append_attempt(told, quote, 1)


def _unsplit(told: Retelling, event: Recorded) -> None:
    for position in sorted(event["parts"], reverse=True):  # parts of parts first, as where the split was undone
        _stand(told.quotes[position], Standing.UNDONE)
    _stand(told.quotes[event["quote"]], Standing.COUNTS)


def _withdrawn(told: Retelling, event: Recorded) -> None:
    quote = told.quotes[event["quote"]]
    quote.withdrawn_at, quote.withdrawn_by = event.at, told.accounts[event.actor]
    quote.withdrawn_reason = event["reason"]
    _stand(quote, Standing.WITHDRAWN)


def _restored(told: Retelling, event: Recorded) -> None:
    quote = told.quotes[event["quote"]]
    quote.withdrawn_at = quote.withdrawn_by = None
    quote.withdrawn_reason = ""
    _stand(quote, Standing.COUNTS)


def _stand(quote: Quote, standing: Standing) -> None:
    quote.standing = standing
    quote.save(update_fields=["standing", "withdrawn_at", "withdrawn_by", "withdrawn_reason"])


def _made(told: Retelling, event: Recorded) -> dict[str, Any]:
    return {"actor": told.accounts[event.actor], "created_at": event.at}


def _stated(told: Retelling, event: Recorded) -> dict[str, Any]:
    about = {"entry": told.entry, "fingerprint": event["fingerprint"]}
    return {**about, **_made(told, event), "undone_at": told.undone.get(event.event_id)}


def _acknowledged(told: Retelling, event: Recorded) -> None:
    alignment = Alignment.objects.get(quote=told.quotes[event["quote"]], attempt=event["attempt"])
    accepted = {"alignment": alignment, "claim_version": event["claim_version"], "reason": event["reason"]}
    _insert(Acknowledgement(**accepted, **_made(told, event), undone_at=told.undone.get(event.event_id)))


def _explained(told: Retelling, event: Recorded) -> None:
    _insert(Explanation(requirement=event["requirement"], reason=event["reason"], **_stated(told, event)))


def _approved(told: Retelling, event: Recorded) -> None:
    _insert(Approval(**_stated(told, event)))


def _overridden(told: Retelling, event: Recorded) -> None:
    about = {"entry": told.entry, "fingerprint": event["fingerprint"], **_made(told, event)}
    _insert(Override(items=",".join(event["items"]), reason=event["reason"], **about))


def _confirmed(told: Retelling, event: Recorded) -> None:
    _insert(ClaimConfirmation(claim_version=event["claim_version"], **_stated(told, event)))


def _corrected(told: Retelling, event: Recorded) -> None:
    texts = {"title": event["title"], "body": event["body"]}
    claim = ClaimVersion(number=event["claim_version"], **texts, **_stated(told, event))
    _insert(claim)
    if claim.undone_at is None:
        told.entry.claim = claim
        told.entry.save(update_fields=["claim"])


def _sourced(told: Retelling, event: Recorded) -> None:
    source = CitedSource.objects.get(entry=told.entry, position=event["source"])
    texts = {"replacement": event["replacement"], "reason": event["reason"]}
    _insert(SourceCorrection(source=source, number=event["number"], **texts, **_made(told, event)))


def _commented(told: Retelling, event: Recorded) -> None:
    replied = event["reply_to"]
    comment = Comment(
        entry=told.entry,
        number=event["comment"],
        reply_to=None if replied is None else Comment.objects.get(entry=told.entry, number=replied),
        text=event["text"],
        mentions=" ".join(event["mentions"]),
        **_made(told, event),
    )
    if (resolved := told.state.resolved.get(event["comment"])) is not None:
        comment.resolved_by, comment.resolved_at = told.accounts[resolved[0]], resolved[1]
    _insert(comment)


def _insert(row: models.Model) -> None:
    insert_new([row])


UNDOABLE = frozenset({_acknowledged, _explained, _approved, _confirmed, _corrected})
"""What leaves a row that no longer counts where it was undone; what else was undone leaves none."""
TELLERS: Mapping[str, Callable[[Retelling, Recorded], None]] = {
    **dict.fromkeys(events.ATTEMPTS, _attempted),
    events.QuoteAdded.event_type: _added,
    events.QuoteSplit.event_type: _split,
    events.SplitUndone.event_type: _unsplit,
    events.QuoteWithdrawn.event_type: _withdrawn,
    events.QuoteRestored.event_type: _restored,
    events.DifferenceAcknowledged.event_type: _acknowledged,
    events.RequirementExplained.event_type: _explained,
    events.EntryApproved.event_type: _approved,
    events.PolicyOverridden.event_type: _overridden,
    events.ClaimConfirmed.event_type: _confirmed,
    events.ClaimCorrected.event_type: _corrected,
    events.SourceCorrected.event_type: _sourced,
    events.CommentMade.event_type: _commented,
}
"""What each type of event leaves in the rows of its entry; the others move it, or ask for something."""
