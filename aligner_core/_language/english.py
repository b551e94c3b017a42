"""Compares English words: the same word, a slip of the keyboard, or another word."""

from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from aligner_core._language.affixes import are_contrasting, is_extended
from aligner_core._language.lexicon import lexicon, words_at
from aligner_core._language.units import canonical_unit
from aligner_core._language.word_list import word_list

MIN_VARIANT_CHARS = 5
"""A shorter word is not a spelling of another: *four* is not *for*."""
MIN_SLIP_CHARS = 3
"""A shorter word is no slip: it is likely to be an abbreviation."""
MIN_CHARS_OF_TWO_EDITS = 10
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


def spelled_in_two_ways(word: str) -> bool:
    """Return whether a word ends as those do that have two spellings.

    >>> spelled_in_two_ways("organised"), spelled_in_two_ways("utrecht")
    (True, False)
    """
    return word.endswith(_both_endings())


@cache
def _both_endings() -> tuple[str, ...]:
    return tuple(ending for pair in _endings() for ending in pair)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def is_slip(word: str, intended: str) -> bool:
    """Return whether a word that is in no list is a misspelling of one that is, and no other word nobody listed.

    >>> is_slip("wihout", "without"), is_slip("hypotension", "hypertension"), is_slip("databases", "database")
    (True, False, False)
    """
    if is_word(word) or not is_word(intended) or not is_mistyped(word, intended):
        return False
    if not _are_swapped(word, intended) and (are_contrasting(word, intended, "en") or is_extended(word, intended)):
        return False
    return not (canonical_unit(word) or is_rare_word(word))


def is_rare_word(word: str) -> bool:
    """Return whether a word is in the large list of words that few people write, as *nitrite*."""
    return word.removesuffix("'s").replace(_SPECIAL, "") in word_list("en-rare")


@lru_cache(maxsize=MAX_CACHED_WORDS)
def is_mistyped(word: str, intended: str) -> bool:
    """Return whether a word is one edit from the word that was meant, or two if either is long.

    >>> is_mistyped("teh", "the"), is_mistyped("dabatase", "database"), is_mistyped("adminstation", "administration")
    (True, False, True)
    """
    if min(len(word), len(intended)) < MIN_SLIP_CHARS:
        return False
    allowed = 1 + (max(len(word), len(intended)) >= MIN_CHARS_OF_TWO_EDITS)
    return OSA.distance(word, intended, score_cutoff=allowed) <= allowed


def _are_swapped(word: str, intended: str) -> bool:
    """Return whether two words differ in two neighbouring letters, in the order of the other."""
    return sorted(word) == sorted(intended) and OSA.distance(word, intended) == 1


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
