"""Many texts joined into one, and the messages of a session as such a text."""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from aligner_core._corpus.similarity_index import SimilarityIndex
from aligner_core._lazy import lazy_module
from aligner_core._matching.cascade import PreparedQuote, PreparedSource, Settings
from aligner_core._matching.edit_distance import Budget, last_row, promising_ends
from aligner_core._matching.fuzzy import FILTERED_CHARS_PER_UNIT, SEPARATOR, parts_that_may_match
from aligner_core._matching.work_budget import SEARCHED_CHARS_PER_UNIT
from aligner_core._rewriting.kept_parts import places_of_rarest
from aligner_core._rewriting.search import quote_parts
from aligner_core._text.ngrams import Region, SampledNgrams
from aligner_core._text.short_quotes import MIN_FUZZY_CHARS, MIN_REWRITTEN_CHARS
from aligner_core.errors import require_sequence

if TYPE_CHECKING:
    import numpy as np
else:
    np = lazy_module("numpy")

MAX_UNKEPT_MESSAGES = 50
"""In how many messages a quote is looked for of which rewriting keeps nothing for sure."""


class JoinedTexts:
    """Many texts joined into one, to be searched at once; *starts* and *ends* are where each of them is in it."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.text = SEPARATOR.join(texts)
        self.starts = [0, *accumulate(len(text) + len(SEPARATOR) for text in texts)][:-1]
        self.ends = [start + len(text) for start, text in zip(self.starts, texts, strict=True)]

    def texts_holding(self, words: str) -> set[int]:
        """Return the indices of the texts in which a string begins; one with a separator may end in the next text."""
        indices: set[int] = set()
        at = self.text.find(words) if words else -1
        while at != -1:
            index = bisect(self.starts, at) - 1
            indices.add(index)
            at = self.text.find(words, self.ends[index] + 1)
        return indices

    def texts_at(self, places: Sequence[int]) -> set[int]:
        """Return the indices of the texts that have some places of the joined text."""
        return {bisect(self.starts, place) - 1 for place in places}

    def parts_in(self, region: Region) -> Iterator[tuple[int, str]]:
        """Yield the index of each text that a region touches, and the part of that text inside the region."""
        for index in range(bisect(self.starts, region.start) - 1, bisect(self.starts, region.end - 1)):
            yield index, self.text[max(region.start, self.starts[index]) : min(region.end, self.ends[index])]


class Corpus:
    """The messages of one session, joined for searches over all of them at once.

    Raises:
        InvalidTypeError: the sources are not a sequence of texts and prepared sources.

    """

    def __init__(self, sources: Sequence[str | PreparedSource]) -> None:
        require_sequence(sources, (str, PreparedSource), "sources")
        self.sources = [PreparedSource(source) if isinstance(source, str) else source for source in sources]

    @cached_property
    def names(self) -> frozenset[str]:
        """The folded names of all who speak."""
        return frozenset(name for source in self.sources for name in source.rewritable.names)

    @cached_property
    def raw(self) -> JoinedTexts:
        """All texts as they are."""
        return JoinedTexts([source.text for source in self.sources])

    @cached_property
    def folded(self) -> JoinedTexts:
        """All texts, folded."""
        return JoinedTexts([source.folded.text for source in self.sources])

    @property
    def is_folded(self) -> bool:
        """Whether all texts were folded before."""
        return "folded" in self.__dict__

    @cached_property
    def ngrams(self) -> SampledNgrams:
        """The filter over all messages at once; its regions may cross from one message to the next."""
        return SampledNgrams(self.folded.text)

    @cached_property
    def similarity_index(self) -> SimilarityIndex:
        """The 3-grams of all messages, to find what is similar to a quote and yet does not align."""
        return SimilarityIndex(self.folded.text, self.folded.starts, self.folded.ends)

    @property
    def literal_cost(self) -> int:
        """Work units of looking through all messages word for word."""
        return (len(self.raw.text) + len(self.folded.text)) // SEARCHED_CHARS_PER_UNIT

    def messages_that_may_hold(self, quote: PreparedQuote, settings: Settings, budget: Budget) -> tuple[set[int], bool]:
        """Return the indices of the messages that may hold a quote, and whether no other can: the budget may end."""
        if not budget.spend_of_batch(self.literal_cost):
            return set(), False
        literal = self._messages_holding(quote) | self._messages_holding(quote.cut)
        quote = quote.cut
        if not settings.enable_fuzzy or not MIN_REWRITTEN_CHARS <= quote.length <= settings.max_quote_length:
            return literal, True
        rewritten = self._messages_that_may_say(quote, budget)
        if quote.length < MIN_FUZZY_CHARS:
            return literal | (rewritten or set()), rewritten is not None
        similar = self._messages_that_may_match(quote.folded, settings.max_ratio, budget)
        complete = rewritten is not None and similar is not None
        return literal | (rewritten or set()) | (similar or set()), complete

    def _messages_holding(self, quote: PreparedQuote) -> set[int]:
        return self.raw.texts_holding(quote.text) | self.folded.texts_holding(quote.folded)

    @cached_property
    def _by_language(self) -> Mapping[str | None, tuple[Sequence[int], JoinedTexts]]:
        """The indices of the messages of each language, and their texts without the accents it may leave off."""
        groups = dict[str | None, list[int]]()
        for index, source in enumerate(self.sources):
            groups.setdefault(source.language, []).append(index)
        return {
            language: (indices, JoinedTexts([self.sources[index].rewritable.base for index in indices]))
            for language, indices in groups.items()
        }

    def _messages_that_may_say(self, quote: PreparedQuote, budget: Budget) -> set[int] | None:
        """Return the messages with all that rewriting keeps of a quote; None when the budget ended.

        A quote of which nothing is kept for sure is looked for in a few messages, and in none of many.
        """
        if not budget.spend_of_batch(self.literal_cost):
            return None
        found = set[int]()
        for language, (indices, joined) in self._by_language.items():
            kept = quote_parts(quote.folded, language, self.names)
            if kept.parts:
                found |= {indices[at] for at in joined.texts_at(places_of_rarest(kept, joined.text))}
            elif len(indices) <= MAX_UNKEPT_MESSAGES:
                found.update(indices)
        return found

    def _messages_that_may_match(self, folded_quote: str, max_ratio: Fraction, budget: Budget) -> set[int] | None:
        """Return the messages in which some window may be within the ratio; None when the budget ended."""
        if not budget.spend_of_batch(len(self.folded.text) // FILTERED_CHARS_PER_UNIT):
            return None
        regions = self.ngrams.regions(folded_quote, max_ratio)
        size = 0 if regions is None else sum(end - start for _, start, end in regions)
        if regions is not None and 2 * size <= len(self.folded.text):
            if not budget.spend_of_batch(size * (len(folded_quote) // 64 + 1)):
                return None
            parts = [part for region in regions for part in self.folded.parts_in(region)]
            kept = parts_that_may_match(folded_quote, parts, max_ratio.numerator, max_ratio.denominator)
            return {index for index, _ in kept}
        row = last_row(folded_quote, self.folded.text, budget)
        if row is None:
            return None
        ends = promising_ends(row, len(folded_quote), max_ratio)
        return set((np.unique(np.searchsorted(self.folded.starts, ends - 1, side="right")) - 1).tolist())
