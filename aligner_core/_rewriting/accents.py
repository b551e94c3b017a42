"""Accents that a language leaves off or writes in letters: *cafe* for *café*, еще for ещё, *Mueller* for *Müller*."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from aligner_core._language.lexicon import lexicon

MAX_CACHED_WORDS = 4096


@lru_cache(maxsize=MAX_CACHED_WORDS)
def without_accents(word: str, language: str | None) -> str:
    """Return a folded word as its language writes it without accents: equal ones are one word there.

    >>> [without_accents(*pair) for pair in (("café", "en"), ("müller", "de"), ("ещё", "ru"), ("papá", "es"))]
    ['cafe', 'mueller', 'ещё', 'papá']
    """
    given = _accents(language)
    if word.isascii() or not given or len(word) < given.get("min_letters", 0):
        return word
    for letter, instead in given.get("letters", {}).items():
        word = word.replace(letter, instead)
    if dropped := given.get("dropped", ""):
        word = re.sub(f"[{dropped}]", "", word)
    return _bare(word) if given.get("all") else word


def base_letters(text: str, language: str | None) -> str:
    """Return a folded text with letters without the accents that its language may leave off, place by place.

    >>> base_letters("the café", "en"), base_letters("le café", "fr")
    ('the cafe', 'le café')
    """
    letters, table = _by_letter(language)
    return text if text.isascii() or letters is None or not letters.search(text) else text.translate(table)


def may_lose_accents(word: str, language: str | None) -> bool:
    """Return whether a word has, or may stand for one that has, accents that are not left off letter by letter.

    >>> [may_lose_accents(*pair) for pair in (("mueller", "de"), ("müller", "de"), ("cafe", "en"))]
    [True, True, False]
    """
    given = _accents(language)
    letters = given.get("letters", {})
    pairs = (pair for pair in letters.items() if len(pair[0]) != len(pair[1]))
    return bool(given.get("dropped")) or any(letter in word or instead in word for letter, instead in pairs)


@cache
def _accents(language: str | None) -> Mapping[str, Any]:
    found: Mapping[str, Any] = (lexicon(language).at("accents") if language else None) or {}
    return found


@cache
def _by_letter(language: str | None) -> tuple[re.Pattern[str] | None, Mapping[int, str]]:
    """Return the pattern of the letters that may lose their accents, None without any, and what each becomes."""
    given = _accents(language)
    found = {ord(one): other for one, other in given.get("letters", {}).items() if len(one) == len(other) == 1}
    if given.get("all"):
        found |= {code: bare for code in range(0xC0, 0x250) if len(bare := _bare(chr(code))) == 1 and bare.isascii()}
    return (re.compile(f"[{''.join(map(chr, found))}]") if found else None), found


def _bare(word: str) -> str:
    """Return a word without its accents; Hangul, which would fall apart, has none."""
    return "".join(
        char if "가" <= char <= "힣" else unicodedata.normalize("NFD", char)[0]
        for char in word
        if not unicodedata.combining(char)
    )
