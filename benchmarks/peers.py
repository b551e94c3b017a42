"""The finders that are compared, each behind the same call; a peer that is not installed is left out."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from aligner_core import NormalizedText
from aligner_core.fuzzy import best_window
from aligner_core.rows import Budget
from aligner_core.ties import Best

WORST = Fraction(15, 100)
MOST_EDITS = 0.176
"""Edits that a window within the bar can have, as a share of the quote's length."""
EDLIB = find_spec("edlib") is not None
Range = tuple[int, int] | None


@dataclass
class Source:
    """A folded source, with what each finder can prepare of it."""

    folded: NormalizedText

    @cached_property
    def codes(self) -> NDArray[np.uint16]:
        """The code units, from which edlib's alphabet is mapped."""
        return np.frombuffer(self.folded.text.encode("utf-16-le"), dtype=np.uint16)


Finder = Callable[[str, Source], Range]


@dataclass(frozen=True, slots=True)
class Peer:
    """A finder by name, and the longest source it is asked to search."""

    name: str
    find: Finder
    longest: int


def ours(quote: str, source: Source) -> Range:
    """Give the best window within the bar."""
    found = best_window(quote, source.folded, worst=WORST, budget=Budget())
    return (found.window.start, found.window.end) if isinstance(found, Best) else None


def mapped(quote: str, source: Source) -> tuple[bytes, bytes]:
    """Rename the quote's characters to bytes, and all others to 0: edlib reads 256 symbols at most."""
    table = np.zeros(1 << 16, dtype=np.uint8)
    wanted = np.frombuffer(quote.encode("utf-16-le"), dtype=np.uint16)
    letters, renamed = np.unique(wanted, return_inverse=True)
    table[letters] = np.arange(1, len(letters) + 1)
    return (renamed + 1).astype(np.uint8).tobytes(), table[source.codes].tobytes()


def by_edlib(quote: str, source: Source) -> Range:
    """Give the window of the least distance, mapping included, without a bound."""
    return edlib_window(*mapped(quote, source), -1)


def edlib_window(quote: bytes, text: bytes, bound: int) -> Range:
    """Give edlib's first window, when its ratio is within the bar."""
    import edlib  # noqa: PLC0415 - a peer may be missing

    found = edlib.align(quote, text, mode="HW", task="locations", k=bound)
    if found["editDistance"] < 0 or not found["locations"]:
        return None
    first, last = found["locations"][0]
    start, end = first or 0, last + 1
    return (start, end) if found["editDistance"] <= WORST * max(len(quote), end - start) else None


def by_rapidfuzz(quote: str, source: Source) -> Range:
    """Give the most similar stretch of the quote's length, by the Indel measure."""
    found = fuzz.partial_ratio_alignment(quote, source.folded.text, score_cutoff=85)
    return (found.dest_start, found.dest_end) if found else None


def by_fuzzysearch(quote: str, source: Source) -> Range:
    """Give the nearest of the matches within the most edits."""
    from fuzzysearch import find_near_matches  # noqa: PLC0415 - a peer may be missing

    found = find_near_matches(quote, source.folded.text, max_l_dist=int(MOST_EDITS * len(quote)))
    if not found:
        return None
    best = min(found, key=lambda match: match.dist)
    return best.start, best.end


def by_difflib(quote: str, source: Source) -> Range:
    """Give the place of the quote's length around the longest block in common, when 85 % alike."""
    text = source.folded.text
    block = SequenceMatcher(None, quote, text, autojunk=False).find_longest_match()
    start = max(0, block.b - block.a)
    window = text[start : start + len(quote)]
    near = SequenceMatcher(None, quote, window, autojunk=False).ratio() >= 1 - float(WORST)
    return (start, start + len(window)) if near else None


def by_langextract(quote: str, source: Source) -> Range:
    """Give the interval its aligner of words and tokens settles on, with its own defaults."""
    from langextract.core.data import Extraction  # noqa: PLC0415 - a peer may be missing
    from langextract.resolver import WordAligner  # noqa: PLC0415

    one = Extraction(extraction_class="quote", extraction_text=quote)
    found = WordAligner().align_extractions([[one]], source.folded.text)[0][0].char_interval
    return (found.start_pos, found.end_pos) if found else None


def peers() -> list[Peer]:
    """Give those installed, this project first."""
    every = (
        ("aligner_core", Peer("ours", ours, 10**9)),
        ("edlib", Peer("edlib", by_edlib, 10**9)),
        ("rapidfuzz", Peer("rapidfuzz", by_rapidfuzz, 10**9)),
        ("fuzzysearch", Peer("fuzzysearch", by_fuzzysearch, 10_000)),
        ("difflib", Peer("difflib", by_difflib, 10_000)),
        ("langextract", Peer("langextract", by_langextract, 10_000)),
    )
    return [peer for module, peer in every if find_spec(module)]
