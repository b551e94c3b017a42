"""One quote against one source: the first step of exact → normalized → fuzzy that succeeds wins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from aligner_core.alignments import AlignedEvidence, Alternative, FailureReason, Method
from aligner_core.canonical import text_hash
from aligner_core.exact import find_exact
from aligner_core.extraction import is_blank
from aligner_core.fuzzy import Best, Budget, Exhausted, Window, best_window, cuts_word
from aligner_core.normalization import NormalizedText, fold
from aligner_core.spans import Span

SHORTEST_FUZZY = 8
SHORT_QUOTE = 30
LONG_QUOTE = 200
MOST_ALTERNATIVES = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """What the steps need to know: the largest ratio of edits accepted, the longest quote that may be fuzzy."""

    worst: Fraction
    longest: int
    fuzzy: bool


class PreparedSource:
    """A source text that is folded and hashed once, when first needed."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def folded(self) -> NormalizedText:
        """The folded text with its way back."""
        return NormalizedText(self.text)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the text."""
        return text_hash(self.text)


def align_to(
    quote: object, source: PreparedSource, settings: Settings, *, index: int = 0, budget: Budget | None = None
) -> AlignedEvidence | FailureReason:
    """Give the aligned evidence of *quote* in *source*, or why there is none."""
    if quote is None or (isinstance(quote, str) and is_blank(quote)):
        return FailureReason.EMPTY_QUOTE
    if not isinstance(quote, str):
        return FailureReason.INVALID_QUOTE
    spans = list(find_exact(quote, source.text))
    if spans:
        return _evidence(quote, source, "exact", spans, index=index)
    wanted = fold(quote)
    spans = list(_normalized_spans(wanted, source.folded))
    if spans:
        return _evidence(quote, source, "normalized", spans, index=index)
    length = len(quote.strip())
    if length > settings.longest:
        return FailureReason.QUOTE_TOO_LONG
    if length < SHORTEST_FUZZY or not settings.fuzzy:
        return FailureReason.NOT_FOUND
    return _fuzzy(quote, wanted, source, settings, index=index, budget=budget or Budget())


def _normalized_spans(wanted: str, folded: NormalizedText) -> Iterator[Span]:
    """Yield the source range of every occurrence that begins and ends between characters."""
    start = folded.text.find(wanted) if wanted else -1
    while start != -1:
        if folded.is_boundary(start) and folded.is_boundary(start + len(wanted)):
            yield folded.span(start, start + len(wanted))
        start = folded.text.find(wanted, start + 1)


def _fuzzy(
    quote: str, wanted: str, source: PreparedSource, settings: Settings, *, index: int, budget: Budget
) -> AlignedEvidence | FailureReason:
    match best_window(wanted, source.folded, worst=settings.worst, budget=budget):
        case Best(window, others):
            spans = [source.folded.span(one.start, one.end) for one in (window, *others)]
            similarity = similarity_of(window, len(wanted))
            return _evidence(quote, source, "fuzzy", spans, index=index, similarity=similarity)
        case Exhausted():
            return FailureReason.BUDGET_EXCEEDED
        case _:
            return FailureReason.NOT_FOUND


def similarity_of(window: Window, size: int) -> float:
    """Give ``1 - d / max(m, L)``, rounded once."""
    longest = max(size, window.end - window.start)
    return (longest - window.distance) / longest


def _evidence(
    quote: str, source: PreparedSource, method: Method, spans: Sequence[Span], *, index: int, similarity: float = 1.0
) -> AlignedEvidence:
    first, *others = spans
    return AlignedEvidence(
        message_index=index,
        quote=quote,
        span_start=first.start,
        span_end=first.end,
        match_method=method,
        similarity=similarity,
        source_hash=source.hash,
        ambiguous=bool(others),
        alternatives=tuple(Alternative(span_start=one.start, span_end=one.end) for one in others[:MOST_ALTERNATIVES]),
        alternative_count=len(others),
        warnings=tuple(_advice(quote, source.text, first)),
    )


def _advice(quote: str, source: str, span: Span) -> Iterator[str]:
    length = len(quote.strip())
    if length < SHORT_QUOTE:
        yield "short_quote"
    if length > LONG_QUOTE:
        yield "long_quote"
    if cuts_word(source, span.start) or cuts_word(source, span.end):
        yield "cut_word"
