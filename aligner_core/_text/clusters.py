"""Original characters, found and folded one by one.

An *original character* is an extended grapheme cluster (UAX #29), so that a span never cuts a decomposed Hangul
syllable, a letter from its accent or an emoji from its modifier. What is dropped between a base and its mark does not
part them.
"""

import unicodedata
from array import array
from collections.abc import Iterator
from functools import lru_cache

import regex

from aligner_core.folding import fold_character

_CLUSTER = regex.compile(r"\r|\X")
"""CR LF is two, as elsewhere: they are spaces, and collapse."""
_LONGEST_REMEMBERED = 16


def fold_segment(segment: str) -> tuple[str, bytes]:
    """Fold original characters that join with nothing around them; give their text and its knots (`offsets`)."""
    return _remembered(segment) if len(segment) <= _LONGEST_REMEMBERED else _folded(segment)


def _folded(segment: str) -> tuple[str, bytes]:
    if segment.isspace():
        return " ", array("I", (0, 1, 0, len(segment))).tobytes()
    text: list[str] = []
    knots = array("I")
    length = after = 0
    for folded, start, end in _collapsed(segment):
        text.append(folded)
        if (len(folded), start, end) != (1, after, after + 1):
            knots.extend((length, length + len(folded), start, end))
        length, after = length + len(folded), end
    if after != len(segment):
        knots.extend((length, length, len(segment), len(segment)))
    return "".join(text), knots.tobytes()


_remembered = lru_cache(maxsize=16384)(_folded)


def _collapsed(segment: str) -> Iterator[tuple[str, int, int]]:
    """Yield each character folded, with its range; of spaces in a row the first, up to where the last one ends."""
    held, start, end = "", 0, 0
    for folded, first, last in _characters(segment):
        rest = folded
        if held.endswith(" ") and folded.startswith(" "):
            if held != " ":
                yield held[:-1], start, end
            held, end, rest = " ", last, folded[1:]
        if rest and held:
            yield held, start, end
        if rest:
            held, start, end = rest, first, last
    if held:
        yield held, start, end


def _characters(segment: str) -> Iterator[tuple[str, int, int]]:
    """Yield each original character folded, and its range."""
    for start, end, folded in _ranges(segment):
        yield folded or fold_character(segment[start:end]), start, end


def _ranges(segment: str) -> Iterator[tuple[int, int, str]]:
    """Yield the range of each original character, and its folding when it is one cluster."""
    start, end, text, tail = 0, 0, "", ""
    for cluster in _CLUSTER.finditer(segment):
        folded = fold_character(cluster.group())
        if not folded:
            continue
        if tail and _joins(tail, folded[0]):
            end, text = cluster.end(), ""
            tail = (unicodedata.normalize("NFC", tail + folded[0]) + folded[1:])[-1]
        else:
            if tail:
                yield start, end, text
            (start, end), text, tail = cluster.span(), folded, folded[-1]
    if tail:
        yield start, end, text


def _joins(before: str, char: str) -> bool:
    """Say whether a folded character continues the one before it: a mark, or what composes with it, as jamo do."""
    return unicodedata.category(char).startswith("M") or len(unicodedata.normalize("NFC", before + char)) == 1
