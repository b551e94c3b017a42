"""Folding a whole source: what folds one to one all at once, the rest segment by segment.

A source is cut into *segments*, before each character that never joins with what stands before it (`classes`). What
is before a cut then has no part in the original characters behind it, and each segment can be folded for itself. Most
are one plain character. Spaces in a row and Hangul syllables in pieces become one folded character each, by
arithmetic; all others are folded one by one, and remembered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np

from aligner_core.characters import fold_segment
from aligner_core.classes import (
    DROPPED,
    JOINING,
    LEADING,
    PLAIN,
    SPACE,
    Codes,
    Kinds,
    look_up,
    text_of,
)
from aligner_core.jamo import Marks, compose, parts, syllables
from aligner_core.offsets import NO_KNOTS, Knots, Places, knots_at, moved, unpacked

CHUNK = 1 << 16
"""Characters folded at a time: what is computed on the way stays in the cache of the processor."""

FEW = 64
"""Up to this many segments in a chunk are folded one by one: numpy takes some time however few there are."""


def fold_source(source: str) -> tuple[str, Knots]:
    """Fold a text; give the folded text, its ends not yet trimmed, and its knots."""
    texts: list[str] = []
    knots: list[Knots] = []
    at = length = 0
    for chunk in _chunks(source):
        text, found = chunk.folded()
        texts.append(text)
        if found.size:
            knots.append(moved(found, length, at))
        at, length = at + len(chunk.source), length + len(text)
    return "".join(texts), np.concatenate(knots, axis=1) if knots else NO_KNOTS


def _chunks(source: str) -> Iterator["_Chunk"]:
    """Yield the source in chunks of whole segments: each as long as may be, longer only for one segment."""
    at, size = 0, CHUNK
    while at < len(source):
        text = source[at : at + size]
        codes, kinds = look_up(text)
        edges = _edges(codes, kinds)
        end = len(text) if at + size >= len(source) else len(text) - 1 - int(edges[-2::-1].argmax())
        if end:
            yield _Chunk(text[:end], codes[:end], None if kinds is None else kinds[:end], edges[: end + 1])
            at, size = at + end, CHUNK
        else:
            size *= 2


def _edges(codes: Codes, kinds: Kinds | None) -> Marks:
    """Say before which characters a segment opens, and that one ends with the last.

    None opens before a space that may collapse: after a space, or after what folds to nothing.
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


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Whole segments: the characters, what each folds to, its class (none when all are plain), where segments meet."""

    source: str
    codes: Codes
    kinds: Kinds | None
    edges: Marks

    def folded(self) -> tuple[str, Knots]:
        """Give the folded text and its knots, counted from the beginning of the chunk."""
        if self.kinds is None and self.edges.all():
            return text_of(self.codes), NO_KNOTS
        kinds = np.zeros(len(self.codes), np.uint8) if self.kinds is None else self.kinds
        opens, closes = self.edges[:-1], self.edges[1:]
        uneven = ~(opens & closes & (kinds == PLAIN))
        firsts, lasts = np.flatnonzero(opens & uneven), np.flatnonzero(closes & uneven) + 1
        return self._looked_up(firsts, lasts) if len(firsts) <= FEW else self._merged(kinds, firsts, lasts)

    def _looked_up(self, firsts: Places, lasts: Places) -> tuple[str, Knots]:
        """Fold the few segments [first, last) that are not one plain character one by one."""
        plain = text_of(self.codes)
        pieces: list[str] = []
        places: list[int] = []
        packed: list[bytes] = []
        at = length = 0
        for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
            word, knots = fold_segment(self.source[first:last])
            pieces += (plain[at:first], word)
            places.append(length + first - at)
            packed.append(knots)
            at, length = last, places[-1] + len(word)
        return "".join(pieces) + plain[at:], unpacked(packed, np.array(places), firsts)[0]

    def _merged(self, kinds: Kinds, firsts: Places, lasts: Places) -> tuple[str, Knots]:
        """Fold the segments [first, last) that are not one plain character: syllables, spaces in a row, the others."""
        pairs, triples = syllables(kinds)  # what else is in the segment of one is no part of it
        others = np.zeros(len(firsts), np.bool_)
        others[np.searchsorted(firsts, np.flatnonzero((kinds != PLAIN) & ~parts(pairs, triples)), "right") - 1] = True
        codes, kept = self.codes.copy(), self.edges[:-1].copy()
        if pairs.any():
            compose(codes, pairs, triples)
        kept[firsts[others]] = False
        text, removed = text_of(codes.take(np.flatnonzero(kept))), lasts - firsts - ~others
        places = firsts - np.cumsum(removed) + removed
        if others.any():
            return self._spliced(text, places, firsts, lasts, others)
        return text, knots_at(places, places + 1, firsts, lasts)

    def _spliced(self, text: str, places: Places, firsts: Places, lasts: Places, others: Marks) -> tuple[str, Knots]:
        """Put the others, folded, into the text at their places."""
        ranges = zip(firsts[others].tolist(), lasts[others].tolist(), strict=True)
        folded = [fold_segment(self.source[first:last]) for first, last in ranges]
        words = [word for word, _ in folded]
        lengths = np.zeros(len(firsts), np.intp)
        lengths[others] = [len(word) for word in words]
        moved_places = places + np.cumsum(lengths) - lengths
        own, counts = unpacked([knots for _, knots in folded], moved_places[others], firsts[others])
        every = np.ones(len(firsts), np.intp)
        every[others] = counts
        theirs = np.repeat(others, every)
        knots = np.empty((4, len(theirs)), np.uint32)
        for row, packed, plain in zip(knots, own, knots_at(moved_places, moved_places + 1, firsts, lasts), strict=True):
            row[theirs], row[~theirs] = packed, plain[~others]
        return _inserted(text, places[others].tolist(), words), knots


def _inserted(text: str, places: list[int], words: Sequence[str]) -> str:
    pieces = (text[start:end] for start, end in pairwise([0, *places]))
    return "".join(chain.from_iterable(zip(pieces, words, strict=True))) + text[places[-1] :]
