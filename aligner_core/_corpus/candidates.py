"""The places in a session that are most similar to a quote, even if it aligns nowhere."""

from bisect import insort
from collections.abc import Container, Iterator
from fractions import Fraction

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from aligner_core._corpus.search import MAX_CLOSEST_RATIO, CorpusSearch, similar_place
from aligner_core._corpus.similarity_index import Neighborhood
from aligner_core._matching.cascade import PreparedQuote, edit_ratio
from aligner_core._matching.fuzzy import CALL_COST
from aligner_core._matching.tie_breaking import MatchWindow
from aligner_core._text.normalized_text import NormalizedText
from aligner_core._text.short_quotes import MIN_FUZZY_CHARS
from aligner_core.evidence.models import Place

MAX_CANDIDATE_RATIO = Fraction(6, 10)
"""A text with a greater ratio of edits shares no more with a quote than any other text of the language does."""
MAX_REFINED_RATIO = Fraction(45, 100)
"""Up to this ratio the closest words of the message may be similar by 0.6, and are searched for."""
CHARS_SLID_PER_ROW = 32
"""Over how many characters a window slides at the cost of one row."""
MAX_SLIDE_COST = 15_000_000
"""The greatest cost of sliding a window, which grows with the square of the quote; longer quotes are searched for."""
MESSAGES_PER_PLACE = 3
"""How many messages are measured for each place asked for."""


def candidates(quote: str, search: CorpusSearch, *, limit: int) -> tuple[Place, ...]:
    """Return the best places of a quote, one per message: where it aligns first, then where it is most similar."""
    aligned, cut = search.best_other_places(quote, None, limit=limit), PreparedQuote(quote).cut
    if len(aligned) == limit or not search.settings.enable_fuzzy or cut.length < MIN_FUZZY_CHARS:
        return aligned
    known = {place.message_index for place in aligned}
    similar = _similar_places(cut.folded, search, limit=limit, known=known)
    return (*aligned, *sorted(similar, key=lambda place: (-place.similarity, place.message_index)))[:limit]


def _similar_places(folded_quote: str, search: CorpusSearch, *, limit: int, known: Container[int]) -> Iterator[Place]:
    """Yield the places that share most 3-grams with a quote, each measured only while it can be among the best."""
    corpus, budget = search.corpus, search.work()
    best: list[Fraction] = []
    for near in corpus.similarity_index.most_similar(folded_quote, MESSAGES_PER_PLACE * limit):
        if near.text_index in known:
            continue
        row_cost = (near.end - near.start) * (len(folded_quote) // 64 + 1)
        if not budget.spend(CALL_COST + row_cost):
            return
        slide_cost = row_cost * len(folded_quote) // CHARS_SLID_PER_ROW
        is_slid = slide_cost <= MAX_SLIDE_COST
        if is_slid and not budget.spend_of_batch(slide_cost):
            return
        source = corpus.sources[near.text_index]
        window = _most_similar_window(folded_quote, source.folded, near) if is_slid else None
        ratio = edit_ratio(window, len(folded_quote)) if window else MAX_CLOSEST_RATIO
        if ratio <= MAX_REFINED_RATIO:
            max_ratio = min(MAX_CLOSEST_RATIO, ratio, *best[limit - 1 : limit])
            window = search.closest_window(folded_quote, near.text_index, max_ratio=max_ratio) or window
            ratio = edit_ratio(window, len(folded_quote)) if window else Fraction(1)
        if window and ratio <= MAX_CANDIDATE_RATIO:
            insort(best, ratio)
            yield similar_place(window, len(folded_quote), source, near.text_index)


def _most_similar_window(folded_quote: str, source: NormalizedText, near: Neighborhood) -> MatchWindow:
    """Return the window of a neighborhood with the greatest Indel similarity, widened to original characters."""
    text = source.text[near.start : near.end]
    found = fuzz.partial_ratio_alignment(folded_quote, text) if len(text) > len(folded_quote) else None
    start, end = (near.start + found.dest_start, near.start + found.dest_end) if found else (near.start, near.end)
    while not source.is_boundary(start):
        start -= 1
    while not source.is_boundary(end):
        end += 1
    return MatchWindow(start, end, Levenshtein.distance(folded_quote, source.text[start:end]))
