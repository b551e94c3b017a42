"""The tokens that values are read from, with the numbers among them; `Value` is what is read."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from aligner_core._language.han_numbers import read_han
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import Lexicon, word_set_at
from aligner_core._language.numbers import NumberValue, read_numbers
from aligner_core._text.tokens import Token

_DOTTED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")


class Value(NamedTuple):
    """The value of an expression: two values are equal when their kinds and keys are.

    `kind` is the kind of a difference of two: `number`, or `unit` when only the units differ.
    """

    kind: str
    key: tuple[object, ...]


class ValueTokens:
    """Tokens, with the numbers among them by the index of their first token."""

    def __init__(self, tokens: Sequence[Token], known: Lexicon | None) -> None:
        self.tokens = tokens
        self.known = known
        self.numbers = {indices.start: (value, indices.stop) for value, indices in read_numbers(tokens)}
        if known is not None and known.at("numbers.point_of_thousands"):
            self._read_dotted()
        self.months = known.months if known is not None else {}
        if known is not None and any(token.text in known.cardinals or token.text in known.scales for token in tokens):
            self.numbers |= dict(self._number_words(known))

    def _read_dotted(self) -> None:
        """Take the points of numbers for separators of thousands."""
        for at, (_, end) in list(self.numbers.items()):
            if _DOTTED.fullmatch(self.text(at)):
                self.numbers[at] = (Fraction(self.text(at).replace(".", "")), end)

    def _number_words(self, known: Lexicon) -> Iterator[tuple[int, tuple[NumberValue, int]]]:
        """Yield the number words of the language as far as they go: each start, value and end."""
        at, texts = 0, [token.text for token in self.tokens]
        by_character = bool(known.at("numbers.by_character"))
        while at < len(self.tokens):
            if by_character and at not in self.numbers and (read := read_han(texts, at, known)):
                yield at, (Fraction(read[0]), read[1])
                at = read[1]
                continue
            total, current, end = 0, 0, at
            while end < len(self.tokens) and at not in self.numbers:
                word = self.tokens[end].text
                if word in known.scales and end > at:
                    current = max(current, 1) * known.scales[word]
                    if known.scales[word] > 100:  # noqa: PLR2004 - a hundred may be multiplied further
                        total, current = total + current, 0
                elif word in known.cardinals and (not current or known.cardinals[word] < magnitude(current)):
                    current += known.cardinals[word]
                elif word in known.scales:
                    current = known.scales[word]
                else:
                    break
                end += 1
            if end > at:
                yield at, (Fraction(total + current), end)
            at = max(end, at + 1)

    def text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def touches(self, at: int) -> bool:
        """Return whether a token directly follows the one before it."""
        return 0 < at < len(self.tokens) and self.tokens[at - 1].end == self.tokens[at].start

    def whole(self, at: int, most: int) -> int | None:
        """Return a whole number from 1 to *most* that is one token, an ordinal mark aside; None for anything else."""
        found = self.numbers.get(at)
        if found is None or not isinstance(found[0], Fraction):
            return None
        value = found[0]
        return value.numerator if value.denominator == 1 and 1 <= value.numerator <= most else None

    def after(self, at: int) -> int:
        """Return the index behind the number at an index."""
        return self.numbers[at][1]

    def has_mark(self, at: int, part: str) -> bool:
        """Return whether a token is what stands behind a part of dates, as the *hour*; a Korean particle aside."""
        text, marks = self.text(at), word_set_at(f"dates.{part}")
        return text in marks or split_particle(text)[0] in marks


def magnitude(value: Fraction | int) -> int:
    """Return the greatest power of ten that divides a number: what may be added to it is smaller."""
    if not value or value.denominator != 1:
        return 0
    power = 1
    while value % (power * 10) == 0:
        power *= 10
    return power
