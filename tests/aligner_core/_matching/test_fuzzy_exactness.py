"""The fuzzy step against brute force, on cases large enough for every shortcut it takes."""

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from pydoc_data.topics import topics

import polib
import pytest

from aligner_core._matching import fuzzy
from aligner_core._matching.edit_distance import Budget
from aligner_core._matching.fuzzy import BudgetExhausted, best_window
from aligner_core._matching.tie_breaking import BestMatch
from aligner_core._text.normalized_text import NormalizedText, fold
from tests.aligner_core._matching.brute import (
    distances,
    every_near_end,
    every_near_end_at_once,
    every_window_measured,
    sellers,
)

BAR = Fraction(15, 100)
LARGER = 1_200
REAL = 504
CHUNKS = 8
DEMO = Path("review/demo")
ALPHABETS = ("ab", "abc ", "abcdefgh ", "abcdefghijklmnop .", "가나다 ", "가나다라마바사아자차 ", "a㎏kg é\u0301ﬁi ")


def dice(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - the same cases every time, no secret


def damaged(words: str, share: float, alphabet: str, chance: random.Random) -> str:
    """Return words with a share of the characters inserted, dropped or changed: in one way only, or all three."""
    letters, kinds = list(words), chance.choice(((0,), (1,), (2,), (0, 1, 2)))
    for _ in range(round(share * len(words))):
        at = chance.randrange(len(letters) + 1)
        letters[at : at + 1] = {
            0: [*letters[at : at + 1], chance.choice(alphabet)],
            1: [],
            2: [chance.choice(alphabet)],
        }[chance.choice(kinds)]
    return "".join(letters)


def a_share(chance: random.Random) -> float:
    """Return a share of edits, mostly near what the bar allows, where the answer turns."""
    return chance.choice((0, 0.02, 0.05, 0.1, chance.uniform(0.12, 0.2), chance.uniform(0.12, 0.2)))


def drawn(chance: random.Random, *, longest: int, size: int) -> tuple[str, NormalizedText]:
    """Return a quote that is nearly in a text, sometimes twice with other edits, and the text."""
    alphabet = chance.choice(ALPHABETS)
    text = "".join(chance.choices(alphabet, k=chance.randint(longest, size)))
    start = chance.randrange(len(text) - longest // 2)
    words = text[start : start + chance.randint(12, longest)]
    if chance.random() < 0.4:
        at = chance.randrange(len(text))
        text = text[:at] + damaged(words, a_share(chance), alphabet, chance) + text[at:]
    if chance.random() < 0.1:
        words = "".join(chance.choices(alphabet, k=len(words)))
    return fold(damaged(words, a_share(chance), alphabet, chance)), NormalizedText(text)


@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_best_window_of_larger_texts_equals_brute_force(chunk: int) -> None:
    chance = dice(f"larger {chunk}")
    found = 0
    for _ in range(LARGER // CHUNKS):
        quote, source = drawn(chance, longest=110, size=600)

        best = best_window(quote, source, max_ratio=BAR, budget=Budget(10**12))

        assert best == every_window_measured(quote, source, BAR), (quote, source.text)
        found += best is not None
    assert LARGER // CHUNKS // 4 < found < LARGER // CHUNKS


def one_letter(chance: random.Random, size: int) -> tuple[str, str]:
    return "a" * (size - size // 9) + "b" * (size // 9), "a" * (3 * size)


def repetitive(chance: random.Random, size: int) -> tuple[str, str]:
    unit = "".join(chance.choices("abcde 가나", k=chance.randint(1, 12)))
    text = (unit * (4 * size))[: 3 * size]
    return damaged(text[:size], a_share(chance), "abx", chance), text


def insert_only(chance: random.Random, size: int) -> tuple[str, str]:
    words = "".join(chance.choices("abcdefghij 가나다라", k=size))
    every = chance.choice((5, 6, 7, 8))
    longer = "".join(char + "x" * (at % every == 0) for at, char in enumerate(words))
    return words, f"{'-' * size} {longer} {'=' * size}"


def delete_only(chance: random.Random, size: int) -> tuple[str, str]:
    words = "".join(chance.choices("abcdefghij 가나다라", k=size))
    every = chance.choice((6, 7, 8))
    return words, f"{'-' * size} {''.join(char for at, char in enumerate(words) if at % every)} {'=' * size}"


def two_copies(chance: random.Random, size: int) -> tuple[str, str]:
    words = "".join(chance.choices("abcdefghij 가나다라", k=size))
    share = chance.choice((0.05, 0.1, 0.14))
    copies = [damaged(words, share, "xyz", chance) for _ in range(2)]
    return words, f"{copies[0]}{'-' * chance.randint(0, size)}{copies[1]}"


def much_the_same(chance: random.Random, size: int) -> tuple[str, str]:
    line = "".join(chance.choices("abcdefgh ", k=size))
    lines = [damaged(line, chance.uniform(0.1, 0.2), "abcdefgh ", chance) for _ in range(4)]
    return line, "\n".join(lines)


FAMILIES = (one_letter, repetitive, insert_only, delete_only, two_copies, much_the_same)


@pytest.mark.exhaustive
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("size", [12, 13, 20, 40, 64, 65, 100, 128, 200, 333, 500])
def test_best_window_of_hard_texts_equals_brute_force(
    size: int, family: Callable[[random.Random, int], tuple[str, str]]
) -> None:
    chance = dice(f"{family.__name__} {size}")
    for _ in range(1 if size > 200 else 4):
        quote, text = family(chance, size)
        wanted, source = fold(quote), NormalizedText(text)

        best = best_window(wanted, source, max_ratio=BAR, budget=Budget(10**12))

        assert best == every_window_measured(wanted, source, BAR), (quote, text)


SAME_EVERYWHERE = (one_letter, repetitive)
LONG = [(501, family) for family in FAMILIES] + [
    (size, way) for size in (997, 2_000) for way in (insert_only, delete_only)
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("size", "family"), LONG)
def test_best_window_of_long_quotes_equals_brute_force(
    size: int, family: Callable[[random.Random, int], tuple[str, str]]
) -> None:
    """Quotes of 500 to 2,000 characters in texts hardly longer: the optimum, whatever the work."""
    quote, text = family(dice(f"long {family.__name__} {size}"), size)
    wanted, source = fold(quote), NormalizedText(text[: size + size // 8] if family in SAME_EVERYWHERE else text)

    best = best_window(wanted, source, max_ratio=BAR, budget=Budget(10**12))

    assert best == every_near_end_at_once(wanted, source, BAR), (quote, text)


@cache
def english() -> str:
    """Return the language reference that comes with the interpreter."""
    return " ".join(topics.values())


@cache
def korean() -> str:
    """Return the catalogues of the framework in Korean, and the conversations of the demo."""
    spec = find_spec("django")
    assert spec is not None
    assert spec.origin is not None
    texts = [
        entry.msgstr for path in sorted(Path(spec.origin).parent.rglob("ko/**/*.po")) for entry in polib.pofile(path)
    ]
    for path in sorted(DEMO.glob("*.json")):
        texts += [message["content"] for message in json.loads(path.read_text(encoding="utf-8")).get("messages", ())]
    return " ".join(texts)


def real(chance: random.Random, written: str) -> tuple[str, NormalizedText]:
    """Return a source of 5,000 to 60,000 characters, and a quote of 20 to 500 from it or from elsewhere."""
    size = min(len(written) // 2, int(5_000 * 12 ** chance.random()))
    start = chance.randrange(len(written) - size)
    source = written[start : start + size]
    length = int(20 * 25 ** chance.random())
    held = source if chance.random() < 0.8 else written
    at = chance.randrange(len(held) - length)
    return fold(damaged(held[at : at + length], a_share(chance), "aeiost 이다는", chance)), NormalizedText(source)


@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("written", [english, korean])
def test_best_window_of_real_texts_equals_brute_force(written: Callable[[], str], chunk: int) -> None:
    """Every window is tried at each end that the whole table of the text allows."""
    chance = dice(f"real {written.__name__} {chunk}")
    rejected = narrowed = 0
    for _ in range(REAL // CHUNKS // 2 + 1):
        quote, source = real(chance, written())

        best = best_window(quote, source, max_ratio=BAR, budget=Budget(10**12))

        assert best == every_near_end(quote, source, BAR), (quote, source.text)
        rejected += best is None
        regions = fuzzy._Search(quote, source, max_ratio=BAR, budget=Budget()).regions()
        narrowed += sum(one.end - one.start for one in regions) < len(source)
    assert 0 < rejected < REAL // CHUNKS // 2
    assert narrowed > REAL // CHUNKS // 5


@pytest.mark.exhaustive
@pytest.mark.parametrize("written", [english, korean])
@pytest.mark.parametrize("size", [997, 2_000])
def test_best_window_of_long_real_quotes_equals_brute_force(size: int, written: Callable[[], str]) -> None:
    chance = dice(f"long real {written.__name__} {size}")
    start = chance.randrange(len(written()) - 3 * size)
    source = NormalizedText(written()[start : start + 3 * size])
    quote = fold(damaged(written()[start + size : start + 2 * size], 0.13, "aeiost 이다는", chance))

    best = best_window(quote, source, max_ratio=BAR, budget=Budget(10**12))

    assert best is not None
    assert best == every_near_end_at_once(quote, source, BAR)


@pytest.mark.exhaustive
@pytest.mark.parametrize("written", [english, korean])
@pytest.mark.parametrize("size", [1_000, 2_000])
def test_a_long_quote_is_found_in_a_long_text_within_the_budget(size: int, written: Callable[[], str]) -> None:
    """A quote of 2,000 characters, one in twelve of them changed, in 100,000: the work that is counted suffices."""
    chance = dice(f"work {written.__name__} {size}")
    text = (written() * 3)[:100_000]
    quote = fold(damaged(text[60_000 : 60_000 + size], 0.08, "aeiost 이다는", chance))
    budget = Budget()

    best = best_window(quote, NormalizedText(text), max_ratio=BAR, budget=budget)

    assert isinstance(best, BestMatch)
    assert budget.left > 0


def searched(source: NormalizedText, quote: str) -> BestMatch | BudgetExhausted | None:
    return best_window(quote, source, max_ratio=BAR, budget=Budget())


@pytest.mark.exhaustive
def test_best_window_is_the_same_from_many_threads() -> None:
    """A prepared source may be shared: what it makes when first needed is the same whichever thread needs it first."""
    chance = dice("threads")
    for _ in range(10):
        text = english()[(start := chance.randrange(500_000)) : start + 20_000]
        quotes = [fold(damaged(text[at : at + 80], 0.08, "aeiost", chance)) for at in range(0, 16_000, 2_000)]
        alone = [searched(NormalizedText(text), quote) for quote in quotes]
        shared = NormalizedText(text)

        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(partial(searched, shared), quotes))

        assert together == alone


@pytest.mark.exhaustive
def test_windows_measured_at_once_are_those_measured_singly() -> None:
    """The reference for long quotes, compared with the one for shorter ones."""
    chance = dice("at once")
    for _ in range(100):
        quote, source = drawn(chance, longest=40, size=120)

        assert every_near_end_at_once(quote, source, BAR) == every_near_end(quote, source, BAR)


@pytest.mark.exhaustive
def test_the_table_of_sellers_holds_the_least_distance_of_every_end() -> None:
    """The reference for real texts, compared with the plain table."""
    chance = dice("sellers")
    for _ in range(200):
        quote = "".join(chance.choices("abc가 ", k=chance.randint(1, 12)))
        text = "".join(chance.choices("abc가 ", k=chance.randint(1, 30)))
        least = [min(distances(quote, text[start:end])[-1] for start in range(end + 1)) for end in range(len(text) + 1)]

        row = sellers(quote, text).tolist()

        assert row == least
        assert all(abs(after - before) <= 1 for before, after in pairwise(row))


@pytest.mark.parametrize("seed", [446788, 68495])
def test_best_window_of_regions_that_are_ruled_out_together_is_none(seed: int) -> None:
    """Several regions of a long text have enough of the letters, and none of them the words."""
    quote, source = real(dice(str(seed)), english())

    assert best_window(quote, source, max_ratio=BAR, budget=Budget(10**12)) is None
    assert every_near_end_at_once(quote, source, BAR) is None
