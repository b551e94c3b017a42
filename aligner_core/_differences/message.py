"""The message around differences, for judging them: its language, its names, whether it is code."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache

from aligner_core._differences.compared_tokens import Tokens, as_written
from aligner_core._differences.parts import Part
from aligner_core._differences.severity import JUDGED, Context, judge_words, unit_of
from aligner_core._language.dates import halves, month_mark
from aligner_core._language.lexicon import lexicon, table_at
from aligner_core._language.markup import ENTITY
from aligner_core._language.numbers import is_number_word
from aligner_core._language.units import unit_names
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import NormalizedText
from aligner_core._text.tokens import Token, TokenKind
from aligner_core.evidence.differences import Difference

PHRASE_ENDS = frozenset(",;!?")
MIN_CODE_SIGNS = 3
MAX_CODE_CHARS = 60
"""A difference is inside code when as many signs of code stand within as many characters of it."""
MAX_NAME_CONTEXT, MAX_TITLE_CHARS = 200, 40
MAX_CACHED_WORDS = 4096

_CODE_SIGN = re.compile(r"[{}()\[\];=<>_\\|&]")
_CODE_WORD = re.compile(r"\b(?:def|return|select|where|import|const|function|null|else|elif|traceback|file \")")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n•*>#\-\"'“\u2018(\[「『…])\s*[\"'“\u2018(\[*_]*$")


class Message:
    """The message around the words, for judging them: its language, names and code."""

    def __init__(self, quote: str, source: NormalizedText, window: tuple[int, int], language: str | None) -> None:
        self._text = source.text[max(0, window[0] - MAX_CODE_CHARS) : window[1] + MAX_CODE_CHARS]
        self._quote, self._source, self._window = quote, source, window
        self.context = Context(language, self.is_name, self.has_word)
        self.codes = (*(code for code in JUDGED if code != language), *([language] if language else []))
        self.lexicons = tuple(map(lexicon, self.codes))

    @property
    def text(self) -> str:
        """The folded text of the message."""
        return self._source.text

    @cached_property
    def is_code(self) -> bool:
        """Whether the words are code, or stand among code."""
        signs = len(_CODE_SIGN.findall(ENTITY.sub(" ", self._text)))
        return signs >= 2 * MIN_CODE_SIGNS or (signs >= MIN_CODE_SIGNS and _CODE_WORD.search(self._text) is not None)

    @cached_property
    def _texts(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The message around the words, and the quote, both as they are written and in small letters."""
        first, last = self._source.source_range(*self._window)
        around = self._source.source[max(0, first - MAX_NAME_CONTEXT) : last + MAX_NAME_CONTEXT]
        return (around, _lowered(around)), (self._quote, _lowered(self._quote))

    def is_name(self, word: str) -> bool:
        """Return whether a word is a name in the message or the quote: by a capital inside a sentence, or a title."""
        if word in _calendar(self.codes):
            return False
        if has_hangul(word):
            return any(word in text and _is_before_title(text, word) for text, _ in self._texts)
        return any(word in lowered and _is_capital(text, lowered, word) for text, lowered in self._texts)

    def has_word(self, word: str) -> bool:
        """Return whether a word stands in the message as it is: then it is a term of it, and no misspelling.

        A Korean word may go on with a particle.
        """
        text = self._source.text
        return any(
            not text[at - 1 : at].isalnum() and (has_hangul(word) or not text[at + len(word) :][:1].isalnum())
            for at in _places_of(word, text)
        )

    def are_plain(self, quote: Tokens, source: Tokens, part: Part) -> bool:
        """Return whether a part is as many words on either side, and nothing that is read in another way."""
        _, first, last, start, end = part
        return (
            last - first == end - start
            and _stand_apart(quote, first, last)
            and _stand_apart(source, start, end)
            and all(map(self._is_plain, (*quote[first:last], *source[start:end])))
        )

    def _is_plain(self, token: Token) -> bool:
        word = token.text
        return (
            token.kind is TokenKind.WORD
            and word.isalpha()
            and len(word) > 1
            and word not in _special_words(self.codes)
            and self.context.language in JUDGED
            and (word.isascii() or _is_plain_korean(word))
            and not self.negates(word)
        )

    def difference_of_words(self, quote: Tokens, source: Tokens) -> Difference:
        """Return the difference that plain words make."""
        words, source_words = [token.text for token in quote], [token.text for token in source]
        kind, severity = judge_words(words, source_words, self.context)
        return Difference(kind=kind, quote_text=as_written(quote), source_text=as_written(source), severity=severity)

    def count_negations(self, words: Sequence[str]) -> int:
        """Return how many of some words negate, in any of the languages."""
        return _count_negations(tuple(words), self.codes) if words else 0

    def negates(self, word: str) -> bool:
        """Return whether a word by itself negates, in any of the languages."""
        return _negates(word, self.codes)


