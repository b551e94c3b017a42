"""How severe it is when words of a quote replace other words: *form*, *slip* or *critical*.

Every pair is critical unless it is known to be harmless (specification 3.9); in languages other than English and
Korean, none is.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from aligner_core._differences.pairs import paired
from aligner_core._language import english, korean
from aligner_core._language.affixes import are_contrasting
from aligner_core._language.korean_particles import changed_role, is_particle, split_particle
from aligner_core._language.korean_predicates import contracted, forms_of
from aligner_core._language.lexicon import lexicon, words_at
from aligner_core._language.units import canonical_unit
from aligner_core._text.hangul import has_hangul
from aligner_core.evidence.differences import DifferenceKind, Severity

MAX_CACHED_WORDS = 4096
_RANK = {"form": 0, "slip": 1, "critical": 2}
JUDGED = ("en", "ko")
"""The languages known well enough to distinguish a slip from another word."""


class Assessment(NamedTuple):
    """The kind of a difference, and how much it can change."""

    kind: DifferenceKind
    severity: Severity


FORM_OF_WORD = Assessment("spelling", "form")
SLIP = Assessment("spelling", "slip")
OTHER_WORD = Assessment("word", "critical")
NAME = Assessment("name", "critical")
UNJUDGED = Assessment("unjudged", "critical")


@dataclass(frozen=True, slots=True)
class Context:
    """The message, for judging words: its language, which words are names in it, and which stand in it as they are."""

    language: str | None
    is_name: Callable[[str], bool]
    has_word: Callable[[str], bool]

    @property
    def fillers(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """The filler words and phrases of the languages of the message, by their first word."""
        return _fillers(self.language)


@cache
def _fillers(language: str | None) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    known = {*JUDGED, *([language] if language else [])}
    phrases = sorted({phrase for code in known for phrase in lexicon(code).optional})
    return {first: tuple(group) for first, group in groupby(phrases, key=itemgetter(0))}


def most_severe(judgements: Sequence[Assessment]) -> Assessment:
    """Return the first of the most severe judgements."""
    return max(judgements, key=lambda judged: _RANK[judged.severity])


def judge_words(quote_words: Sequence[str], source_words: Sequence[str], context: Context) -> Assessment:
    """Return the judgement of words of a quote in place of words of its source: that of the most severe pair."""
    if context.language in JUDGED and _are_run_together(quote_words, source_words, context):
        return SLIP
    quote_words, source_words = (_without_fillers(words, context) for words in (quote_words, source_words))
    slips, quote_words, source_words = _without_run_together(quote_words, source_words, context)
    pairs = list(paired(quote_words, source_words))
    return most_severe([*slips, *(judge_pair(*pair, context) for pair in pairs)]) if slips or pairs else FORM_OF_WORD


def _without_run_together(
    quote_words: Sequence[str], source_words: Sequence[str], context: Context
) -> tuple[list[Assessment], Sequence[str], Sequence[str]]:
    """Return a slip for each word of a quote that is two of its source, and the words without these.

    Only if both sides then have as many words: otherwise their pairing would be a guess.
    """
    missing = len(source_words) - len(quote_words)
    if context.language not in JUDGED or missing < 1 or len(quote_words) == 1:
        return [], quote_words, source_words
    kept, kept_of_source, at, slips = list[str](), list[str](), 0, list[Assessment]()
    for word in quote_words:
        if len(slips) < missing and _are_run_together([word], source_words[at : at + 2], context):
            slips.append(SLIP)
            at += 2
        else:
            kept.append(word)
            kept_of_source += source_words[at : at + 1]
            at += 1
    return (slips, kept, kept_of_source) if len(slips) == missing else ([], quote_words, source_words)


def _without_fillers(words: Sequence[str], context: Context) -> Sequence[str]:
    """Return words without filler phrases such as *you know*; single words are left."""
    for at, word in enumerate(words):
        for phrase in context.fillers.get(word, ()):
            if len(phrase) > 1 and tuple(words[at : at + len(phrase)]) == phrase:
                return _without_fillers([*words[:at], *words[at + len(phrase) :]], context)
    return words


def _are_run_together(quote_words: Sequence[str], source_words: Sequence[str], context: Context) -> bool:
    """Return whether words of the source stand as one in the quote, which is none, with a slip where the space was.

    Names are run together only to the letter.
    """
    if len(quote_words) != 1 or len(source_words) < 2 or not _is_latin(quote_words[0]):  # noqa: PLR2004 - more than one
        return False
    [word] = quote_words
    if not all(map(english.is_word, source_words)) or english.is_word(word):
        return False
    if word == "".join(source_words):
        return True
    return not any(map(context.is_name, source_words)) and _may_be_cut_into(word, source_words)


def _may_be_cut_into(word: str, source_words: Sequence[str]) -> bool:
    """Return whether a word falls into parts that are each a word of the source, or a slip of it."""
    if len(source_words) == 1:
        return word == source_words[0] or english.is_slip(word, source_words[0])
    size = len(source_words[0])
    cuts = range(max(1, size - 1), min(len(word), size + 2))
    return any(
        _may_be_cut_into(word[:cut], source_words[:1]) and _may_be_cut_into(word[cut:], source_words[1:])
        for cut in cuts
    )


def is_slip(word: str, intended: str) -> bool:
    """Return whether a string is no word, and a misspelling of an English or Korean word.

    >>> is_slip("wihout", "without"), is_slip("with", "without"), is_slip("pfirst", "first")
    (True, False, True)
    """
    if has_hangul(word) and has_hangul(intended):
        return korean.is_slip(word, intended)
    return english.is_slip(word, intended)


def judge_pair(quote_word: str, source_word: str, context: Context) -> Assessment:
    """Return the judgement of one word of a quote in place of one of its source; "" for none."""
    if quote_word == source_word:
        return FORM_OF_WORD
    if not (quote_word and source_word):
        return _judge_extra(quote_word or source_word, context)
    if has_hangul(quote_word) != has_hangul(source_word) and (judged := _judge_particles(quote_word, source_word)):
        return judged
    if has_hangul(quote_word) and has_hangul(source_word):
        return _judge_korean(quote_word, source_word, context)
    if _is_latin(quote_word) and _is_latin(source_word) and context.language in JUDGED:
        return _judge_english(quote_word, source_word, context)
    return OTHER_WORD if context.language in JUDGED else UNJUDGED


def unit_of(word: str) -> str:
    """Return the canonical name of the unit a word is, with a particle or without; "" when it is not a unit."""
    return canonical_unit(word) or canonical_unit(split_particle(word)[0])


def _judge_extra(word: str, context: Context) -> Assessment:
    """Return the judgement of a word that only one side has."""
    if context.language not in JUDGED:
        return UNJUDGED
    if (word,) in context.fillers.get(word, ()):
        return Assessment("word", "form")
    if is_particle(word):
        changed = changed_role(word, "")
        return (
            Assessment("role" if changed == "role" else "word", "critical") if changed else Assessment("word", "form")
        )
    return NAME if context.is_name(word) else OTHER_WORD


def _judge_particles(quote_word: str, source_word: str) -> Assessment | None:
    """Return the judgement of words that differ in their particles alone; None of others."""
    (stem, particle), (source_stem, source_particle) = map(split_particle, (quote_word, source_word))
    if stem != source_stem:
        return None
    changed = changed_role(particle, source_particle)
    return Assessment("role" if changed == "role" else "word", "critical") if changed else FORM_OF_WORD


def _judge_korean(quote_word: str, source_word: str, context: Context) -> Assessment:
    if contracted(quote_word) == contracted(source_word) or forms_of(quote_word) & forms_of(source_word):
        return FORM_OF_WORD
    (stem, particle), (source_stem, source_particle) = map(split_particle, (quote_word, source_word))
    if _are_prefixed(quote_word, source_word, "ko"):
        return OTHER_WORD
    if stem == source_stem and len(stem) == 1 and all(map(korean.is_listed, (quote_word, source_word))):
        return OTHER_WORD
    if judged := _judge_particles(quote_word, source_word):
        return judged
    if particle and source_particle and changed_role(particle, source_particle):
        return OTHER_WORD
    if any(map(context.is_name, (stem, source_stem))):
        return NAME
    if are_contrasting(stem, source_stem, "ko") or not korean.is_mistyped(quote_word, source_word):
        return OTHER_WORD
    if not _is_one_a_word(quote_word, source_word) or (not korean.is_word(quote_word) and context.has_word(stem)):
        return OTHER_WORD
    return SLIP


def _may_be_compound(word: str, other: str) -> bool:
    """Return whether a word that is in no list may yet be one, since it is longer or shorter by a syllable."""
    stem, rest = split_particle(word)[0], split_particle(other)[0]
    changed = korean.is_lengthened(stem, rest) or len(stem) < len(rest)
    return changed and korean.is_compound(word)


def _is_one_a_word(quote_word: str, source_word: str) -> bool:
    """Return whether one of two Korean words is a word and the other none; a syllable more may make a compound."""
    if korean.are_prefixed(quote_word, source_word):
        return False
    quote_known, source_known = map(korean.is_word, (quote_word, source_word))
    if quote_known:
        return not (source_known or korean.is_rare_noun(source_word) or _may_be_compound(source_word, quote_word))
    if korean.is_rare_noun(quote_word) or _may_be_compound(quote_word, source_word):
        return False
    return source_known or korean.is_compound(source_word)


def _judge_english(quote_word: str, source_word: str, context: Context) -> Assessment:
    if _without_accents(quote_word) == _without_accents(source_word) or english.are_spellings(quote_word, source_word):
        return FORM_OF_WORD
    if not english.is_in_calendar(source_word) and any(map(context.is_name, (quote_word, source_word))):
        return NAME
    if _are_prefixed(quote_word, source_word, "en"):
        return OTHER_WORD
    if english.is_slip(quote_word, source_word):
        return OTHER_WORD if context.has_word(quote_word) else SLIP
    corrects = english.is_frequent_word(quote_word) and english.is_slip(source_word, quote_word)
    return SLIP if corrects else OTHER_WORD


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _are_prefixed(left: str, right: str, language: str) -> bool:
    """Return whether two words differ in nothing but a prefix that negates, as those of *decrypt* and *encrypt* do."""
    for word, other in ((left, right), (right, left)):
        for prefix in lexicon(language).negations.prefixes:
            rest = word.removeprefix(prefix)
            cut = len(other) - len(rest)
            if rest != word and len(rest) > 1 and 0 <= cut <= len(prefix) and other.endswith(rest) and other != word:
                return cut == 0 or other[:cut] in words_at("negations.opposites", "en")
    return False


def _is_latin(word: str) -> bool:
    return word.isascii() or all(
        char.isascii() or "LATIN" in unicodedata.name(char, "") or unicodedata.combining(char) for char in word
    )


def _without_accents(word: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
