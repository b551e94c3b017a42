"""Words that a hit cuts: a prefix that negates left off, or a hit that stands inside a longer word.

*agree* of ``disagree``, and *art is long* of ``start is longer`` say something else (specification 3.9).
"""

import re
from collections.abc import Iterator
from functools import cache

import regex

from aligner_core._differences.beside import BY_CHARACTER, MAX_CHARS_BESIDE, Beside
from aligner_core._differences.severity import JUDGED
from aligner_core._language.korean import is_word
from aligner_core._language.korean_particles import is_particle, split_particle
from aligner_core._language.lexicon import lexicon, words_at
from aligner_core._language.word_list import word_list
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import fold
from aligner_core._text.short_quotes import are_of_one_word
from aligner_core.evidence.differences import Difference, DifferenceKind

MIN_CHARS_IN_WORD = 8
"""Shorter hits are compared with the Korean word that they are a part of."""
MIN_PREFIXED_CHARS = 3
"""The fewest letters of a word that a prefix can be cut off from."""
MAX_ATTACHED = 3
"""How many words such as *and* and *the* may be written together with the word behind them."""

_LETTERS = re.compile(r"[^\W\d_]+")
_LETTERS_AT_END = re.compile(r"[^\W\d_]+$")
_WORD, _WORD_AT_END = regex.compile(r"[\p{L}\p{M}]+"), regex.compile(r"[\p{L}\p{M}]+$")
_HANGUL_RUN = re.compile("[가-힣]+")
_HANGUL_BEFORE = re.compile("[가-힣]+$")


def cut_words(beside: Beside) -> Iterator[Difference]:
    """Yield a critical difference for each word that a hit cuts.

    >>> [(one.kind, one.source_text) for one in cut_words(Beside("they disagree with it", 8, 21, "en"))]
    [('negation', 'disagree')]
    """
    if word := _without_prefix(beside):
        yield _difference("negation", word)
    else:
        yield from _longer_words(beside)
    if word := _inside_korean_word(beside.text, beside.start, beside.end):
        yield _difference("word", word)


def _longer_words(beside: Beside) -> Iterator[Difference]:
    """Yield a difference for each end of a hit that lies inside a word of an alphabet, but one for the same word."""
    text, start, end, before, after = beside.text, beside.start, beside.end, beside.before, beside.after
    is_cut = (
        before
        and are_of_one_word(before[-1], text[start])
        and not _is_attached(before, beside.language)
        and (not beside.similar or _begins_as_quoted(beside))
    )
    if is_cut:
        yield _difference("word", _word_around(text, start))
    if not (after and are_of_one_word(text[end - 1], after[0])) or (is_cut and _WORD.fullmatch(beside.words)):
        return
    if not beside.similar or _ends_as_quoted(beside):
        yield _difference("word", _word_around(text, end))


def _begins_as_quoted(beside: Beside) -> bool:
    """Return whether a quote that words are similar to begins with the rest of a word, and that is a word by itself."""
    rest = _WORD.match(beside.words)
    return rest is not None and _is_quoted(fold(rest[0]), _WORD.match(beside.similar))


def _ends_as_quoted(beside: Beside) -> bool:
    rest = _WORD_AT_END.search(beside.words)
    return rest is not None and _is_quoted(fold(rest[0]), _WORD_AT_END.search(beside.similar))


def _is_quoted(rest: str, quoted: "regex.Match[str] | None") -> bool:
    return quoted is not None and quoted[0] == rest and (rest in word_list("en") or not rest.isascii())


def _word_around(text: str, place: int) -> str:
    """Return the folded word on both sides of a place."""
    first = place
    while first > max(0, place - MAX_CHARS_BESIDE) and are_of_one_word(text[first - 1], text[first]):
        first -= 1
    return fold(_WORD.match(text, first, place + MAX_CHARS_BESIDE)[0])


def _is_attached(before: str, language: str | None) -> bool:
    """Return whether what a word is cut off from are words written together with it, as *the* is in Arabic."""
    pattern = _attached(language) if language else None
    cut = _LETTERS_AT_END.search(before)
    return pattern is not None and cut is not None and pattern.fullmatch(fold(cut[0])) is not None


@cache
def _attached(language: str) -> re.Pattern[str] | None:
    words = lexicon(language).at("prefixes.attached")
    return re.compile(rf"(?:{'|'.join(words)}){{1,{MAX_ATTACHED}}}") if words else None


def _without_prefix(beside: Beside) -> str:
    """Return the word of which a hit leaves off a prefix that reverses it, as of disagree; "" where there is none."""
    before, words, language = beside.before, beside.words, beside.language
    if language in BY_CHARACTER:
        prefix = next((one for one in lexicon(str(language)).negations.prefixes if before.endswith(one)), "")
        return prefix + words[:2] if prefix and words[:1].isalpha() else ""
    if not (before[-1:].isalnum() and words[:1].isalnum()):
        return ""
    cut = _LETTERS_AT_END.search(before)
    begun = _LETTERS.match(words)
    if cut is None or begun is None:
        return ""
    prefix, word = fold(cut[0]), fold(begun[0])
    if has_hangul(word):
        is_word_left = len(split_particle(word)[0]) > 1 and is_word(word)
        is_negated = prefix in lexicon("ko").negations.prefixes and is_word_left
    else:
        is_negated = len(word) >= MIN_PREFIXED_CHARS and _is_negating_prefix(prefix, word, language)
    return prefix + word if is_negated else ""


def _is_negating_prefix(prefix: str, word: str, language: str | None) -> bool:
    """Return whether a prefix reverses a word: in English only if the rest is a word, else always."""
    if prefix in lexicon("en").negations.prefixes and word in word_list("en"):
        return True
    return language not in {None, *JUDGED} and prefix in lexicon(str(language)).negations.prefixes


def _inside_korean_word(text: str, start: int, end: int) -> str:
    """Return the listed Korean word that a very short hit is a part of; "" when it is a word there.

    A particle, a title or another ending may follow; nobody lists all compounds, so only a listed word counts, and none
    that cuts the word behind the hit: 한미동맹 is not of 미동.
    """
    if end - start >= MIN_CHARS_IN_WORD or not (has_hangul(text[start]) and has_hangul(text[end - 1])):
        return ""
    before = _HANGUL_BEFORE.search(text[max(0, start - MAX_CHARS_BESIDE) : start])
    after = _HANGUL_RUN.match(text, end)
    head, tail = before[0] if before else "", after[0] if after else ""
    stem = split_particle(tail)[0]
    if not head and (not tail or is_particle(tail) or stem in words_at("suffixes.sides", "ko")):
        return ""
    word, size = head + text[start:end] + tail, len(head) + end - start
    shortest = size if head else size + (len(stem) if len(stem) > 1 and stem in word_list("ko") else 1)
    longer = (word[:stop] for stop in range(len(word), shortest - 1, -1))
    return next((listed for listed in longer if len(listed) > end - start and listed in word_list("ko")), "")


def _difference(kind: DifferenceKind, source_text: str) -> Difference:
    return Difference(kind=kind, quote_text="", source_text=source_text, severity="critical")
