"""The filter loses no window, and neither do the two bounds of the search that uses it."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from rapidfuzz.distance import Levenshtein

from aligner_core._matching import fuzzy
from aligner_core._matching.edit_distance import Budget
from aligner_core._matching.fuzzy import BudgetExhausted, best_window, may_hold_window, parts_that_may_match
from aligner_core._matching.tie_breaking import BestMatch
from aligner_core._text.ngrams import MAX_RUN_SAMPLES, SampledNgrams, window_limits
from aligner_core._text.normalized_text import NormalizedText

BAR = Fraction(15, 100)
PROSE = "we keep the raw text of every event and measure the delay again on monday 우리는 원문을 그대로 보관 배포"
RATIOS = (BAR, BAR, Fraction(1, 10), Fraction(2, 10), Fraction(0))


def dice(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - the same cases every time, no secret


def prose(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(PROSE.split(), k=words))


def letters(chance: random.Random, size: int) -> str:
    return "".join(chance.choices("abcdefghijklmnop 가나다라마바사", k=size))


def damaged(words: str, edits: int, chance: random.Random) -> str:
    """Return words with characters dropped, added or changed, mostly in one way only."""
    letters, kinds = list(words), chance.choice(((0,), (1,), (2,), (0, 1, 2)))
    for _ in range(edits):
        at = chance.randrange(len(letters))
        letters[at : at + 1] = {0: [], 1: [letters[at], "x"], 2: ["x"]}[chance.choice(kinds)]
    return "".join(letters)


def a_window(chance: random.Random, longest: int) -> tuple[str, str, int, int, Fraction]:
    """Return a quote, a text, a window of the text within a ratio of the quote, and the ratio."""
    while True:
        written = chance.choice((prose, letters))
        window = written(chance, 5 * longest)[: chance.randint(8, longest)]
        max_ratio = chance.choice(RATIOS)
        quote = damaged(window, chance.randint(0, len(window) // 6), chance)
        if Levenshtein.distance(quote, window) <= max_ratio * max(len(quote), len(window)):
            before = letters(chance, chance.randint(0, 3 * longest))
            text = before + window + letters(chance, chance.randint(0, 3 * longest))
            return quote, text, len(before), len(before) + len(window), max_ratio


@pytest.mark.parametrize("longest", [60, 300, 1_200])
def test_regions_hold_every_window_within_the_ratio(longest: int) -> None:
    """Each edit destroys at most one sampled 3-gram and moves the others by one, so no window is lost."""
    chance = dice(f"regions {longest}")
    filtered = 0
    for _ in range(600):
        quote, text, start, end, max_ratio = a_window(chance, longest)

        regions = SampledNgrams(text).regions(quote, max_ratio)

        if regions is not None:
            filtered += 1
            around = [one for one in regions if one.start <= start and end <= one.end]
            assert len(around) == 1, (quote, text, max_ratio)
            assert around[0].min_edits <= Levenshtein.distance(quote, text[start:end])
            assert all(before.end < after.start for before, after in pairwise(regions))
    assert filtered > 200


def test_regions_leave_out_what_is_far_from_the_quote() -> None:
    text = "x" * 3_000 + "we keep the raw text of every event" + "y" * 3_000

    regions = SampledNgrams(text).regions("we kept the raw text of every event", BAR)

    assert regions is not None
    assert len(regions) == 1
    assert regions[0].end - regions[0].start < 80


def test_regions_leave_out_words_of_the_quote_in_another_order() -> None:
    """A 3-gram counts only near its place in the quote: common words of a long quote are no trace of it."""
    quote = "we keep the raw text of every event and measure the delay again on monday before the release"
    turned = " ".join(reversed(quote.split()))

    assert SampledNgrams(f"{turned} {'x' * 300} " * 30).regions(quote, BAR) == []


def test_regions_are_none_for_a_text_that_is_like_the_quote_everywhere() -> None:
    assert SampledNgrams("the cat sat on the mat " * 200).regions("the cat sat on the mat the cat sat", BAR) is None


def test_regions_of_a_text_with_many_copies_hold_each_of_them() -> None:
    """More runs are left than are looked at in one batch."""
    quote = "we keep the raw text of every event"
    text = f"{quote} {'z' * 200} " * 20_000

    regions = SampledNgrams(text).regions(quote, BAR)

    assert regions is not None
    assert len(regions) == 20_000
    places = range(0, len(text), len(text) // 20_000)
    assert all(one.start <= at < at + len(quote) <= one.end for one, at in zip(regions, places, strict=True))


def test_regions_are_none_when_too_little_can_be_ruled_out() -> None:
    """A quote too short for its edits, and a text shorter than one run."""
    assert SampledNgrams("abcdefgh" * 100).regions("abcdefgh", BAR) is None
    assert SampledNgrams("ab").regions("we keep the raw text of every event", BAR) is None
    assert SampledNgrams("").regions("we keep the raw text of every event", BAR) is None


def test_regions_of_a_quote_longer_than_a_sum_can_hold() -> None:
    """Runs are cut to 255 samples: part of a run has no more misses than the whole."""
    quote = prose(dice("long"), 400)[: 3 * MAX_RUN_SAMPLES + 200]

    regions = SampledNgrams("z" * 2_000 + quote + "z" * 2_000).regions(quote, BAR)

    assert regions is not None
    assert any(one.start <= 2_000 and 2_000 + len(quote) <= one.end for one in regions)


def test_window_limits_bound_the_length_and_the_edits_of_every_window() -> None:
    """`m - rm <= L <= m / (1 - r)`, with at most `rm` edits up to *m* and `rL` above (specification 3.4)."""
    for size in range(1, 300):
        limits = window_limits(size, BAR)
        lengths = [length for length in range(1, 2 * size + 2) if abs(length - size) * 100 <= 15 * max(length, size)]

        assert (lengths[0], lengths[-1]) == (limits.min_length, limits.max_length)
        assert limits.max_edits == 15 * size // 100
        assert limits.max_edits_longer == 15 * limits.max_length // 100


@pytest.mark.parametrize("longest", [60, 300])
def test_may_hold_window_rejects_no_text_that_holds_a_window(longest: int) -> None:
    """Some stretch of *m* characters is similar by `1 - r / (1 - r)` when a window is within the ratio."""
    chance = dice(f"may hold {longest}")
    looked = 0
    for _ in range(600):
        quote, text, start, end, max_ratio = a_window(chance, longest)
        first, last = max(0, start - chance.randint(0, 200)), end + chance.randint(0, 200)
        region = text[first:last]
        if len(region) >= len(quote):
            looked += 1

            assert may_hold_window(quote, region, max_ratio.numerator, max_ratio.denominator), (
                quote,
                region,
                max_ratio,
            )
    assert looked > 300


def test_parts_that_may_match_leave_out_no_part_that_holds_a_window() -> None:
    """Many parts are rejected together, joined by a separator that no text holds."""
    chance = dice("near")
    left = 0
    for _ in range(300):
        quote, text, start, end, max_ratio = a_window(chance, 100)
        others = [letters(chance, chance.randint(1, 200)) for _ in range(chance.randint(0, 8))]
        parts = [*enumerate(others), (99, text[max(0, start - 20) : end + 20])]

        kept = parts_that_may_match(quote, parts, max_ratio.numerator, max_ratio.denominator)

        assert parts[-1] in kept, (quote, parts, max_ratio)
        left += len(kept) < len(parts)
    assert left > 100
    assert parts_that_may_match("we keep the raw text", list(enumerate(["nothing of it in here"] * 9)), 15, 100) == []


def test_the_distance_of_the_text_before_an_end_bounds_the_walk() -> None:
    """The *m* characters before a good end are at most `2 r m / (1 - r)` away; one place further, that falls by two."""
    chance = dice("walk")
    for _ in range(600):
        quote, text, start, end, max_ratio = a_window(chance, 200)
        size = len(quote)
        about = [Levenshtein.distance(quote, text[max(0, at - size) : at]) for at in range(len(text) + 1)]

        assert about[end] <= 2 * max_ratio * size / (1 - max_ratio), (quote, text[start:end])
        assert all(before - after <= 2 for before, after in pairwise(about))


def test_best_window_through_the_filter_equals_the_search_of_the_whole_text() -> None:
    """The filter, the rejection and the walk change nothing about the answer (specification 3.4)."""
    chance = dice("filtered")
    found = narrowed = 0
    for _ in range(60):
        head, tail = letters(chance, 2_500), letters(chance, 2_500)
        window = letters(chance, chance.randint(20, 150))
        quote = damaged(window, chance.randint(0, len(window) // 6), chance).strip()
        source = NormalizedText(f"{head} {window} {tail}")

        best = best_window(quote, source, max_ratio=BAR, budget=Budget())

        regions = fuzzy._Search(quote, source, max_ratio=BAR, budget=Budget()).regions()
        narrowed += sum(one.end - one.start for one in regions) < len(source)
        assert best == swept(quote, source), (quote, source.text)
        found += isinstance(best, BestMatch)
    assert narrowed > 20
    assert found > 20


def test_best_window_leaves_out_the_regions_that_cannot_hold_a_better_one() -> None:
    chance = dice("two regions")
    quote, filler = letters(chance, 120), letters(chance, 3_000)
    near, far = damaged(quote, 2, chance), damaged(quote, 15, chance)

    first = best_window(quote, NormalizedText(f"{filler} {near} {filler}"), max_ratio=BAR, budget=Budget())
    both = best_window(
        quote, NormalizedText(f"{filler} {near} {filler} {far} {filler}"), max_ratio=BAR, budget=Budget()
    )

    assert isinstance(first, BestMatch)
    assert isinstance(both, BestMatch)
    assert both.window == first.window


def swept(quote: str, source: NormalizedText) -> BestMatch | None:
    """Return the best match by the row of the whole text alone."""
    search = fuzzy._Search(quote, source, max_ratio=BAR, budget=Budget())

    assert search._sweep(0, len(source))
    return search.result()


def test_best_window_of_a_short_region_ends_with_the_budget() -> None:
    """A walk stops where its work units end, as a sweep does."""
    quote, source = "we kept the raw text of every event", NormalizedText("we keep the raw text of every event")

    answers = [best_window(quote, source, max_ratio=BAR, budget=Budget(left=left)) for left in range(0, 40_000, 50)]

    assert answers[0] == BudgetExhausted(None)
    assert sum(isinstance(one, BudgetExhausted) for one in answers) > 10
    assert isinstance(answers[-1], BestMatch)
