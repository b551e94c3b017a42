"""One quote against one source: the first step of exact → normalized → fuzzy that succeeds wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from aligner_core.advice import advice
from aligner_core.alignments import MOST_ALTERNATIVES, AlignedEvidence, Alternative, FailureReason, Method
from aligner_core.canonical import text_hash
from aligner_core.claims import is_blank
from aligner_core.differences import differences
from aligner_core.exact import occurrences
from aligner_core.fuzzy import Exhausted, best_window
from aligner_core.normalization import NormalizedText, fold
from aligner_core.rows import Budget
from aligner_core.ties import Best, Window

SHORTEST_FUZZY = 8
LISTED = 1 + MOST_ALTERNATIVES

Range = tuple[int, int]


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


class PreparedQuote:
    """A quote that is folded once, when first needed, in however many sources it is looked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.length = len(text.strip())

    @cached_property
    def folded(self) -> str:
        """The folded text."""
        return fold(self.text)


@dataclass(frozen=True, slots=True)
class Hits:
    """Where one step found a quote: the place it is aligned to, then the others, as many as are listed.

    A fuzzy hit has its window in the folded source too, since differences are judged there.
    """

    method: Method
    ranges: Sequence[Range]
    count: int
    ratio: Fraction = Fraction(0)
    window: Window | None = None

    @property
    def similarity(self) -> float:
        """Give ``1 - d / max(m, L)``, rounded once."""
        return float(1 - self.ratio)


def align_to(
    quote: object, source: PreparedSource, settings: Settings, *, budget: Budget | None = None
) -> AlignedEvidence | FailureReason:
    """Give the aligned evidence of *quote* in *source* (as message 0), or why there is none."""
    if quote is None or (isinstance(quote, str) and is_blank(quote)):
        return FailureReason.EMPTY_QUOTE
    if not isinstance(quote, str):
        return FailureReason.INVALID_QUOTE
    found = find(PreparedQuote(quote), source, settings, budget=budget)
    return found if isinstance(found, FailureReason) else _evidence(quote, source, found)


def find(
    quote: PreparedQuote, source: PreparedSource, settings: Settings, *, budget: Budget | None = None
) -> Hits | FailureReason:
    """Give where a quote that is not blank aligns, and by which step; what differs there is not judged."""
    return find_literal(quote, source) or find_fuzzy(quote, source, settings, budget=budget)


def find_literal(quote: PreparedQuote, source: PreparedSource) -> Hits | None:
    """Give where a quote stands word for word, as it is or folded."""
    return _exact(quote.text, source.text) or _normalized(quote.folded, source.folded)


def find_fuzzy(
    quote: PreparedQuote, source: PreparedSource, settings: Settings, *, budget: Budget | None = None
) -> Hits | FailureReason:
    """Give where a quote that does not stand word for word is similar enough."""
    if quote.length > settings.longest:
        return FailureReason.QUOTE_TOO_LONG
    if quote.length < SHORTEST_FUZZY or not settings.fuzzy:
        return FailureReason.NOT_FOUND
    wanted, folded = quote.folded, source.folded
    match best_window(wanted, folded, worst=settings.worst, budget=budget or Budget()):
        case Best(window, others):
            ranges = [folded.source_range(one.start, one.end) for one in (window, *others[: LISTED - 1])]
            return Hits("fuzzy", ranges, 1 + len(others), ratio_of(window, len(wanted)), window)
        case Exhausted():
            return FailureReason.BUDGET_EXCEEDED
        case _:
            return FailureReason.NOT_FOUND


def ratio_of(window: Window, size: int) -> Fraction:
    """Give the ratio of edits of a window to a quote of *size* characters."""
    return Fraction(window.distance, max(size, window.end - window.start))


def _exact(quote: str, source: str) -> Hits | None:
    starts = list(occurrences(quote, source))
    ranges = [(start, start + len(quote)) for start in starts[:LISTED]]
    return Hits("exact", ranges, len(starts)) if starts else None


def _normalized(wanted: str, source: NormalizedText) -> Hits | None:
    """Find every occurrence that begins and ends between characters."""
    size = len(wanted)
    starts = [
        start
        for start in occurrences(wanted, source.text)
        if source.is_boundary(start) and source.is_boundary(start + size)
    ]
    ranges = [source.source_range(start, start + size) for start in starts[:LISTED]]
    return Hits("normalized", ranges, len(starts)) if starts else None


def _evidence(quote: str, source: PreparedSource, hits: Hits) -> AlignedEvidence:
    (start, end), *others = hits.ranges
    window = hits.window
    return AlignedEvidence(
        message_index=0,
        quote=quote,
        span_start=start,
        span_end=end,
        match_method=hits.method,
        similarity=hits.similarity,
        source_hash=source.hash,
        ambiguous=bool(others),
        alternatives=tuple(Alternative(span_start=first, span_end=last) for first, last in others),
        alternative_count=hits.count - 1,
        differences=differences(quote, source.folded, (window.start, window.end)) if window else (),
        warnings=tuple(advice(quote, source.text, start, end)),
    )
