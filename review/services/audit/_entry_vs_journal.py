"""Compare a stored entry with what the journal records of it. Private to the services."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractBaseUser

from review.domain import events
from review.models import ABOVE_CANDIDATE, FIRST_VERSION, Alignment, Entry, Provenance, Quote, Standing, Statement
from review.models.undone import Undoable
from review.selectors.audit.replay import (
    AcknowledgementRow,
    AddedRow,
    ClaimRow,
    CommentRow,
    CorrectionRow,
    Decided,
    OriginRow,
    PartRow,
    RecordedEntry,
    TextRow,
)
from review.services.audit._finding import Finding
from review.services.audit._making import is_made_with
from review.services.audit._moments import matches_any_recorded_time, matches_recorded_time


class StoredStatement(NamedTuple):
    """A statement in the form in which the journal records it, when it was made, and when it was taken back."""

    row: Decided
    made_at: datetime
    undone_at: datetime | None


def entry_differences(entry: Entry, quotes: list[Quote], recorded: RecordedEntry) -> Iterator[Finding]:
    """Yield how an entry differs from the state that its events add up to."""
    if recorded.origin != _origin(entry) or not matches_recorded_time(entry.added_at, recorded.added_at):
        yield Finding("entry_unaccounted", "entry", entry.pk)
    yield from _decision_differences(entry, recorded)
    undone: list[StoredStatement] = []
    for code, from_journal, stored in (
        ("acknowledgement_unaccounted", recorded.acknowledged, [*_acknowledged(quotes)]),
        ("claim_unaccounted", recorded.claims, [*_claims(entry)]),
        ("statement_unaccounted", recorded.statements, [*_statements(entry)]),
        ("correction_unaccounted", recorded.corrections, [*_corrected(entry)]),
        ("comment_unaccounted", recorded.comments, [*_comments(entry)]),
    ):
        made = [one for one in stored if one.undone_at is None]
        undone += [one for one in stored if one.undone_at is not None]
        if sorted(from_journal) != sorted(one.row for one in made) or not _have_recorded_times(made, recorded):
            yield Finding(code, "entry", entry.pk)
    if recorded.sources != [(one.position, one.label, one.is_real) for one in entry.cited_sources.all()]:
        yield Finding("sources_unaccounted", "entry", entry.pk)
    is_undone = entry.claim is not None and entry.claim.undone_at is not None
    if _newest(recorded.claims) != entry.claim_version or is_undone:
        yield Finding("claim_unaccounted", "entry", entry.pk)
    if not _are_undone_as_recorded(undone, recorded):
        yield Finding("undone_unaccounted", "entry", entry.pk)
    if not _are_resolved_as_recorded(entry, recorded):
        yield Finding("comment_unaccounted", "entry", entry.pk)
    yield from _standing_differences(quotes, recorded)
    if recorded.parts != _parts(quotes):
        yield Finding("parts_unaccounted", "entry", entry.pk)
    if recorded.added != _added(quotes):
        yield Finding("addition_unaccounted", "entry", entry.pk)
    yield from (Finding("quote_changed", "quote", one.pk) for one in quotes if one.is_cut and not one.is_uploaded)
    yield from _attempt_differences(quotes, recorded)


def _origin(entry: Entry) -> OriginRow | None:
    """Return the content and author of an entry that a person added; None for an extracted one, which has an upload."""
    if entry.extraction_id is not None:
        return None
    stated = (entry.position, entry.type, entry.title, entry.body)
    return OriginRow(entry.session_id, *stated, "" if entry.added_by is None else entry.added_by.get_username())


def _decision_differences(entry: Entry, recorded: RecordedEntry) -> Iterator[Finding]:
    if (recorded.stage or entry.stage) != entry.stage or (recorded.stage is None and entry.stage in ABOVE_CANDIDATE):
        yield Finding("stage_unaccounted", "entry", entry.pk, entry.stage)
    elif recorded.verifier != _word(entry.verified_by):
        yield Finding("verifier_unaccounted", "entry", entry.pk)
    elif recorded.certifier != _word(entry.certified_by):
        yield Finding("certifier_unaccounted", "entry", entry.pk)
    elif not _has_recorded_times(entry, recorded):
        yield Finding("moment_unaccounted", "entry", entry.pk)
    is_recorded_time = matches_recorded_time(entry.rejected_at, recorded.rejected_at)
    if recorded.rejection != _word(entry.rejected_by, entry.rejected_reason) or not is_recorded_time:
        yield Finding("rejection_unaccounted", "entry", entry.pk)


def _standing_differences(quotes: list[Quote], recorded: RecordedEntry) -> Iterator[Finding]:
    for quote in quotes:
        is_recorded = recorded.standings.get(quote.position, (Standing.COUNTS,)) == _standing(quote)
        if not is_recorded or not matches_recorded_time(quote.withdrawn_at, recorded.withdrawn_at.get(quote.position)):
            yield Finding("standing_unaccounted", "quote", quote.pk)


def _attempt_differences(quotes: list[Quote], recorded: RecordedEntry) -> Iterator[Finding]:
    found, failed = iter(recorded.found), iter(recorded.failed)
    for alignment in (alignment for quote in quotes for alignment in quote.alignments.all()):
        if alignment.attempt > 1 or not alignment.quote.is_uploaded:
            agrees = _is_as_recorded(alignment, recorded)
        elif alignment.aligned:
            agrees = next(found, None) == _outcome(alignment) and _is_first(alignment, recorded)
        else:
            agrees = next(failed, None) == alignment.text and _is_first(alignment, recorded)
        if not agrees:
            yield Finding("attempt_unaccounted", "alignment", alignment.pk)


def _is_as_recorded(alignment: Alignment, recorded: RecordedEntry) -> bool:
    """Return whether an attempt agrees with its event."""
    known = recorded.attempts.get((alignment.quote.position, alignment.attempt))
    if known is None or (known.outcome, known.provenance) != (_outcome(alignment), alignment.provenance):
        return False
    by = None if alignment.provenance == Provenance.SYSTEM else (known.actor,)
    is_theirs = _word(alignment.actor) == by and matches_recorded_time(alignment.created_at, known.at)
    return is_theirs and is_made_with(alignment, known.made_with)


def _is_first(alignment: Alignment, recorded: RecordedEntry) -> bool:
    """Return whether an attempt is the system's, made when the entry was aligned."""
    is_automatic = alignment.provenance == Provenance.SYSTEM and alignment.actor_id is None
    return is_automatic and matches_recorded_time(alignment.created_at, recorded.aligned_at)


