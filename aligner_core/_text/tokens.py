"""The words, numbers and signs of a folded text, by which differences are judged."""

import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

import regex

MAX_CACHED_CHUNKS, MAX_CACHED_CHARS = 8192, 40
"""How many texts between spaces are remembered with their tokens, and how long they are at most."""

MAGNITUDES = "십백천만억조"
"""What stands behind digits as if it were digits: Korean marks of tens, hundreds, thousands and so on."""
_RAISED = r"\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2080-\u2089\u2150-\u215e"
"""Raised and lowered digits, and fractions of one character: numbers, though not of the ten digits."""
_RAISED_SIGN = r"\u207a\u207b"


def _pattern(letter: str, before_sign: str) -> str:
    """Return the pattern of a token, given what a letter is, and what never stands before the sign of a number."""
    return (
        rf"(?P<word>(?<=\d)[{MAGNITUDES}]+|{letter}+(?:'(?![가-힣]){letter}+)*)"
        rf"|(?P<number>(?<!{before_sign})[-+]\d+(?:[.,:。]\d+)*|\d+(?:[.,:。]\d+)*|[{_RAISED_SIGN}]?[{_RAISED}]+)"
        r"|(?P<sign>[^\s])"
    )


_TOKEN = regex.compile(_pattern(r"[\p{L}\p{M}]", r"[\w)]"), regex.VERSION1)
_PLAIN_TOKEN = re.compile(_pattern("[a-zA-Z가-힣]", r"[\w가-힣)]"), re.ASCII)
"""The same for plain text, for which `re` is faster."""
_PLAIN_TEXT = re.compile("[\0-\x7f가-힣]*")


class TokenKind(Enum):
    """The kind of a token."""

    NUMBER = "number"
    WORD = "word"
    SIGN = "sign"


_KINDS = {kind.value: kind for kind in TokenKind}


class Token(NamedTuple):
    """One token at [start, end) of a folded text."""

    text: str
    kind: TokenKind
    start: int
    end: int


def tokenize(text: str) -> list[Token]:
    """Return the words, numbers and signs of a folded text, in reading order.

    >>> [token.text for token in tokenize("don't pay 2,400원 (-5%)")]
    ["don't", 'pay', '2,400', '원', '(', '-5', '%', ')']
    """
    tokens: list[Token] = []
    at = 0
    for chunk in text.split(" "):
        found = _cached_tokens(chunk) if len(chunk) <= MAX_CACHED_CHARS else _tokens_of(chunk)
        tokens += [Token(word, kind, at + start, at + end) for word, kind, start, end in found] if at else found
        at += len(chunk) + 1
    return tokens


def words_in(text: str) -> list[str]:
    """Return the words of a folded text, in reading order, without its numbers and signs.

    >>> words_in("don't pay 2,400원 (-5%)")
    ["don't", 'pay', '원']
    """
    words: list[str] = []
    for chunk in text.split(" "):
        words += _cached_words(chunk) if len(chunk) <= MAX_CACHED_CHARS else _words_of(chunk)
    return words


def _tokens_of(chunk: str) -> tuple[Token, ...]:
    pattern: re.Pattern[str] = _PLAIN_TOKEN if _PLAIN_TEXT.fullmatch(chunk) else _TOKEN
    return tuple(Token(found[0], _KINDS[found.lastgroup or ""], *found.span()) for found in pattern.finditer(chunk))


def _words_of(chunk: str) -> tuple[str, ...]:
    return tuple(token.text for token in _tokens_of(chunk) if token.kind is TokenKind.WORD)


_cached_tokens = lru_cache(maxsize=MAX_CACHED_CHUNKS)(_tokens_of)
"""Most words of a conversation recur in it."""
_cached_words = lru_cache(maxsize=MAX_CACHED_CHUNKS)(_words_of)
