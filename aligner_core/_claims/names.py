"""The names in a text, by their signs.

In English a capital inside a sentence is the sign, in Korean a title, a family name with a given one, a listed name or
place, and Latin letters. A Korean word without such a sign is not taken for a name, so names may be missed.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from aligner_core._claims.coverage import Coverage
from aligner_core._claims.reading import Reading, kept
from aligner_core._claims.values import values_of
from aligner_core._language import english, korean
from aligner_core._language.korean_particles import is_particle, split_particle
from aligner_core._language.lexicon import lexicon, table_at, word_set_at, words_at
from aligner_core._language.stemming import stems
from aligner_core._language.units import canonical_unit
from aligner_core._text.hangul import has_hangul
from aligner_core._text.tokens import Token, TokenKind

MIN_NAME_CHARS = 2
MIN_TITLE_CASE_WORDS = 3
MIN_SHARE_OF_CAPITALS = 0.8
"""The share of words with a capital by which a claim is a title, in which a capital is no sign."""
MIN_DEMONYM_CHARS = 4
MIN_KOREAN_NAME, MAX_KOREAN_NAME, FULL_NAME_CHARS = 2, 4, 3
MIN_CAPITAL_CHARS = 4
"""A shorter word is often small in a title."""

MIN_WORDS_OF_LINE, MAX_CHARS_OF_LINE = 3, 80
"""A line of fewer words is part of the sentence before it, of which each word may stand in a line of its own."""

_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n•*>#\-\"'“\u2018(\[「『…|])\s*[\"'“\u2018(\[*_]*$")
_LETTERS = re.compile(r"[가-힣]+|[^\W\d_가-힣]+")


class Named(NamedTuple):
    """A name at [start, end) of a folded text, and its words, folded."""

    words: tuple[str, ...]
    start: int
    end: int


@kept
def names_of(reading: Reading) -> tuple[Named, ...]:
    """Return the names of a text, in reading order."""
    values = Coverage((found.start, found.end) for found in values_of(reading))
    found = [*_latin_names(reading), *_korean_names(reading)]
    free = [name for name in found if not values.overlaps(name.start, name.end)]
    return tuple(sorted(free, key=lambda name: name.start))


# Latin letters


def _latin_names(reading: Reading) -> Iterator[Named]:
    is_korean = reading.language == "ko"
    is_title = _is_title_case(reading)
    run: list[tuple[str, int, int]] = []
    for piece in reading.pieces:
        if has_hangul(piece[0]) or not _is_name(
            reading, piece, is_title=is_title, is_korean=is_korean, goes_on=bool(run)
        ):
            yield from _joined(run)
            run = []
        elif run and not _goes_on(reading.text[run[-1][2] : piece[1]], run[-1][0]):
            yield from _joined(run)
            run = [piece]
        else:
            run.append(piece)
    yield from _joined(run)


def _goes_on(between: str, before: str) -> bool:
    """Return whether a name continues after a word: after a space, or the full stop of an abbreviation."""
    return between in {" ", "-"} or (between == ". " and (len(before) == 1 or before in lexicon("en").titles[0]))


def _joined(run: list[tuple[str, int, int]]) -> Iterator[Named]:
    if run:
        words = tuple(text.removesuffix("'s") for text, _, _ in run)
        last, _, end = run[-1]
        yield Named(words, run[0][1], end - (2 if last.endswith("'s") else 0))


def _is_title_case(reading: Reading) -> bool:
    """Return whether most words have a capital, so that one is no sign of a name."""
    words = [
        reading.as_written(start, end)
        for text, start, end in reading.pieces
        if text.isascii() and len(text) >= MIN_CAPITAL_CHARS
    ]
    capitals = sum(word[:1].isupper() for word in words)
    return len(words) >= MIN_TITLE_CASE_WORDS and capitals >= MIN_SHARE_OF_CAPITALS * len(words)


def _is_name(reading: Reading, piece: tuple[str, int, int], *, is_title: bool, is_korean: bool, goes_on: bool) -> bool:
    folded, start, end = piece
    text = folded.removesuffix("'s")
    written, no_names = reading.as_written(start, end), word_set_at("claims.names.no_names", "en")
    if goes_on and len(text) == 1 and written.isupper() and text not in no_names:
        return True
    if folded in no_names or text in no_names or len(text) < MIN_NAME_CHARS or canonical_unit(text):
        return False
    if english.is_in_calendar(text) or not any(char.isupper() for char in written):
        return False
    if any(char.isupper() for char in written[1:]):
        return not is_title or not written.isupper() or not english.is_word(text)
    if is_title:
        return not _is_common(text)
    if goes_on or is_korean or not _begins_sentence(reading, start):
        return text not in lexicon("en").function_words
    if text in word_set_at("claims.names.words_too", "en"):
        return bool(_finite().match(_next_token(reading, end)))
    return not _is_common(text)


@cache
def _finite() -> re.Pattern[str]:
    """Return the pattern of what stands behind a name that begins a sentence."""
    return re.compile(f"(?:{'|'.join(words_at('claims.names.finite', 'en'))})$")


def _begins_sentence(reading: Reading, start: int) -> bool:
    """Return whether a word begins a sentence: by the sign before it, or by a line of several words."""
    at = start - (reading.text[start - 1 : start] == " ")
    if at <= 0:
        return True
    first, before = reading.span(start, start + 1)[0], reading.span(at - 1, at)[1]
    if "\n" in reading.source[before:first]:
        line = reading.source[first : first + MAX_CHARS_OF_LINE].partition("\n")[0]
        return len(line.split()) >= MIN_WORDS_OF_LINE
    return bool(_SENTENCE_START.search(reading.source[max(0, before - 20) : before]))


def _next_token(reading: Reading, end: int) -> str:
    at = bisect_left(reading.tokens, end, key=lambda token: token.start)
    return reading.tokens[at].text if at < len(reading.tokens) else ""


def _is_common(word: str) -> bool:
    """Return whether a word at the beginning of a sentence is a common one, in some form."""
    return (
        english.is_word(word)
        or any(english.is_word(stem) for stem in stems(word) if stem.isalpha() and len(stem) >= MIN_DEMONYM_CHARS)
        or (word.startswith(words_at("claims.names.beginnings")) and word.endswith(words_at("claims.names.endings")))
    )


# Hangul


def _korean_names(reading: Reading) -> Iterator[Named]:
    tokens = reading.tokens
    for token, behind in pairwise((*tokens, Token("", TokenKind.SIGN, -1, -1))):
        if token.kind is TokenKind.WORD and has_hangul(token.text) and "가" <= token.text[0] <= "힣":
            run = _LETTERS.match(token.text)
            name = _korean_name(run[0], behind.text) if run else ""
            if name:
                yield Named((name,), token.start, token.start + len(name))


@lru_cache(maxsize=4096)
def _korean_name(word: str, behind: str) -> str:
    """Return the name that a Korean word is or begins with; "" when it has no sign of one."""
    titles = words_at("claims.names.titles", "ko")
    for title in sorted(titles, key=len, reverse=True):
        bare, _, rest = word.partition(title)
        if bare and word.startswith(bare + title) and (not rest or is_particle(rest)) and _is_titled(bare, title):
            return bare
    noun = split_particle(word)[0]
    title = next((title for title in titles if split_particle(behind)[0] == title), "")
    if title and (_is_titled(word, title) or word in word_set_at("claims.names.surnames", "ko")):
        return word
    forms = (noun, word) if noun == word or not korean.is_listed(word) else (word,)
    return next((form for form in forms if _is_person(form) or _is_place(form)), "") or _with_copula(word)


def _with_copula(word: str) -> str:
    """Return the name that a word with *to be* begins with, as 미하엘이다 does."""
    weak, given = words_at("claims.names.weak_copulas"), word_set_at("claims.names.given", "ko")
    for ending in words_at("claims.names.copulas"):
        bare = word.removesuffix(ending)
        if bare != word and (
            (bare in given and _is_person(bare)) or _is_place(bare) or (ending not in weak and _is_person(bare))
        ):
            return bare
    return ""


def _is_titled(word: str, title: str) -> bool:
    """Return whether a word before a title is a name, and not what the person does."""
    if not MIN_KOREAN_NAME <= len(word) <= MAX_KOREAN_NAME or word.endswith(words_at("claims.names.no_names", "ko")):
        return False
    if word.endswith(words_at("claims.names.titles", "ko")) or _is_predicate(word):
        return False
    return (
        _is_person(word)
        or title in words_at("claims.names.sure_titles")
        or not _is_common_noun(word)
        or may_be_full_name(word)
    )


def _is_person(word: str) -> bool:
    given = word_set_at("claims.names.given", "ko")
    if word in given:
        return word not in word_set_at("claims.names.words_too", "ko")
    if len(word) == FULL_NAME_CHARS and _has_family_name(word) and word[1:] in given:
        return True
    return may_be_full_name(word) and not _is_predicate(word) and not _is_common_noun(word)


def _is_predicate(word: str) -> bool:
    """Return whether a word is a noun made a predicate, as 반대한 is."""
    return word[-1:] in word_set_at("claims.names.predicate_ends") and _is_common_noun(word[:-1])


def may_be_full_name(word: str) -> bool:
    """Return whether a Korean word may be a family name of one syllable and a given name of two."""
    if len(word) != FULL_NAME_CHARS or not _has_family_name(word):
        return False
    return word_set_at("claims.names.syllables", "ko").issuperset(word[1:])


def _has_family_name(word: str) -> bool:
    return word[0] in word_set_at("claims.names.family", "ko")


def _is_common_noun(word: str) -> bool:
    return korean.is_word(word) or korean.is_compound(word)


def _is_place(word: str) -> bool:
    if word in table_at("claims.places", "ko"):
        return True
    ends, others = words_at("claims.names.place_ends", "ko"), words_at("claims.names.no_places", "ko")
    return len(word) in {3, 4} and word.endswith(ends) and not word.endswith(others)
