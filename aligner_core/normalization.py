"""Folded text, and the range of the source behind each folded character.

An *original character* is an extended grapheme cluster (UAX #29), so that a span never cuts a decomposed Hangul
syllable, a letter from its accent or an emoji from its modifier. Each cluster is folded for itself; what a hit covers
in the source is therefore a range of whole clusters.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property

import regex

from aligner_core.folding import SPACES, fold_character
from aligner_core.grams import SampledGrams
from aligner_core.spans import Span

_CLUSTER = regex.compile(r"\X")
_ALPHABETS = (
    *((0x20, 0x7F), (0x9, 0xB), (0xD, 0xE), (0xA0, 0x530)),  # ASCII, Latin, Greek, Cyrillic
    *((0x2010, 0x2040), (0x3000, 0x3100), (0xFF01, 0xFF5F)),  # punctuation, kana, full-width ASCII
)
_FOLDED = {
    char: fold_character(char)
    for char in (chr(code) for first, end in _ALPHABETS for code in range(first, end))
    if len(fold_character(char)) == 1 and unicodedata.category(char) not in {"Mn", "Mc", "Me", "Cn"}
}
_PLAIN = "\u3131-\u318e\u4e00-\u9fff\uac00-\ud7a3" + "".join(map(re.escape, _FOLDED))
"""Characters that fold one to one and join with nothing among themselves: they need no look at clusters."""
_STRETCH = re.compile(f"[{_PLAIN}]?(?:[^{_PLAIN}]+[{_PLAIN}]?)+")
_PLAIN_FOLD = str.maketrans(_FOLDED)


def fold(text: str) -> str:
    r"""Give the form in which two texts are the same but for case, width, white space and typography.

    >>> fold(" ＤｕｃｋＤＢ의\n “JSONB” ")
    'duckdb의 "jsonb"'
    """
    return NormalizedText(text).text


Piece = tuple[str, "range | array[int]", "range | array[int]"]
"""Folded characters, and where the source range behind each begins and ends."""


class NormalizedText:
    """One source folded, with the way back: `text` is what is searched, `span` gives the place in the source."""

    def __init__(self, source: str) -> None:
        pieces = _Pieces()
        for piece in _pieces(source):
            pieces.add(*piece)
        self.text, self._starts, self._ends = pieces.trimmed()

    def __len__(self) -> int:
        return len(self.text)

    @cached_property
    def grams(self) -> SampledGrams:
        """The filter of the fuzzy search, made when first needed."""
        return SampledGrams(self.text)

    def is_boundary(self, position: int) -> bool:
        """Say whether a window may begin or end before folded character *position*: never inside one folding."""
        if position in {0, len(self.text)}:
            return True
        return self._ends[position - 1] <= self._starts[position]

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Give where the source range of the folded window [start, end) begins and ends."""
        return self._starts[start], self._ends[end - 1]

    def span(self, start: int, end: int) -> Span:
        """Give the source range of the folded window [start, end)."""
        first, last = self.source_range(start, end)
        return Span(start=first, end=last)

    def locate(self, span: Span) -> tuple[int, int] | None:
        """Give the folded window of a source range; None when it does not begin and end between characters."""
        start = bisect_left(self._starts, span.start)
        end = bisect_right(self._ends, span.end)
        if start >= end or not (self.is_boundary(start) and self.is_boundary(end)):
            return None
        return (start, end) if self.source_range(start, end) == (span.start, span.end) else None


class _Pieces:
    """Folded characters as they come, with white space collapsed across pieces."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.starts = array("I")
        self.ends = array("I")

    def add(self, text: str, starts: "range | array[int]", ends: "range | array[int]") -> None:
        if text.startswith(" ") and self.text and self.text[-1].endswith(" "):
            self.ends[-1] = ends[0]
            text, starts, ends = text[1:], starts[1:], ends[1:]
        if text:
            self.text.append(text)
            self.starts.extend(starts)
            self.ends.extend(ends)

    def trimmed(self) -> tuple[str, "array[int]", "array[int]"]:
        text = "".join(self.text)
        lead = len(text) - len(text.lstrip(" "))
        core = text.strip(" ")
        return core, self.starts[lead : lead + len(core)], self.ends[lead : lead + len(core)]


def _pieces(source: str) -> Iterator[Piece]:
    """Fold a source stretch by stretch: plain runs at once, the rest cluster by cluster."""
    at = 0
    for stretch in _STRETCH.finditer(source):
        yield from _plain_pieces(source, at, stretch.start())
        yield from _cluster_pieces(source, stretch.start(), stretch.end())
        at = stretch.end()
    yield from _plain_pieces(source, at, len(source))


def _plain_pieces(source: str, start: int, end: int) -> Iterator[Piece]:
    at = start
    for spaces in SPACES.finditer(source, start, end):
        if spaces.end() - spaces.start() > 1:
            yield from _plain_run(source, at, spaces.start())
            yield " ", array("I", [spaces.start()]), array("I", [spaces.end()])
            at = spaces.end()
    yield from _plain_run(source, at, end)


def _plain_run(source: str, start: int, end: int) -> Iterator[Piece]:
    if start < end:
        yield source[start:end].translate(_PLAIN_FOLD), range(start, end), range(start + 1, end + 1)


def _cluster_pieces(source: str, start: int, end: int) -> Iterator[Piece]:
    for first, last in _characters(source, start, end):
        folded = fold_character(source[first:last])
        yield folded, array("I", [first]) * len(folded), array("I", [last]) * len(folded)


def _characters(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the range of each original character; what is dropped between a base and its mark does not part them."""
    base: tuple[int, int] | None = None
    tail = ""
    for cluster in _CLUSTER.finditer(source, start, end):
        folded = fold_character(cluster.group())
        if not folded:
            continue
        if base is not None and _joins(tail, folded[0]):
            base = (base[0], cluster.end())
            tail = (unicodedata.normalize("NFC", tail + folded[0]) + folded[1:])[-1]
        else:
            if base is not None:
                yield base
            base, tail = cluster.span(), folded[-1]
    if base is not None:
        yield base


def _joins(before: str, char: str) -> bool:
    """Say whether a folded character continues the one before it: a mark, or what composes with it, as jamo do."""
    return unicodedata.category(char).startswith("M") or len(unicodedata.normalize("NFC", before + char)) == 1
