"""Folding a whole source: what folds one to one all at once, the rest segment by segment.

A source is cut into *segments*, before each character that never joins with the one before it (`fold_table`). Nothing
before a cut then belongs to an original character after it, so each segment can be folded by itself. Most are one
plain character. Spaces in a row and decomposed Hangul syllables become one folded character each, by arithmetic; all
others are folded one by one, and cached.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, TypeAlias

from aligner_core._lazy import lazy_module
from aligner_core._text.clusters import fold_segment
from aligner_core._text.fold_table import (
    DROPPED,
    FINAL,
    JOINING,
    LEADING,
    PLAIN,
    SPACE,
    VOWEL,
    Codes,
    Kinds,
    folded_codes,
    text_from_codes,
)
from aligner_core._text.hangul import FINAL_COUNT, FIRST_SYLLABLE, VOWEL_COUNT
from aligner_core._text.offset_map import Knots, Positions, knots_from_ranges, no_knots, shift_in_place, unpack_knots

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = lazy_module("numpy")

FIRST_LEADING, FIRST_VOWEL, BEFORE_FINALS = 0x1100, 0x1161, 0x11A7
"""The first jamo of their kinds; a syllable without a final has the index before the first final."""

CHUNK_CHARS = 1 << 16
"""Characters folded at a time, so that intermediate arrays stay in the cache of the processor."""

MAX_FOLDED_SINGLY = 64
"""Up to this many segments of a chunk are folded one by one: numpy has a fixed cost however few there are."""

Marks: TypeAlias = "NDArray[np.bool_]"


def fold_source(source: str) -> tuple[str, Knots]:
    """Return a text folded, its ends not yet trimmed, and its knots `(4, k) uint32` (`offset_map`).

    >>> text, knots = fold_source("ﬁ  x")
    >>> text, knots.T.tolist()
    ('fi x', [[0, 2, 0, 1], [2, 3, 1, 3]])
    """
    texts: list[str] = []
    knots: list[Knots] = []
    at = length = 0
    for chunk in _chunks(source):
        text, found = chunk.fold()
        texts.append(text)
        if found.size:
            shift_in_place(found, length, at)
            knots.append(found)
        at, length = at + len(chunk.source), length + len(text)
    return "".join(texts), np.concatenate(knots, axis=1) if knots else no_knots()


def _chunks(source: str) -> Iterator["_Chunk"]:
    """Yield the source in chunks of whole segments, no longer than CHUNK_CHARS unless one segment is."""
    at, size = 0, CHUNK_CHARS
    while at < len(source):
        text = source[at : at + size]
        codes, kinds = folded_codes(text)
        edges = _segment_edges(codes, kinds)
        end = len(text) if at + size >= len(source) else len(text) - 1 - int(edges[-2::-1].argmax())
        if end:
            yield _Chunk(text[:end], codes[:end], None if kinds is None else kinds[:end], edges[: end + 1])
            at, size = at + end, CHUNK_CHARS
        else:
            size *= 2


def _segment_edges(codes: Codes, kinds: "Kinds | None") -> Marks:
    """Return `(n + 1,) bool`: whether a segment begins before each of *n* characters; True after the last one.

    None begins before a space that may collapse: after a space, or after a character that folds to nothing.
    """
    edges = np.ones(len(codes) + 1, np.bool_)
    spaces = codes == SPACE
    if kinds is None:
        edges[1:-1] = ~(spaces[1:] & spaces[:-1])
        return edges
    before, after = kinds[:-1], kinds[1:]
    edges[1:-1] = (after <= LEADING) & (before != LEADING) & (before != JOINING)
    edges[1:-1] &= ~(spaces[1:] & ((spaces[:-1] & (before == PLAIN)) | (before == DROPPED)))
    return edges


def _syllable_starts(kinds: Kinds) -> tuple[Marks, Marks]:
    """Return two arrays `(n,) bool`: where a syllable of two or three jamo begins, and where one of three does."""
    any_length, three = np.zeros(len(kinds), np.bool_), np.zeros(len(kinds), np.bool_)
    any_length[:-1] = (kinds[:-1] == LEADING) & (kinds[1:] == VOWEL)
    three[:-2] = any_length[:-2] & (kinds[2:] == FINAL)
    return any_length, three


def _compose_syllables(codes: Codes, any_length: Marks, three: Marks) -> Codes:
    """Return a copy of codes `(n,)` with each syllable in place of its first jamo (Unicode, section 3.12)."""
    starts, closed = np.flatnonzero(any_length), np.flatnonzero(three)
    open_syllables = (codes.take(starts) - FIRST_LEADING) * VOWEL_COUNT + codes.take(starts + 1) - FIRST_VOWEL
    composed = codes.copy()
    composed[starts] = FIRST_SYLLABLE + open_syllables * FINAL_COUNT
    composed[closed] += codes.take(closed + 2) - BEFORE_FINALS
    return composed


def _in_syllable(any_length: Marks, three: Marks) -> Marks:
    """Return `(n,) bool`: whether each character is one of the jamo of a syllable."""
    marks = any_length.copy()
    marks[1:] |= any_length[:-1]
    marks[2:] |= three[:-2]
    return marks


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Whole segments of a source, *n* characters in all.

    *codes* `(n,)` is what each character folds to, *kinds* `(n,) uint8` its kind, or None when all are plain; *edges*
    `(n + 1,) bool` is where segments meet.
    """

    source: str
    codes: Codes
    kinds: "Kinds | None"
    edges: Marks

    def fold(self) -> tuple[str, Knots]:
        """Return the folded text and its knots `(4, k)`, counted from the beginning of the chunk."""
        if self.kinds is None and self.edges.all():
            return text_from_codes(self.codes), no_knots()
        kinds = np.zeros(len(self.codes), np.uint8) if self.kinds is None else self.kinds
        opens, closes = self.edges[:-1], self.edges[1:]
        uneven = ~(opens & closes & (kinds == PLAIN))
        starts, ends = np.flatnonzero(opens & uneven), np.flatnonzero(closes & uneven) + 1
        if len(starts) <= MAX_FOLDED_SINGLY:
            return self._fold_one_by_one(starts, ends)
        return self._fold_together(kinds, starts, ends)

    def _fold_one_by_one(self, starts: Positions, ends: Positions) -> tuple[str, Knots]:
        """Return folded text and knots, with the segments [start, end), both `(s,)`, folded each by itself."""
        plain = text_from_codes(self.codes)
        pieces: list[str] = []
        places: list[int] = []
        packed: list[bytes] = []
        at = length = 0
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            word, knots = fold_segment(self.source[start:end])
            pieces += (plain[at:start], word)
            places.append(length + start - at)
            packed.append(knots)
            at, length = end, places[-1] + len(word)
        return "".join(pieces) + plain[at:], unpack_knots(packed, np.array(places), starts)[0]

    def _fold_together(self, kinds: Kinds, starts: Positions, ends: Positions) -> tuple[str, Knots]:
        """Return folded text and knots, with the segments [start, end), both `(s,)`, folded all at once.

        These are the ones that are not one plain character. A segment becomes one character when it is a syllable or
        spaces in a row. The *others* `(s,) bool` are left out of the text and spliced in afterwards. Of "ﬁ  x" the
        segments are [0, 1) and [1, 3), *others* is [True, False], the text without them " x", and *places* `(s,)` is
        [0, 0]: where in that text each segment is or was left out.
        """
        any_length, three = _syllable_starts(kinds)
        others = np.zeros(len(starts), np.bool_)
        # A segment that holds anything besides a syllable, such as a mark on it, is one of the others.
        joined = np.flatnonzero((kinds != PLAIN) & ~_in_syllable(any_length, three))
        others[np.searchsorted(starts, joined, "right") - 1] = True
        codes = _compose_syllables(self.codes, any_length, three) if any_length.any() else self.codes
        kept = self.edges[:-1].copy()
        kept[starts[others]] = False
        text, removed = text_from_codes(codes.take(np.flatnonzero(kept))), ends - starts - ~others
        places = starts - np.cumsum(removed) + removed
        if others.any():
            return self._splice(text, places, starts, ends, others)
        return text, knots_from_ranges(places, places + 1, starts, ends)

    def _splice(
        self, text: str, places: Positions, starts: Positions, ends: Positions, others: Marks
    ) -> tuple[str, Knots]:
        """Return the text with the others, folded, put in at their places, and the knots `(4, k)` of all segments.

        *places*, *starts*, *ends* and *others* are all `(s,)`. For "ﬁ  x" the only other is "fi", put into " x" at 0:
        *lengths* is [2, 0], the final places are [0, 2], and the text is "fi x". Its own knots are [[0, 2, 0, 1]], the
        run of spaces has [[2, 3, 1, 3]]; *is_others* `(k,)`, here [True, False], merges them in order.
        """
        ranges = zip(starts[others].tolist(), ends[others].tolist(), strict=True)
        folded = [fold_segment(self.source[start:end]) for start, end in ranges]
        words = [word for word, _ in folded]
        lengths = np.zeros(len(starts), np.intp)
        lengths[others] = [len(word) for word in words]
        final_places = places + np.cumsum(lengths) - lengths
        own, own_counts = unpack_knots([knots for _, knots in folded], final_places[others], starts[others])
        counts = np.ones(len(starts), np.intp)
        counts[others] = own_counts
        is_others = np.repeat(others, counts)
        single = knots_from_ranges(final_places, final_places + 1, starts, ends)
        knots = np.empty((4, len(is_others)), np.uint32)
        for row, own_row, single_row in zip(knots, own, single, strict=True):
            row[is_others], row[~is_others] = own_row, single_row[~others]
        return _insert_words(text, places[others].tolist(), words), knots


def _insert_words(text: str, places: list[int], words: Sequence[str]) -> str:
    pieces = (text[start:end] for start, end in pairwise([0, *places]))
    return "".join(chain.from_iterable(zip(pieces, words, strict=True))) + text[places[-1] :]
