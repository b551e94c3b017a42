"""Very short quotes: which hits are meant, since a few letters occur inside many words (specification 3.9)."""

import re

MIN_FUZZY_CHARS = 8
"""Shorter quotes are only looked for verbatim and normalized, and not inside of words."""

_ALPHABET = re.compile(r"[a-zA-Z\u00c0-\u024f\u0370-\u05ff\u0620-\u08ff\u0900-\u0dff\u1e00-\u1fff]")


def may_be_meant_at(length: int, text: str, start: int, end: int) -> bool:
    """Return whether a quote of *length* code points may be meant at [start, end): a very short one not inside a word.

    A Korean particle may follow it there.
    """
    return length >= MIN_FUZZY_CHARS or not stands_inside_word(text, start, end)


def stands_inside_word(text: str, start: int, end: int) -> bool:
    """Return whether the words at [start, end) are a part of a word or a number; a particle or a unit may follow them.

    Korean words grow at their ends, so those are looked up beside the hit.

    >>> stands_inside_word("classic", 0, 5), stands_inside_word("in 2025년", 3, 7), stands_inside_word("in 2025", 3, 4)
    (True, False, True)
    """
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return _joins(before, text[start]) or _joins(text[end - 1], after)


def _joins(left: str, right: str) -> bool:
    """Return whether two characters are of one word: letters of an alphabet, or digits."""
    if not (left and right):
        return False
    return (left.isdigit() and right.isdigit()) or bool(_ALPHABET.match(left) and _ALPHABET.match(right))
