"""The tokens that are compared: those of a quote, and those of its source that correspond to them.

A window is the part of the source that is most like the quote. It may cut a word, and may lack what the quote begins or
ends with.
"""

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

from aligner_core._language.lexicon import lexicon
from aligner_core._language.markup import EMPHASIS, ENTITY, ESCAPE, LINK, STRONG, speakers
from aligner_core._language.numbers import split_counters
from aligner_core._text.normalized_text import fold
from aligner_core._text.tokens import Token, TokenKind, tokenize

SENTENCE_ENDS = frozenset(".!?\u2026\u3002")
MAX_WORD_CHARS = 100
"""How far a window is widened where no white space ends a word, as in minified JSON."""
MAX_CHARS_AWAY, MAX_TOKENS_AWAY = 40, 4
"""How far from a window the first and the last word of the quote are looked for."""

_ELLIPSIS = "..."
_ELLIPSIS_AT_END = re.compile(r"(?:\s*\.\.\.)+$")

_MARKUP = re.compile(r"[&\\*_~`]|\]\(")
"""Every entity, escape, emphasis and link has one of these."""

Tokens = Sequence[Token]


class ComparedTokens(NamedTuple):
    """The tokens of a quote, those of the source cut as the quote is, and the whole tokens those are part of."""

    quote: Tokens
    source: Tokens
    whole_source: Tokens


def compared_tokens(folded: str, source_text: str, window: tuple[int, int]) -> ComparedTokens:
    """Return the tokens to compare of a folded quote and of the window [start, end) of the text it was aligned to.

    The text is folded too. Escapes, entities and links that only one of the texts has are decoded, and what surrounds
    the words of the quote is taken off. The window is widened to the first and last word of the quote, where they are
    close by.

    >>> found = compared_tokens("in , a fund", "in 2018, a fund", (7, 15))
    >>> [token.text for token in found.quote], [token.text for token in found.source]
    (['in', ',', 'a', 'fund'], ['in', '2018', ',', 'a', 'fund'])
    """
    found = _tokens_near(folded, source_text, window, widen_to_spaces(source_text, *window))
    if _begin_and_end_alike(found.quote, found.source):
        return found
    return _tokens_near(folded, source_text, window, _surroundings(source_text, window))


def _tokens_near(
    folded: str, source_text: str, window: tuple[int, int], surroundings: tuple[int, int]
) -> ComparedTokens:
    """Return the tokens to compare, given the part of a text in which the words at the edges are looked for."""
    start, end = surroundings
    before, inside, after = (_decode(source_text[a:b], folded) for a, b in pairwise((start, *window, end)))
    first, last = len(before), len(before) + len(inside)
    quote_tokens = split_tokens(_without_surroundings(_decode(folded, inside), inside))
    nearby = split_tokens(before + inside + after)
    low = bisect_right(nearby, first, key=lambda token: token.end)
    high = bisect_left(nearby, last, key=lambda token: token.start)
    if quote_tokens and low < high:
        source_tokens = _cut_as_quoted(nearby[low:high], first, last, quote_tokens)
        low -= _tokens_to_word(quote_tokens[0], source_tokens[0], reversed(nearby[:low]))
        high += _tokens_to_word(quote_tokens[-1], source_tokens[-1], nearby[high:])
    whole = nearby[low:high]
    return ComparedTokens(quote_tokens, _cut_as_quoted(whole, first, last, quote_tokens), whole)


def _begin_and_end_alike(quote: Tokens, source: Tokens) -> bool:
    """Return whether a quote has the words at the edges of its source, so that none is to be looked for beyond them."""
    return bool(quote and source) and all(
        word.kind is TokenKind.SIGN or word.text == edge.text
        for word, edge in ((quote[0], source[0]), (quote[-1], source[-1]))
    )


def split_tokens(text: str) -> list[Token]:
    """Return the tokens of a folded text, Korean number words apart from their counters."""
    tokens = tokenize(text)
    return tokens if text.isascii() else list(split_counters(tokens))


def widen_to_quoted_words(quote: str, source_text: str, window: tuple[int, int]) -> tuple[int, int]:
    """Return a window of a folded text widened to the first and last word of its quote, where they are close by.

    >>> widen_to_quoted_words("The takes place at noon", "monday. the event takes place at noon", (12, 37))
    (8, 37)
    """
    quote_tokens = tokenize(fold(quote))
    start, end = _surroundings(source_text, window)
    nearby = [
        token._replace(start=token.start + start, end=token.end + start) for token in tokenize(source_text[start:end])
    ]
    inside = [token for token in nearby if token.end > window[0] and token.start < window[1]]
    if not quote_tokens or not inside:
        return window
    low, high = nearby.index(inside[0]), nearby.index(inside[-1]) + 1
    first = low - _tokens_to_word(quote_tokens[0], inside[0], reversed(nearby[:low]))
    last = high + _tokens_to_word(quote_tokens[-1], inside[-1], nearby[high:])
    return min(window[0], nearby[first].start), max(window[1], nearby[last - 1].end)