def _has_recorded_times(entry: Entry, recorded: RecordedEntry) -> bool:
    is_verified_then = matches_recorded_time(entry.verified_at, recorded.verified_at)
    return is_verified_then and matches_recorded_time(entry.certified_at, recorded.certified_at)


def _have_recorded_times(made: Iterable[StoredStatement], recorded: RecordedEntry) -> bool:
    return all(matches_any_recorded_time(one.made_at, recorded.decided_at[one.row]) for one in made)


def _are_undone_as_recorded(statements: Iterable[StoredStatement], recorded: RecordedEntry) -> bool:
    """Return whether the statements taken back, and when, are exactly those that the journal records."""
    stored: dict[Decided, list[tuple[datetime, datetime | None]]] = defaultdict(list)
    for one in statements:
        stored[one.row].append((one.made_at, one.undone_at))
    if stored.keys() != recorded.undone.keys():
        return False
    return all(
        len(times) == len(recorded.undone[row])
        and all(
            matches_recorded_time(made_at, made) and matches_recorded_time(undone_at, undone)
            for (made_at, undone_at), (made, undone) in zip(sorted(times), recorded.undone[row], strict=True)
        )
        for row, times in stored.items()
    )


def _word(person: AbstractBaseUser | None, *reason: str) -> TextRow | None:
    return None if person is None else (person.get_username(), *reason)


