"""How often a term passes for a slip, and a slip for a term: our own terms of trades, misspellings and rare words."""

from collections.abc import Iterator
from pathlib import Path

from aligner_core._differences.classify import differences
from aligner_core._differences.severity import SLIP, Context, judge_pair
from aligner_core._language import english
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import NormalizedText

CASES = Path(__file__).with_name("cases")
MAX_SILENT_TERMS, MIN_SLIPS, MAX_RARE_WORDS, MAX_UNLISTED_WORDS = 0.03, 0.95, 0.02, 0.45
PROSE = Context("en", frozenset[str]().__contains__, frozenset[str]().__contains__)
"""A message without names and terms."""


def lines(name: str) -> list[str]:
    return [line for line in (CASES / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def term_pairs() -> Iterator[tuple[str, str]]:
    """Yield a sentence with each term, as a quote of the same with the other."""
    for line in lines("terms.txt"):
        terms, sentence = line.split(" | ")
        one, other = terms.split()
        yield sentence.format(one), sentence.format(other)
        yield sentence.format(other), sentence.format(one)


def misspellings() -> list[tuple[str, str]]:
    """Return every misspelling with the word that was meant."""
    words = [line.split(": ") for line in lines("misspellings.txt")]
    return [(misspelled, word) for word, every in words for misspelled in every.split()]


def rare_words() -> list[tuple[str, str]]:
    """Return every word that the first list lacks, with the word of it that looks most like it."""
    return [(word, other) for word, other in (line.split(" | ") for line in lines("rare_words.txt"))]


def share_of_slips(pairs: list[tuple[str, str]]) -> float:
    return sum(judge_pair(word, other, PROSE) == SLIP for word, other in pairs) / len(pairs)


def is_silent(quote: str, words: str) -> bool:
    source = NormalizedText(words)
    found = differences(quote, source, (0, len(source)), "ko" if has_hangul(words) else "en")
    return not any(difference.critical for difference in found)


def test_differences_of_a_look_alike_term_are_critical() -> None:
    pairs = list(term_pairs())

    silent = [pair for pair in pairs if is_silent(*pair)]

    assert len(pairs) >= 600
    assert len(silent) <= MAX_SILENT_TERMS * len(pairs), silent


def test_judge_pair_of_a_misspelling_is_a_slip() -> None:
    pairs = misspellings()

    assert len(pairs) >= 2_000
    assert share_of_slips(pairs) >= MIN_SLIPS


def test_judge_pair_of_a_rare_word_is_no_slip() -> None:
    listed = [pair for pair in rare_words() if english.is_rare_word(pair[0])]
    others = [pair for pair in rare_words() if not english.is_rare_word(pair[0])]

    assert min(len(listed), len(others)) >= 100
    assert share_of_slips(listed) <= MAX_RARE_WORDS
    assert share_of_slips(others) <= MAX_UNLISTED_WORDS
