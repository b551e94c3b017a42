"""Hangul syllables and the letters they are made of."""

import re

FIRST, LAST = 0xAC00, 0xD7A3
VOWELS, FINALS = 21, 28
_SYLLABLE = re.compile(f"[{chr(FIRST)}-{chr(LAST)}]")
_FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")


def is_hangul(text: str) -> bool:
    """Say whether a text has a Hangul syllable."""
    return _SYLLABLE.search(text) is not None


def ends_in(char: str) -> str:
    """Give the consonant a syllable ends in; nothing when it ends in a vowel or is no syllable.

    >>> ends_in("했"), ends_in("하"), ends_in("a")
    ('ㅆ', '', '')
    """
    letters = _letters(char)
    return _FINALS[letters[2]] if letters else ""


def open_syllable(char: str) -> str:
    """Give a syllable without the consonant it ends in.

    >>> open_syllable("간")
    '가'
    """
    return chr(ord(char) - _FINALS.index(ends_in(char)))


def closed_by(char: str, consonant: str) -> str:
    """Give a syllable that ends in a vowel with a consonant under it.

    >>> closed_by("가", "ㅆ")
    '갔'
    """
    return chr(ord(char) + _FINALS.index(consonant))


def letters_apart(one: str, other: str) -> int:
    """Count the letters in which two characters differ: 0 to 3, and 3 when one of two is no syllable.

    >>> letters_apart("웃", "울"), letters_apart("초", "말")
    (1, 3)
    """
    if one == other:
        return 0
    left, right = _letters(one), _letters(other)
    if left is None or right is None:
        return 3
    return sum(a != b for a, b in zip(left, right, strict=True))


def _letters(char: str) -> tuple[int, int, int] | None:
    """Give initial, vowel and final of a syllable (Unicode, section 3.12); None for anything else."""
    code = ord(char) - FIRST
    if not 0 <= code <= LAST - FIRST:
        return None
    return code // (VOWELS * FINALS), code // FINALS % VOWELS, code % FINALS
