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
from aligner_core.jamo import Marks, Places, are_syllables, compose
from aligner_core.offsets import NO_KNOTS, Knots, joined, rows

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
        if len(found):
            knots.append(found + np.array((length, length, at, at), np.uint32))
        at, length = at + len(chunk.source), length + len(text)
    return "".join(texts), np.concatenate(knots) if knots else NO_KNOTS


def _chunks(source: str) -> Iterator["_Chunk"]:
    """Yield the source in chunks of whole segments: each as long as may be, longer only for one segment."""
    at, size = 0, CHUNK
    while at < len(source):
        text = source[at : at + size]
        codes, kinds = look_up(text)
        opens = _opens(codes, kinds)
        end = len(text) if at + size >= len(source) else len(text) - 1 - int(opens[::-1].argmax())
        if end:
            yield _Chunk(text[:end], codes[:end], None if kinds is None else kinds[:end], opens[:end])
            at, size = at + end, CHUNK
        else:
            size *= 2


def _opens(codes: Codes, kinds: Kinds | None) -> Marks:
    """Say before which characters a segment opens.

    None opens before a space that may collapse: after a space, or after what folds to nothing.
    """
    opens = np.ones(len(codes), np.bool_)
    spaces = codes == SPACE
    if kinds is None:
        opens[1:] = ~(spaces[1:] & spaces[:-1])
        return opens
    opens[1:] = (kinds <= LEADING)[1:] & ~((kinds == LEADING) | (kinds == JOINING))[:-1]
    opens[1:] &= ~(spaces[1:] & ((spaces & (kinds == PLAIN)) | (kinds == DROPPED))[:-1])
    return opens


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Whole segments: the characters, what each folds to, its class (none when all are plain), where segments open."""

    source: str
    codes: Codes
    kinds: Kinds | None
    opens: Marks

    def folded(self) -> tuple[str, Knots]:
        """Give the folded text and its knots, counted from the beginning of the chunk."""
        if self.kinds is None and self.opens.all():
            return text_of(self.codes), NO_KNOTS
        kinds = np.zeros(len(self.codes), np.uint8) if self.kinds is None else self.kinds
        closes = np.append(self.opens[1:], True)
        even = self.opens & closes & (kinds == PLAIN)
        firsts, lasts = np.flatnonzero(self.opens & ~even), np.flatnonzero(closes & ~even) + 1
        return self._looked_up(firsts, lasts) if len(firsts) <= FEW else self._merged(kinds, firsts, lasts)

    def _looked_up(self, firsts: Places, lasts: Places) -> tuple[str, Knots]:
        """Fold the few segments [first, last) that are not one plain character one by one."""
        plain = text_of(self.codes)
        parts: list[str] = []
        places: list[int] = []
        packed: list[bytes] = []
        at = length = 0
        for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
            word, knots = fold_segment(self.source[first:last])
            parts += (plain[at:first], word)
            places.append(length + first - at)
            packed.append(knots)
            at, length = last, places[-1] + len(word)
        return "".join(parts) + plain[at:], joined(NO_KNOTS, packed, np.array(places), firsts)

    def _merged(self, kinds: Kinds, firsts: Places, lasts: Places) -> tuple[str, Knots]:
        """Fold the segments [first, last) that are not one plain character: syllables, spaces in a row, the others."""
        syllables = are_syllables(kinds, firsts, lasts)
        single = syllables | (np.maximum.reduceat(kinds, firsts) == PLAIN)
        codes, kept = self.codes.copy(), self.opens.copy()
        if syllables.any():
            codes[firsts[syllables]] = compose(codes, firsts[syllables], lasts[syllables])
        kept[firsts[~single]] = False
        text, removed = text_of(codes[kept]), lasts - firsts - single
        places = firsts - np.cumsum(removed) + removed
        if single.all():
            return text, rows(places, places + 1, firsts, lasts)
        return self._spliced(text, places, firsts, lasts, single)

    def _spliced(self, text: str, places: Places, firsts: Places, lasts: Places, single: Marks) -> tuple[str, Knots]:
        """Put the others, folded, into the text at their places."""
        others = ~single
        ranges = zip(firsts[others].tolist(), lasts[others].tolist(), strict=True)
        words, knots = zip(*[fold_segment(self.source[first:last]) for first, last in ranges], strict=True)
        lengths = np.zeros(len(firsts), np.intp)
        lengths[others] = [len(word) for word in words]
        moved = places + np.cumsum(lengths) - lengths
        singles = rows(moved, moved + 1, firsts, lasts)[single]
        return _inserted(text, places[others].tolist(), words), joined(singles, knots, moved[others], firsts[others])


def _inserted(text: str, places: list[int], words: Sequence[str]) -> str:
    parts = (text[start:end] for start, end in pairwise([0, *places]))
    return "".join(chain.from_iterable(zip(parts, words, strict=True))) + text[places[-1] :]
