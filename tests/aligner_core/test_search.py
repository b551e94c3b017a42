"""Searches over a session whose messages are all alike: the same answers, at the cost of few."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import Corpus, EvidenceAligner, FailedEvidence, FailureReason, PreparedSource
from aligner_core.candidates import LOOKED_AT, candidates
from aligner_core.fuzzy import best_window
from aligner_core.matching import PreparedQuote, ratio_of
from aligner_core.normalization import NormalizedText, fold
from aligner_core.rows import WORK_LIMIT, Budget
from aligner_core.search import CLOSE, Search
from aligner_core.standing import MOST_PLACES

ALIGNER = EvidenceAligner()
CHANCE = random.Random("alike")  # noqa: S311 - the same case every time, no secret
WORDS = ["We", "keep", "the", "raw", "events", "of", "region", "7", "and", "delete", "them", "later."]


def varied(text: str, share: int) -> str:
    """Change one word of so many."""
    words = text.split()
    for _ in range(len(words) // share):
        words[CHANCE.randrange(len(words))] = CHANCE.choice(["old", "3", "every", "year", "모든"])
    return " ".join(words)


MESSAGES = [varied(" ".join(WORDS), 6) for _ in range(200)]
LONG = [varied(" ".join(WORDS * 8), 10) for _ in range(40)]
QUOTE, LONG_QUOTE = " ".join(WORDS).replace("7", "12"), varied(" ".join(WORDS * 4), 3)
OTHER = "회의에서 예산은 그대로 두기로 했고 담당자는 다음 주에 정하기로 했습니다. " * 10


def spent(budget: Budget) -> int:
    return WORK_LIMIT - budget.left


@given(
    st.lists(st.lists(st.sampled_from(WORDS[:6]), min_size=3, max_size=6).map(" ".join), max_size=12),
    st.lists(st.sampled_from([*WORDS[:6], "row", "KEEP"]), min_size=3, max_size=6).map(" ".join),
    st.integers(0, 12),
    st.integers(1, 5),
)
def test_the_best_places_elsewhere_are_the_first_of_all(
    messages: list[str], quote: str, claimed: int, most: int
) -> None:
    search = Search(Corpus([PreparedSource(one) for one in messages]), ALIGNER._settings)

    assert search.best_elsewhere(quote, claimed, most=most) == search.elsewhere(quote, claimed)[0][:most]


def test_what_cannot_be_among_the_best_is_not_measured() -> None:
    every, few = Budget(), Budget()
    corpus = Corpus([PreparedSource(one) for one in MESSAGES])

    found, _ = Search(corpus, ALIGNER._settings, every).elsewhere(QUOTE, 0)
    best = Search(corpus, ALIGNER._settings, few).best_elsewhere(QUOTE, 0, most=MOST_PLACES)

    assert len(found) > 10 * MOST_PLACES
    assert best == found[:MOST_PLACES]
    assert 2 * spent(few) < spent(every)


def test_nothing_is_measured_where_enough_stands_word_for_word() -> None:
    quote, every, few = " ".join(WORDS), Budget(), Budget()
    corpus = Corpus([PreparedSource(one) for one in [*MESSAGES, *[quote] * MOST_PLACES]])

    best = Search(corpus, ALIGNER._settings, few).best_elsewhere(quote, 0, most=MOST_PLACES)

    corpus.holding(PreparedQuote(quote), ALIGNER._settings, every)
    assert [one.match_method for one in best] == ["exact"] * MOST_PLACES
    assert spent(few) == spent(every)


def test_differences_are_judged_only_where_a_fix_may_be_offered() -> None:
    """Evidence tells the hash of its source, and nothing else does: a source without one was not judged."""
    corpus = Corpus([PreparedSource(one) for one in MESSAGES])
    failed = FailedEvidence(message_index=0, quote=QUOTE, failure_reason=FailureReason.WRONG_MESSAGE)

    ALIGNER.prescribe(failed, corpus)

    assert sum("hash" in vars(source) for source in corpus.sources) <= 1 + MOST_PLACES


def test_candidates_are_measured_only_as_long_as_they_can_be_among_the_best() -> None:
    few, every, wanted = Budget(), Budget(), fold(LONG_QUOTE)
    corpus = Corpus([PreparedSource(one) for one in LONG])

    found = candidates(LONG_QUOTE, Search(corpus, ALIGNER._settings, few), limit=5)

    looked_at = [near.number for near in corpus.likeness.likest(wanted, 5 * LOOKED_AT)]
    search = Search(corpus, ALIGNER._settings, every)
    windows = [(search.closest_window(wanted, at, worst=CLOSE), at) for at in looked_at]
    best = sorted((ratio_of(one, len(wanted)), at) for one, at in windows if one)[:5]
    assert [one.message_index for one in found] == [at for _, at in best]
    assert 3 * spent(few) < 2 * spent(every)


@pytest.mark.parametrize("size", [100, 400])
def test_a_wide_bar_costs_about_one_table(size: int) -> None:
    """What is far from a quote at every end is not measured at every end and every length."""
    budget = Budget()

    found = best_window(fold(OTHER)[:size], NormalizedText(LONG[0]), worst=CLOSE, budget=budget)

    assert found is None
    assert spent(budget) < 2 * size * size
