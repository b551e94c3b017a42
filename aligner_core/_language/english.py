"""Compares English words: the same word, a slip of the keyboard, or another word."""

from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from aligner_core._language.lexicon import lexicon, words_at
from aligner_core._language.word_list import word_list

MIN_VARIANT_CHARS = 5
"""A shorter word is not a spelling of another: *four* is not *for*."""
MAX_CACHED_WORDS = 4096
_SPECIAL = "'"


@lru_cache(maxsize=MAX_CACHED_WORDS)
def is_word(word: str) -> bool:
    """Return whether a folded word is one that people write; a possessive is its word.

    >>> is_word("trainer's"), is_word("trainre")
    (True, False)
    """
    bare = word.removesuffix("'s").replace(_SPECIAL, "")
    if is_in_calendar(bare):
        return True
    return bare in word_list("en") if len(bare) > 1 else bare in words_at("letters.words", "en")


def is_frequent_word(word: str) -> bool:
    """Return whether a word is so frequent that somebody may have meant it instead of another."""
    return is_word(word) and word.removesuffix("'s").replace(_SPECIAL, "") in word_list("en-frequent")


@lru_cache(maxsize=MAX_CACHED_WORDS)
def are_spellings(left: str, right: str) -> bool:
    """Return whether two words are two spellings of one, as in Britain and in America.

    >>> are_spellings("behaviour", "behavior"), are_spellings("travelled", "traveled"), are_spellings("four", "for")
    (True, True, False)
    """
    if min(len(left), len(right)) < MIN_VARIANT_CHARS or not (is_word(left) and is_word(right)):
        return False
    return left != right and any(
        word.endswith(one) and word.removesuffix(one) + other == shorter
        for word, shorter in ((left, right), (right, left))
        for one, other in _endings()
    )


@lru_cache(maxsize=MAX_CACHED_WORDS)
def is_mistyped(word: str, intended: str) -> bool:
    """Return whether a word is about one keystroke in five letters from the word that was meant."""
    longest = max(len(word), len(intended))
    allowed = 1 + (longest > 5) + (longest > 9)  # noqa: PLR2004 - about one typo in five letters
    return OSA.distance(word, intended) <= allowed


@cache
def _endings() -> list[tuple[str, str]]:
    """Return the endings that are spelled in two ways, inflected too."""
    return [
        (one + more, other + more)
        for one, other in lexicon("en").endings
        for more in words_at("variants.inflections", "en")
    ]


def is_in_calendar(word: str) -> bool:
    """Return whether a word is a month or a day of the week: their capitals do not mark names."""
    return word in lexicon("en").months or word in lexicon("en").weekdays
