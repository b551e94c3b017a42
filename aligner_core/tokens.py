"""Words, numbers and signs of a folded text: what differences are judged by."""

import re
from dataclasses import dataclass
from enum import Enum

_TOKEN = re.compile(
    r"(?P<number>(?<![\w)])[-+]\d+(?:[.,:]\d+)*|\d+(?:[.,:]\d+)*)"
    r"|(?P<word>(?<=\d)[십백천만억조]+|[^\W\d_]+(?:'[^\W\d_]+)*)"
    r"|(?P<sign>[^\s])"
)


class TokenKind(Enum):
    """What a token is."""

    NUMBER = "number"
    WORD = "word"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Token:
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
    return [
        Token(found.group(), TokenKind(found.lastgroup), found.start(), found.end()) for found in _TOKEN.finditer(text)
    ]
