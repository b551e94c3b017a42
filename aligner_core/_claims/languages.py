"""Whether the words of a claim and of its evidence are in a language, and in letters, that are judged."""

from collections.abc import Sequence
from functools import cache

import regex

from aligner_core._claims.coverage import Coverage
from aligner_core._claims.denials import JUDGED
from aligner_core._claims.names import names_of
from aligner_core._claims.reading import Reading
from aligner_core._claims.sentences import sentences_of
from aligner_core._claims.values import values_of
from aligner_core._language import english
from aligner_core._language.detection import language_of, languages_of
from aligner_core._language.lexicon import known_languages, lexicon, other_languages, words_at
from aligner_core._language.stemming import stems
from aligner_core._text.confusables import has_confusables
from aligner_core._text.normalized_text import fold

MIN_KNOWN_SHARE = 0.6
"""The share of listed words above which a short claim is English if its evidence is."""
_LABEL = regex.compile(r"(?<![\w-])[\w-]++(?=\s?=(?!=))")
"""The name of a field, as in *city = Oslo*."""
_WORD = regex.compile(r"[a-z']{2,}")
_WORD_OF_ANY = regex.compile(r"[\p{L}']+")
MAX_WORDS_ASIDE = 3
_OTHER_LETTERS = regex.compile(r"[\p{L}--[\p{Latin}\p{Hangul}\p{Common}]]{2,}", regex.VERSION1)


def language_of_claim(claim: Reading, evidence: Sequence[Reading]) -> str | None:
    """Return the language of a claim; a short one is English if its evidence and most of its words but names are."""
    if claim.language is None and any(text.language == "en" for text in evidence):
        names = Coverage((name.start, name.end) for name in names_of(claim))
        words = [word for word, start, end in claim.pieces if len(word) > 1 and not names.overlaps(start, end)]
        if words and sum(map(_is_english, words)) >= MIN_KNOWN_SHARE * len(words):
            return "en"
    return claim.language


def is_judged(claim: Reading, language: str | None) -> bool:
    """Return whether the words of a claim are judged; one without words, beside names and values, needs no language."""
    return not _has_other_letters(claim) and (language in JUDGED or not has_words(claim))


def is_readable(text: Reading, names: frozenset[str] = frozenset()) -> bool:
    """Return whether each sentence of the evidence is in a language that is judged; one of few words may be English.

    *names* need none: words of the claim that are written like names. Beside a sentence that is in such a language, one
    of few words that is in none says nothing (*Congrats!*), unless it denies in some language.
    """
    if _has_other_letters(text):
        return False
    if not has_words(text):
        return True
    sentences = [fold(sentence.text) for sentence in sentences_of(text.source, by_sign=False)]
    unknown = [sentence for sentence in sentences if not _is_known(sentence, names)]
    return not unknown or (len(unknown) < len(sentences) and all(map(_is_aside, unknown)))


def has_words(text: Reading) -> bool:
    """Return whether a text has words beside names, values and labels of fields, so that its language matters."""
    values = [(one.start, one.end) for one in values_of(text)]
    names = [(one.start, one.end) for one in names_of(text)]
    taken = Coverage([*values, *names, *(label.span() for label in _LABEL.finditer(text.text))])
    return any(len(word) > 1 and not taken.overlaps(start, end) for word, start, end in text.pieces)


def _is_known(sentence: str, names: frozenset[str]) -> bool:
    language, words = language_of(sentence), [word for word in _WORD.findall(sentence) if word not in names]
    return language in JUDGED or (language is None and (not words or any(map(_is_english, words))))


def _is_aside(sentence: str) -> bool:
    """Return whether a sentence has few words, in no known language, and none that denies in any."""
    words = _WORD_OF_ANY.findall(sentence)
    return len(words) <= MAX_WORDS_ASIDE and languages_of(sentence).beside is None and _negators().isdisjoint(words)


@cache
def _negators() -> frozenset[str]:
    return frozenset().union(*(lexicon(code).negations.words for code in (*known_languages(), *other_languages())))


def _is_english(word: str) -> bool:
    """Return whether a word is an English one, in some form, or an interjection."""
    return _interjection().fullmatch(word) is not None or any(
        map(english.is_word, (word, *(stem for stem in stems(word) if stem.isascii())))
    )


@cache
def _interjection() -> "regex.Pattern[str]":
    return regex.compile("|".join(words_at("claims.spellings.interjections")))


def _has_other_letters(text: Reading) -> bool:
    """Return whether a text has words in letters that no judged language is written in, or mixes such with its own."""
    return not text.source.isascii() and (
        _OTHER_LETTERS.search(text.text) is not None or has_confusables(text.source, text.source)
    )
