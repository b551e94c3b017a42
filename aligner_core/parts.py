"""Where a quote may have been put together: at marks of what was left out, between sentences, between any two words."""

import re
from itertools import pairwise

from aligner_core.normalization import NormalizedText
from aligner_core.spans import Span
from aligner_core.tokens import TokenKind, tokens
from aligner_core.wrapping import ELLIPSIS

_LEFT_OUT = re.compile(ELLIPSIS, re.IGNORECASE)
SENTENCE_END = re.compile("(?<![.!?。])[.!?。]+[\"')\\]\u201d\u2019]*\\s+|\n\\s*")
"""Where one sentence ends and another may begin."""


def elided(quote: str) -> list[str]:
    """Give what stands between the marks of left out words.

    >>> elided("We keep it … for a year [...] not longer...")
    ['We keep it', 'for a year', 'not longer']
    """
    return [part.strip() for part in _LEFT_OUT.split(quote) if part.strip()]


def sentences(quote: str) -> list[Span]:
    """Give the sentences of a quote, with the white space behind them.

    >>> [(one.start, one.end) for one in sentences("It is v1.2. Ship it!")]
    [(0, 12), (12, 20)]
    """
    ends = [0, *(found.end() for found in SENTENCE_END.finditer(quote)), len(quote)]
    return [Span(start=start, end=end) for start, end in pairwise(ends) if end > start]


def longest_stretches(quote: str, text: str, *, most: int) -> list[Span]:
    """Cut a quote between words so that each stretch is the longest that stands in a folded text; at most so many.

    Signs between two stretches belong to none. A word that stands nowhere is a stretch too.
    """
    folded = NormalizedText(quote)
    words = [token for token in tokens(folded.text) if token.kind is not TokenKind.SIGN]
    stretches: list[Span] = []
    at = 0
    while at < len(words) and len(stretches) < most:
        low, high = at + 1, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            stands = folded.text[words[at].start : words[middle - 1].end] in text
            low, high = (middle, high) if stands else (low, middle - 1)
        stretches.append(folded.span(words[at].start, words[low - 1].end))
        at = low
    return stretches
