"""The two sides of a comparison: the words of a quote, and the words of its source that they are to be held against.

A window is the stretch most like the quote. It may cut a word, and may leave out what the quote begins or ends with.
"""

import html
import re
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from aligner_core.lexicon import turns_around
from aligner_core.normalization import fold
from aligner_core.numerals import counted_apart
from aligner_core.tokens import Token, TokenKind, tokens
from aligner_core.wrapping import ENTITY, ESCAPE, LINK, SPEAKERS

SENTENCE_ENDS = frozenset(".!?\u2026\u3002")
LONGEST_WORD = 100
"""How far a window is widened where no white space ends a word, as in minified JSON."""
REACH, FARTHEST = 40, 4
"""How many characters and words beside a window are looked at for the first and the last word of the quote."""

_WRAPPING = re.compile(rf"^(?:[-*>•]\s+|\d{{1,2}}[.)]\s+|(?:{SPEAKERS})\s*:\s*)+|(?:\s*\.\.\.)+$")

Stretch = Sequence[Token]


class Sides(NamedTuple):
    """What a quote says, what stands in the source cut as the quote is, and the whole words that stands in."""

    said: Stretch
    stands: Stretch
    whole: Stretch


def sides(quote: str, text: str, window: tuple[int, int]) -> Sides:
    """Take a quote and the folded text it was aligned in apart into tokens, machine writing and wrapping taken off."""
    folded = fold(quote)
    start, end = whole_words(text, max(0, window[0] - REACH), min(len(text), window[1] + REACH))
    before, inside, after = (_plain(text[a:b], folded) for a, b in pairwise((start, *window, end)))
    first, last = len(before), len(before) + len(inside)
    said = list(counted_apart(tokens(_unwrapped(_plain(folded, inside), inside))))
    around = list(counted_apart(tokens(before + inside + after)))
    low = sum(token.end <= first for token in around)
    high = sum(token.start < last for token in around)
    if said and low < high:
        stands = _clipped(around[low:high], first, last, said)
        low -= _reach(said[0], stands[0], reversed(around[:low]))
        high += _reach(said[-1], stands[-1], around[high:])
    whole = around[low:high]
    return Sides(said, _clipped(whole, first, last, said), whole)


def reached(quote: str, text: str, window: tuple[int, int]) -> tuple[int, int]:
    """Widen a window of a folded text to the first and the last word of its quote, where they stand right beside it.

    >>> reached("The takes place at noon", "monday. the event takes place at noon", (12, 37))
    (8, 37)
    """
    said = tokens(fold(quote))
    start, end = whole_words(text, max(0, window[0] - REACH), min(len(text), window[1] + REACH))
    around = [one._replace(start=one.start + start, end=one.end + start) for one in tokens(text[start:end])]
    inside = [one for one in around if one.end > window[0] and one.start < window[1]]
    if not said or not inside:
        return window
    low, high = around.index(inside[0]), around.index(inside[-1]) + 1
    first = low - _reach(said[0], inside[0], reversed(around[:low]))
    last = high + _reach(said[-1], inside[-1], around[high:])
    return min(window[0], around[first].start), max(window[1], around[last - 1].end)


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a window to white space, so that no number is judged by half of its digits; no word is endless."""
    first, last = max(0, start - LONGEST_WORD), min(len(text), end + LONGEST_WORD)
    while start > first and not (text[start - 1].isspace() or text[start].isspace()):
        start -= 1
    while end < last and not (text[end].isspace() or text[end - 1].isspace()):
        end += 1
    return start, end


def _plain(text: str, other: str) -> str:
    """Take off what writes the same words for a machine, unless the other text has it: entities, escapes, links."""
    if "&" in text and not ENTITY.search(other):
        text = ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    if "\\" in text and "\\" not in other:
        text = ESCAPE.sub(" ", text)
    return LINK.sub(r"\1", text) if "](" in text and not LINK.search(other) else text


def _unwrapped(quote: str, text: str) -> str:
    """Take off what was wrapped around a quote on its way: a bullet, a speaker, an ellipsis."""
    return quote if _WRAPPING.search(text) else _WRAPPING.sub("", quote)


def _reach(word: Token, edge: Token, beside: Iterable[Token]) -> int:
    """Count the tokens beside a window up to the word the quote has at that edge; none where it is not soon found.

    "In , a fund" is most like ", a fund" of "In 2018, a fund", where nothing tells of the lost number.
    """
    if word.kind is TokenKind.SIGN or word.text == edge.text:
        return 0
    for far, token in enumerate(islice(beside, FARTHEST), start=1):
        if token.text == word.text:
            return far
        if token.text in SENTENCE_ENDS:
            break
    return 0


def _clipped(whole: Stretch, first: int, last: int, said: Stretch) -> Stretch:
    """Cut the words at the edges as the quote has them, for it may begin and end inside a word; numbers stay whole."""
    begun, kept = said[0].text if said else "", {token.text for token in said}
    return [
        _cut_front(_cut_back(token, last, kept), first, begun)
        if token.kind is not TokenKind.NUMBER and (token.start < first or token.end > last)
        else token
        for token in whole
    ]


def _cut_front(token: Token, first: int, begun: str) -> Token:
    """Cut what stands before a window off a word, if the quote begins so and the word is not another one without.

    For `encrypt` the most similar stretch begins inside of `decrypt`; and `unclear` is not clear.
    """
    front, rest = token.text[: -len(begun)], token.text[-len(begun) :]
    if not token.start < first < token.end or rest != begun or turns_around(front, rest):
        return token
    return Token(rest, token.kind, token.start + len(front), token.end)


def _cut_back(token: Token, last: int, kept: set[str]) -> Token:
    if not token.start < last < token.end or token.text in kept:
        return token
    return Token(token.text[: last - token.start], token.kind, token.start, last)
