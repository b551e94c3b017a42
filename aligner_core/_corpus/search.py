"""Searches in the messages of one session: for a quote in one of them, or in all the others."""

from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from aligner_core._corpus.corpus import Corpus
from aligner_core._matching.cascade import (
    PreparedQuote,
    PreparedSource,
    QuoteMatch,
    Settings,
    align_in_source,
    differences_at,
    edit_ratio,
    find_fuzzy,
    find_literal,
    find_quote,
    find_rewritten,
)
from aligner_core._matching.edit_distance import Budget
from aligner_core._matching.fuzzy import BudgetExhausted, best_window
from aligner_core._matching.tie_breaking import MatchWindow
from aligner_core._matching.work_budget import LOOK_COST, WorkBudget
from aligner_core._text.short_quotes import MIN_FUZZY_CHARS
from aligner_core.evidence.differences import Difference
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence, FailureReason, Place
from aligner_core.formats.quotes import is_blank

MAX_CLOSEST_RATIO = Fraction(4, 10)
"""The greatest ratio of edits at which the closest words are worth showing: similarity 0.6 (specification 3.7)."""
_METHOD_ORDER = ("exact", "normalized", "fuzzy")

IndexedMatch = tuple[int, QuoteMatch]
"""The index of a message, and where a quote was found in it."""