def _parts(quotes: list[Quote]) -> dict[int, PartRow]:
    positions = {quote.pk: quote.position for quote in quotes}
    return {
        quote.position: (positions[quote.split_from_id], quote.text, json.loads(quote.claimed_index))
        for quote in quotes
        if quote.split_from_id is not None
    }


def _added(quotes: list[Quote]) -> dict[int, AddedRow]:
    return {
        quote.position: AddedRow(quote.text, json.loads(quote.claimed_index), quote.added_by.get_username())
        for quote in quotes
        if quote.added_by is not None
    }


def _standing(quote: Quote) -> TextRow:
    return (quote.standing, *(_word(quote.withdrawn_by, quote.withdrawn_reason) or ()))


def _acknowledged(quotes: list[Quote]) -> Iterator[StoredStatement]:
    for quote in quotes:
        for alignment in quote.alignments.all():
            for accepted in alignment.acknowledgements.all():
                named = (quote.position, alignment.attempt, accepted.claim_version)
                row: AcknowledgementRow = (*named, accepted.actor.get_username(), accepted.reason)
                yield StoredStatement(row, accepted.created_at, accepted.undone_at)


def _newest(claims: Iterable[ClaimRow]) -> int:
    return max((one.number for one in claims), default=FIRST_VERSION)


def _claims(entry: Entry) -> Iterator[StoredStatement]:
    for one in entry.claimversions.all():
        row = ClaimRow(one.number, one.title, one.body, one.actor.get_username(), one.fingerprint)
        yield StoredStatement(row, one.created_at, one.undone_at)


def _statements(entry: Entry) -> Iterator[StoredStatement]:
    for explanation in entry.explanations.all():
        yield _stated(events.RequirementExplained, explanation, explanation.requirement, explanation.reason)
    for approval in entry.approvals.all():
        yield _stated(events.EntryApproved, approval)
    for confirmation in entry.claimconfirmations.all():
        yield _stated(events.ClaimConfirmed, confirmation, str(confirmation.claim_version))
    for override in entry.overrides.all():
        yield _stated(events.PolicyOverridden, override, override.items, override.reason)


def _stated(kind: type[events.StatementMade], row: Statement, *details: str) -> StoredStatement:
    stated: TextRow = (kind.event_type, row.actor.get_username(), row.fingerprint, *details)
    return StoredStatement(stated, row.created_at, row.undone_at if isinstance(row, Undoable) else None)


def _corrected(entry: Entry) -> Iterator[StoredStatement]:
    for source in entry.cited_sources.all():
        for correction in source.corrections.all():
            labels = (source.position, correction.number, source.label, correction.replacement)
            row: CorrectionRow = (*labels, correction.actor.get_username(), correction.reason)
            yield StoredStatement(row, correction.created_at, None)


def _comments(entry: Entry) -> Iterator[StoredStatement]:
    for one in entry.comments.all():
        replied = 0 if one.reply_to is None else one.reply_to.number
        row = CommentRow(one.number, replied, one.actor.get_username(), one.text, one.mentions)
        yield StoredStatement(row, one.created_at, None)


def _are_resolved_as_recorded(entry: Entry, recorded: RecordedEntry) -> bool:
    """Return whether the resolved comments, and who resolved them when, are those that the journal records."""
    nobody = (None, None)
    return all(
        (None if one.resolved_by is None else one.resolved_by.get_username()) == by
        and matches_recorded_time(one.resolved_at, at)
        for one in entry.comments.all()
        for by, at in [recorded.resolved.get(one.number, nobody)]
    )


def _outcome(alignment: Alignment) -> object:
    try:
        return json.loads(alignment.evidence_json)
    except ValueError:
        return None
