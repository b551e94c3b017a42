"""Hangul syllables in pieces (NFD), put together by arithmetic as Unicode does it (section 3.12)."""

import numpy as np
from numpy.typing import NDArray

from aligner_core.classes import FINAL, LEADING, VOWEL, Codes, Kinds

SYLLABLE, FIRST_LEADING, FIRST_VOWEL, BEFORE_FINALS = 0xAC00, 0x1100, 0x1161, 0x11A7
VOWELS, FINALS = 21, 28

Marks = NDArray[np.bool_]


def syllables(kinds: Kinds, edges: Marks) -> tuple[Marks, Marks]:
    """Say where a segment begins that is one modern syllable and nothing else: of two jamo, and of three."""
    two, three = np.zeros(len(kinds), np.bool_), np.zeros(len(kinds), np.bool_)
    pairs = edges[:-2] & (kinds[:-1] == LEADING) & (kinds[1:] == VOWEL)
    two[:-1] = pairs & edges[2:]
    three[:-2] = pairs[:-1] & (kinds[2:] == FINAL) & edges[3:]
    return two, three


def compose(codes: Codes, two: Marks, three: Marks) -> None:
    """Write each syllable over its first jamo."""
    heads, closed = np.flatnonzero(two | three), np.flatnonzero(three)
    pairs = (codes.take(heads) - FIRST_LEADING) * VOWELS + codes.take(heads + 1) - FIRST_VOWEL
    codes[heads] = SYLLABLE + pairs * FINALS
    codes[closed] += codes.take(closed + 2) - BEFORE_FINALS


def parts(two: Marks, three: Marks) -> Marks:
    """Say which characters are a part of a syllable."""
    marks = two | three
    marks[1:] |= marks[:-1].copy()
    marks[2:] |= three[:-2]
    return marks