def _stand_apart(tokens: Tokens, first: int, last: int) -> bool:
    """Return whether tokens touch none beside them but what ends a phrase, and no number stands beside them."""
    before, after = tokens[first - 1 : first] if first else (), tokens[last : last + 1]
    return all(token.kind is not TokenKind.NUMBER and token.end < tokens[first].start for token in before) and all(
        token.kind is not TokenKind.NUMBER and (token.start > tokens[last - 1].end or token.text in PHRASE_ENDS)
        for token in after
    )


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _negates(word: str, codes: tuple[str, ...]) -> bool:
    return any(lexicon(code).negations.count([word]) for code in codes)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _count_negations(words: tuple[str, ...], codes: tuple[str, ...]) -> int:
    return sum(lexicon(code).negations.count(words) for code in codes)


@cache
def _calendar(codes: tuple[str, ...]) -> frozenset[str]:
    """Return the months and days of the week of some languages: their capitals make no names."""
    return frozenset(
        word for known in map(lexicon, codes) for names in (known.months, known.weekdays) for word in names
    )


@cache
def _special_words(codes: tuple[str, ...]) -> frozenset[str]:
    """Return the words of some languages that are read as values, in phrases or in full."""
    lexicons = [lexicon(code) for code in codes]
    tables = [table for known in lexicons for table in (known.cardinals, known.scales, known.months, halves())]
    words = {word for table in tables for word in table}
    phrases = {word for known in lexicons for phrase in known.variants for word in phrase}
    return frozenset(words | phrases | unit_names() | {word for known in lexicons for word in known.limits})


def _is_plain_korean(word: str) -> bool:
    """Return whether a word of Hangul is no number, unit or month, and is not spelled out otherwise."""
    return (
        all("가" <= char <= "힣" for char in word)
        and not unit_of(word)
        and not is_number_word(word)
        and month_mark() not in word
        and not word.endswith(tuple(table_at("predicates.hearsay", "ko")))
    )


def _is_before_title(text: str, word: str) -> bool:
    return any(
        text.startswith(lexicon("ko").titles[1], at + len(word) + (text[at + len(word) :][:1] == " "))
        for at in _places_of(word, text)
    )


def _is_capital(text: str, lowered: str, word: str) -> bool:
    return any(_is_capital_of_name(text, at, word) for at in _places_of(word, lowered) if text[at].isupper())


def _lowered(text: str) -> str:
    """Return a text in small letters, as many as it has: *İ* has two of them."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(char.lower()[0] for char in text)


def _places_of(word: str, text: str) -> Iterator[int]:
    at = text.find(word)
    while at != -1:
        yield at
        at = text.find(word, at + 1)


def _is_capital_of_name(text: str, at: int, word: str) -> bool:
    """Return whether a word with a capital stands inside a sentence, or after a title; *I* is no name."""
    if text[at - 1 : at].isalnum() or text[at + len(word) : at + len(word) + 1].isalnum() or word == "i":
        return False
    before = text[max(0, at - MAX_TITLE_CHARS) : at]
    if not _SENTENCE_START.search(before):
        return True
    words = before.rstrip(". ").rsplit(None, 1)
    return bool(words) and words[-1].lower() in lexicon("en").titles[0]
