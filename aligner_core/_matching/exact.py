"""Literal occurrences."""

from collections.abc import Iterator

from aligner_core.spans import Span


def find_exact(quote: str, source: str) -> Iterator[Span]:
    """Yield every span of *source* that reads *quote*, overlapping ones too.

    >>> [span.start for span in find_exact("aa", "baaa")]
    [1, 2]
    """
    return (Span(start=start, end=start + len(quote)) for start in occurrences(quote, source))


def occurrences(quote: str, source: str) -> Iterator[int]:
    """Yield where every occurrence of *quote* begins; nothing occurs nowhere.

    Once two occurrences overlap, the next one is read off the quote's period: searching anew for each would take the
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
    """Give the least shift at which a text agrees with itself (Knuth, Morris and Pratt 1977)."""
    borders = [0] * len(quote)
    border = 0
    for at in range(1, len(quote)):
        while border and quote[at] != quote[border]:
            border = borders[border - 1]
        border += quote[at] == quote[border]
        borders[at] = border
    return len(quote) - border
