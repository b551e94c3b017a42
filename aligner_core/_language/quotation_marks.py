"""Pairs of quotation marks in prose, distinguished from apostrophes, inches and minutes by their neighbours.

Each family of marks is read from left to right on its own. A mark is judged by the characters at its sides, by what is
open and by the next mark of its family, so the work grows with the text and no faster.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import NamedTuple

import regex

from aligner_core._language.lexicon import words_at
from aligner_core._text.prose import BREAK


class MarkKind(StrEnum):
    """The marks of a quoted passage."""

    DOUBLE = "double"
    SINGLE = "single"
    GUILLEMET = "guillemet"
    CORNER = "corner"
    ANGLE = "angle"
    BLOCK = "block"


class Family(NamedTuple):
    """Marks that go together: those that open, those that close, those that do both."""

    kind: MarkKind
    opening: str
    closing: str
    either: str = ""


FAMILIES = (
    Family(MarkKind.DOUBLE, "“„‟〝", "”〞〟", '"＂'),
    Family(MarkKind.SINGLE, "‘‚‛", "’", "'"),
    Family(MarkKind.GUILLEMET, "«", "»"),
    Family(MarkKind.GUILLEMET, "‹", "›"),
    Family(MarkKind.CORNER, "「", "」"),
    Family(MarkKind.CORNER, "『", "』"),
    Family(MarkKind.CORNER, "｢", "｣"),
    Family(MarkKind.ANGLE, "《", "》"),
    Family(MarkKind.ANGLE, "〈", "〉"),
)
LATEX = Family(MarkKind.DOUBLE, "``", "''")

_TOKEN = re.compile("``|''+|\"\"+|[“„‟〝”〞〟＂\"‘‚‛’'«»‹›「」『』｢｣《》〈〉]")
_FAMILY_OF = {mark: family for family in FAMILIES for mark in "".join(family[1:])} | {"``": LATEX, "''": LATEX}
_TURNED = {"„": "“", "‚": "‘", "»": "«", "›": "‹"}
"""Marks that close a passage although they open others: German „so“, Danish »so«."""
_OPENS_TOO = frozenset("”»›")
"""Marks that open a passage although they close others: Swedish ”so”, Danish »so«."""
_UNSPACED = regex.compile(
    r"[\p{Hangul}\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー々]"
)
"""Letters that marks may touch from outside: particles follow a mark in Korean, and others write no spaces."""
_STOPS = ".!?…。:;,—"


class Pair(NamedTuple):
    """The passage between two marks: from *start* to *end*, without *cuts*, the marks repeated before paragraphs."""

    kind: MarkKind
    start: int
    end: int
    cuts: tuple[tuple[int, int], ...] = ()


class _Mark(NamedTuple):
    """One mark: the characters beside it, in front of emphasis, and the block it stands in."""

    sign: str
    family: Family
    start: int
    end: int
    before: str
    after: str
    block: int
    is_after_stop: bool
    goes_on: bool

    @property
    def is_either(self) -> bool:
        return self.sign in self.family.either

    @property
    def leans_right(self) -> bool:
        """Whether it stands at the beginning of a word, so that it can only open."""
        return (self.before.isspace() or self.before in "([{") and not self.after.isspace()

    @property
    def is_in_word(self) -> bool:
        return _is_word(self.before) and self.after.isalpha() and _is_word(self.after)

    @property
    def can_begin(self) -> bool:
        """Whether it opens a passage where none is open."""
        if self.sign in self.family.opening:
            return True
        if not self.is_either:
            return self.sign in _OPENS_TOO and self.leans_right
        is_free = self.before.isspace() or not self.after.isspace()
        return is_free and not _is_word(self.before) and self.before not in "=\\"

    @property
    def is_closing(self) -> bool:
        return self.sign not in self.family.opening and not self.leans_right

    def is_no_quotation(self, following: "_Mark | None") -> bool:
        """Whether it is an apostrophe, a prime or an owner's, since the next mark closes what is open."""
        is_owned = self.family.kind is MarkKind.SINGLE and self.before in "sSxz"
        if not (is_owned or self.before.isdigit()) or not self.after.isspace() or self.goes_on:
            return False
        return (self.is_either or self.sign == "’") and following is not None and following.is_closing


@dataclass(slots=True)
class _Open:
    """A passage that is open: the mark that opened it, and the block it has come to."""

    mark: _Mark
    block: int
    cuts: list[tuple[int, int]] = field(default_factory=list)

    def is_repeated_by(self, mark: _Mark) -> bool:
        """Whether a mark begins the next paragraph of the passage."""
        is_next = mark.block == self.block + 1 and mark.before == "\n" and mark.is_after_stop
        return is_next and mark.sign == self.mark.sign and mark.family.kind is not MarkKind.SINGLE

    def reaches(self, mark: _Mark) -> bool:
        """Whether the passage lasts to a mark: in its own paragraph, or when the mark closes it in the next one."""
        if mark.block == self.block:
            return True
        is_sure = mark.family.kind is not MarkKind.SINGLE and mark.is_closing and not mark.before.isdigit()
        return is_sure and mark.block == self.block + 1


