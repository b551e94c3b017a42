"""Hangul syllables in pieces (NFD), put together by arithmetic as Unicode does it (section 3.12)."""

import numpy as np
from numpy.typing import NDArray

from aligner_core.classes import FINAL, LEADING, VOWEL, Codes, Kinds

SYLLABLE, FIRST_LEADING, FIRST_VOWEL, BEFORE_FINALS = 0xAC00, 0x1100, 0x1161, 0x11A7
VOWELS, FINALS = 21, 28
OPEN, CLOSED = 2, 3

Places = NDArray[np.intp]
Marks = NDArray[np.bool_]


def are_syllables(kinds: Kinds, firsts: Places, lasts: Places) -> Marks:
    """Say which of the segments [first, last) are one modern syllable and nothing else."""
    sizes, end, before = lasts - firsts, kinds[lasts - 1], kinds[lasts - 2]
    whole: Marks = (sizes == OPEN) & (end == VOWEL)
    whole |= (sizes == CLOSED) & (before == VOWEL) & (end == FINAL)
    whole &= kinds[firsts] == LEADING
    return whole


def compose(codes: Codes, firsts: Places, lasts: Places) -> NDArray[np.uint32]:
    """Give the syllables in the segments [first, last)."""
    finals = np.where(lasts - firsts == CLOSED, codes[lasts - 1] - BEFORE_FINALS, 0)
    pairs = (codes[firsts] - FIRST_LEADING) * VOWELS + codes[firsts + 1] - FIRST_VOWEL
    return (SYLLABLE + pairs * FINALS + finals).astype(np.uint32)
