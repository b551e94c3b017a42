"""Pairs the words of a quote with the words of its source that they replace."""

from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Levenshtein

from aligner_core._language.korean_particles import split_particle
from aligner_core._text.hangul import has_hangul

GAP_COST = 0.6
"""The cost of leaving a word without a partner; a pair of words that differ costs 0 to 1."""


def paired(quote_words: Sequence[str], source_words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each word with its likeliest partner; a word without one is paired with ""."""
    joined, source_joined = "".join(quote_words), "".join(source_words)
    if len(quote_words) == len(source_words):
        yield from zip(quote_words, source_words, strict=True)
    elif quote_words and source_words and _are_one_word(joined, source_joined):
        yield joined, source_joined
    else:
        yield from reversed(list(_cheapest_pairs(quote_words, source_words)))


def _are_one_word(joined: str, source_joined: str) -> bool:
    """Return whether words written together are one word: the same, one with a letter changed, or another form."""
    if Levenshtein.distance(joined, source_joined) <= 1:
        return True
    return has_hangul(joined) and split_particle(joined)[0] == split_particle(source_joined)[0]


def _cheapest_pairs(quote_words: Sequence[str], source_words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of the cheapest alignment, from the last to the first."""
    costs = _costs(quote_words, source_words)
    row, column = len(quote_words), len(source_words)
    while row or column:
        here = costs[row][column]
        if (
            row
            and column
            and here == costs[row - 1][column - 1] + _distance(quote_words[row - 1], source_words[column - 1])
        ):
            row, column = row - 1, column - 1
            yield quote_words[row], source_words[column]
        elif row and here == costs[row - 1][column] + GAP_COST:
            row -= 1
            yield quote_words[row], ""
        else:
            column -= 1
            yield "", source_words[column]


def _costs(quote_words: Sequence[str], source_words: Sequence[str]) -> list[list[float]]:
    """Return the least cost of aligning each beginning of the one with each beginning of the other."""
    costs = [[column * GAP_COST for column in range(len(source_words) + 1)]]
    for word in quote_words:
        row = [costs[-1][0] + GAP_COST]
        for column, source_word in enumerate(source_words, start=1):
            row.append(
                min(
                    costs[-1][column] + GAP_COST,
                    row[-1] + GAP_COST,
                    costs[-1][column - 1] + _distance(word, source_word),
                )
            )
        costs.append(row)
    return costs


def _distance(left: str, right: str) -> float:
    return Levenshtein.normalized_distance(left, right)
