"""Literal occurrences."""

from collections.abc import Iterator

from aligner_core.spans import Span


def find_exact(quote: str, source: str) -> Iterator[Span]:
    """Yield every span of *source* that reads *quote*, overlapping ones too.

    >>> [span.start for span in find_exact("aa", "baaa")]
    [1, 2]
    """
    start = source.find(quote) if quote else -1
    while start != -1:
        yield Span(start=start, end=start + len(quote))
        start = source.find(quote, start + 1)
