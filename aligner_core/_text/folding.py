"""The folded form of an original character: the same if only case, width, form or typography differ."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

VARIANTS = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2035\u0060\u00b4\u02bc\u2039\u203a\uff07", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u301d\u301e\u301f\uff02", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
}
"""Typographic variants of apostrophes, quotation marks and dashes."""
MAX_CACHED_CHARS = 16
"""Longer clusters and segments are not cached: they rarely come back, and hostile text would fill the cache."""

_SPACES = re.compile(r"\s+")
_KEPT_DECOMPOSITIONS = ("<super>", "<sub>", "<fraction>")
_SELECTORS = frozenset([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x180B, 0x180C, 0x180D, 0x180F])
_COMPATIBILITY_JAMO = range(0x3131, 0x318F)
_MAX_UNSORTED_CHARS = 30


def fold_character(cluster: str) -> str:
    """Return the folded form of one extended grapheme cluster (specification 3.3).

    It is empty when the cluster holds only format characters and variation selectors.
    """
    return _fold_cached(cluster) if len(cluster) <= MAX_CACHED_CHARS else _fold(cluster)


def _fold(cluster: str) -> str:
    return _SPACES.sub(" ", _compose(_compose(cluster).casefold()))


_fold_cached = lru_cache(maxsize=65536)(_fold)


def _compose(text: str) -> str:
    """Return NFKC except for what would change a number or a laugh, with typography folded and formats dropped."""
    decomposed = "".join(map(_decompose, text))
    if len(decomposed) > _MAX_UNSORTED_CHARS:
        decomposed = "".join(_in_canonical_order(decomposed))
    return unicodedata.normalize("NFC", decomposed)


def _in_canonical_order(text: str) -> Iterator[str]:
    """Yield a text with its marks in canonical order; `normalize` takes minutes for 100,000 marks on one letter."""
    for _, run in groupby(text, key=lambda char: unicodedata.combining(char) > 0):
        yield from sorted(run, key=unicodedata.combining)


@lru_cache(maxsize=65536)
def _decompose(char: str) -> str:
    if char in VARIANTS:
        return VARIANTS[char]
    if char.isspace():
        return " "
    if ord(char) in _SELECTORS or unicodedata.category(char) == "Cf":
        return ""
    tag, _, codes = unicodedata.decomposition(char).rpartition("> ")
    if not codes or ord(char) in _COMPATIBILITY_JAMO or f"{tag}>" in _KEPT_DECOMPOSITIONS:
        return char
    return "".join(_decompose(chr(int(code, 16))) for code in codes.split())
