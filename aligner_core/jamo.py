"""Hangul syllables in pieces (NFD), put together by arithmetic as Unicode does it (section 3.12)."""

import numpy as np
from numpy.typing import NDArray

from aligner_core.classes import FINAL, LEADING, VOWEL, Codes, Kinds

SYLLABLE, FIRST_LEADING, FIRST_VOWEL, BEFORE_FINALS = 0xAC00, 0x1100, 0x1161, 0x11A7
VOWELS, FINALS = 21, 28

Marks = NDArray[np.bool_]


def syllables(kinds: Kinds) -> tuple[Marks, Marks]:
    """Say where a modern syllable begins, and where one of three jamo."""
    pairs, triples = np.zeros(len(kinds), np.bool_), np.zeros(len(kinds), np.bool_)
    pairs[:-1] = (kinds[:-1] == LEADING) & (kinds[1:] == VOWEL)
    triples[:-2] = pairs[:-2] & (kinds[2:] == FINAL)
    return pairs, triples


def compose(codes: Codes, pairs: Marks, triples: Marks) -> None:
    """Write each syllable over its first jamo."""
    heads, closed = np.flatnonzero(pairs), np.flatnonzero(triples)
    letters = (codes.take(heads) - FIRST_LEADING) * VOWELS + codes.take(heads + 1) - FIRST_VOWEL
    codes[heads] = SYLLABLE + letters * FINALS
    codes[closed] += codes.take(closed + 2) - BEFORE_FINALS


def parts(pairs: Marks, triples: Marks) -> Marks:
    """Say which characters are a part of a syllable."""
    marks = pairs.copy()
    marks[1:] |= pairs[:-1]
    marks[2:] |= triples[:-2]
    return marks
