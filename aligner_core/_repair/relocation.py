"""Finds a quote in a session, as it is or without what a model put around it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from aligner_core._corpus.search import CorpusSearch
from aligner_core._language.markup import without_markup
from aligner_core.evidence.models import AlignedEvidence

MAX_PLACES = 5
"""How many other messages are tried for one text, the best first."""


@dataclass(frozen=True, slots=True)
class RepairCase:
    """A quote to be repaired, the index of the message it claims if the session has that one, and where to search."""

    quote: str
    claimed_index: int | None
    search: CorpusSearch


class Grade(IntEnum):
    """How certain evidence is without a person looking at it, the most certain first."""

    EXACT = 0
    NORMALIZED = 1
    FUZZY = 2
    CRITICAL = 3


def grade(evidence: AlignedEvidence) -> Grade:
    """Return how certain evidence is: by its method, unless it has a critical difference."""
    if any(difference.critical for difference in evidence.differences):
        return Grade.CRITICAL
    return Grade[evidence.match_method.upper()]


def relocate(case: RepairCase) -> list[AlignedEvidence]:
    """Return where a quote aligns, and where it does without what surrounds it, the most certain first.

    Nothing more is taken off once the words are found exactly or normalized.
    """
    found: list[AlignedEvidence] = []
    for text in (case.quote, *without_markup(case.quote)):
        found += _aligned(replace(case, quote=text))
        if any(grade(evidence) <= Grade.NORMALIZED for evidence in found):
            break
    return sorted(found, key=grade)


def _aligned(case: RepairCase) -> Iterator[AlignedEvidence]:
    """Yield the evidence in the claimed message; in other messages only when it is not exact or normalized there."""
    search = case.search
    here = None if case.claimed_index is None else search.align_in_message(case.quote, case.claimed_index)
    if isinstance(here, AlignedEvidence):
        yield here
        if grade(here) <= Grade.NORMALIZED:
            return
        search = replace(search, settings=replace(search.settings, enable_fuzzy=False))
    places = search.best_other_places(case.quote, case.claimed_index, limit=MAX_PLACES)
    found = (search.align_in_message(case.quote, place.message_index) for place in places)
    yield from (evidence for evidence in found if isinstance(evidence, AlignedEvidence))
