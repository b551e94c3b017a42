"""Searches over a session whose messages are all alike: the same answers, at the cost of searching a few."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import Corpus, EvidenceAligner, FailedEvidence, FailureReason, PreparedSource
from aligner_core._corpus.candidates import MESSAGES_PER_PLACE, candidates
from aligner_core._corpus.search import MAX_CLOSEST_RATIO, CorpusSearch
from aligner_core._matching.cascade import PreparedQuote, edit_ratio
from aligner_core._matching.edit_distance import WORK_LIMIT, Budget
from aligner_core._matching.fuzzy import best_window
from aligner_core._repair.relocation import MAX_PLACES
from aligner_core._text.normalized_text import NormalizedText, fold

ALIGNER = EvidenceAligner()
CHANCE = random.Random("alike")  # noqa: S311 - the same case every time, no secret
WORDS = ["We", "keep", "the", "raw", "events", "of", "region", "7", "and", "delete", "them", "later."]


def varied(text: str, share: int) -> str:
    """Return a text with one word in *share* changed."""
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
def test_best_other_places_are_the_first_of_all(
    messages: list[str], quote: str, claimed_index: int, limit: int
) -> None:
    search = CorpusSearch(Corpus([PreparedSource(one) for one in messages]), ALIGNER._settings)
    every, _ = search.other_places(quote, claimed_index)

    assert search.best_other_places(quote, claimed_index, limit=limit) == every[:limit]


def test_best_other_places_cost_less_than_all() -> None:
    every, few = Budget(), Budget()
    corpus = Corpus([PreparedSource(one) for one in MESSAGES])

    found, _ = CorpusSearch(corpus, ALIGNER._settings, every).other_places(QUOTE, 0)
    best = CorpusSearch(corpus, ALIGNER._settings, few).best_other_places(QUOTE, 0, limit=MAX_PLACES)

    assert len(found) > 10 * MAX_PLACES
    assert best == found[:MAX_PLACES]
    assert 2 * spent(few) < spent(every)


def test_best_other_places_are_not_measured_where_enough_are_literal() -> None:
    quote, every, few = " ".join(WORDS), Budget(), Budget()
    corpus = Corpus([PreparedSource(one) for one in [*MESSAGES, *[quote] * MAX_PLACES]])

    best = CorpusSearch(corpus, ALIGNER._settings, few).best_other_places(quote, 0, limit=MAX_PLACES)

    corpus.messages_that_may_hold(PreparedQuote(quote), ALIGNER._settings, every)
    assert [one.match_method for one in best] == ["exact"] * MAX_PLACES
    assert spent(few) == spent(every)


def test_prescribe_judges_differences_only_where_a_fix_may_be_offered() -> None:
    """Only evidence holds the hash of its source: a source without one was not judged."""
    corpus = Corpus([PreparedSource(one) for one in MESSAGES])
    failed = FailedEvidence(message_index=0, quote=QUOTE, failure_reason=FailureReason.WRONG_MESSAGE)

    ALIGNER.prescribe(failed, corpus)

    assert sum("hash" in vars(source) for source in corpus.sources) <= 1 + MAX_PLACES


def test_candidates_are_measured_only_while_they_can_be_among_the_best() -> None:
    few, every, wanted = Budget(), Budget(), fold(LONG_QUOTE)
    corpus = Corpus([PreparedSource(one) for one in LONG])

    found = candidates(LONG_QUOTE, CorpusSearch(corpus, ALIGNER._settings, few), limit=5)

    looked_at = [near.text_index for near in corpus.similarity_index.most_similar(wanted, 5 * MESSAGES_PER_PLACE)]
    search = CorpusSearch(corpus, ALIGNER._settings, every)
    windows = [(search.closest_window(wanted, at, max_ratio=MAX_CLOSEST_RATIO), at) for at in looked_at]
    best = sorted((edit_ratio(one, len(wanted)), at) for one, at in windows if one)[:5]
    assert [one.message_index for one in found] == [at for _, at in best]
    assert 3 * spent(few) < 2 * spent(every)


@pytest.mark.parametrize("size", [100, 400])
def test_best_window_with_a_high_ratio_costs_about_one_table(size: int) -> None:
    """A text far from a quote at every end is not measured at every end and every length."""
    budget = Budget()

    found = best_window(fold(OTHER)[:size], NormalizedText(LONG[0]), max_ratio=MAX_CLOSEST_RATIO, budget=budget)

    assert found is None
    assert spent(budget) < 2 * size * size
