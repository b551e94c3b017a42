"""Compare a stored entry with what the journal records of it, part by part. Private to the services."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from review.domain.entry_state import Decided, EntryState
from review.domain.quotes import Provenance, Standing
from review.models import ABOVE_CANDIDATE, Alignment, Entry, Quote
from review.services.audit._finding import Finding
from review.services.audit._making import is_made_with
from review.services.audit._moments import is_as_recorded, matches_recorded_time
from review.services.audit._stored_entry import standing_of, stored_additions, stored_parts, stored_state


class Part(NamedTuple):
    """A part of the state of an entry, and the finding if the stored one differs from the recorded one."""

    code: str
    of: Callable[[EntryState], object]


VOUCHED = (
    Part("verifier_unaccounted", lambda state: state.verifier),
    Part("certifier_unaccounted", lambda state: state.certifier),
    Part("moment_unaccounted", lambda state: (state.verified_at, state.certified_at)),
)
"""Who vouches for an entry at its stage: the first of these that differs is reported."""
PARTS = (
    Part("entry_unaccounted", lambda state: (state.origin, state.added_at)),
    Part("rejection_unaccounted", lambda state: (state.rejection, state.rejected_at)),
    Part("acknowledgement_unaccounted", lambda state: _made(state, state.acknowledged)),
    Part("claim_unaccounted", lambda state: (_made(state, state.claims), state.claim_version)),
    Part("statement_unaccounted", lambda state: _made(state, state.statements)),
    Part("correction_unaccounted", lambda state: _made(state, state.corrections)),
    Part("comment_unaccounted", lambda state: (_made(state, state.comments), state.resolved)),
    Part("undone_unaccounted", lambda state: state.undone),
    Part("sources_unaccounted", lambda state: state.sources),
)
"""Every other part of an entry; its quotes and their attempts are compared one by one."""


def entry_differences(entry: Entry, quotes: list[Quote], recorded: EntryState) -> Iterator[Finding]:
    """Yield how an entry differs from the state that its events add up to."""
    stored = stored_state(entry, quotes)
    is_unmoved = recorded.stage is None and stored.stage not in ABOVE_CANDIDATE
    if not is_unmoved and stored.stage != recorded.stage:
        yield Finding("stage_unaccounted", "entry", entry.pk, entry.stage)
    else:
        yield from (Finding(code, "entry", entry.pk) for code in islice(_different(VOUCHED, stored, recorded), 1))
        if stored.switches != recorded.switches:
            yield Finding("switches_unaccounted", "entry", entry.pk, entry.verified_under)
    yield from (Finding(code, "entry", entry.pk) for code in _different(PARTS, stored, recorded))
    for quote in quotes:
        known = recorded.standings.get(quote.position, (Standing.COUNTS,)), recorded.withdrawn_at.get(quote.position)
        if not is_as_recorded((standing_of(quote), quote.withdrawn_at), known):
            yield Finding("standing_unaccounted", "quote", quote.pk)
        if quote.is_cut and not quote.is_uploaded:
            yield Finding("quote_changed", "quote", quote.pk)
    if stored_parts(quotes) != recorded.parts:
        yield Finding("parts_unaccounted", "entry", entry.pk)
    if stored_additions(quotes) != recorded.added:
        yield Finding("addition_unaccounted", "entry", entry.pk)
    yield from _attempt_differences(quotes, recorded)


def _different(parts: Iterable[Part], stored: EntryState, recorded: EntryState) -> Iterator[str]:
    yield from (part.code for part in parts if not is_as_recorded(part.of(stored), part.of(recorded)))


def _made(state: EntryState, rows: Iterable[Decided]) -> dict[Decided, object]:
    """Return when each of the decisions of one kind was made; equal ones as often as they were."""
    return {row: state.decided_at[row] for row in rows}


def _attempt_differences(quotes: list[Quote], recorded: EntryState) -> Iterator[Finding]:
    found, failed = iter(recorded.found), iter(recorded.failed)
    for alignment in (alignment for quote in quotes for alignment in quote.alignments.all()):
        if alignment.attempt > 1 or not alignment.quote.is_uploaded:
            agrees = _agrees(alignment, recorded)
        elif alignment.aligned:
            agrees = next(found, None) == _outcome(alignment) and _is_first(alignment, recorded)
        else:
            agrees = next(failed, None) == alignment.text and _is_first(alignment, recorded)
        if not agrees:
            yield Finding("attempt_unaccounted", "alignment", alignment.pk)


def _agrees(alignment: Alignment, recorded: EntryState) -> bool:
    """Return whether an attempt agrees with its event."""
    known = recorded.attempts.get((alignment.quote.position, alignment.attempt))
    if known is None or (known.outcome, known.provenance) != (_outcome(alignment), alignment.provenance):
        return False
    by = None if alignment.provenance == Provenance.SYSTEM else known.actor
    is_theirs = _author(alignment) == by and matches_recorded_time(alignment.created_at, known.at)
    return is_theirs and is_made_with(alignment, known.made_with)


def _author(alignment: Alignment) -> str | None:
    return None if alignment.actor is None else alignment.actor.get_username()


def _is_first(alignment: Alignment, recorded: EntryState) -> bool:
    """Return whether an attempt is the system's, made when the entry was aligned."""
    is_automatic = alignment.provenance == Provenance.SYSTEM and alignment.actor_id is None
    return is_automatic and matches_recorded_time(alignment.created_at, recorded.aligned_at)


def _outcome(alignment: Alignment) -> object:
    try:
        return json.loads(alignment.evidence_json)
    except ValueError:
        return None
