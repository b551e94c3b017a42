"""Words, numbers and signs of a folded text: what differences are judged by."""

import re
from enum import Enum
from typing import NamedTuple

_RAISED = r"\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2080-\u2089\u2150-\u215e"
"""Raised and lowered digits, and fractions of one character: numbers, though not of the ten digits."""
_LETTER = rf"[^\W\d_{_RAISED}]"
_TOKEN = re.compile(
    rf"(?P<number>(?<![\w)])[-+]\d+(?:[.,:。]\d+)*|\d+(?:[.,:。]\d+)*|[{_RAISED}]+)"
    rf"|(?P<word>(?<=\d)[십백천만억조]+|{_LETTER}+(?:'(?![가-힣]){_LETTER}+)*)"
    r"|(?P<sign>[^\s])"
)


class TokenKind(Enum):
    """What a token is."""

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


def tokens(text: str) -> list[Token]:
    """Split a folded text.

    >>> [token.text for token in tokens("don't pay 2,400원 (-5%)")]
    ["don't", 'pay', '2,400', '원', '(', '-5', '%', ')']
    """
    return [Token(found[0], _KINDS[found.lastgroup or ""], *found.span()) for found in _TOKEN.finditer(text)]
