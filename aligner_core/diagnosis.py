"""What a quote that was not found is near to, and in which other messages it stands."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

import numpy as np

from aligner_core.alignments import AlignedEvidence, FailedEvidence, FailureReason, Place
from aligner_core.claims import ExtractedQuote
from aligner_core.fuzzy import BORDER, Exhausted, best_window, near
from aligner_core.grams import Region, SampledGrams
from aligner_core.likeness import WeighedGrams
from aligner_core.matching import SHORTEST_FUZZY, PreparedSource, Settings, align_to, similarity_of
from aligner_core.normalization import fold
from aligner_core.rows import Budget, last_row, within
from aligner_core.ties import Window

CLOSE = Fraction(4, 10)
"""The largest ratio of edits at which the closest words are worth showing: similarity 0.6."""
_ORDER = ("exact", "normalized", "fuzzy")


class Joined:
    """Many texts as one, to be searched at once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.text = BORDER.join(texts)
        self.starts = [0, *accumulate(len(text) + len(BORDER) for text in texts)][:-1]
        self.ends = [start + len(text) for start, text in zip(self.starts, texts, strict=True)]

    def holding(self, wanted: str) -> set[int]:
        """Give the texts in which a string begins: it may hold a border, and end in the next one."""
        indices: set[int] = set()
        at = self.text.find(wanted) if wanted else -1
        while at != -1:
            index = bisect(self.starts, at) - 1
            indices.add(index)
            at = self.text.find(wanted, self.ends[index] + 1)
        return indices

    def parts(self, region: Region) -> Iterator[tuple[int, str]]:
        """Yield the texts that a region touches, each with its own part."""
        for index in range(bisect(self.starts, region.start) - 1, bisect(self.starts, region.end - 1)):
            yield index, self.text[max(region.start, self.starts[index]) : min(region.end, self.ends[index])]


class Corpus:
    """The messages of one session, joined for searches over all of them at once."""

    def __init__(self, sources: Sequence[PreparedSource]) -> None:
        self.sources = sources

    @cached_property
    def written(self) -> Joined:
        """All texts as they are."""
        return Joined([source.text for source in self.sources])

    @cached_property
    def folded(self) -> Joined:
        """All folded texts."""
        return Joined([source.folded.text for source in self.sources])

    @cached_property
    def grams(self) -> SampledGrams:
        """The filter over all messages at once; its regions may cross from one message to the next."""
        return SampledGrams(self.folded.text)

    @cached_property
    def likeness(self) -> WeighedGrams:
        """The 3-grams of all messages, for what is like a quote and yet does not align."""
        return WeighedGrams(self.folded.text, self.folded.starts, self.folded.ends)

    def holding(self, quote: str, settings: Settings, budget: Budget) -> tuple[set[int], bool]:
        """Give the indices of the messages that may hold a quote, and whether no other can: the budget may end."""
        wanted = fold(quote)
        indices = self.written.holding(quote) | self.folded.holding(wanted)
        if not settings.fuzzy or not SHORTEST_FUZZY <= len(quote.strip()) <= settings.longest:
            return indices, True
        alike = self._resembling(wanted, settings.worst, budget)
        return indices | (alike or set()), alike is not None

    def _resembling(self, wanted: str, worst: Fraction, budget: Budget) -> set[int] | None:
        """Give the messages in which some window may be similar enough; None when the budget ended."""
        regions = self.grams.regions(wanted, worst)
        if regions is not None and 2 * sum(end - start for _, start, end in regions) <= len(self.folded.text):
            parts = [part for region in regions for part in self.folded.parts(region)]
            return {index for index, _ in near(wanted, parts, worst.numerator, worst.denominator)}
        row = last_row(wanted, self.folded.text, budget)
        if row is None:
            return None
        ends = within(row, len(wanted), worst)
        return set((np.unique(np.searchsorted(self.folded.starts, ends - 1, side="right")) - 1).tolist())


