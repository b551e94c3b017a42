"""Letters that pass for other letters, as Unicode lists them (UTS #39): Cyrillic for Latin, I for l, 0 for O."""

import json
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files

import regex

from aligner_core._text.folding import VARIANTS
from aligner_core.errors import require_type

MAX_CACHED_WORDS = 4096

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_WORD_WITH_SIGNS = regex.compile(r"[^\s\p{P}]+")
_FOREIGN = regex.compile(r"[\p{L}--[a-zA-Z\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]]", regex.VERSION1)
_MIXED_FREELY = frozenset(
    ("HANGUL", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "BOPOMOFO", "HALFWIDTH", "FULLWIDTH")
)
"""First words of the names of letters that East Asian text mixes with any others in one word, as in JSONB를."""
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_ORDINARY = str.maketrans(VARIANTS) | _WIDE
"""Typographic and width variants of characters, which deceive nobody."""


def has_confusables(quote: str, source_text: str) -> bool:
    """Return whether a quote or the text of its source holds letters that pass for others, or for each other's.

    Either text may mix look-alike letters of two scripts in one word, or a word of one may only look like a word of
    the other (UTS #39; specification 3.9, `confusable_letters`).

    Raises:
        InvalidTypeError: an argument is not a string.

    >>> has_confusables("p\u0430y now", "p\u0430y now"), has_confusables("Ill at ease", "lll at ease")
    (True, True)
    >>> has_confusables("JSONB를 2πr로", "JSONB를 2πr로")
    False

    """
    require_type(quote, str, "quote")
    require_type(source_text, str, "source_text")
    if _mixes_look_alikes(quote):
        return True
    return source_text != quote and (_mixes_look_alikes(source_text) or _has_look_alike_words(quote, source_text))


def _mixes_look_alikes(text: str) -> bool:
    """Return whether some word holds letters of one script that all pass for letters of another script in it."""
    if text.isascii() or not _FOREIGN.search(text):
        return False
    return any(map(_word_mixes_look_alikes, _WORD.findall(text)))


def _word_mixes_look_alikes(word: str) -> bool:
    scripts = {char: _script(char) for char in word if char.isalpha()}
    written = set(scripts.values()) - _MIXED_FREELY
    return len(written) > 1 and any(
        all(_passes_for(char, written - {script}) for char in scripts if scripts[char] == script) for script in written
    )


def _passes_for(char: str, scripts: set[str]) -> bool:
    return not scripts.isdisjoint(map(_script, _look_alikes(char)))


def _script(char: str) -> str:
    """Return the first word of a letter's name, which is its script; "" for small capitals, which pass for nothing."""
    name = unicodedata.name(char[0], "")
    return "" if "SMALL CAPITAL" in name else name.partition(" ")[0]


def _has_look_alike_words(quote: str, source_text: str) -> bool:
    """Return whether a word that only the quote has looks like one that only the source has."""
    if quote.isascii() and source_text.isascii() and quote.lower().split() == source_text.lower().split():
        return False  # most quotes that differ in letter case or white space alone
    parts, source_parts = Counter(quote.split()), Counter(source_text.split())
    in_quote, in_source = _word_counts(_only_in(parts, source_parts)), _word_counts(_only_in(source_parts, parts))
    by_look = {look: word for word in in_quote - in_source for look in _skeletons(word)}
    return any(
        _deceives(by_look[look], word) for word in in_source - in_quote for look in _skeletons(word) if look in by_look
    )


def _only_in(parts: Counter[str], others: Counter[str]) -> str:
    """Return the parts between white space that only one text has: few of them, so that little is compared."""
    return " ".join(part for part, count in parts.items() if count > others.get(part, 0))


def _word_counts(text: str) -> Counter[str]:
    """Return the words of a text, counted; a sign that is not punctuation may stand for a letter."""
    return Counter(_WORD_WITH_SIGNS.findall(unicodedata.normalize("NFC", text.translate(_ORDINARY))))


def _deceives(left: str, right: str) -> bool:
    """Return whether two words that look the same differ in a letter or digit, and not only in case."""
    return left.casefold() != right.casefold() and any(map(str.isalnum, {*left} ^ {*right}))


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _skeletons(word: str) -> tuple[str, ...]:
    """Return the skeleton (UTS #39) of a word as it is written, and in lower case."""
    return tuple(
        "".join(_look_alikes(char)[0] for char in unicodedata.normalize("NFD", written))
        for written in dict.fromkeys((word, word.casefold()))
    )


@lru_cache(maxsize=65536)
def _look_alikes(char: str) -> tuple[str, ...]:
    """Return the characters that look like a character, itself included; the one that represents them all first."""
    near = _confusables().get(char, ())
    if len(near) != 1:
        return (char, *near)
    others = _confusables()[near[0]]
    return (
        (near[0], *others)
        if len(others) > 1
        else tuple(sorted((char, *near), key=lambda look_alike: (-len(look_alike), look_alike)))
    )


@cache
def _confusables() -> dict[str, tuple[str, ...]]:
    """Return the list of UTS #39: for each character the one that represents its look, and for that one all others.

    It is read once, when first needed; the library's own reader would import an HTTP client too.
    """
    listed = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8"))
    return {
        _without_marks(char): tuple(_without_marks(other["c"]) for other in others) for char, others in listed.items()
    }


def _without_marks(listed: str) -> str:
    """Return a character without the marks of direction that Unicode's list puts around right-to-left letters."""
    return listed.strip("\u200e")
