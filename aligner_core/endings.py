"""Endings of Korean sentences that say the same: formal, plain, spoken, and the noun that ends a note."""

import re

from aligner_core.hangul import closed_by, ends_in, open_syllable

_SAME = (
    *(("하였", "했"), ("되었", "됐"), ("하여", "해"), ("되어", "돼"), ("이었", "였")),
    *(
        ("읍니다", "습니다"),
        ("슴니다", "습니다"),
        ("합니다", "한다"),
        ("됩니다", "된다"),
        ("입니다", "이다"),
        ("임니다", "이다"),
    ),
    ("습니다", "다"),
)
_CLOSED = re.compile("(다|어요|아요|네요|군요|지요|죠|음)$")
"""Endings behind a stem that ends in a consonant, as 했 does."""
_OPEN = (("니다", "ㅂ"), ("다", "ㄴ"), ("", "ㅁ"))
"""Endings behind a stem that ends in a vowel, and the letter they put under it."""
_CONTRACTED = {"이다": "이", "해요": "하", "돼요": "되", "되요": "되", "이에요": "이", "예요": "이"}
_NOUNS = {"함": "했", "됨": "됐", "임": "였"}
"""Nouns that end a note, and the past of what they state."""


def plain(word: str) -> str:
    """Write the endings of a word short and plain.

    >>> plain("결정하였습니다"), plain("결정했다")
    ('결정했다', '결정했다')
    """
    for long, short in _SAME:
        word = word.replace(long, short)
    return word


def stated(word: str) -> set[str]:
    """Give the stems of which a plain word may state something at the end of a sentence.

    >>> stated("결정했어요"), sorted(stated("보냄")), sorted(stated("보낸다"))
    ({'결정했'}, ['보내', '보냈'], ['보내', '보낸'])
    """
    stems = set()
    closed = _CLOSED.search(word, 1)
    if closed and ends_in(word[closed.start() - 1]):
        stems.add(word[: closed.start()])
    for ending, letter in _OPEN:
        stem = word.removesuffix(ending)
        if stem and word.endswith(ending) and ends_in(stem[-1]) == letter:
            stems |= {stem[:-1] + syllable for syllable in _bare(stem[-1], noun=not ending)}
    stems |= {word.removesuffix(ending) + stem for ending, stem in _CONTRACTED.items() if word.endswith(ending)}
    if word[-1:] in _NOUNS:
        stems.add(word[:-1] + _NOUNS[word[-1]])
    return stems


def _bare(syllable: str, *, noun: bool) -> set[str]:
    """Give a syllable without its last consonant; of a noun, which has no tense, with that of the past too."""
    bare = open_syllable(syllable)
    return {bare, closed_by(bare, "ㅆ")} if noun else {bare}
