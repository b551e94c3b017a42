"""Original characters, found and folded one by one.

An *original character* is an extended grapheme cluster (UAX #29), so that a span never cuts a decomposed Hangul
syllable, a letter from its accent or an emoji from its modifier. A character that folds to nothing does not separate a
base from its mark.
"""

import unicodedata
from array import array
from collections.abc import Iterator
from functools import lru_cache

import regex

from aligner_core._text.folding import MAX_CACHED_CHARS, fold_character

_CLUSTER = regex.compile(r"\r|\X")
"""CR LF is two clusters, unlike in UAX #29: both are spaces, and collapse."""


def fold_segment(segment: str) -> tuple[str, bytes]:
    """Return the folded text of a segment, and its knots packed column by column as uint32 (`offset_map`).

    A segment is one or more original characters that join with nothing around them. The knots are counted from its
    beginning.
    """
    return _fold_cached(segment) if len(segment) <= MAX_CACHED_CHARS else _fold(segment)


def _fold(segment: str) -> tuple[str, bytes]:
    if segment.isspace():
        return " ", array("I", (0, 1, 0, len(segment))).tobytes()
    text: list[str] = []
    knots = array("I")
    length = after = 0
    for folded, start, end in _with_spaces_collapsed(segment):
        text.append(folded)
        if (len(folded), start, end) != (1, after, after + 1):
            knots.extend((length, length + len(folded), start, end))
        length, after = length + len(folded), end
    if after != len(segment):
        knots.extend((length, length, len(segment), len(segment)))
    return "".join(text), knots.tobytes()


_fold_cached = lru_cache(maxsize=16384)(_fold)


def _with_spaces_collapsed(segment: str) -> Iterator[tuple[str, int, int]]:
    """Yield each character folded, with its range; spaces in a row are one space with the range of all of them."""
    held, start, end = "", 0, 0
    for folded, first, last in _folded_characters(segment):
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


def _folded_characters(segment: str) -> Iterator[tuple[str, int, int]]:
    """Yield each original character folded, and its range."""
    for start, end, folded in _character_ranges(segment):
        yield folded or fold_character(segment[start:end]), start, end


def _character_ranges(segment: str) -> Iterator[tuple[int, int, str]]:
    """Yield the range of each original character, and its folded form when it is one cluster, else ""."""
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
    """Return whether a folded character joins the one before it: a mark, or a letter that composes with it."""
    return unicodedata.category(char).startswith("M") or len(unicodedata.normalize("NFC", before + char)) == 1