@dataclass(frozen=True, slots=True)
class Search:
    """Searches in the messages of one session: each has a work budget of its own, unless they share one."""

    corpus: Corpus
    settings: Settings
    budget: Budget | None = None

    def at(self, quote: str, index: int) -> AlignedEvidence | FailureReason:
        """Look for a quote in one message."""
        found = align_to(quote, self.corpus.sources[index], self.settings, budget=self.budget)
        return found.model_copy(update={"message_index": index}) if isinstance(found, AlignedEvidence) else found

    def elsewhere(self, quote: str, claimed: int | None) -> tuple[tuple[Place, ...], bool]:
        """Give the other messages where a quote aligns, and whether all were searched to the end.

        Best first: method, similarity, distance in messages, index.
        """
        budget = self.budget or Budget()
        indices, complete = self.corpus.holding(quote, self.settings, budget)
        near = sorted(indices - {claimed}, key=lambda at: (far(at, claimed), at))
        found = [(at, align_to(quote, self.corpus.sources[at], self.settings, budget=budget)) for at in near]
        places = [_place(one, at, self.corpus) for at, one in found if isinstance(one, AlignedEvidence)]
        ranked = sorted(places, key=lambda place: (_ORDER.index(place.match_method), -place.similarity))
        return tuple(ranked), complete and all(one is not FailureReason.BUDGET_EXCEEDED for _, one in found)

    def closest(self, quote: str, index: int) -> Place | None:
        """Give the words of one message that are closest to a quote, when similar by 0.6 or more."""
        if not self.settings.fuzzy or len(quote.strip()) < SHORTEST_FUZZY:
            return None
        source, wanted = self.corpus.sources[index], fold(quote)
        best = best_window(wanted, source.folded, worst=CLOSE, budget=self.budget or Budget())
        best = best.so_far if isinstance(best, Exhausted) else best
        if best is None:
            return None
        return near_place(best.window, len(wanted), source, index)


def diagnose(quote: ExtractedQuote, corpus: Corpus, settings: Settings) -> AlignedEvidence | FailedEvidence:
    """Look for a quote in the message it claims; say of a failed or fuzzy one where else it stands (contract 3.7)."""
    index, search = quote.message_index, Search(corpus, settings)
    failed = FailedEvidence(
        message_index=index, quote=quote.text, failure_reason=quote.refusal or FailureReason.INDEX_OUT_OF_RANGE
    )
    if quote.refusal not in {None, FailureReason.INVALID_INDEX}:
        return failed
    if index is None or index >= len(corpus.sources):
        return failed.model_copy(update={"found_in": search.elsewhere(quote.text, index)[0]})
    here = search.at(quote.text, index)
    if isinstance(here, FailureReason):
        return _refined(failed, here, index, search)
    if here.match_method == "fuzzy":
        literal = Search(corpus, replace(settings, fuzzy=False))
        return here.model_copy(update={"found_in": literal.elsewhere(quote.text, index)[0]})
    return here


def far(index: int, claimed: int | None) -> int:
    """Count the messages between a place and the message a quote claims."""
    return 0 if claimed is None else abs(index - claimed)


def near_place(window: Window, size: int, source: PreparedSource, index: int) -> Place:
    """Describe a window that a quote of *size* characters is only near to."""
    start, end = source.folded.source_range(window.start, window.end)
    return Place(
        message_index=index,
        span_start=start,
        span_end=end,
        text=source.text[start:end],
        similarity=similarity_of(window, size),
        match_method="none",
    )


def _refined(failed: FailedEvidence, reason: FailureReason, index: int, search: Search) -> FailedEvidence:
    """Say why a quote is not in the message it claims: it is in another one, or only something like it is here."""
    found_in, complete = search.elsewhere(failed.quote, index)
    if found_in:
        return failed.model_copy(update={"failure_reason": FailureReason.WRONG_MESSAGE, "found_in": found_in})
    closest = search.closest(failed.quote, index) if reason is FailureReason.NOT_FOUND else None
    if reason is FailureReason.NOT_FOUND and not complete:
        reason = FailureReason.BUDGET_EXCEEDED
    elif closest is not None:
        reason = FailureReason.BELOW_THRESHOLD
    return failed.model_copy(update={"failure_reason": reason, "closest": closest})


def _place(evidence: AlignedEvidence, index: int, corpus: Corpus) -> Place:
    return Place(
        message_index=index,
        span_start=evidence.span_start,
        span_end=evidence.span_end,
        text=corpus.sources[index].text[evidence.span_start : evidence.span_end],
        similarity=evidence.similarity,
        match_method=evidence.match_method,
    )
