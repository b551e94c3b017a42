"""Stems, which the forms of a word have in common, in English and Korean."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import lexicon, table_at, word_set_at, words_at
from aligner_core._text.hangul import final_consonant, has_hangul, with_final, without_final

MIN_STEM_CHARS = 2
"""A stem of one letter has no meaning."""
_MIN_ENGLISH_CHARS, _MIN_DERIVED_CHARS = 3, 5
_VOWEL = re.compile("[aeiouy]")


class _Korean(NamedTuple):
    """The Korean endings that are taken off, and contractions that are undone."""

    predicate: re.Pattern[str]
    """Endings that turn a noun into a verb: 제거하기로 and 제거했다 have the same noun."""
    copula: re.Pattern[str]
    suffix: re.Pattern[str]
    endings: tuple[str, ...]
    final_endings: tuple[tuple[str, str], ...]
    """Endings that add a final consonant to a stem that ends in a vowel, and the consonant."""
    contracted: Mapping[str, str]
    """The last syllable of a verb contracted with 어 or 아, and what it was before."""
    short_verbs: frozenset[str]
    """Verbs of one syllable; any other before an ending is taken for a noun without meaning."""
    short_noun: re.Pattern[str]
    """A noun of one syllable with a particle, rather than a verb."""


class _English(NamedTuple):
    """The English endings that are taken off, or undone."""

    endings: tuple[tuple[str, str], ...]
    no_endings: tuple[str, ...]
    derivations: tuple[str, ...]
    """Endings that derive another word from a verb; the stems of such words are marked and match only each other."""
    irregular: Mapping[str, str]


@cache
def _korean() -> _Korean:
    predicates, copulas, suffixes, particles = (
        "|".join(words_at(f"stems.{key}", "ko"))
        for key in ("predicates", "copulas", "suffixes", "short_noun_particles")
    )
    return _Korean(
        predicate=re.compile(f"(?<=..)(?:{predicates}).*"),
        copula=re.compile(f"(?<=..)(?:{copulas})$"),
        suffix=re.compile(f"(?<=..)(?:{suffixes})$"),
        endings=words_at("stems.endings", "ko"),
        final_endings=tuple((ending, letter) for ending, letter in lexicon("ko").at("stems.final_endings")),
        contracted=table_at("stems.contracted", "ko"),
        short_verbs=word_set_at("stems.short_verbs", "ko"),
        short_noun=re.compile(f".(?:{particles})"),
    )


@cache
def _english() -> _English:
    known = lexicon("en")
    forms = [line.split() for line in known.at("stems.irregular")]
    return _English(
        endings=tuple((ending, lost) for ending, lost in known.at("stems.endings")),
        no_endings=words_at("stems.no_endings", "en"),
        derivations=words_at("stems.derivations", "en"),
        irregular={form: first for first, *others in forms for form in others},
    )


@lru_cache(maxsize=16384)
def stems(word: str) -> frozenset[str]:
    """Return the stems a folded word may have, itself among them; two words are forms of one when they share any.

    >>> not stems("비운").isdisjoint(stems("비우고")), not stems("removing").isdisjoint(stems("removal"))
    (True, True)
    """
    return frozenset(_korean_stems(word) if has_hangul(word) else _english_stems(word))


def _korean_stems(word: str) -> Iterator[str]:
    known = _korean()
    noun = split_particle(word)[0]
    for form in {word, noun, known.copula.sub("", word), known.predicate.sub("", word)}:
        if len(form) >= MIN_STEM_CHARS:
            yield form
            yield known.suffix.sub("", form)
    for verb in _verb_stems(word, known):
        if verb in known.short_verbs or (len(verb) >= MIN_STEM_CHARS and not known.short_noun.fullmatch(verb)):
            yield f"{verb}다"


def _verb_stems(word: str, known: _Korean) -> Iterator[str]:
    """Yield what a word may be before an ending, with contractions undone."""
    for ending in known.endings:
        if word.endswith(ending) and word != ending:
            yield from _uncontracted(word.removesuffix(ending), known)
    yield from _uncontracted(word, known)
    for ending, letter in known.final_endings:
        stem = word.removesuffix(ending)
        if stem and word.endswith(ending) and final_consonant(stem[-1]) == letter:
            bare = stem[:-1] + without_final(stem[-1])
            yield from (bare, bare[:-1] + with_final(bare[-1], "ㄹ"))


def _uncontracted(stem: str, known: _Korean) -> Iterator[str]:
    head, last = stem[:-1], stem[-1]
    if last in "었았" and head:
        yield head
    if final_consonant(last) == "ㅆ":
        last = without_final(last)
    if last in known.contracted:
        last = known.contracted[last]
    elif last in "러라" and head and final_consonant(head[-1]) == "ㄹ":
        head, last = head[:-1] + without_final(head[-1]), "르"
    yield head + last
    if stem[-1] != last:
        yield stem


def _english_stems(word: str) -> Iterator[str]:
    known = _english()
    bases = set(_inflected(word.removesuffix("'s"), known))
    yield from bases
    for base in bases:
        for ending in known.derivations:
            stem = base.removesuffix(ending)
            if base.endswith(ending) and len(stem) >= _MIN_DERIVED_CHARS:
                yield f"{_undoubled(stem)}-"


def _inflected(word: str, known: _English) -> Iterator[str]:
    yield word
    yield known.irregular.get(word, word)
    for ending, lost in known.endings if not word.endswith(known.no_endings) else ():
        stem = word.removesuffix(ending)
        whole = stem + "y" if lost == "y" else stem
        if stem != word and len(whole) >= _MIN_ENGLISH_CHARS and _VOWEL.search(whole):
            yield from (stem + lost, _undoubled(stem))


def _undoubled(stem: str) -> str:
    """Return a stem with its last consonant once: stop of stopped."""
    return stem[:-1] if stem[-1] == stem[-2] else stem