def widen_to_spaces(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a window widened to white space, so that no number is judged by half of its digits.

    It grows by at most MAX_WORD_CHARS on either side.
    """
    first, last = max(0, start - MAX_WORD_CHARS), min(len(text), end + MAX_WORD_CHARS)
    while start > first and not (text[start - 1].isspace() or text[start].isspace()):
        start -= 1
    while end < last and not (text[end].isspace() or text[end - 1].isspace()):
        end += 1
    return start, end


def as_written(tokens: Tokens) -> str:
    """Return the text of tokens, with a space where there was white space."""
    if len(tokens) == 1:
        return tokens[0].text
    ends = [tokens[0].start if tokens else 0, *(token.end for token in tokens)]
    return "".join(f"{' ' if token.start > end else ''}{token.text}" for token, end in zip(tokens, ends, strict=False))


def _surroundings(text: str, window: tuple[int, int]) -> tuple[int, int]:
    """Return the part of a text, of whole words, in which the first and last word of a quote are looked for."""
    return widen_to_spaces(text, max(0, window[0] - MAX_CHARS_AWAY), min(len(text), window[1] + MAX_CHARS_AWAY))


def _decode(text: str, other: str) -> str:
    """Return a text with entities, escapes and links decoded, each kind only if the other text has none of it."""
    if not _MARKUP.search(text):
        return text
    if "&" in text and not ENTITY.search(other):
        text = ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    if "\\" in text and "\\" not in other:
        text = ESCAPE.sub(" ", text)
    for pattern in (STRONG, EMPHASIS):
        if pattern.search(text) and not pattern.search(other):
            text = pattern.sub("", text)
    return LINK.sub(r"\1", text) if "](" in text and not LINK.search(other) else text


@cache
def _beginning() -> re.Pattern[str]:
    """Return the pattern of a bullet, a number and a speaker before words."""
    return re.compile(rf"(?:[-*>•]\s+|\d{{1,2}}[.)]\s+|(?:{speakers()})\s*:\s*)+")


def _without_surroundings(quote: str, text: str) -> str:
    """Return a quote without a bullet, a speaker and an ellipsis, unless the text has some of them too."""
    if _beginning().match(text) or (_ELLIPSIS in text and _ELLIPSIS_AT_END.search(text)):
        return quote
    found = _beginning().match(quote)
    bare = quote[found.end() :] if found else quote
    return _ELLIPSIS_AT_END.sub("", bare) if _ELLIPSIS in bare else bare


def _tokens_to_word(word: Token, edge: Token, outside: Iterable[Token]) -> int:
    """Return how many tokens outside a window it takes to reach the word the quote has at its edge.

    0 when the edge is that word, and when the word is not close by in the same sentence. "In , a fund" is most like
    ", a fund" of "In 2018, a fund", and nothing in that window shows that a number is missing.
    """
    if word.kind is TokenKind.SIGN or word.text == edge.text:
        return 0
    for count, token in enumerate(islice(outside, MAX_TOKENS_AWAY), start=1):
        if token.text == word.text:
            return count
        if token.text in SENTENCE_ENDS:
            break
    return 0


def _cut_as_quoted(whole: Tokens, first: int, last: int, quote_tokens: Tokens) -> Tokens:
    """Return tokens with the words at the edges cut as the quote cuts them; numbers stay whole."""
    beginning = quote_tokens[0].text if quote_tokens else ""
    quoted = {token.text for token in quote_tokens}
    return [
        _cut_front(_cut_back(token, last, quoted), first, beginning)
        if token.kind is not TokenKind.NUMBER and (token.start < first or token.end > last)
        else token
        for token in whole
    ]


def _cut_front(token: Token, first: int, beginning: str) -> Token:
    """Return a word without its part before the window, if the quote begins so and the rest means the same.

    The window most similar to `encrypt` begins inside `decrypt`, and `unclear` does not mean `clear`.
    """
    front, rest = token.text[: -len(beginning)], token.text[-len(beginning) :]
    if not token.start < first < token.end or rest != beginning or _reverses_meaning(front, rest):
        return token
    return Token(rest, token.kind, token.start + len(front), token.end)


def _cut_back(token: Token, last: int, quoted: set[str]) -> Token:
    """Return a word without its part after the window, if the quote has that part of it and not the whole word."""
    cut = token.text[: last - token.start]
    if not token.start < last < token.end or token.text in quoted or cut not in quoted:
        return token
    return Token(cut, token.kind, token.start, last)


def _reverses_meaning(prefix: str, word: str) -> bool:
    """Return whether a prefix reverses the meaning of a word, as those of unclear, neither and 미확인 do.

    >>> _reverses_meaning("un", "clear"), _reverses_meaning("n", "either"), _reverses_meaning("arit", "hmetic")
    (True, True, False)
    """
    known = [lexicon(code).negations for code in ("en", "ko")]
    return any(prefix in own.prefixes or own.negates(prefix + word) != own.negates(word) for own in known)
