"""Very short quotes: which hits are meant, since a few letters occur inside many words (specification 3.9)."""

import regex

MIN_FUZZY_CHARS = 8
"""Shorter quotes are only looked for verbatim and normalized."""
MIN_REWRITTEN_CHARS = 5
"""Shorter quotes are not rewritten either: a word and an ending say too little."""
MIN_CHARS_INSIDE_WORD = 12
"""Shorter quotes are not meant where they stand inside of words."""

_ALPHABET = regex.compile(
    r"[[\p{L}\p{M}]&&"
    r"[a-zA-Z\u00c0-\u024f\u0370-\u05ff\u0620-\u08ff\u0900-\u0dff\u10a0-\u10ff\u1c90-\u1cbf\u1e00-\u1fff]]",
    regex.VERSION1,
)


def may_be_meant_at(length: int, text: str, start: int, end: int) -> bool:
    """Return whether a quote of *length* code points may be meant at [start, end): a very short one not inside a word.

    A Korean particle may follow it there.
    """
    return length >= MIN_CHARS_INSIDE_WORD or not stands_inside_word(text, start, end)


def stands_inside_word(text: str, start: int, end: int) -> bool:
    """Return whether the words at [start, end) are a part of a word or a number; a particle or a unit may follow them.

    Korean words grow at their ends, so those are looked up beside the hit.

    >>> stands_inside_word("classic", 0, 5), stands_inside_word("in 2025년", 3, 7), stands_inside_word("in 2025", 3, 4)
    (True, False, True)
    """
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return _joins(before, text[start]) or _joins(text[end - 1], after)


def are_of_one_word(left: str, right: str) -> bool:
    """Return whether two characters in a row are letters of one word of an alphabet.

    >>> are_of_one_word("a", "b"), are_of_one_word("a", "1"), are_of_one_word("서", "버")
    (True, False, False)
    """
    return bool(_ALPHABET.match(left) and _ALPHABET.match(right))


def _joins(left: str, right: str) -> bool:
    """Return whether two characters are of one word: letters of an alphabet, or digits."""
    if not (left and right):
        return False
    return (left.isdigit() and right.isdigit()) or are_of_one_word(left, right)
