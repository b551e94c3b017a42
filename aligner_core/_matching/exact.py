"""Literal occurrences of a quote."""

from collections.abc import Iterator

from aligner_core.errors import require_type
from aligner_core.spans import Span


def find_exact(quote: str, source: str) -> Iterator[Span]:
    """Yield every span of *source* that reads *quote*, overlapping ones too; none for an empty quote.

    Raises:
        InvalidTypeError: an argument is not a string.

    >>> [span.start for span in find_exact("aa", "baaa")]
    [1, 2]

    """
    require_type(quote, str, "quote")
    require_type(source, str, "source")
    return (Span(start=start, end=start + len(quote)) for start in occurrences(quote, source))


def occurrences(quote: str, source: str) -> Iterator[int]:
    """Yield where every occurrence of *quote* begins, overlapping ones too; none for an empty quote.

    Once two occurrences overlap, the next one follows from the quote's period: searching again for each would take the
    length of the quote times the length of the source.
    """
    start = source.find(quote) if quote else -1
    tail = ""
    while start != -1:
        yield start
        end = start + len(quote)
        if tail and source.startswith(tail, end):
            start += len(tail)
            continue
        start = source.find(quote, start + 1)
        if not tail and -1 < start < end:
            tail = quote[-_period(quote) :]


def _period(quote: str) -> int:
    """Return the least shift at which a text agrees with itself (Knuth, Morris and Pratt 1977)."""
    borders = [0] * len(quote)
    border = 0
    for at in range(1, len(quote)):
        while border and quote[at] != quote[border]:
            border = borders[border - 1]
        border += quote[at] == quote[border]
        borders[at] = border
    return len(quote) - border
