"""The fuzzy step from the words of contract 3.4, without any of the product's short cuts."""

import unicodedata
from collections.abc import Iterable, Iterator
from fractions import Fraction

import numpy as np
from rapidfuzz.distance import Levenshtein

from aligner_core.normalization import NormalizedText
from aligner_core.ties import Best, Window


def every_window(quote: str, source: NormalizedText, worst: Fraction) -> Best | None:
    """Try every window between characters, each distance from a table filled plainly."""
    text = source.text
    return decided(
        quote,
        source,
        worst,
        (
            Window(start, start + length, distance)
            for start in range(len(text))
            for length, distance in enumerate(distances(quote, text[start:]))
            if length
        ),
    )


def every_window_measured(quote: str, source: NormalizedText, worst: Fraction) -> Best | None:
    """Try every window that is not longer or shorter than the edits allow, each measured by the library."""
    ends = range(1, len(source) + 1)
    return decided(quote, source, worst, (one for end in ends for one in measured(quote, source.text, end, worst)))


def every_near_end(quote: str, source: NormalizedText, worst: Fraction) -> Best | None:
    """Try every window at those ends at which, by the table of Sellers, some stretch has few enough edits."""
    most = int(worst / (1 - worst) * len(quote))
    ends = np.flatnonzero(sellers(quote, source.text) <= most).tolist()
    return decided(quote, source, worst, (one for end in ends for one in measured(quote, source.text, end, worst)))


def measured(quote: str, text: str, end: int, worst: Fraction) -> Iterator[Window]:
    """Yield the windows within the ratio that end here: those are longer or shorter by their edits at most."""
    shortest, longest = (1 - worst) * len(quote), len(quote) / (1 - worst)
    for start in range(max(0, end - int(longest)), end - max(1, int(shortest)) + 1):
        distance = Levenshtein.distance(quote, text[start:end])
        if distance * worst.denominator <= worst.numerator * max(len(quote), end - start):
            yield Window(start, end, distance)


def decided(quote: str, source: NormalizedText, worst: Fraction, windows: Iterable[Window]) -> Best | None:
    """Take the windows of the least ratio within the bar, decide the ties, and list what does not overlap."""
    text, size = source.text, len(quote)
    boundary = [source.is_boundary(place) for place in range(len(text) + 1)]
    within = [
        (Fraction(one.distance, max(size, one.end - one.start)), one)
        for one in windows
        if one.distance * worst.denominator <= worst.numerator * max(size, one.end - one.start)
        and boundary[one.start]
        and boundary[one.end]
    ]
    if not within:
        return None
    least = min(ratio for ratio, _ in within)
    chosen: list[Window] = []
    for window in sorted((one for ratio, one in within if ratio == least), key=lambda one: rank(text, one, size)):
        if all(window.end <= other.start or other.end <= window.start for other in chosen):
            chosen.append(window)
    return Best(chosen[0], tuple(sorted(chosen[1:], key=lambda window: window.start)))


def rank(text: str, window: Window, size: int) -> tuple[int, ...]:
    """Order ties as contract 3.4 does, from the words of the contract."""
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
    """Give the distance of *quote* to every beginning of *text*: one table, filled plainly."""
    row = list(range(len(quote) + 1))
    last = [row[-1]]
    for column, char in enumerate(text, 1):
        above, row = row, [column]
        for at, wanted in enumerate(quote):
            row.append(min(above[at + 1] + 1, row[at] + 1, above[at] + (char != wanted)))
        last.append(row[-1])
    return last


def sellers(quote: str, text: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Give for every end the least distance of the quote to a stretch that ends there: one row a character."""
    codes = np.array([ord(char) for char in text], np.int64)
    places = np.arange(len(text) + 1)
    row = np.zeros(len(text) + 1, np.int64)
    for at, char in enumerate(quote, 1):
        changed = row[:-1] + (codes != ord(char))
        row = np.concatenate(([at], np.minimum(changed, row[1:] + 1)))
        row = np.minimum.accumulate(row - places) + places
    return row
