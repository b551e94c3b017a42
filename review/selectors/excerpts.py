"""Words of a message with some of what stands around them."""

from dataclasses import dataclass

AROUND = 120


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Words with what stands around them."""

    before: str
    words: str
    after: str
    is_cut_before: bool
    is_cut_after: bool


def excerpt(text: str, start: int, end: int, *, around: int = AROUND) -> Excerpt:
    """Cut the words of a span out of a text, with some of what stands before and after."""
    first, last = max(0, start - around), min(len(text), end + around)
    return Excerpt(text[first:start], text[start:end], text[end:last], first > 0, last < len(text))
