"""Check that words of a message are those of a quote: read by verify.py, which stands beside it.

Words are compared as they are, or folded: without regard to letter case, width, white space and typography. Of a quote
that its bundle calls the same words in another form, the rewrites that it lists are made in the folded quote: these
substitutions lead to the words of the message, which shows what was changed, and not that it is harmless. Needs Python
3.11 and nothing else.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from typing import Any

ELLIPSES = re.compile(r"(?:\s*(?:\.{3,}|[…⋯]))+\s*")
TYPOGRAPHY = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2035\u0060\u00b4\u02bc\u2039\u203a\uff07", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u301d\u301e\u301f\uff02", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
}
SELECTORS = frozenset([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x180B, 0x180C, 0x180D, 0x180F])
KEPT = ("<super>", "<sub>", "<fraction>")
JAMO = range(0x3131, 0x318F)
MAX_UNSORTED_CHARS = 30

MAX_PLACES = 101
"""The most places that a quote has in its bundle: its own, and those of which one could be meant instead."""

Outcome = Mapping[str, Any]
Rewrites = Sequence[Mapping[str, Any]]


def problems(record: Mapping[str, Any], content: str | None) -> Iterator[str]:
    """Yield what is wrong with the words of an aligned quote in the text of its message; None where it is withheld."""
    outcome, cut = record["outcome"], without_end_ellipses(record["outcome"]["quote"])
    is_exact = outcome["matchMethod"] == "exact"
    if is_exact and record["words_hash"] not in {_sha256(outcome["quote"]), _sha256(cut)}:
        yield "the words at its span are not the quote"
    if content is None:
        return
    words = content[outcome["spanStart"] : outcome["spanEnd"]]
    if (words, _sha256(words)) != (record["words"], record["words_hash"]):
        yield "the words at its span are different"
    others = outcome.get("alternatives", ())
    if len(others) >= MAX_PLACES:
        yield "it has more places than a bundle lists"
    elif is_exact and any(content[one["spanStart"] : one["spanEnd"]] != words for one in others):
        yield "the words at another of its places are different"
    elif outcome["matchMethod"] == "normalized":
        yield from _folded_problems(outcome, fold(cut), content)


def _folded_problems(outcome: Outcome, quote: str, content: str) -> Iterator[str]:
    """Yield what is wrong at the places of a normalized quote: the same words folded, or after the rewrites there."""
    own = [one for one in outcome.get("differences", ()) if "quoteStart" in one]
    if any(quote[one["quoteStart"] : one["quoteEnd"]] != one["quoteText"] for one in own):
        yield "a rewrite does not show the words that it stands for"
    others = [(one, one.get("rewrites", ())) for one in outcome.get("alternatives", ())]
    for place, rewrites in [(outcome, own), *others]:
        words = fold(content[place["spanStart"] : place["spanEnd"]])
        if rewrites and not leads_to(words, quote, rewrites):
            yield "its rewrites do not lead from the quote to the words at a span"
        elif not rewrites and words not in {quote, fold(outcome["quote"])}:
            yield "the words at a span are not those of the quote, both folded"


def leads_to(words: str, quote: str, rewrites: Rewrites) -> bool:
    """Return whether rewrites, in order and apart, of which each changes something, make a quote these words."""
    parts, at = list[str](), -1
    for one in rewrites:
        start, end, instead = one["quoteStart"], one["quoteEnd"], one["sourceText"]
        if not at < start <= end <= len(quote) or quote[start:end] == instead:
            return False
        parts += (quote[max(at, 0) : start], instead)
        at = end
    return "".join((*parts, quote[max(at, 0) :])) == words


def without_end_ellipses(text: str) -> str:
    """Return a quote as it is looked for: an ellipsis at its end says that words were left out, and is none of them."""
    start, cut = (found.end() if (found := ELLIPSES.match(one)) else 0 for one in (text, text[::-1]))
    return text[start : len(text) - cut] if start + cut < len(text) else text


def _sha256(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fold(text: str) -> str:
    """Return a text without what folding takes off: case, width, form, typography, hidden signs and runs of spaces."""
    plain = _composed(_composed(text).casefold())
    return " ".join(part for part in plain.split(" ") if part)


def _composed(text: str) -> str:
    decomposed = "".join(map(_decomposed, text))
    if len(decomposed) > MAX_UNSORTED_CHARS:
        decomposed = "".join(_in_canonical_order(decomposed))
    return unicodedata.normalize("NFC", decomposed)


def _in_canonical_order(text: str) -> Iterator[str]:
    """Yield a text with its marks in order: `normalize` takes minutes for many marks on one letter."""
    for _, run in groupby(text, key=lambda char: unicodedata.combining(char) > 0):
        yield from sorted(run, key=unicodedata.combining)


@lru_cache(maxsize=65536)
def _decomposed(char: str) -> str:
    if char in TYPOGRAPHY:
        return TYPOGRAPHY[char]
    if char.isspace():
        return " "
    if ord(char) in SELECTORS or unicodedata.category(char) == "Cf":
        return ""
    tag, _, codes = unicodedata.decomposition(char).rpartition("> ")
    if not codes or ord(char) in JAMO or f"{tag}>" in KEPT:
        return char
    return "".join(_decomposed(chr(int(code, 16))) for code in codes.split())
