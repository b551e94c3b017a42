"""The lexicon of each language: the word lists of `data`, one file per language.

To add a language, add a file. Any of its tables may be missing: what is not known to be harmless is critical, so a
language without data is judged most strictly.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

DATA, NEGATORS = "data", "negators"
SEPARATOR = " "
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""A letter of Thai, Lao, Kana or Han."""


@dataclass(frozen=True)
class Lexicon:
    """The words of one language, folded; `code` is its ISO 639-1 code."""

    code: str
    tables: Mapping[str, Any] = field(repr=False)

    @cached_property
    def scripts(self) -> frozenset[str]:
        """The scripts it is written in, by their Unicode names."""
        return frozenset(self.tables["scripts"])

    @cached_property
    def function_words(self) -> frozenset[str]:
        """Frequent words by which a text of the language is recognized."""
        return frozenset(self.tables.get("function_words", ()))

    @cached_property
    def negations(self) -> "Negations":
        """The words and parts of words that negate."""
        given = self._table("negations")
        return Negations(
            words=frozenset(given.get("words", ())),
            verbs=frozenset(given.get("verbs", ())),
            prefixes=tuple(given.get("prefixes", ())),
            of_next_word=frozenset(given.get("of_next_word", ())),
            affix=_any_of(given.get("affixes", ())),
            harmless=_any_of(map(_whole, given.get("not_negations", ()))),
        )

    @cached_property
    def conjunctions(self) -> frozenset[str]:
        """Words that begin another clause, as *but* does."""
        return frozenset(self._table("clauses").get("conjunctions", ()))

    @cached_property
    def limits(self) -> frozenset[str]:
        """Words that limit what follows them, as *only* does."""
        return frozenset(self._table("limits").get("words", ()))

    @cached_property
    def hedges(self) -> "Hedges":
        """The hedges: words that leave open whether something is so."""
        given = self._table("hedges")
        before, after, in_sentence = (given.get(key, ()) for key in ("before", "after", "in_sentence"))
        return Hedges(
            before=re.compile(rf"(?<!\w)(?:{'|'.join(before)})[\s,]*$") if before else None,
            after=re.compile(rf"\s?(?:{'|'.join(after)})") if after else None,
            in_sentence=_any_of(in_sentence),
            signals=frozenset(given.get("signals", ())),
            signal_endings=tuple(given.get("signal_endings", ())),
        )

    @cached_property
    def cardinals(self) -> Mapping[str, int]:
        """The value of each number word, ordinals among them."""
        numbers = self._table("numbers")
        return {**numbers.get("ordinals", {}), **numbers.get("cardinals", {})}

    @cached_property
    def scales(self) -> Mapping[str, int]:
        """The value of each word that multiplies, as *thousand* does."""
        return dict(self._table("numbers").get("scales", {}))

    @cached_property
    def months(self) -> Mapping[str, int]:
        """The number of each month, 1 to 12."""
        return self._table("months")

    @cached_property
    def weekdays(self) -> Mapping[str, int]:
        """The number of each day of the week, 1 to 7."""
        return self._table("weekdays")

    @cached_property
    def optional(self) -> frozenset[tuple[str, ...]]:
        """Filler words and phrases, which mean nothing by themselves."""
        given = self._table("optional")
        return frozenset(tuple(text.split()) for name in ("words", "phrases") for text in given.get(name, ()))

    @cached_property
    def variants(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """The one form of each word or phrase that is written in several ways."""
        groups = self._table("variants").get("groups", ())
        return {tuple(text.split()): tuple(group[0].split()) for group in groups for text in group}

    @cached_property
    def endings(self) -> tuple[tuple[str, str], ...]:
        """Endings of which one stands for the other: the form to keep comes second."""
        return tuple((one, other) for one, other in self._table("variants").get("endings", ()))

    @cached_property
    def contractions(self) -> Mapping[str, str]:
        """The word that each clipped ending stands for."""
        return self._table("contractions")

    @cached_property
    def titles(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """The words that stand before a name, and those that stand after one."""
        given = self._table("titles")
        return frozenset(given.get("before", ())), tuple(given.get("after", ()))

    def at(self, path: str) -> Any:  # noqa: ANN401 - lists, tables and what is in them
        """Return what the file has at a path, as *dates.year*; None where it has nothing there."""
        found: Any = self.tables
        for key in path.split("."):
            found = found.get(key)
            if found is None:
                return None
        return found

    def _table(self, name: str) -> Mapping[str, Any]:
        given: Mapping[str, Any] = self.tables.get(name, {})
        return given


@dataclass(frozen=True)
class Hedges:
    """Patterns of hedges: `before` matches at the end of a text, `after` at its beginning, `in_sentence` anywhere.

    Where there are `signals` or `signal_endings`, a text without such words holds nothing that `in_sentence` matches.
    """

    before: "re.Pattern[str] | None"
    after: "re.Pattern[str] | None"
    in_sentence: "re.Pattern[str] | None"
    signals: frozenset[str]
    signal_endings: tuple[str, ...]

    def may_be_in(self, words: Sequence[str]) -> bool:
        """Return whether a sentence with some words may hold a hedge."""
        if self.in_sentence is None:
            return False
        if not (self.signals or self.signal_endings):
            return True
        return not self.signals.isdisjoint(words) or any(word.endswith(self.signal_endings) for word in words)


@dataclass(frozen=True)
class Negations:
    """The negations of one language."""

    words: frozenset[str]
    verbs: frozenset[str]
    prefixes: tuple[str, ...]
    of_next_word: frozenset[str]
    affix: "re.Pattern[str] | None"
    harmless: "re.Pattern[str] | None"

    def negates(self, word: str) -> bool:
        """Return whether a word negates, by itself or by a part of it."""
        return word in self.words or (self.affix is not None and self.affix.search(word) is not None)

    def count(self, words: Sequence[str]) -> int:
        """Return how many of the words negate; phrases that only seem to are left out."""
        return sum(map(self.negates, self.without_harmless(words)))

    def without_harmless(self, words: Sequence[str]) -> list[str]:
        """Return the words without the phrases that only seem to negate, as *no doubt* does."""
        text = SEPARATOR.join(words)
        return (text if self.harmless is None else self.harmless.sub(SEPARATOR, text)).split()


@cache
def lexicon(code: str) -> Lexicon:
    """Return the lexicon of the language with an ISO 639-1 code: of its file, or of the table of negators.

    It is empty if it is in neither.

    >>> lexicon("de").negations.negates("nicht"), lexicon("en").cardinals["twelve"], lexicon("pl").cardinals
    (True, 12, {})
    """
    if code in known_languages():
        return Lexicon(code, table(code))
    return Lexicon(code, table(NEGATORS).get(code, {"scripts": []}))


@cache
def table(name: str) -> Mapping[str, Any]:
    """Return what a file of `data` has: that of a language, or one that belongs to none, as *signs*."""
    file = files("aligner_core._language") / DATA / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def known_languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a file: two letters each."""
    names = (path.name for path in (files("aligner_core._language") / DATA).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if re.fullmatch(r"[a-z]{2}\.toml", name)))


@cache
def other_languages() -> tuple[str, ...]:
    """Return the codes of the languages of which nothing is known but what negates, in the table of negators."""
    return tuple(table(NEGATORS))


@cache
def words_at(path: str, *codes: str) -> tuple[str, ...]:
    """Return the words that the files of languages have at a path, one language after the other.

    These are the languages with *codes*, or all languages that have it.

    Raises:
        KeyError: the file of one of *codes* does not have it, or none has.

    >>> words_at("dates.year"), words_at("limits.words", "ko", "en")
    (('年', '년', '年'), ('오직', '단지', '만', 'only', 'except', 'unless'))

    """
    return tuple(word for table in _tables_at(path, codes) for word in table)


@cache
def word_set_at(path: str, *codes: str) -> frozenset[str]:
    """Return the words that the files of languages have at a path; see `words_at`."""
    return frozenset(words_at(path, *codes))


@cache
def table_at(path: str, *codes: str) -> Mapping[str, Any]:
    """Return what the files of languages have at a path, by its key; see `words_at`."""
    return {key: value for table in _tables_at(path, codes) for key, value in table.items()}


@cache
def pattern_at(path: str, *codes: str) -> "re.Pattern[str]":
    """Return a pattern of any of the regular expressions at a path; see `words_at`."""
    return re.compile("|".join(words_at(path, *codes)))


def _tables_at(path: str, codes: tuple[str, ...]) -> list[Any]:
    found = [lexicon(code).at(path) for code in codes or known_languages()]
    if not any(found) or (codes and None in found):
        raise KeyError(path)
    return [one for one in found if one is not None]


def _whole(phrase: str) -> str:
    """Return a pattern of a phrase of whole words; words of other scripts than the Latin may go on.

    Where no spaces stand between words, a phrase may begin anywhere.
    """
    begins = "" if _UNSPACED.match(phrase) else r"(?<!\S)"
    return rf"{begins}{re.escape(phrase)}" + (r"(?!\S)" if phrase.isascii() else "")


def _any_of(patterns: Iterable[str]) -> "re.Pattern[str] | None":
    joined = "|".join(patterns)
    return re.compile(joined) if joined else None
