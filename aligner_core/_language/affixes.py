"""Affixes that make another word: *hypo-* for *hyper-*, *-ite* for *-ate*, 저- for 고-; and those put to a word.

No list has every term of every trade, so a term that differs from another in such an affix is no misspelling of it,
listed or not.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import chain

from aligner_core._language.lexicon import word_set_at, words_at

MIN_REST_CHARS = {"en": 2, "ko": 1}
"""The fewest letters, or syllables, that two words share beside the affix."""
MIN_PREFIXED_CHARS = 5
"""The fewest letters of an English word that an affix put before it makes another one; *awhen* is none."""
MAX_CACHED_WORDS = 4096


@lru_cache(maxsize=MAX_CACHED_WORDS)
def are_contrasting(left: str, right: str, code: str) -> bool:
    """Return whether two words of a language are the same but for an affix, and the other's is of the same group.

    >>> are_contrasting("hypotension", "hypertension", "en"), are_contrasting("nitrite", "nitrate", "en")
    (True, True)
    >>> are_contrasting("저혈압", "고혈압", "ko"), are_contrasting("recieve", "receive", "en")
    (True, False)
    """
    shortest, prefixes, endings = MIN_REST_CHARS[code], _others("prefixes", code), _others("endings", code)
    before = (
        other + left[cut:] for cut in range(1, len(left) - shortest + 1) for other in prefixes.get(left[:cut], ())
    )
    behind = (left[:cut] + other for cut in range(shortest, len(left)) for other in endings.get(left[cut:], ()))
    return right in chain(before, behind)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def is_extended(word: str, other: str) -> bool:
    """Return whether an English word is another one with an affix more, as *atypical* is *typical* with one.

    >>> is_extended("atypical", "typical"), is_extended("upserts", "upsert"), is_extended("accross", "across")
    (True, True, False)
    """
    if word.startswith(other):
        return word.removeprefix(other) in word_set_at("affixes.added_behind", "en")
    if len(other) < MIN_PREFIXED_CHARS or not word.endswith(other):
        return False
    return word.removesuffix(other) in word_set_at("affixes.added_before", "en")


@cache
def _others(table: str, code: str) -> Mapping[str, frozenset[str]]:
    """Return the affixes that each affix contrasts with."""
    found = defaultdict[str, set[str]](set)
    for group in words_at(f"affixes.{table}", code):
        for affix in group.split():
            found[affix].update(group.split())
    return {affix: frozenset(others - {affix}) for affix, others in found.items()}
