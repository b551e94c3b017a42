"""Compares Korean words: forms of one word, a slip of the keyboard, or another word.

Endings are taken off predicates and particles off nouns; a word with other endings is taken for another word.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from rapidfuzz.distance import OSA

from aligner_core._language.korean_particles import split_particle
from aligner_core._language.korean_predicates import forms_of
from aligner_core._language.lexicon import word_set_at, words_at
from aligner_core._language.units import canonical_unit
from aligner_core._language.word_list import word_list

MIN_COMPOUND_PART = 2
"""The fewest syllables of a part of a compound that is taken for a word by itself."""
MIN_EXTRA_SYLLABLE_WORD = 3
"""The fewest syllables of a word that may be mistyped by a syllable too many or too few."""
MIN_SLIP_LETTERS = 3
"""A shorter word is no slip of a unit or a negation: 됴 may stand for 도 and for 표."""
MAX_CACHED_WORDS = 4096


@lru_cache(maxsize=MAX_CACHED_WORDS)
def is_word(word: str) -> bool:
    """Return whether a word, its ending or particle taken off, is one that people write.

    >>> is_word("의사에게"), is_word("알렸습니다"), is_word("결저했습니다")
    (True, True, False)
    """
    listed = word_list("ko")
    return any(stem in listed for stem in _dictionary_forms(word))


def is_listed(word: str) -> bool:
    """Return whether a word is in the list as it is, with nothing taken off."""
    return word in word_list("ko")


def is_rare_noun(word: str) -> bool:
    """Return whether a word, its particle taken off, is in the large list of nouns that few people write, as 난포."""
    return split_particle(word)[0] in word_list("ko-rare")


@lru_cache(maxsize=MAX_CACHED_WORDS)
def is_compound(word: str) -> bool:
    """Return whether a word is made of words, as 월세보증금 is, or has a suffix: nobody lists all of those.

    >>> is_compound("자유계약선수"), is_compound("비상근무중에"), is_compound("자유약선수")
    (True, True, False)
    """
    stem = split_particle(word)[0]
    if (
        stem[-1:] in word_set_at("suffixes.nouns", "ko")
        and len(stem) > MIN_COMPOUND_PART
        and _is_made_of_words(stem[:-1], is_part=True)
    ):
        return True
    return _is_made_of_words(stem, is_part=False)


def are_prefixed(left: str, right: str) -> bool:
    """Return whether two words differ in a prefix alone, of one syllable: it makes another word, listed or not.

    >>> are_prefixed("재계약기간은", "계약기간은"), are_prefixed("호계약기간은", "계약기간은")
    (True, False)
    """
    prefixes = words_at("prefixes.nouns", "ko")
    return any(word[1:] == other and word[0] in prefixes for word, other in ((left, right), (right, left)) if word)


def is_lengthened(longer: str, word: str) -> bool:
    """Return whether a word has a syllable more than another one, and not just the same one twice.

    >>> is_lengthened("위원회장", "위원회"), is_lengthened("위원회회", "위원회"), is_lengthened("위원회", "위원회")
    (True, False, False)
    """
    if len(longer) <= len(word):
        return False
    return not any(longer == word[:at] + word[at - 1] + word[at:] for at in range(1, len(word) + 1))


def _is_made_of_words(stem: str, *, is_part: bool) -> bool:
    """Return whether a stem is several listed words, one after the other; a part of a word may be one."""
    listed = word_list("ko")
    if is_part and stem in listed:
        return True
    cuts = range(MIN_COMPOUND_PART, len(stem) - MIN_COMPOUND_PART + 1)
    return any(stem[:cut] in listed and _is_made_of_words(stem[cut:], is_part=True) for cut in cuts)


def _dictionary_forms(word: str) -> Iterator[str]:
    yield word
    stem, particle = split_particle(word)
    if particle:
        yield stem
    for form in forms_of(word) | (forms_of(stem) if particle else frozenset()):
        yield form.stem
        if len(form.stem) > 1 and form.stem.endswith(words_at("predicates.of_nouns", "ko")):
            yield form.stem[:-1]


@lru_cache(maxsize=MAX_CACHED_WORDS)
def is_mistyped(word: str, intended: str) -> bool:
    """Return whether a word is one keystroke from the one that was meant: a letter, two swapped, or a syllable.

    >>> is_mistyped("결저했다", "결정했다"), is_mistyped("인수인게", "인수인계"), is_mistyped("매수", "매출")
    (True, True, False)
    """
    letters, intended_letters = unicodedata.normalize("NFD", word), unicodedata.normalize("NFD", intended)
    if OSA.distance(letters, intended_letters) <= 1 or (
        OSA.distance(word, intended) == 1 and sorted(word) == sorted(intended)
    ):
        return True
    return (
        min(len(word), len(intended)) >= MIN_EXTRA_SYLLABLE_WORD
        and len(word) != len(intended)
        and OSA.distance(word, intended) <= 1
    )


def is_slip(word: str, intended: str) -> bool:
    """Return whether a string is no word, and one keystroke from one: a word, a unit or what follows a unit.

    >>> is_slip("앒나요", "않나요"), is_slip("매수", "매주")
    (True, False)
    """
    if len(unicodedata.normalize("NFD", word)) < MIN_SLIP_LETTERS or is_word(word) or is_rare_noun(word):
        return False
    if not is_mistyped(word, intended):
        return False
    stem, particle = split_particle(intended)
    return (
        is_word(intended)
        or is_compound(intended)
        or bool(canonical_unit(stem) if particle else canonical_unit(intended))
    )
