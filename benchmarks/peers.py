"""The finders that are compared, all with the same signature; a peer that is not installed is left out."""

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
from aligner_core._matching.edit_distance import Budget
from aligner_core._matching.fuzzy import best_window
from aligner_core._matching.tie_breaking import BestMatch

MAX_RATIO = Fraction(15, 100)
MAX_EDIT_SHARE = 0.176
"""The edits that a window within the threshold can have, as a share of the quote's length."""
EDLIB = find_spec("edlib") is not None
Range = tuple[int, int] | None


@dataclass
class Source:
    """A folded source, with what each finder can prepare from it."""

    folded: NormalizedText

    @cached_property
    def codes(self) -> NDArray[np.uint16]:
        """The code units, from which edlib's alphabet is mapped."""
        return np.frombuffer(self.folded.text.encode("utf-16-le"), dtype=np.uint16)


Finder = Callable[[str, Source], Range]


@dataclass(frozen=True, slots=True)
class Peer:
    """A finder by name, and the length of the longest source it has to search."""

    name: str
    find: Finder
    max_source_chars: int


def ours(quote: str, source: Source) -> Range:
    """Return the best window within the threshold."""
    found = best_window(quote, source.folded, max_ratio=MAX_RATIO, budget=Budget())
    return (found.window.start, found.window.end) if isinstance(found, BestMatch) else None


def map_to_bytes(quote: str, source: Source) -> tuple[bytes, bytes]:
    """Return quote and source as bytes, characters not in the quote as 0: edlib reads 256 symbols at most."""
    table = np.zeros(1 << 16, dtype=np.uint8)
    wanted = np.frombuffer(quote.encode("utf-16-le"), dtype=np.uint16)
    letters, renamed = np.unique(wanted, return_inverse=True)
    table[letters] = np.arange(1, len(letters) + 1)
    return (renamed + 1).astype(np.uint8).tobytes(), table[source.codes].tobytes()


def by_edlib(quote: str, source: Source) -> Range:
    """Return the window of the smallest distance, without a bound; the mapping is included in the time."""
    return edlib_window(*map_to_bytes(quote, source), -1)


def edlib_window(quote: bytes, text: bytes, bound: int) -> Range:
    """Return edlib's first window, when its ratio is within the threshold."""
    import edlib  # noqa: PLC0415 - a peer may be missing

    found = edlib.align(quote, text, mode="HW", task="locations", k=bound)
    if found["editDistance"] < 0 or not found["locations"]:
        return None
    first, last = found["locations"][0]
    start, end = first or 0, last + 1
    return (start, end) if found["editDistance"] <= MAX_RATIO * max(len(quote), end - start) else None


def by_rapidfuzz(quote: str, source: Source) -> Range:
    """Return the most similar window of the quote's length, by Indel similarity."""
    found = fuzz.partial_ratio_alignment(quote, source.folded.text, score_cutoff=85)
    return (found.dest_start, found.dest_end) if found else None


def by_fuzzysearch(quote: str, source: Source) -> Range:
    """Return the nearest of the matches within the allowed edits."""
    from fuzzysearch import find_near_matches  # noqa: PLC0415 - a peer may be missing

    found = find_near_matches(quote, source.folded.text, max_l_dist=int(MAX_EDIT_SHARE * len(quote)))
    if not found:
        return None
    best = min(found, key=lambda match: match.dist)
    return best.start, best.end


def by_difflib(quote: str, source: Source) -> Range:
    """Return the window of the quote's length around the longest common block, when it is 85 % similar."""
    text = source.folded.text
    block = SequenceMatcher(None, quote, text, autojunk=False).find_longest_match()
    start = max(0, block.b - block.a)
    window = text[start : start + len(quote)]
    is_near = SequenceMatcher(None, quote, window, autojunk=False).ratio() >= 1 - float(MAX_RATIO)
    return (start, start + len(window)) if is_near else None


def by_langextract(quote: str, source: Source) -> Range:
    """Return the interval that its word aligner selects, with its own defaults."""
    from langextract.core.data import Extraction  # noqa: PLC0415 - a peer may be missing
    from langextract.resolver import WordAligner  # noqa: PLC0415

    wanted = Extraction(extraction_class="quote", extraction_text=quote)
    found = WordAligner().align_extractions([[wanted]], source.folded.text)[0][0].char_interval
    return (found.start_pos, found.end_pos) if found else None


def peers() -> list[Peer]:
    """Return the installed peers, this project first."""
    every = (
        ("aligner_core", Peer("ours", ours, 10**9)),
        ("edlib", Peer("edlib", by_edlib, 10**9)),
        ("rapidfuzz", Peer("rapidfuzz", by_rapidfuzz, 10**9)),
        ("fuzzysearch", Peer("fuzzysearch", by_fuzzysearch, 10_000)),
        ("difflib", Peer("difflib", by_difflib, 10_000)),
        ("langextract", Peer("langextract", by_langextract, 10_000)),
    )
    return [peer for module, peer in every if find_spec(module)]
