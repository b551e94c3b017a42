"""The fuzzy step finds the optimum over every window, and nothing else."""

import random
import time
from fractions import Fraction

import pytest

from aligner_core._matching.edit_distance import WORK_LIMIT, Budget
from aligner_core._matching.fuzzy import CALL_COST, BudgetExhausted, best_window
from aligner_core._matching.tie_breaking import BestMatch, MatchWindow, cuts_word
from aligner_core._text.normalized_text import NormalizedText, fold
from tests.aligner_core._matching.brute import every_window

BAR = Fraction(15, 100)
CASES = 20_000
CHUNKS = 20
ALPHABETS = (
    "ab",
    "ab ",
    "abc 1",
    "가나다 ",
    "abcdefgh .",
    "a㎏kg ",  # one character, two folded ones
    "ﬁfi㈜",  # two and three
    "aeé\u0301 ",  # marks join the letter before them
    "가\u1100\u1161\u11a8ㅋ",  # decomposed syllables, and a laugh that is not one
    "iİ\u0307\u200b",  # a capital that folds to two, and what folds to nothing
)
"""Small, so that ties and near copies are common."""


def dice(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - the same cases every time, no secret


def edited(words: str, alphabet: str, edits: int, chance: random.Random) -> str:
    """Return words with characters dropped, added and changed."""
    letters = list(words)
    for _ in range(edits):
        at = chance.randrange(len(letters) + 1)
        match chance.randrange(3):
            case 0:
                letters.insert(at, chance.choice(alphabet))
            case 1:
                letters[at : at + 1] = []
            case _:
                letters[at : at + 1] = [chance.choice(alphabet)]
    return "".join(letters)


def a_case(chance: random.Random, *, source_size: int, quote_size: int) -> tuple[str, NormalizedText]:
    """Return a quote, mostly one that is nearly in the source, and a source that may hold it twice."""
    alphabet = chance.choice(ALPHABETS)
    raw = "".join(chance.choices(alphabet, k=chance.randint(1, source_size)))
    start = chance.randrange(len(raw))
    words = raw[start : start + chance.randint(1, quote_size)]
    if chance.random() < 0.25:
        words = "".join(chance.choices(alphabet, k=chance.randint(1, quote_size)))
    elif chance.random() < 0.3:
        raw += words
    quote = edited(words, alphabet, chance.randint(0, max(1, len(words) // 4)), chance)
    return fold(quote), NormalizedText(raw)


@pytest.mark.parametrize(
    "chunk", [0, 1, *(pytest.param(one, marks=pytest.mark.exhaustive) for one in range(2, CHUNKS))]
)
def test_best_window_equals_brute_force(chunk: int) -> None:
    """The window of any length that maximises `1 − levenshtein(q, w) / max(|q|, |w|)` (specification 3.4)."""
    chance = dice(f"fuzzy {chunk}")
    for _ in range(CASES // CHUNKS):
        quote, source = a_case(chance, source_size=24, quote_size=14)
        max_ratio = chance.choice((BAR, BAR, Fraction(1, 10), Fraction(4, 10), Fraction(0)))

        found = best_window(quote, source, max_ratio=max_ratio, budget=Budget())

        assert found == every_window(quote, source, max_ratio), (quote, source.text, max_ratio)


@pytest.mark.exhaustive
def test_best_window_equals_brute_force_on_longer_texts() -> None:
    chance = dice("longer")
    for _ in range(60):
        quote, source = a_case(chance, source_size=160, quote_size=60)
        max_ratio = chance.choice((BAR, Fraction(4, 10)))

        found = best_window(quote, source, max_ratio=max_ratio, budget=Budget())

        assert found == every_window(quote, source, max_ratio), (quote, source.text, max_ratio)


def test_best_window_is_tried_on_cases_of_every_outcome() -> None:
    chance = dice("fuzzy 0")
    cases = [a_case(chance, source_size=24, quote_size=14) for _ in range(1000)]
    found = [best_window(quote, source, max_ratio=BAR, budget=Budget()) for quote, source in cases]

    assert sum(isinstance(one, BestMatch) and one.window.distance > 0 for one in found) > 50
    assert sum(isinstance(one, BestMatch) and bool(one.others) for one in found) > 100
    assert sum(one is None for one in found) > 100


def test_best_window_takes_the_better_ratio_over_the_smaller_distance() -> None:
    """A has 16 wrong letters (0.84), B 17 added ones (17/117, 0.8547): the least distance is not the optimum."""
    quote = "".join(dice("ratio").choices("abcdefghij", k=100))
    wrong = "".join("X" if at % 6 == 0 and at < 96 else char for at, char in enumerate(quote)).lower()
    added = "".join(char + "y" if at % 6 == 5 or at == 50 else char for at, char in enumerate(quote))
    source = NormalizedText(f"{wrong} {'-' * 40} {added}")

    found = best_window(quote, source, max_ratio=BAR, budget=Budget())

    assert isinstance(found, BestMatch)
    assert (found.window.distance, found.window.end - found.window.start) == (17, 117)
    assert source.text[found.window.start : found.window.end] == added


@pytest.mark.parametrize(
    ("quote", "text", "start", "end"),
    [
        pytest.param("결정했다고 했습니다", "x결정했다고 했습니 y", 1, 10, id="no end on a space"),
        pytest.param("abcdefgh", "abcdefgxy abcdefg.", 10, 18, id="no end that cuts a word, before the first one"),
        pytest.param("abcdefgh", "-abcdefg-", 1, 9, id="the length closest to the quote, before the shorter one"),
        pytest.param("abcdefgh", "abcdefgx, abcdefgy", 0, 8, id="the earliest of equal copies"),
    ],
)
def test_best_window_breaks_ties(quote: str, text: str, start: int, end: int) -> None:
    """Fewer ends on a space, fewer that cut a word, closest length, earliest start, shorter (specification 3.4)."""
    found = best_window(quote, NormalizedText(text), max_ratio=BAR, budget=Budget())

    assert isinstance(found, BestMatch)
    assert (found.window.start, found.window.end) == (start, end)


@pytest.mark.parametrize(
    ("text", "position", "cuts"),
    [
        ("결정했다", 3, True),
        ("결정 완료", 2, False),
        ("결정 완료", 3, False),
        ("a1", 1, True),
        ("e\u0301x", 1, True),
        ("끝.", 1, False),
        ("끝", 0, False),
        ("끝", 1, False),
    ],
)
def test_cuts_word_is_between_two_letters_marks_or_digits(text: str, position: int, *, cuts: bool) -> None:
    assert cuts_word(text, position) is cuts


def test_best_window_keeps_copies_that_do_not_overlap_in_reading_order() -> None:
    text = "the cat sits. " * 5_000
    started = time.process_time()

    found = best_window("the cat sitz.", NormalizedText(text), max_ratio=BAR, budget=Budget())

    assert isinstance(found, BestMatch)
    assert found.window == MatchWindow(0, 13, 1)
    assert [other.start for other in found.others] == [14 * copy for copy in range(1, 5_000)]
    assert time.process_time() - started < 15


@pytest.mark.parametrize("max_ratio", [BAR, Fraction(4, 10)], ids=["accept", "closest"])
@pytest.mark.parametrize(
    ("quote", "text"),
    [
        pytest.param("a" * 84 + "b" * 16, "a" * 1_000_000, id="one letter"),
        pytest.param("ab" * 40 + "c" * 12, "ab" * 500_000, id="two letters alternating"),
        pytest.param("the dog sat on the mat " * 4, "the cat sit " * 83_000, id="one sentence repeated"),
        pytest.param("a" * 400 + "b" * 60, "a" * 1_000_000, id="a long quote of one letter"),
        pytest.param("a" * 1_700 + "b" * 300, "a" * 1_000_000, id="the longest quote of one letter"),
        pytest.param("the dog sat on the mat " * 86, "the cat sit " * 8_300, id="a sentence repeated in a long quote"),
    ],
)
def test_best_window_gives_up_within_its_budget(quote: str, text: str, max_ratio: Fraction) -> None:
    """Fuzzy work is bounded in work units (specification 3.7)."""
    source = NormalizedText(text)

    found = best_window(fold(quote), source, max_ratio=max_ratio, budget=Budget())

    assert found is None or isinstance(found, BestMatch | BudgetExhausted)


@pytest.mark.parametrize("size", [500, 2_000])
def test_best_window_does_no_work_that_the_budget_does_not_pay(size: int) -> None:
    """Every distance of a long quote is paid before it is measured, and none follows the one that could not be."""
    paid: list[bool] = []

    class Counted(Budget):
        def spend(self, units: int) -> bool:
            assert False not in paid
            paid.append(super().spend(units))
            return paid[-1]

    found = best_window("a" * (size - 80) + "b" * 80, NormalizedText("a" * 9_000), max_ratio=BAR, budget=Counted())

    assert isinstance(found, BudgetExhausted)
    assert paid.count(False) == 1
    assert sum(paid) < WORK_LIMIT // CALL_COST


def test_best_window_returns_the_best_so_far_when_the_budget_ends() -> None:
    text, quote = (
        NormalizedText("we keep the raw text of every event for a year. " * 20),
        "we kept the raw text of ever event",
    )

    answers = [best_window(quote, text, max_ratio=BAR, budget=Budget(left=left)) for left in range(0, 200_000, 250)]

    assert answers[0] == BudgetExhausted(None)
    middle = [one.so_far for one in answers if isinstance(one, BudgetExhausted) and one.so_far is not None]
    assert {one.window for one in middle} == {MatchWindow(0, 35, 3)}
    assert isinstance(answers[-1], BestMatch)
    assert len(answers[-1].others) == 19


def test_best_window_of_an_empty_text_is_none() -> None:
    assert best_window("abc", NormalizedText(""), max_ratio=BAR, budget=Budget()) is None
    assert best_window("", NormalizedText("abc"), max_ratio=BAR, budget=Budget()) is None
