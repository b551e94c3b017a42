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
from functools import cached_property, lru_cache

import regex

from aligner_core.spans import Span

VARIANTS = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2035\u0060\u00b4\u02bc\u2039\u203a\uff07", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u301d\u301e\u301f\uff02", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
}
"""Typographic variants of apostrophes, quotation marks and dashes."""

_KEPT_DECOMPOSITIONS = ("<super>", "<sub>", "<fraction>")
_SELECTORS = frozenset([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x180B, 0x180C, 0x180D, 0x180F])
_COMPATIBILITY_JAMO = range(0x3131, 0x318F)
_CLUSTER = regex.compile(r"\X")
_PLAIN = " -~\u4e00-\u9fff\u3131-\u318e\uac00-\ud7a3\t\n\r" + "".join(
    map(re.escape, "\u2018\u2019\u201c\u201d\u2013\u2014")
)
"""Characters that fold one to one and join with nothing among themselves: they need no look at clusters."""
_STRETCH = re.compile(f"[{_PLAIN}]?(?:[^{_PLAIN}]+[{_PLAIN}]?)+")
_SPACES = re.compile(r"\s+")
_PLAIN_FOLD = str.maketrans(
    {**{chr(code): chr(code).lower() for code in range(0x41, 0x5B)}, **VARIANTS, "\t": " ", "\n": " ", "\r": " "}
)


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

    def is_boundary(self, position: int) -> bool:
        """Say whether a window may begin or end before folded character *position*: never inside one folding."""
        if position in {0, len(self.text)}:
            return True
        return self._ends[position - 1] <= self._starts[position]

    @cached_property
    def inner(self) -> frozenset[int]:
        """The positions that are no boundaries; few, and mostly none."""
        return frozenset(
            position for position in range(1, len(self.text)) if self._ends[position - 1] > self._starts[position]
        )

    def span(self, start: int, end: int) -> Span:
        """Give the source range of the folded window [start, end)."""
        return Span(start=self._starts[start], end=self._ends[end - 1])

    def locate(self, span: Span) -> tuple[int, int] | None:
        """Give the folded window of a source range; None when it does not begin and end between characters."""
        start = bisect_left(self._starts, span.start)
        end = bisect_right(self._ends, span.end)
        if start >= end or not (self.is_boundary(start) and self.is_boundary(end)):
            return None
        return (start, end) if self.span(start, end) == span else None


class _Pieces:
    """Folded characters as they come, with white space collapsed across pieces."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.starts = array("L")
        self.ends = array("L")

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
    for spaces in _SPACES.finditer(source, start, end):
        if spaces.end() - spaces.start() > 1:
            yield from _plain_run(source, at, spaces.start())
            yield " ", array("L", [spaces.start()]), array("L", [spaces.end()])
            at = spaces.end()
    yield from _plain_run(source, at, end)


def _plain_run(source: str, start: int, end: int) -> Iterator[Piece]:
    if start < end:
        yield source[start:end].translate(_PLAIN_FOLD), range(start, end), range(start + 1, end + 1)


def _cluster_pieces(source: str, start: int, end: int) -> Iterator[Piece]:
    for first, last in _characters(source, start, end):
        folded = _fold_character(source[first:last])
        yield folded, array("L", [first]) * len(folded), array("L", [last]) * len(folded)


def _characters(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the range of each original character; what is dropped between a base and its mark does not part them."""
    base: tuple[int, int] | None = None
    parted = False
    for cluster in _CLUSTER.finditer(source, start, end):
        if not _fold_character(cluster.group()):
            parted = True
        elif base is not None and parted and _joins(cluster.group()[0]):
            base = (base[0], cluster.end())
        else:
            if base is not None:
                yield base
            base, parted = cluster.span(), False
    if base is not None:
        yield base


def _joins(char: str) -> bool:
    """Say whether a character continues the one before it: a mark, or a conjoining vowel or final."""
    return unicodedata.category(char).startswith("M") or "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb"


@lru_cache(maxsize=65536)
def _fold_character(cluster: str) -> str:
    once = _compose(cluster)
    folded = _compose(once.casefold())
    return _SPACES.sub(" ", folded)


def _compose(text: str) -> str:
    """Give NFKC but for what would change a number or a laugh, with typography folded and formats dropped."""
    decomposed = "".join(_decompose(char) for char in text)
    return unicodedata.normalize("NFC", decomposed)


@lru_cache(maxsize=65536)
def _decompose(char: str) -> str:
    if char in VARIANTS:
        return VARIANTS[char]
    if char.isspace():
        return " "
    if ord(char) in _SELECTORS or unicodedata.category(char) == "Cf":
        return ""
    tag, _, codes = unicodedata.decomposition(char).rpartition("> ")
    if not codes or ord(char) in _COMPATIBILITY_JAMO or f"{tag}>" in _KEPT_DECOMPOSITIONS:
        return char
    return "".join(_decompose(chr(int(code, 16))) for code in codes.split())