@cache
def _elision() -> re.Pattern[str]:
    """Return the pattern of an apostrophe: of a contraction, or of a year without its century."""
    years, words = ("|".join(words_at(f"quotation_marks.{key}")) for key in ("years", "apostrophes"))
    return re.compile(rf"['‘’](?:\d\d(?:{years})|(?:{words})(?![\w'’]))", re.IGNORECASE)


@cache
def _goes_on() -> re.Pattern[str]:
    """Return the pattern of words that follow a quotation, and not an owner or a number of inches."""
    return re.compile(rf"\s+(?:{'|'.join(words_at('quotation_marks.goes_on'))})\b")


def pairs(prose: str) -> list[Pair]:
    """Return the outermost quotations of a prose, in their order.

    >>> prose = "Don't say “a 'quoted' word” of the dogs' bowls, or ”så”."
    >>> [prose[pair.start : pair.end] for pair in pairs(prose)]
    ["a 'quoted' word", 'så']
    """
    by_family: dict[Family, list[_Mark]] = {}
    for mark in _marks(prose):
        by_family.setdefault(mark.family, []).append(mark)
    found = sorted(
        (pair for marks in by_family.values() for pair in _pairs_of_family(marks)),
        key=lambda pair: (pair.start, -pair.end),
    )
    outermost: list[Pair] = []
    for pair in found:
        if not outermost or pair.start >= outermost[-1].end:
            outermost.append(pair)
    return outermost


def _pairs_of_family(marks: Sequence[_Mark]) -> Iterator[Pair]:
    opened: list[_Open] = []
    for at, mark in enumerate(marks):
        if opened and opened[-1].is_repeated_by(mark):
            opened[-1].block = mark.block
            opened[-1].cuts.append((mark.start, mark.end))
            continue
        if opened and not opened[-1].reaches(mark):
            opened.clear()
        following = marks[at + 1] if at + 1 < len(marks) and marks[at + 1].block == mark.block else None
        if _opens(mark, opened, following):
            if opened and opened[-1].mark.is_either and mark.is_either:
                opened.pop()
            opened.append(_Open(mark, mark.block))
        elif opened and _closes(mark, opened, following):
            if opened[-1].mark.is_either and not mark.is_either and len(opened) > 1:
                opened.pop()
            one = opened.pop()
            yield Pair(mark.family.kind, one.mark.end, mark.start, tuple(one.cuts))


def _opens(mark: _Mark, opened: Sequence[_Open], following: _Mark | None) -> bool:
    if not opened:
        return mark.can_begin
    if mark.is_either:
        return mark.leans_right
    if mark.sign not in mark.family.opening or _TURNED.get(opened[-1].mark.sign) == mark.sign:
        return False
    return mark.before.isspace() or (following is not None and following.is_closing)


def _closes(mark: _Mark, opened: Sequence[_Open], following: _Mark | None) -> bool:
    if mark.is_no_quotation(following):
        return False
    if mark.is_either and not opened[-1].mark.is_either:
        return following is None or not following.is_closing
    return not (mark.is_either and mark.before.isspace() and not mark.after.isspace())


def _marks(prose: str) -> Iterator[_Mark]:
    """Yield the marks that may be quotation marks, with what stands beside them."""
    breaks = list(BREAK.finditer(prose))
    starts = [found.end() for found in breaks]
    numbers, elision, goes_on = [0], _elision(), _goes_on()
    for found in breaks:
        numbers.append(numbers[-1] + (1 if found["item"] is None else 2))
    for token in _TOKEN.finditer(prose):
        family = _FAMILY_OF.get(token[0])
        if family is None or (family.kind is MarkKind.SINGLE and elision.match(prose, token.start())):
            continue
        at = bisect_right(starts, token.start())
        end_of_last = breaks[at - 1].start() if at else 0
        mark = _Mark(
            sign=token[0],
            family=family,
            start=token.start(),
            end=token.end(),
            before=_before(prose, token.start()),
            after=prose[token.end()] if token.end() < len(prose) else "\n",
            block=numbers[at],
            is_after_stop=end_of_last > 0 and prose[end_of_last - 1] in _STOPS,
            goes_on=goes_on.match(prose, token.end()) is not None,
        )
        if not (mark.is_in_word and (mark.is_either or mark.sign == "’")):
            yield mark


def _before(prose: str, at: int) -> str:
    """Return the character before a mark and its emphasis; a line break at the beginning."""
    while at and prose[at - 1] in "*_":
        at -= 1
    return prose[at - 1] if at else "\n"


def _is_word(character: str) -> bool:
    return character.isalnum() and not _UNSPACED.match(character)
