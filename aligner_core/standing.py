"""Where a quote stands in its session, as it is or without what a model put around it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from aligner_core.alignments import AlignedEvidence
from aligner_core.search import Search
from aligner_core.wrapping import unwrapped

MOST_PLACES = 5
"""So many messages are tried for one text, the best first."""


@dataclass(frozen=True, slots=True)
class Case:
    """A quote to be set right, the message it claims if the session has that one, and where to look."""

    quote: str
    claimed: int | None
    search: Search


class Grade(IntEnum):
    """How sure evidence is without a person, the surest first."""

    EXACT = 0
    NORMALIZED = 1
    FUZZY = 2
    CRITICAL = 3


def grade(evidence: AlignedEvidence) -> Grade:
    """Say how sure evidence is."""
    if any(one.critical for one in evidence.differences):
        return Grade.CRITICAL
    return Grade[evidence.match_method.upper()]


def standing(case: Case) -> list[AlignedEvidence]:
    """Find where a quote aligns, and where it does without what is around it, the surest first."""
    found: list[AlignedEvidence] = []
    for text in (case.quote, *unwrapped(case.quote)):
        found += _places(replace(case, quote=text))
        if any(grade(one) <= Grade.NORMALIZED for one in found):
            break
    return sorted(found, key=grade)


def _places(case: Case) -> Iterator[AlignedEvidence]:
    """Find words in the message that is claimed; in another one only when they do not stand in that."""
    search = case.search
    here = None if case.claimed is None else search.at(case.quote, case.claimed)
    if isinstance(here, AlignedEvidence):
        yield here
        if grade(here) <= Grade.NORMALIZED:
            return
        search = replace(search, settings=replace(search.settings, fuzzy=False))
    places = search.best_elsewhere(case.quote, case.claimed, most=MOST_PLACES)
    found = (search.at(case.quote, place.message_index) for place in places)
    yield from (one for one in found if isinstance(one, AlignedEvidence))
