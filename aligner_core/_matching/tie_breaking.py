"""Windows of the same ratio: which of them is the answer (specification 3.4), and which others are reported."""

import unicodedata
from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchWindow:
    """A window [start, end) of the folded source, at a Levenshtein distance from the folded quote."""

    start: int
    end: int
    distance: int


@dataclass(frozen=True, slots=True)
class BestMatch:
    """The best window, and the others just as good that do not overlap it, in reading order."""

    window: MatchWindow
    others: tuple[MatchWindow, ...]


def break_ties(windows: Iterable[MatchWindow], text: str, quote_length: int) -> BestMatch | None:
    """Return the best of windows with the same ratio, and those that do not overlap it; None when there are none.

    Fewer ends on a space come first, then fewer ends that cut a word, the length closest to the quote's, the earlier
    start, the shorter window (specification 3.4).
    """
    chosen = _not_overlapping(sorted(windows, key=lambda window: _rank(text, window, quote_length)))
    if not chosen:
        return None
    return BestMatch(chosen[0], tuple(sorted(chosen[1:], key=lambda window: window.start)))


def cuts_word(text: str, position: int) -> bool:
    """Return whether a position is between two letters, marks or digits.

    >>> cuts_word("결정했다", 3), cuts_word("결정 완료", 2)
    (True, False)
    """
    return 0 < position < len(text) and _in_word(text[position - 1]) and _in_word(text[position])


def _rank(text: str, window: MatchWindow, quote_length: int) -> tuple[int, int, int, int, int]:
    start, end = window.start, window.end
    spaces = (text[start] == " ") + (text[end - 1] == " ")
    cuts = cuts_word(text, start) + cuts_word(text, end)
    return (spaces, cuts, abs(end - start - quote_length), start, end - start)


def _not_overlapping(ranked: Iterable[MatchWindow]) -> list[MatchWindow]:
    """Return each window that does not overlap one before it in the result."""
    chosen: list[MatchWindow] = []
    starts: list[int] = []
    ends: list[int] = []
    for window in ranked:
        place = bisect(starts, window.start)
        if (place == 0 or ends[place - 1] <= window.start) and (place == len(starts) or window.end <= starts[place]):
            chosen.append(window)
            starts.insert(place, window.start)
            ends.insert(place, window.end)
    return chosen


def _in_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"
