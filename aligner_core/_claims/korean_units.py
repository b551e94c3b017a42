"""Korean units behind numbers, which carry the endings of the words that follow: 밀리그램 of 5밀리그램이다."""

import re
from collections.abc import Iterator
from itertools import pairwise

from aligner_core._language.numbers import is_number_word
from aligner_core._language.units import canonical_unit
from aligner_core._text.hangul import has_hangul
from aligner_core._text.tokens import Token, TokenKind

MAX_UNIT_CHARS = 6

_MARKS = frozenset({"년", "월", "일", "시", "분", "원", "반"})
_TAIL = re.compile(
    r"(?:이?(?:에요|예요|다|고|며|면|나|라|라서|라고|었|였|니|지만|란|던|래|에서)|입니|쯤|씩|당|째|짜리|간|마다|가량|정도|이상|이하|이내|"
    r"미만|초과|부터|까지|동안|은|는|이|가|을|를|에|의|로|으로|와|과|도|만|보다|밖에|에게|뿐|인|일|이었|안)[가-힣]{0,6}|"
)
"""What follows a Korean unit and is no part of it."""


def without_endings(tokens: list[Token]) -> Iterator[Token]:
    """Yield tokens with the Korean unit behind a number without its ending: 밀리그램 of 5밀리그램이다."""
    for before, token in pairwise((Token("", TokenKind.SIGN, 0, 0), *tokens)):
        is_behind = before.kind is TokenKind.NUMBER or is_number_word(before.text)
        size = _unit_size(token.text) if is_behind and token.kind is TokenKind.WORD and has_hangul(token.text) else 0
        if 0 < size < len(token.text):
            yield Token(token.text[:size], token.kind, token.start, token.start + size)
        else:
            yield token


def _unit_size(text: str) -> int:
    """Return how long the unit or mark is that a word begins with, before an ending; 0 for none."""
    sizes = range(min(MAX_UNIT_CHARS, len(text)), 0, -1)
    return next(
        (
            size
            for size in sizes
            if (canonical_unit(text[:size]) or text[:size] in _MARKS) and _TAIL.fullmatch(text, size)
        ),
        0,
    )
