"""Letter case that says something: in units, flags, passwords and names in code, and in words that a capital changes.

Case is form in prose. *5 Mg* is not *5 mg* though, ``-i`` not ``-I``, and *Polish* not *polish* (specification 3.9).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from aligner_core._differences.parts import parts_of
from aligner_core._differences.severity import JUDGED
from aligner_core._language.lexicon import lexicon, table, word_set_at, words_at
from aligner_core._text.identifiers import identifiers_in
from aligner_core.evidence.differences import Difference, DifferenceKind

MAX_WORDS_TO_SECRET = 4
"""How many words behind *password* or the like the password is looked for."""
MIN_TOKEN_CHARS = 4
"""The fewest characters of a token of letters and digits in which a capital in the middle counts."""
MAX_RESTYLED = 1
"""How many words more may differ in case inside sentences before that is a style, and says nothing of any of them."""

_AROUND = ".,;:!?\"'()[]{}*_~`\u201c\u201d\u2018\u2019\u00ab\u00bb\u2026"
_OPENING = "\"'\u201c\u2018\u00ab(["
_AMOUNT_BEFORE = re.compile(r"[-+−±~≈<>≤≥]*\d[\d.,]*(?=[^\W\d_])")
_FLAG = re.compile(r"-[A-Za-z]{1,6}|--[A-Za-z][\w-]*")
_INNER_CAPITAL = re.compile(r"[a-z]\d*[A-Z]|[A-Z]{2}[a-z]{2}")
_LOWER_CAMEL = re.compile(r"[a-z]{2,}\w*[A-Z]")
_CODE = ("`", "()")
_SENTENCE_END = re.compile(r"[.!?:\u3002\uff01\uff1f][\"'”’)\]]*$|^[-*•>#|]+$")
_SCHEME = re.compile(r"^[a-z]+://[^/]*", re.IGNORECASE)


class _Pair(NamedTuple):
    """A word of a quote and the same word of its source in another case, with their places among the words."""

    quoted: str
    stands: str
    at: int
    source_at: int

    @property
    def written(self) -> tuple[str, str]:
        return self.quoted, self.stands


def case_differences(quote: str, words: str, language: str | None) -> Iterator[Difference]:
    """Yield a critical difference for each word of a quote that its letter case makes another one.

    *words* are those of the source; both are as they are written, and so are the texts of the differences.

    >>> [(one.kind, one.quote_text, one.source_text) for one in case_differences("take 5 Mg", "Take 5 mg", "en")]
    [('unit', 'Mg', 'mg')]
    """
    texts = _Texts(_split(quote), _split(words), language)
    for pair in texts.pairs if texts.may_differ() else ():
        kind = texts.kind_of(pair)
        if kind is not None:
            yield Difference(kind=kind, quote_text=pair.quoted, source_text=pair.stands, severity="critical")


def _split(text: str) -> list[str]:
    return (text if text.isascii() else unicodedata.normalize("NFKC", text)).split()


@dataclass(frozen=True)
class _Texts:
    """The words of a quote and of its source, as they are written."""

    quote: Sequence[str]
    source: Sequence[str]
    language: str | None

    def may_differ(self) -> bool:
        """Return whether a word may stand on both sides in another case: most do not, and no more is read."""
        others = {*self.quote}.symmetric_difference(self.source)
        if not others:
            return False
        folded = ({word.strip(_AROUND).casefold() for word in words} for words in (self.quote, self.source))
        on_both = set.intersection(*folded)
        return any(word.strip(_AROUND).casefold() in on_both for word in others)

    @cached_property
    def pairs(self) -> list[_Pair]:
        """The words that differ in case alone, signs around them aside."""
        bare, source_bare = ([word.strip(_AROUND) for word in words] for words in (self.quote, self.source))
        folded, source_folded = ([word.casefold() for word in words] for words in (bare, source_bare))
        if folded == source_folded:
            places = list(enumerate(range(len(folded))))
        else:
            same = (part for part in parts_of(folded, source_folded) if part.is_same)
            places = [(part.first + step, part.start + step) for part in same for step in range(part.last - part.first)]
        return [_Pair(bare[at], source_bare[to], at, to) for at, to in places if bare[at] != source_bare[to]]

    def kind_of(self, pair: _Pair) -> DifferenceKind | None:
        """Return what the case of a word changes; None for nothing."""
        if self._is_other_unit(pair):
            return "unit"
        if not _are_of_prose(pair) and (self._is_other_flag(pair) or _is_other_identifier(pair)):
            return "identifier"
        if self._is_other_secret(pair) or self._is_code(pair):
            return "identifier"
        return "name" if self._is_other_word(pair) else None

    def _is_other_unit(self, pair: _Pair) -> bool:
        found = None if pair.quoted[0].isalpha() else _AMOUNT_BEFORE.match(pair.quoted)
        if found is None and not (pair.at and self.quote[pair.at - 1][-1].isdigit()):
            return False
        first = found.end() if found else 0
        parts = zip(pair.quoted[first:].split("/"), pair.stands[first:].split("/"), strict=False)
        return any(_are_other_units(one, other) for one, other in parts if one != other)

    def _is_other_flag(self, pair: _Pair) -> bool:
        """Return whether words are flags of a command, which stand behind something in their line."""
        is_flag = pair.at > 0 and _FLAG.fullmatch(pair.quoted) is not None
        return is_flag and not all(map(_is_like_word, pair.written))

    def _is_code(self, pair: _Pair) -> bool:
        """Return whether words are marked as code, and not keywords in capitals."""
        texts = (self.quote[pair.at], self.source[pair.source_at])
        return any(mark in text for text in texts for mark in _CODE) and not any(map(str.isupper, pair.written))

    def _is_other_secret(self, pair: _Pair) -> bool:
        """Return whether words are a password, or another secret: behind its name, and not like a word of prose."""
        if not self._names_secret:
            return False
        first = max(0, pair.source_at - MAX_WORDS_TO_SECRET)
        for before in reversed(self.source[first : pair.source_at]):
            name = before.strip(_AROUND).casefold()
            if name.startswith(_names("passwords")):
                return before.endswith((":", "=")) or _is_no_prose(pair)
            if name.startswith(_names("secrets")):
                return _is_no_prose(pair) and len(pair.stands) >= MIN_TOKEN_CHARS
            if before.endswith((".", "!", "?")):
                return False
        return False

    @cached_property
    def _names_secret(self) -> bool:
        """Whether the source names a password or another secret at all."""
        text = " ".join(self.source).casefold()
        return any(name in text for name in (*_names("passwords"), *_names("secrets")))

    def _is_other_word(self, pair: _Pair) -> bool:
        """Return whether a capital makes another word of a word, where case says anything in the two texts."""
        word = pair.quoted.casefold()
        if word in self._words_at("acronyms"):
            return pair.quoted.isupper() != pair.stands.isupper() and self._says_something
        return word in self._words_at("capitals") and not self._begins_sentence(pair) and self._says_something

    @cached_property
    def _says_something(self) -> bool:
        """Whether case says anything of words of prose: not where a text has one case, or others were restyled too."""
        if any(text.islower() or text.isupper() for text in (" ".join(self.quote), " ".join(self.source))):
            return False
        told = self._words_at("acronyms") | self._words_at("capitals")
        restyled = (pair.quoted.casefold() not in told and not self._begins_sentence(pair) for pair in self.pairs)
        return sum(restyled) <= MAX_RESTYLED

    def _begins_sentence(self, pair: _Pair) -> bool:
        return any(
            at == 0 or _SENTENCE_END.search(words[at - 1]) or words[at][0] in _OPENING
            for words, at in ((self.quote, pair.at), (self.source, pair.source_at))
        )

    def _words_at(self, name: str) -> frozenset[str]:
        return _words(name, self.language)


@cache
def _words(name: str, language: str | None) -> frozenset[str]:
    codes = {*JUDGED, *([language] if language else [])}
    return frozenset(word for code in codes for word in lexicon(code).at(f"letter_case.{name}") or ())


def _is_like_word(flag: str) -> bool:
    """Return whether several letters behind a dash are written as a word is: a dash may stand before one."""
    name = flag.lstrip("-")
    return len(name) > 1 and not flag.startswith("--") and (name.islower() or name.isupper() or name.istitle())


def _are_of_prose(pair: _Pair) -> bool:
    """Return whether words have nothing but letters, and a capital at most at their beginning, or nothing else."""
    return pair.quoted.isalpha() and all(
        word.islower() or word.isupper() or word[1:].islower() for word in pair.written
    )


def _is_other_identifier(pair: _Pair) -> bool:
    """Return whether words are names in code, paths or tokens of letters and digits, by the way they are written."""
    quoted, stands = pair.written
    if "@" in quoted:
        return False
    if "/" in quoted:
        return any(identifiers_in(quoted.casefold())) and _SCHEME.sub("", quoted) != _SCHEME.sub("", stands)
    if "_" in quoted:
        return True
    if "".join(filter(str.isalpha, quoted)).casefold() in word_set_at("letter_case.brands", "en"):
        return False
    has_inner = [bool(_INNER_CAPITAL.search(word)) for word in pair.written]
    if any(map(str.isdigit, quoted)):
        return any(has_inner) and len(quoted) >= MIN_TOKEN_CHARS
    return all(has_inner) or any(map(_LOWER_CAMEL.match, pair.written))


def _is_no_prose(pair: _Pair) -> bool:
    return any(map(str.isdigit, pair.quoted)) or any(map(_INNER_CAPITAL.search, pair.written))


@cache
def _names(name: str) -> tuple[str, ...]:
    """Return the words, in any language, that a word which names a password or another secret begins with."""
    return words_at(f"letter_case.{name}")


@cache
def _units() -> Mapping[str, str]:
    """Return the name of each unit by its symbol, letter by letter: mW and MW are two, kB and KB one."""
    given = table("signs")["units"]
    named = {prefix + unit: prefix + unit for prefix, unit in product(given["prefixes"], given["units"])}
    data = {prefix + unit: f"{name}{unit}" for prefix, name in given["data"].items() for unit in given["data_units"]}
    return {**named, **data, **{symbol: given["same"][symbol] for symbol in given["same"]}}


def _are_other_units(unit: str, other: str) -> bool:
    """Return whether two symbols in other case are two units; what is no symbol of a unit is carelessly written."""
    units = _units()
    return unit in units and other in units and units[unit] != units[other]
