"""Hangul syllables and the letters they are made of."""

import re

FIRST_SYLLABLE, LAST_SYLLABLE = 0xAC00, 0xD7A3
VOWEL_COUNT, FINAL_COUNT = 21, 28
"""Medial vowels, and final consonants including none (Unicode, section 3.12)."""

_SYLLABLE = re.compile(f"[{chr(FIRST_SYLLABLE)}-{chr(LAST_SYLLABLE)}]")
_FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")


def has_hangul(text: str) -> bool:
    """Return whether a text holds a Hangul syllable."""
    return not text.isascii() and _SYLLABLE.search(text) is not None


def final_consonant(char: str) -> str:
    """Return the consonant a syllable ends in; "" when it ends in a vowel or is not a syllable.

    >>> final_consonant("했"), final_consonant("하"), final_consonant("a")
    ('ㅆ', '', '')
    """
    letters = _letters(char)
    return _FINALS[letters[2]] if letters else ""


def without_final(char: str) -> str:
    """Return a syllable without the consonant it ends in.

    >>> without_final("간")
    '가'
    """
    return chr(ord(char) - _FINALS.index(final_consonant(char)))


def with_final(char: str, consonant: str) -> str:
    """Return a syllable that ends in a vowel with a final consonant added.

    >>> with_final("가", "ㅆ")
    '갔'
    """
    return chr(ord(char) + _FINALS.index(consonant))


def _letters(char: str) -> tuple[int, int, int] | None:
    """Return initial, vowel and final of a syllable (Unicode, section 3.12); None for anything else."""
    code = ord(char) - FIRST_SYLLABLE
    if not 0 <= code <= LAST_SYLLABLE - FIRST_SYLLABLE:
        return None
    return code // (VOWEL_COUNT * FINAL_COUNT), code // FINAL_COUNT % VOWEL_COUNT, code % FINAL_COUNT
