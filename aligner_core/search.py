"""Searches in the messages of one session: for a quote in one of them, or in all the others."""

from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from aligner_core.alignments import AlignedEvidence, FailureReason, Place
from aligner_core.claims import is_blank
from aligner_core.corpus import Corpus
from aligner_core.fuzzy import Exhausted, best_window
from aligner_core.matching import (
    SHORTEST_FUZZY,
    Hits,
    PreparedQuote,
    PreparedSource,
    Settings,
    align_to,
    find,
    find_fuzzy,
    find_literal,
    ratio_of,
)
from aligner_core.normalization import fold
from aligner_core.rows import Budget
from aligner_core.ties import Window

CLOSE = Fraction(4, 10)
"""The largest ratio of edits at which the closest words are worth showing: similarity 0.6."""
_ORDER = ("exact", "normalized", "fuzzy")

Found = tuple[int, Hits]
"""Where a quote was found: the index of a message, and the hits there."""


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
        wanted, budget = PreparedQuote(quote), self.budget or Budget()
        near, complete = self._near(wanted, claimed, budget)
        found = [(at, find(wanted, self.corpus.sources[at], self.settings, budget=budget)) for at in near]
        places = self._ranked((at, one) for at, one in found if isinstance(one, Hits))
        return places, complete and all(one is not FailureReason.BUDGET_EXCEEDED for _, one in found)

    def best_elsewhere(self, quote: str, claimed: int | None, *, most: int) -> tuple[Place, ...]:
        """Give the first of `elsewhere`, at the cost of few: what cannot be among them is not measured."""
        wanted, budget = PreparedQuote(quote), self.budget or Budget()
        near, _ = self._near(wanted, claimed, budget)
        literal = {at: hits for at in near if (hits := find_literal(wanted, self.corpus.sources[at]))}
        wanting = most - len(literal)
        rest = [at for at in near if at not in literal] if wanting > 0 else []
        return self._ranked((*literal.items(), *self._raising(wanted, rest, budget, most=wanting)))[:most]

    def closest(self, quote: str, index: int) -> Place | None:
        """Give the words of one message that are closest to a quote, when similar by 0.6 or more."""
        if not self.settings.fuzzy or len(quote.strip()) < SHORTEST_FUZZY:
            return None
        wanted = fold(quote)
        window = self.closest_window(wanted, index, worst=CLOSE)
        return near_place(window, len(wanted), self.corpus.sources[index], index) if window else None

    def closest_window(self, wanted: str, index: int, *, worst: Fraction) -> Window | None:
        """Give the window of one message that is closest to a folded quote, or the best one the budget allows."""
        folded = self.corpus.sources[index].folded
        best = best_window(wanted, folded, worst=worst, budget=self.budget or Budget())
        best = best.so_far if isinstance(best, Exhausted) else best
        return best.window if best else None

    def _near(self, quote: PreparedQuote, claimed: int | None, budget: Budget) -> tuple[list[int], bool]:
        """Give the other messages that may hold a quote, the nearest first, and whether no other can."""
        if is_blank(quote.text):
            return [], True
        indices, complete = self.corpus.holding(quote, self.settings, budget)
        return sorted(indices - {claimed}, key=lambda at: (far(at, claimed), at)), complete

    def _raising(self, quote: PreparedQuote, near: Iterable[int], budget: Budget, *, most: int) -> Iterator[Found]:
        """Yield fuzzy hits, each at least as good as the worst of the best so many found before it."""
        settings = self.settings
        best: list[Fraction] = []
        for at in near:
            hits = find_fuzzy(quote, self.corpus.sources[at], settings, budget=budget)
            if isinstance(hits, Hits):
                yield at, hits
                insort(best, hits.ratio)
                settings = settings if len(best) < most else replace(settings, worst=best[most - 1])

    def _ranked(self, found: Iterable[Found]) -> tuple[Place, ...]:
        """Describe where a quote was found, the best first; of equals the first."""
        ranked = sorted(found, key=lambda one: (_ORDER.index(one[1].method), -one[1].similarity))
        return tuple(_place(hits, self.corpus.sources[at], at) for at, hits in ranked)


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
        similarity=float(1 - ratio_of(window, size)),
        match_method="none",
    )


def _place(hits: Hits, source: PreparedSource, index: int) -> Place:
    start, end = hits.ranges[0]
    return Place(
        message_index=index,
        span_start=start,
        span_end=end,
        text=source.text[start:end],
        similarity=hits.similarity,
        match_method=hits.method,
    )
