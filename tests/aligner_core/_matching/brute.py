"""The fuzzy step as specification 3.4 words it, without any of the product's shortcuts."""

import unicodedata
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from rapidfuzz.distance import Levenshtein

from aligner_core._matching.tie_breaking import BestMatch, MatchWindow
from aligner_core._text.normalized_text import NormalizedText

Row: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"


def every_window(quote: str, source: NormalizedText, max_ratio: Fraction) -> BestMatch | None:
    """Return the best of every window between original characters, each distance from a table filled plainly."""
    text = source.text
    return best_of(
        quote,
        source,
        max_ratio,
        (
            MatchWindow(start, start + length, distance)
            for start in range(len(text))
            for length, distance in enumerate(distances(quote, text[start:]))
            if length
        ),
    )


def every_window_measured(quote: str, source: NormalizedText, max_ratio: Fraction) -> BestMatch | None:
    """Return the best of every window of a length that the edits allow, each measured by the library."""
    ends = range(1, len(source) + 1)
    return best_of(
        quote, source, max_ratio, (one for end in ends for one in measured(quote, source.text, end, max_ratio))
    )


def every_near_end(quote: str, source: NormalizedText, max_ratio: Fraction) -> BestMatch | None:
    """Return the best of every window at the ends at which, by the table of Sellers, one has few enough edits."""
    max_edits = int(max_ratio / (1 - max_ratio) * len(quote))
    ends = np.flatnonzero(sellers(quote, source.text) <= max_edits).tolist()
    return best_of(
        quote, source, max_ratio, (one for end in ends for one in measured(quote, source.text, end, max_ratio))
    )


def measured(quote: str, text: str, end: int, max_ratio: Fraction) -> Iterator[MatchWindow]:
    """Yield the windows within the ratio that end here: they are longer or shorter by at most their edits."""
    shortest, longest = (1 - max_ratio) * len(quote), len(quote) / (1 - max_ratio)
    for start in range(max(0, end - int(longest)), end - max(1, int(shortest)) + 1):
        distance = Levenshtein.distance(quote, text[start:end])
        if distance * max_ratio.denominator <= max_ratio.numerator * max(len(quote), end - start):
            yield MatchWindow(start, end, distance)


def every_near_end_at_once(quote: str, source: NormalizedText, max_ratio: Fraction) -> BestMatch | None:
    """Return the same as `every_near_end`, with one table for all windows of an end: for long quotes."""
    max_edits = int(max_ratio / (1 - max_ratio) * len(quote))
    windows: list[MatchWindow] = []
    for end in np.flatnonzero(sellers(quote, source.text) <= max_edits).tolist():
        before = source.text[max(0, end - len(quote) - max_edits) : end][::-1]
        row = last_row_of(quote[::-1], before, np.arange(len(before) + 1))
        lengths = np.flatnonzero(row[1:] <= max_edits) + 1
        windows += [MatchWindow(end - length, end, int(row[length])) for length in lengths.tolist()]
    return best_of(quote, source, max_ratio, windows)


def best_of(
    quote: str, source: NormalizedText, max_ratio: Fraction, windows: Iterable[MatchWindow]
) -> BestMatch | None:
    """Return the best of the windows with the least ratio, and those of the others that overlap none."""
    text, size = source.text, len(quote)
    boundary = [source.is_boundary(place) for place in range(len(text) + 1)]
    within = [
        (Fraction(one.distance, max(size, one.end - one.start)), one)
        for one in windows
        if one.distance * max_ratio.denominator <= max_ratio.numerator * max(size, one.end - one.start)
        and boundary[one.start]
        and boundary[one.end]
    ]
    if not within:
        return None
    least = min(ratio for ratio, _ in within)
    chosen: list[MatchWindow] = []
    for window in sorted((one for ratio, one in within if ratio == least), key=lambda one: rank(text, one, size)):
        if all(window.end <= other.start or other.end <= window.start for other in chosen):
            chosen.append(window)
    return BestMatch(chosen[0], tuple(sorted(chosen[1:], key=lambda window: window.start)))


def rank(text: str, window: MatchWindow, size: int) -> tuple[int, ...]:
    """Return the sort key of ties, as specification 3.4 words it."""
    ends_on_space = [text[window.start] == " ", text[window.end - 1] == " "]
    ends_in_word = [
        place not in {0, len(text)} and in_word(text[place - 1]) and in_word(text[place])
        for place in (window.start, window.end)
    ]
    length = window.end - window.start
    return (sum(ends_on_space), sum(ends_in_word), abs(length - size), window.start, length)


def in_word(char: str) -> bool:
    return unicodedata.category(char)[0] in {"L", "M", "N"}


def distances(quote: str, text: str) -> list[int]:
    """Return the distance of *quote* to every beginning of *text*: one table, filled plainly."""
    row = list(range(len(quote) + 1))
    last = [row[-1]]
    for column, char in enumerate(text, 1):
        above, row = row, [column]
        for at, wanted in enumerate(quote):
            row.append(min(above[at + 1] + 1, row[at] + 1, above[at] + (char != wanted)))
        last.append(row[-1])
    return last


def sellers(quote: str, text: str) -> Row:
    """Return for every end the least distance of the quote to a window that ends there, `(n + 1,)`."""
    return last_row_of(quote, text, np.zeros(len(text) + 1, np.int64))


def last_row_of(quote: str, text: str, row: Row) -> Row:
    """Return the last row of the table of a quote and a text, filled row by row from its first."""
    codes = np.array([ord(char) for char in text], np.int64)
    places = np.arange(len(text) + 1)
    for at, char in enumerate(quote, 1):
        changed = row[:-1] + (codes != ord(char))
        row = np.concatenate(([at], np.minimum(changed, row[1:] + 1)))
        row = np.minimum.accumulate(row - places) + places
    return row
