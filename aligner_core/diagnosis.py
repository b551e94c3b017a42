"""What a quote that was not found is near to, and in which other messages it stands."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from aligner_core.alignments import AlignedEvidence, FailedEvidence, FailureReason, Place
from aligner_core.extraction import ExtractedQuote
from aligner_core.fuzzy import SEPARATOR, Best, Budget, best_window, last_row, within
from aligner_core.matching import SHORTEST_FUZZY, PreparedSource, Settings, align_to, similarity_of
from aligner_core.normalization import fold

CLOSE = Fraction(4, 10)
"""The largest ratio of edits at which the closest words are worth showing: similarity 0.6."""
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
        lengths = [len(source.folded.text) + len(SEPARATOR) for source in self.sources]
        return [0, *accumulate(lengths)][:-1]

    def holding(self, quote: str, wanted: str, settings: Settings, budget: Budget) -> set[int]:
        """Give the indices of the messages that may hold a quote: none that does is missing."""
        indices = {index for index, source in enumerate(self.sources) if quote in source.text}
        at = self.joined.find(wanted) if wanted else -1
        while at != -1:
            indices.add(self.index_of(at))
            at = self.joined.find(wanted, self.starts[self.index_of(at)] + len(self.sources[self.index_of(at)].folded))
        if settings.fuzzy and SHORTEST_FUZZY <= len(quote.strip()) <= settings.longest:
            row = last_row(wanted, self.joined, budget)
            ends = () if row is None else within(row, len(wanted), settings.worst)
            indices.update(self.index_of(int(end) - 1) for end in ends if end)
        return indices

    def index_of(self, position: int) -> int:
        """Give the message a position of the joined text lies in."""
        return bisect_right(self.starts, position) - 1


def diagnose(quote: ExtractedQuote, corpus: Corpus, settings: Settings) -> AlignedEvidence | FailedEvidence:
    """Look for a quote in the message it claims; say of a failed or fuzzy one where else it stands (contract 3.7)."""
    index = quote.message_index
    if quote.refusal not in {None, FailureReason.INVALID_INDEX}:
        return FailedEvidence(message_index=index, quote=quote.text, failure_reason=quote.refusal)
    if index is None or index >= len(corpus.sources):
        reason = FailureReason.INVALID_INDEX if index is None else FailureReason.INDEX_OUT_OF_RANGE
        found_in = _found_in(quote, corpus, settings)
        return FailedEvidence(message_index=index, quote=quote.text, failure_reason=reason, found_in=found_in)
    here = align_to(quote.text, corpus.sources[index], settings, index=index)
    if isinstance(here, AlignedEvidence):
        return _with_better_places(here, quote, corpus, settings)
    return _failed(quote, here, corpus, settings)


def _with_better_places(
    here: AlignedEvidence, quote: ExtractedQuote, corpus: Corpus, settings: Settings
) -> AlignedEvidence:
    """Tell of a fuzzy alignment whether the quote stands word for word in another message."""
    if here.match_method != "fuzzy":
        return here
    places = _found_in(quote, corpus, replace(settings, fuzzy=False))
    return here.model_copy(update={"found_in": places}) if places else here


def _failed(quote: ExtractedQuote, reason: FailureReason, corpus: Corpus, settings: Settings) -> FailedEvidence:
    failed = FailedEvidence(message_index=quote.message_index, quote=quote.text, failure_reason=reason)
    found_in = _found_in(quote, corpus, settings)
    if found_in:
        return failed.model_copy(update={"failure_reason": FailureReason.WRONG_MESSAGE, "found_in": found_in})
    closest = _closest(quote, corpus, settings) if reason is FailureReason.NOT_FOUND else None
    if closest is None:
        return failed
    return failed.model_copy(update={"failure_reason": FailureReason.BELOW_THRESHOLD, "closest": closest})


def _found_in(quote: ExtractedQuote, corpus: Corpus, settings: Settings) -> tuple[Place, ...]:
    """Give the other messages where a quote aligns, best first: method, similarity, distance in messages, index."""
    claimed = quote.message_index
    budget = Budget()
    candidates = corpus.holding(quote.text, fold(quote.text), settings, budget) - {claimed}
    found = [
        align_to(quote.text, corpus.sources[index], settings, index=index, budget=budget)
        for index in sorted(candidates)
    ]
    places = [_place(one, corpus) for one in found if isinstance(one, AlignedEvidence)]
    far = {place.message_index: 0 if claimed is None else abs(place.message_index - claimed) for place in places}
    return tuple(
        sorted(
            places,
            key=lambda place: (
                _ORDER.index(place.match_method),
                -place.similarity,
                far[place.message_index],
                place.message_index,
            ),
        )
    )


def _place(evidence: AlignedEvidence, corpus: Corpus) -> Place:
    return Place(
        message_index=evidence.message_index,
        span_start=evidence.span_start,
        span_end=evidence.span_end,
        text=corpus.sources[evidence.message_index].text[evidence.span_start : evidence.span_end],
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
    if not isinstance(best, Best):
        return None
    span = source.folded.span(best.window.start, best.window.end)
    return Place(
        message_index=index,
        span_start=span.start,
        span_end=span.end,
        text=source.text[span.start : span.end],
        similarity=similarity_of(best.window, len(wanted)),
        match_method="none",
    )
