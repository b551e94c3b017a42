"""What a quote that was not found is near to, and in which other messages it stands."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

import numpy as np

from aligner_core.alignments import AlignedEvidence, FailedEvidence, FailureReason, Place
from aligner_core.claims import ExtractedQuote
from aligner_core.fuzzy import Exhausted, best_window, nearest
from aligner_core.grams import SampledGrams
from aligner_core.matching import SHORTEST_FUZZY, PreparedSource, Settings, align_to, similarity_of
from aligner_core.normalization import fold
from aligner_core.rows import Budget, last_row, within

CLOSE = Fraction(4, 10)
"""The largest ratio of edits at which the closest words are worth showing: similarity 0.6."""
SEPARATOR = "\n"
"""Parts one message from the next in a joined text; folding never outputs it."""
_ORDER = ("exact", "normalized", "fuzzy")


class Corpus:
    """The messages of one session, with their folded texts joined for searches over all of them at once."""

    def __init__(self, sources: Sequence[PreparedSource]) -> None:
        self.sources = sources

    @cached_property
    def joined(self) -> str:
        """All folded texts, parted by what no folding outputs."""
        return SEPARATOR.join(source.folded.text for source in self.sources)

    @cached_property
    def starts(self) -> list[int]:
        """Where each folded text begins in the joined one."""
        lengths = [len(source.folded) + len(SEPARATOR) for source in self.sources]
        return [0, *accumulate(lengths)][:-1]

    @cached_property
    def grams(self) -> SampledGrams:
        """The filter over all messages at once; its regions may cross from one message to the next."""
        return SampledGrams(self.joined)

    def holding(self, quote: str, settings: Settings, budget: Budget) -> set[int]:
        """Give the indices of the messages that may hold a quote: none that does is missing."""
        wanted = fold(quote)
        indices = {index for index, source in enumerate(self.sources) if quote in source.text}
        return indices | self._reading(wanted) | self._resembling(wanted, len(quote.strip()), settings, budget)

    def _reading(self, wanted: str) -> set[int]:
        """Give the messages whose folded text holds the folded quote."""
        indices: set[int] = set()
        at = self.joined.find(wanted) if wanted else -1
        while at != -1:
            index = bisect(self.starts, at) - 1
            indices.add(index)
            at = self.joined.find(wanted, self.starts[index] + len(self.sources[index].folded))
        return indices

    def _resembling(self, wanted: str, length: int, settings: Settings, budget: Budget) -> set[int]:
        """Give the messages in which some window may be similar enough."""
        if not settings.fuzzy or not SHORTEST_FUZZY <= length <= settings.longest:
            return set()
        regions = self.grams.regions(wanted, settings.worst)
        if regions is not None and 2 * sum(end - start for start, end in regions) <= len(self.joined):
            return {index for start, end in regions for index in self._touched(start, end, wanted, settings.worst)}
        row = last_row(wanted, self.joined, budget)
        if row is None:
            return set()
        ends = within(row, len(wanted), settings.worst)
        return set((np.unique(np.searchsorted(self.starts, ends - 1, side="right")) - 1).tolist())

    def _touched(self, start: int, end: int, wanted: str, worst: Fraction) -> Iterator[int]:
        """Yield the messages in a region whose own part of it is not proven empty."""
        for index in range(bisect(self.starts, start) - 1, bisect(self.starts, end - 1)):
            first, after = self.starts[index], self.starts[index] + len(self.sources[index].folded)
            part = self.joined[max(start, first) : min(end, after)]
            if len(part) < len(wanted) or nearest(wanted, part, worst.numerator, worst.denominator) is not None:
                yield index


def diagnose(quote: ExtractedQuote, corpus: Corpus, settings: Settings) -> AlignedEvidence | FailedEvidence:
    """Look for a quote in the message it claims; say of a failed or fuzzy one where else it stands (contract 3.7)."""
    index = quote.message_index
    failed = FailedEvidence(
        message_index=index, quote=quote.text, failure_reason=quote.refusal or FailureReason.INDEX_OUT_OF_RANGE
    )
    if quote.refusal not in {None, FailureReason.INVALID_INDEX}:
        return failed
    if index is None or index >= len(corpus.sources):
        return failed.model_copy(update={"found_in": _found_in(quote, corpus, settings)})
    here = align_to(quote.text, corpus.sources[index], settings)
    if isinstance(here, FailureReason):
        return _refined(failed, here, quote, corpus, settings=settings)
    if here.match_method == "fuzzy":
        places = _found_in(quote, corpus, replace(settings, fuzzy=False))
        return here.model_copy(update={"message_index": index, "found_in": places})
    return here.model_copy(update={"message_index": index})


def _refined(
    failed: FailedEvidence, reason: FailureReason, quote: ExtractedQuote, corpus: Corpus, *, settings: Settings
) -> FailedEvidence:
    """Say why a quote is not in the message it claims: it is in another one, or only something like it is here."""
    found_in = _found_in(quote, corpus, settings)
    if found_in:
        return failed.model_copy(update={"failure_reason": FailureReason.WRONG_MESSAGE, "found_in": found_in})
    closest = _closest(quote, corpus, settings) if reason is FailureReason.NOT_FOUND else None
    if closest is not None:
        return failed.model_copy(update={"failure_reason": FailureReason.BELOW_THRESHOLD, "closest": closest})
    return failed.model_copy(update={"failure_reason": reason})


def _found_in(quote: ExtractedQuote, corpus: Corpus, settings: Settings) -> tuple[Place, ...]:
    """Give the other messages where a quote aligns, best first: method, similarity, distance in messages, index."""
    claimed = quote.message_index
    budget = Budget()
    candidates = sorted(
        corpus.holding(quote.text, settings, budget) - {claimed}, key=lambda at: (_far(at, claimed), at)
    )
    found = [(at, align_to(quote.text, corpus.sources[at], settings, budget=budget)) for at in candidates]
    places = [_place(one, at, corpus) for at, one in found if isinstance(one, AlignedEvidence)]
    return tuple(sorted(places, key=lambda place: (_ORDER.index(place.match_method), -place.similarity)))


def _far(index: int, claimed: int | None) -> int:
    return 0 if claimed is None else abs(index - claimed)


def _place(evidence: AlignedEvidence, index: int, corpus: Corpus) -> Place:
    return Place(
        message_index=index,
        span_start=evidence.span_start,
        span_end=evidence.span_end,
        text=corpus.sources[index].text[evidence.span_start : evidence.span_end],
        similarity=evidence.similarity,
        match_method=evidence.match_method,
    )


def _closest(quote: ExtractedQuote, corpus: Corpus, settings: Settings) -> Place | None:
    """Give the words of the claimed message that are closest to the quote, when similar by 0.6 or more."""
    index = quote.message_index
    if index is None or not settings.fuzzy or len(quote.text.strip()) < SHORTEST_FUZZY:
        return None
    source, wanted = corpus.sources[index], fold(quote.text)
    best = best_window(wanted, source.folded, worst=CLOSE, budget=Budget())
    best = best.so_far if isinstance(best, Exhausted) else best
    if best is None:
        return None
    start, end = source.folded.source_range(best.window.start, best.window.end)
    return Place(
        message_index=index,
        span_start=start,
        span_end=end,
        text=source.text[start:end],
        similarity=similarity_of(best.window, len(wanted)),
        match_method="none",
    )
