"""Read the state of an entry from its rows, in the form in which its events record it. Private to the services."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser

from review.domain import events
from review.domain.entry_state import AddedRow, ClaimRow, CommentRow, EntryState, OriginRow, PartRow, Row, TextRow
from review.models import Entry, Quote, Statement
from review.models.undone import Undoable

Made = tuple[Row, datetime, datetime | None]
"""A row in the form in which an event records it, when it was made, and when it was undone."""


def stored_state(entry: Entry, quotes: list[Quote]) -> EntryState:
    """Return the state that the rows of an entry add up to, without that of its quotes, which are read one by one."""
    state = EntryState(
        origin=_origin(entry),
        added_at=entry.added_at,
        stage=entry.stage,
        verifier=_verifier(entry),
        verified_at=entry.verified_at,
        switches=entry.verified_under.split(" ") if entry.verified_under else [],
        certifier=_word(entry.certified_by),
        certified_at=entry.certified_at,
        rejection=_word(entry.rejected_by, entry.rejected_reason),
        rejected_at=entry.rejected_at,
        claim_version=_claim_version(entry),
        sources=[(one.position, one.label, one.is_real) for one in entry.cited_sources.all()],
        resolved=_resolved(entry),
    )
    _keep(state, state.acknowledged, _acknowledged(quotes))
    _keep(state, state.claims, _claims(entry))
    _keep(state, state.statements, _statements(entry))
    _keep(state, state.corrections, _corrected(entry))
    _keep(state, state.comments, _comments(entry))
    return state


def standing_of(quote: Quote) -> TextRow:
    """Return whether a quote counts; if it was withdrawn, by whom and why."""
    return (quote.standing, *(_word(quote.withdrawn_by, quote.withdrawn_reason) or ()))


def _keep(state: EntryState, rows: list[Row], stored: Iterable[Made[Row]]) -> None:
    """Add rows of one kind to a state, those that were undone apart from the others."""
    for row, made_at, undone_at in sorted(stored, key=lambda one: one[1]):
        if undone_at is None:
            state.decide(rows, row, made_at)
        else:
            state.undone[row].append((made_at, undone_at))


def _word(person: AbstractBaseUser | None, *reason: str) -> TextRow | None:
    return None if person is None else (person.get_username(), *reason)


def _verifier(entry: Entry) -> TextRow | None:
    """Return who verified an entry, and the token if it was done with one; a token without a person is told too."""
    token = tuple(filter(None, [entry.verified_with]))
    return _word(entry.verified_by, *token) or token or None


def _origin(entry: Entry) -> OriginRow | None:
    """Return the content and author of an entry that a person added; None for an extracted one, which has an upload."""
    if entry.extraction_id is not None:
        return None
    stated = (entry.position, entry.type, entry.title, entry.body)
    return OriginRow(entry.session_id, *stated, "" if entry.added_by is None else entry.added_by.get_username())


def _claim_version(entry: Entry) -> int | None:
    """Return the number of the claim that counts, None for the extractor's; no correction that was undone counts."""
    if entry.claim is None:
        return None
    return entry.claim.number if entry.claim.undone_at is None else 0


def stored_parts(quotes: list[Quote]) -> dict[int, PartRow]:
    """Return the parts of split quotes by position; raises LookupError if a part is not with its whole."""
    positions = {quote.pk: quote.position for quote in quotes}
    return {
        quote.position: (positions[quote.split_from_id], quote.text, json.loads(quote.claimed_index))
        for quote in quotes
        if quote.split_from_id is not None
    }


def stored_additions(quotes: list[Quote]) -> dict[int, AddedRow]:
    """Return the quotes that people added, by position."""
    return {
        quote.position: AddedRow(quote.text, json.loads(quote.claimed_index), quote.added_by.get_username())
        for quote in quotes
        if quote.added_by is not None
    }


def _resolved(entry: Entry) -> dict[int, tuple[str, datetime]]:
    return {
        one.number: (one.resolved_by.get_username(), one.resolved_at)
        for one in entry.comments.all()
        if one.resolved_by is not None and one.resolved_at is not None
    }


def _acknowledged(quotes: list[Quote]) -> Iterator[Made[tuple[int, int, int, str, str]]]:
    for quote in quotes:
        for alignment in quote.alignments.all():
            for accepted in alignment.acknowledgements.all():
                named = (quote.position, alignment.attempt, accepted.claim_version)
                row = (*named, accepted.actor.get_username(), accepted.reason)
                yield row, accepted.created_at, accepted.undone_at


def _claims(entry: Entry) -> Iterator[Made[ClaimRow]]:
    for one in entry.claimversions.all():
        row = ClaimRow(one.number, one.title, one.body, one.actor.get_username(), one.fingerprint)
        yield row, one.created_at, one.undone_at


def _statements(entry: Entry) -> Iterator[Made[TextRow]]:
    for explanation in entry.explanations.all():
        yield _stated(events.RequirementExplained, explanation, explanation.requirement, explanation.reason)
    for approval in entry.approvals.all():
        yield _stated(events.EntryApproved, approval)
    for confirmation in entry.claimconfirmations.all():
        yield _stated(events.ClaimConfirmed, confirmation, str(confirmation.claim_version))
    for override in entry.overrides.all():
        yield _stated(events.PolicyOverridden, override, override.items, override.reason)


def _stated(kind: type[events.StatementMade], row: Statement, *details: str) -> Made[TextRow]:
    stated = (kind.event_type, row.actor.get_username(), row.fingerprint, *details)
    return stated, row.created_at, row.undone_at if isinstance(row, Undoable) else None


def _corrected(entry: Entry) -> Iterator[Made[tuple[int, int, str, str, str, str]]]:
    for source in entry.cited_sources.all():
        for correction in source.corrections.all():
            labels = (source.position, correction.number, source.label, correction.replacement)
            yield (*labels, correction.actor.get_username(), correction.reason), correction.created_at, None


def _comments(entry: Entry) -> Iterator[Made[CommentRow]]:
    for one in entry.comments.all():
        replied = 0 if one.reply_to is None else one.reply_to.number
        row = CommentRow(one.number, replied, one.actor.get_username(), one.text, one.mentions)
        yield row, one.created_at, None
