"""The places in a session that are most like a quote, also where it does not align."""

from bisect import insort
from collections.abc import Container, Iterator
from fractions import Fraction

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from aligner_core.alignments import Place
from aligner_core.fuzzy import CALL_COST
from aligner_core.likeness import Neighbourhood
from aligner_core.matching import SHORTEST_FUZZY, ratio_of
from aligner_core.normalization import NormalizedText, fold
from aligner_core.rows import Budget
from aligner_core.search import CLOSE, Search, near_place
from aligner_core.ties import Window

ALIKE = Fraction(6, 10)
"""What has a larger ratio of edits shares no more with a quote than any other text of the language does."""
WORTH_A_SEARCH = Fraction(45, 100)
"""Up to here the closest words may be similar by 0.6, and are searched for."""
LOOKED_AT = 3
"""For each place asked for, so many messages are measured."""


def candidates(quote: str, search: Search, *, limit: int) -> tuple[Place, ...]:
    """Give the best places of a quote, one a message: where it aligns first, then where it is most similar."""
    standing = search.best_elsewhere(quote, None, most=limit)
    if len(standing) == limit or not search.settings.fuzzy or len(quote.strip()) < SHORTEST_FUZZY:
        return standing
    known = {place.message_index for place in standing}
    alike = _alike(quote, search, limit=limit, known=known)
    return (*standing, *sorted(alike, key=lambda one: (-one.similarity, one.message_index)))[:limit]


def _alike(quote: str, search: Search, *, limit: int, known: Container[int]) -> Iterator[Place]:
    """Measure the places that share most 3-grams with a quote, each only as long as it can be among the best."""
    corpus, wanted, budget = search.corpus, fold(quote), search.budget or Budget()
    best: list[Fraction] = []
    for near in corpus.likeness.likest(wanted, LOOKED_AT * limit):
        if near.number in known:
            continue
        if not budget.spend(CALL_COST + (near.end - near.start) * (len(wanted) // 64 + 1)):
            return
        source = corpus.sources[near.number]
        window = _stretch(wanted, source.folded, near)
        ratio = ratio_of(window, len(wanted))
        if ratio <= WORTH_A_SEARCH:
            bar = min(CLOSE, ratio, *best[limit - 1 : limit])
            window = search.closest_window(wanted, near.number, worst=bar) or window
            ratio = ratio_of(window, len(wanted))
        if ratio <= ALIKE:
            insort(best, ratio)
            yield near_place(window, len(wanted), source, near.number)


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
