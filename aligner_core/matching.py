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


@dataclass(frozen=True, slots=True)
class _Hits:
    """Where one step found a quote: the place it is aligned to, then the others, as many as are listed.

    A fuzzy hit has its window in the folded source too, since differences are judged there.
    """

    method: Method
    ranges: Sequence[Range]
    count: int
    similarity: float = 1.0
    window: Range | None = None


def align_to(
    quote: object, source: PreparedSource, settings: Settings, *, budget: Budget | None = None
) -> AlignedEvidence | FailureReason:
    """Give the aligned evidence of *quote* in *source* (as message 0), or why there is none."""
    if quote is None or (isinstance(quote, str) and is_blank(quote)):
        return FailureReason.EMPTY_QUOTE
    if not isinstance(quote, str):
        return FailureReason.INVALID_QUOTE
    found: _Hits | FailureReason | None = _exact(quote, source.text)
    if found is None:
        length, wanted = len(quote.strip()), fold(quote)
        found = _normalized(wanted, source.folded)
        found = found or _fuzzy(wanted, source.folded, length, settings=settings, budget=budget or Budget())
    return found if isinstance(found, FailureReason) else _evidence(quote, source, found)


def similarity_of(window: Window, size: int) -> float:
    """Give ``1 - d / max(m, L)``, rounded once."""
    longest = max(size, window.end - window.start)
    return (longest - window.distance) / longest


def _exact(quote: str, source: str) -> _Hits | None:
    starts = list(occurrences(quote, source))
    ranges = [(start, start + len(quote)) for start in starts[:LISTED]]
    return _Hits("exact", ranges, len(starts)) if starts else None


def _normalized(wanted: str, source: NormalizedText) -> _Hits | None:
    """Find every occurrence that begins and ends between characters."""
    size = len(wanted)
    starts = [
        start
        for start in occurrences(wanted, source.text)
        if source.is_boundary(start) and source.is_boundary(start + size)
    ]
    ranges = [source.source_range(start, start + size) for start in starts[:LISTED]]
    return _Hits("normalized", ranges, len(starts)) if starts else None


def _fuzzy(
    wanted: str, source: NormalizedText, length: int, *, settings: Settings, budget: Budget
) -> _Hits | FailureReason:
    if length > settings.longest:
        return FailureReason.QUOTE_TOO_LONG
    if length < SHORTEST_FUZZY or not settings.fuzzy:
        return FailureReason.NOT_FOUND
    match best_window(wanted, source, worst=settings.worst, budget=budget):
        case Best(window, others):
            ranges = [source.source_range(one.start, one.end) for one in (window, *others[: LISTED - 1])]
            similarity = similarity_of(window, len(wanted))
            return _Hits("fuzzy", ranges, 1 + len(others), similarity, window=(window.start, window.end))
        case Exhausted():
            return FailureReason.BUDGET_EXCEEDED
        case _:
            return FailureReason.NOT_FOUND


def _evidence(quote: str, source: PreparedSource, hits: _Hits) -> AlignedEvidence:
    (start, end), *others = hits.ranges
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
        differences=differences(quote, source.folded, hits.window) if hits.window else (),
        warnings=tuple(advice(quote, source.text, start, end)),
    )
