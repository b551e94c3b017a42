"""Compare what is stored of an entry with what the journal says of it. Private to the services."""

import json
from collections.abc import Iterator

from django.contrib.auth.models import User

from review import events
from review.models import ABOVE_CANDIDATE, Alignment, Entry, Quote, Standing, Statement
from review.selectors.replay import Correction, Part, Told, Word
from review.services._findings import Finding


def unaccounted(entry: Entry, quotes: list[Quote], told: Told) -> Iterator[Finding]:
    """Compare an entry with what the journal says of it."""
    if (told.stage or entry.stage) != entry.stage or (told.stage is None and entry.stage in ABOVE_CANDIDATE):
        yield Finding("stage_unaccounted", "entry", entry.pk, entry.stage)
    elif told.verifier != _word(entry.verified_by):
        yield Finding("verifier_unaccounted", "entry", entry.pk)
    elif told.certifier != _word(entry.certified_by):
        yield Finding("certifier_unaccounted", "entry", entry.pk)
    if told.rejection != _word(entry.rejected_by, entry.rejected_reason):
        yield Finding("rejection_unaccounted", "entry", entry.pk)
    for code, words, rows in (
        ("acknowledgement_unaccounted", told.acknowledged, _acknowledged(quotes)),
        ("statement_unaccounted", told.statements, _statements(entry)),
        ("correction_unaccounted", told.corrected, _corrected(entry)),
    ):
        if sorted(words) != sorted(rows):
            yield Finding(code, "entry", entry.pk)
    for quote in quotes:
        if told.standings.get(quote.position, (Standing.COUNTS,)) != _standing(quote):
            yield Finding("standing_unaccounted", "quote", quote.pk)
    if told.parts != _parts(quotes):
        yield Finding("parts_unaccounted", "entry", entry.pk)
    yield from _unaccounted_attempts(quotes, told)


def _unaccounted_attempts(quotes: list[Quote], told: Told) -> Iterator[Finding]:
    found, failed = iter(told.found), iter(told.failed)
    for alignment in (alignment for quote in quotes for alignment in quote.alignments.all()):
        if alignment.attempt > 1 or alignment.quote.split_from_id is not None:
            agrees = _is_as_told(alignment, told)
        elif alignment.aligned:
            agrees = next(found, None) == _outcome(alignment)
        else:
            agrees = next(failed, None) == alignment.text
        if not agrees:
            yield Finding("attempt_unaccounted", "alignment", alignment.pk)


def _is_as_told(alignment: Alignment, told: Told) -> bool:
    """Compare an attempt with its event; the first events did not tell where the words come from."""
    outcome, provenance = told.attempts.get((alignment.quote.position, alignment.attempt), (None, None))
    return outcome == _outcome(alignment) and provenance in {None, alignment.provenance}


def _word(person: User | None, *reason: str) -> Word | None:
    return None if person is None else (person.get_username(), *reason)


def _parts(quotes: list[Quote]) -> dict[int, Part]:
    positions = {quote.pk: quote.position for quote in quotes}
    return {
        quote.position: (positions[quote.split_from_id], quote.text, json.loads(quote.claimed_index))
        for quote in quotes
        if quote.split_from_id is not None
    }


def _standing(quote: Quote) -> Word:
    return (quote.standing, *(_word(quote.withdrawn_by, quote.withdrawn_reason) or ()))


def _acknowledged(quotes: list[Quote]) -> Iterator[tuple[int, int, str, str]]:
    for quote in quotes:
        for alignment in quote.alignments.all():
            for one in alignment.acknowledgements.all():
                yield quote.position, alignment.attempt, one.actor.get_username(), one.reason


def _statements(entry: Entry) -> Iterator[Word]:
    for one in entry.explanations.all():
        yield _stated(events.RequirementExplained, one, one.requirement, one.reason)
    for approval in entry.approvals.all():
        yield _stated(events.EntryApproved, approval)
    for override in entry.overrides.all():
        yield _stated(events.PolicyOverridden, override, override.items, override.reason)


def _stated(kind: type[events.Statement], row: Statement, *said: str) -> Word:
    return (kind.event_type, row.actor.get_username(), row.fingerprint, *said)


def _corrected(entry: Entry) -> Iterator[Correction]:
    for source in entry.cited_sources.all():
        for one in source.corrections.all():
            named = (source.position, one.number, source.label, one.replacement)
            yield (*named, one.actor.get_username(), one.reason)


def _outcome(alignment: Alignment) -> object:
    try:
        return json.loads(alignment.evidence_json)
    except ValueError:
        return None
