"""The places in a session that are most like a quote, also where it does not align."""

from collections.abc import Iterator

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from aligner_core.alignments import Place
from aligner_core.diagnosis import Search, near_place
from aligner_core.fuzzy import CALL_COST
from aligner_core.likeness import Neighbourhood
from aligner_core.matching import SHORTEST_FUZZY
from aligner_core.normalization import NormalizedText, fold
from aligner_core.rows import Budget
from aligner_core.ties import Window

LEAST_ALIKE = 0.4
"""What is less similar shares no more with a quote than any other text of the language does."""
LEAST_WORTH_A_SEARCH = 0.55
"""From here on the closest words may be similar by 0.6, and are searched for."""
LOOKED_AT = 3
"""For each place asked for, so many messages are measured."""


def candidates(quote: str, search: Search, *, limit: int) -> tuple[Place, ...]:
    """Give the best places of a quote, one a message: where it aligns first, then where it is most similar."""
    standing = search.elsewhere(quote, None)[0][:limit]
    if len(standing) == limit or not search.settings.fuzzy or len(quote.strip()) < SHORTEST_FUZZY:
        return standing
    known = {place.message_index for place in standing}
    alike = sorted(_alike(quote, search, LOOKED_AT * limit), key=lambda one: (-one.similarity, one.message_index))
    return (*standing, *(place for place in alike if place.message_index not in known))[:limit]


def _alike(quote: str, search: Search, most: int) -> Iterator[Place]:
    """Measure the places that share most 3-grams with a quote."""
    corpus, wanted, budget = search.corpus, fold(quote), search.budget or Budget()
    for near in corpus.likeness.likest(wanted, most):
        if not budget.spend(CALL_COST + (near.end - near.start) * (len(wanted) // 64 + 1)):
            return
        source = corpus.sources[near.number]
        place = near_place(_stretch(wanted, source.folded, near), len(wanted), source, near.number)
        if place.similarity >= LEAST_WORTH_A_SEARCH:
            place = search.closest(quote, near.number) or place
        if place.similarity >= LEAST_ALIKE:
            yield place


def _stretch(wanted: str, source: NormalizedText, near: Neighbourhood) -> Window:
    """Give the stretch of a neighbourhood that is most like a quote in the Indel measure, between characters."""
    text = source.text[near.start : near.end]
    found = fuzz.partial_ratio_alignment(wanted, text) if len(text) > len(wanted) else None
    start, end = (near.start + found.dest_start, near.start + found.dest_end) if found else (near.start, near.end)
    while not source.is_boundary(start):
        start -= 1
    while not source.is_boundary(end):
        end += 1
    return Window(start, end, Levenshtein.distance(wanted, source.text[start:end]))