@dataclass(frozen=True, slots=True)
class CorpusSearch:
    """Searches in the messages of one session; each has its own work budget, unless they share *budget*.

    All of them together spend no more than *batch*.
    """

    corpus: Corpus
    settings: Settings
    budget: Budget | None = None
    batch: WorkBudget | None = None

    def work(self) -> Budget:
        """Return the work units that one search may spend."""
        return self.budget or Budget(batch=self.batch)

    def align_in_message(self, quote: str, index: int) -> AlignedEvidence | FailureReason:
        """Return the aligned evidence of a quote in one message, or why there is none."""
        return align_in_source(quote, self.corpus.sources[index], self.settings, index=index, budget=self.work())

    def other_places(self, quote: str, claimed_index: int | None) -> tuple[tuple[Place, ...], bool]:
        """Return the places where a quote aligns in other messages, and whether all were searched to the end.

        The best come first: by method, similarity, distance in messages, index (specification 3.7).
        """
        prepared, budget = PreparedQuote(quote), self.work()
        indices, complete = self._other_messages(prepared, claimed_index, budget)
        if not budget.spend_of_batch(LOOK_COST * len(indices)):
            return (), False
        outcomes = [
            (index, find_quote(prepared, self.corpus.sources[index], self.settings, budget=budget)) for index in indices
        ]
        places = self._ranked_places((index, found) for index, found in outcomes if isinstance(found, QuoteMatch))
        return places, complete and all(found is not FailureReason.BUDGET_EXCEEDED for _, found in outcomes)

    def best_other_places(self, quote: str, claimed_index: int | None, *, limit: int) -> tuple[Place, ...]:
        """Return the first of `other_places`, at most *limit*; messages that cannot be among them are not measured."""
        prepared, budget = PreparedQuote(quote), self.work()
        indices, _ = self._other_messages(prepared, claimed_index, budget)
        best = {index: found for index in indices if (found := find_literal(prepared, self.corpus.sources[index]))}
        if len(best) < limit:
            best |= self._rewritten(prepared, [index for index in indices if index not in best], budget)
        missing = limit - len(best)
        rest = [index for index in indices if index not in best] if missing > 0 else []
        fuzzy = self._fuzzy_with_rising_bar(prepared, rest, budget, limit=missing)
        return self._ranked_places((*best.items(), *fuzzy))[:limit]

    def _rewritten(self, quote: PreparedQuote, indices: Iterable[int], budget: Budget) -> dict[int, QuoteMatch]:
        """Return where messages say the same in another form, by their indices."""
        sources = self.corpus.sources
        found = ((at, find_rewritten(quote, sources[at], self.settings, budget=budget)) for at in indices)
        return {at: one for at, one in found if isinstance(one, QuoteMatch)}

    def closest_place(self, quote: str, index: int) -> Place | None:
        """Return the words of one message that are closest to a quote; None when less similar than 0.6.

        A quote that stands inside of longer words has none: they are not similar, they are the quote.
        """
        cut = PreparedQuote(quote).cut
        if not self.settings.enable_fuzzy or cut.length < MIN_FUZZY_CHARS:
            return None
        window = self.closest_window(cut.folded, index, max_ratio=MAX_CLOSEST_RATIO)
        if window is None or not window.distance:
            return None
        return similar_place(window, len(cut.folded), self.corpus.sources[index], index)

    def with_closest(self, failed: FailedEvidence, closest: Place | None) -> FailedEvidence:
        """Return a failed quote with the words closest to it, and what differs between them and the quote."""
        found = () if closest is None else self._differences_to(failed.quote, closest)
        return failed.model_copy(update={"closest": closest, "differences": found})

    def _differences_to(self, quote: str, place: Place) -> tuple[Difference, ...]:
        source = self.corpus.sources[place.message_index]
        window = source.folded.locate(place.span)
        beside = source.beside(place.span_start, place.span_end, similar=PreparedQuote(quote).cut.folded)
        return differences_at(quote, source, beside, window) if window else ()

    def closest_window(self, folded_quote: str, index: int, *, max_ratio: Fraction) -> MatchWindow | None:
        """Return the window of one message that is closest to a folded quote, or the best the budget allows."""
        folded = self.corpus.sources[index].folded
        best = best_window(folded_quote, folded, max_ratio=max_ratio, budget=self.work())
        best = best.so_far if isinstance(best, BudgetExhausted) else best
        return best.window if best else None

    def _other_messages(
        self, quote: PreparedQuote, claimed_index: int | None, budget: Budget
    ) -> tuple[list[int], bool]:
        """Return the other messages that may hold a quote, the nearest first, and whether no others can."""
        if is_blank(quote.text):
            return [], True
        indices, complete = self.corpus.messages_that_may_hold(quote, self.settings, budget)
        others = indices - {claimed_index}
        return sorted(others, key=lambda index: (message_distance(index, claimed_index), index)), complete

    def _fuzzy_with_rising_bar(
        self, quote: PreparedQuote, indices: Iterable[int], budget: Budget, *, limit: int
    ) -> Iterator[IndexedMatch]:
        """Yield fuzzy matches, each at least as good as the worst of the *limit* best found before it."""
        settings = self.settings
        best: list[Fraction] = []
        for index in indices:
            found = find_fuzzy(quote, self.corpus.sources[index], settings, budget=budget)
            if isinstance(found, QuoteMatch):
                yield index, found
                insort(best, found.ratio)
                settings = settings if len(best) < limit else replace(settings, max_ratio=best[limit - 1])

    def _ranked_places(self, matches: Iterable[IndexedMatch]) -> tuple[Place, ...]:
        """Return the places of matches, the best first; equally good ones in the order given."""
        ranked = sorted(matches, key=lambda found: _rank(found[1]))
        return tuple(_place(found, self.corpus.sources[index], index) for index, found in ranked)


def message_distance(index: int, claimed_index: int | None) -> int:
    """Return how many messages an index is away from the one a quote claims; 0 when it claims none."""
    return 0 if claimed_index is None else abs(index - claimed_index)


def similar_place(window: MatchWindow, quote_length: int, source: PreparedSource, index: int) -> Place:
    """Return the place of a window that a folded quote is only similar to, without aligning to it."""
    start, end = source.folded.source_range(window.start, window.end)
    return Place(
        message_index=index,
        span_start=start,
        span_end=end,
        text=source.text[start:end],
        similarity=float(1 - edit_ratio(window, quote_length)),
        match_method="none",
    )


def _rank(found: QuoteMatch) -> tuple[int, bool, float]:
    """Return how far down a match is listed: rewritten words come behind the same words."""
    return _METHOD_ORDER.index(found.method), bool(found.equals), -found.similarity


def _place(found: QuoteMatch, source: PreparedSource, index: int) -> Place:
    start, end = found.ranges[0]
    return Place(
        message_index=index,
        span_start=start,
        span_end=end,
        text=source.text[start:end],
        similarity=found.similarity,
        match_method=found.method,
    )
