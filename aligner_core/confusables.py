"""Letters taken for other letters, as Unicode lists them (UTS #39): Cyrillic for Latin ones, I for l, 0 for O."""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

import regex

from aligner_core.folding import VARIANTS

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_WORD_OF_SIGNS = regex.compile(r"[^\s\p{P}]+")
_FOREIGN = regex.compile(r"[\p{L}--[a-zA-Z\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]]", regex.VERSION1)
_MIXED_FREELY = frozenset(
    ("HANGUL", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "BOPOMOFO", "HALFWIDTH", "FULLWIDTH")
)
"""How the names of letters begin that East Asian text writes into one word with any others, as in JSONB를."""
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_ORDINARY = str.maketrans(VARIANTS) | _WIDE
"""Marks and widths that are written one way or the other, and deceive nobody."""


def has_confusables(quote: str, words: str) -> bool:
    """Say whether a quote or the words of its source hold letters taken for others, or for one another.

    >>> has_confusables("p\u0430y now", "p\u0430y now"), has_confusables("Ill at ease", "lll at ease")
    (True, True)
    >>> has_confusables("JSONB를 2πr로", "JSONB를 2πr로")
    False
    """
    return _mixes(quote) or (words != quote and (_mixes(words) or _differ_alike(quote, words)))


def _mixes(text: str) -> bool:
    """Say whether a word holds letters of one script that all pass for letters of another that stands in it."""
    return _FOREIGN.search(text) is not None and any(map(_mixes_scripts, _WORD.findall(text)))


def _mixes_scripts(word: str) -> bool:
    scripts = {char: _script(char) for char in word if char.isalpha()}
    written = set(scripts.values()) - _MIXED_FREELY
    return len(written) > 1 and any(
        all(_passes_for(char, written - {script}) for char in scripts if scripts[char] == script) for script in written
    )


def _passes_for(char: str, scripts: set[str]) -> bool:
    return not scripts.isdisjoint(map(_script, _family(char)))


def _script(char: str) -> str:
    """Give the first word of a letter's name, which is its script; a small capital passes for nothing in a text."""
    name = unicodedata.name(char[0], "")
    return "" if "SMALL CAPITAL" in name else name.partition(" ")[0]


def _differ_alike(quote: str, words: str) -> bool:
    """Say whether a word that only the quote has looks like one that only the source has."""
    said, stands = _words(_only_in(quote, words)), _words(_only_in(words, quote))
    looks = {shape: word for word in said - stands for shape in _shapes(word)}
    return any(_deceives(looks[shape], word) for word in stands - said for shape in _shapes(word) if shape in looks)


def _only_in(text: str, other: str) -> str:
    """Give what stands between white space in one text alone: few of its words, so that little is compared."""
    return " ".join(Counter(text.split()) - Counter(other.split()))


def _words(text: str) -> Counter[str]:
    """Count the words of a text; a sign that is no punctuation may stand for a letter."""
    return Counter(_WORD_OF_SIGNS.findall(unicodedata.normalize("NFC", text.translate(_ORDINARY))))


def _deceives(one: str, other: str) -> bool:
    """Say whether two words of one look differ in a letter or digit, and not in upper and lower case."""
    return one.casefold() != other.casefold() and any(map(str.isalnum, {*one} ^ {*other}))


def _shapes(word: str) -> Iterator[str]:
    """Yield the skeleton of a word as it is written, and in lower case."""
    for written in (word, word.casefold()):
        yield "".join(_family(char)[0] for char in unicodedata.normalize("NFD", written))


@lru_cache(maxsize=65536)
def _family(char: str) -> tuple[str, ...]:
    """Give what looks like a character, the one that stands for all of them first."""
    near = _confusables().get(char, ())
    if len(near) != 1:
        return (char, *near)
    others = _confusables()[near[0]]
    return (near[0], *others) if len(others) > 1 else tuple(sorted((char, *near), key=lambda one: (-len(one), one)))


@cache
def _confusables() -> dict[str, tuple[str, ...]]:
    """Read the list once, when first needed; the library's own reader would bring an HTTP client along.

    Each character knows the one that stands for its family, and that one knows all the others.
    """
    listed = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8"))
    return {_bare(char): tuple(_bare(other["c"]) for other in others) for char, others in listed.items()}


def _bare(listed: str) -> str:
    """Take off the marks of direction that Unicode's list puts around letters written to the left."""
    return listed.strip("\u200e")
