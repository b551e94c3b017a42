"""The places most similar to a quote, and which texts are worth measuring."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from aligner_core import (
    AlignerConfig,
    Corpus,
    EvidenceAligner,
    NormalizedText,
    Place,
    PreparedSource,
    Span,
    WorkBudget,
    fold,
    measure,
)
from aligner_core._corpus.candidates import MAX_CANDIDATE_RATIO, _most_similar_window, candidates
from aligner_core._corpus.search import CorpusSearch
from aligner_core._corpus.similarity_index import Neighborhood, SimilarityIndex
from aligner_core._matching.edit_distance import WORK_LIMIT, Budget
from aligner_core._text.ellipses import without_end_ellipses
from aligner_core._text.ngrams import gram_hashes

ALIGNER = EvidenceAligner()
HOSTILE = "ab가나\u1100\u1161\u11a8 \n\t\u200b\u0301㎏ﬁ🙂\ud800\0…*"
TALK = [
    "We should think about the database first.",
    "로그는 하루만 보관하면 충분합니다.",
    "So the retention of the raw events should be one year, then they are deleted.",
    "원문 이벤트의 보관 기간은 일 년으로 정했습니다.",
    "Fine.",
]


def listed(places: tuple[Place, ...]) -> list[tuple[int, str]]:
    return [(one.message_index, one.match_method) for one in places]


def test_candidates_that_align_come_first_as_in_found_in() -> None:
    messages = ["x", "We keep the raw text of it", "we keep the row text of it", "we keep the raw text of it"]

    found = ALIGNER.candidates("we keep the raw text of it", messages)

    assert listed(found) == [(3, "exact"), (1, "normalized"), (2, "fuzzy")]


@pytest.mark.parametrize(
    ("quote", "index"),
    [("retention of raw events will be a year", 2), ("원문 이벤트는 일 년 동안 보관하기로 했습니다", 3)],
    ids=["English", "Korean"],
)
def test_candidates_of_a_paraphrase_begin_with_its_message(quote: str, index: int) -> None:
    first, *_ = ALIGNER.candidates(quote, TALK)

    assert (first.message_index, first.match_method) == (index, "none")
    assert first.text == TALK[index][first.span_start : first.span_end]
    assert 1 - MAX_CANDIDATE_RATIO <= first.similarity < 0.85


def test_candidates_are_one_per_message_with_the_most_similar_first() -> None:
    messages = [
        "they keep rather raw texts of it all. they keep rather raw texts.",
        "no",
        "we keep any raw text of that",
    ]

    found = ALIGNER.candidates("we keep the raw text of this", messages)

    assert [one.message_index for one in found] == [2, 0]
    assert found[0].similarity > found[1].similarity


def test_candidates_are_no_more_than_asked_for() -> None:
    messages = [f"we keep it for {number} years" for number in range(9)]

    assert len(ALIGNER.candidates("we keep it for 3 years", messages)) == 5
    assert listed(ALIGNER.candidates("we keep it for 3 years", messages, limit=1)) == [(3, "exact")]
    assert len(ALIGNER.candidates("we keeping it for some years", messages, limit=3)) == 3


def test_candidates_begin_with_the_closest_words_of_the_diagnosis() -> None:
    quote = "we keep the raw text of every event"
    messages = ["they keep the old text of each event"]

    failed = ALIGNER.diagnose(quote, messages, 0)

    assert failed.model_dump()["closest"] == ALIGNER.candidates(quote, messages)[0].model_dump()


@pytest.mark.parametrize("quote", ["", " ", "\u200b", "we kept", "아무도 하지 않은 말입니다 정말로", "zzzzzzzzzz"])
def test_candidates_of_what_resembles_nothing_are_none(quote: str) -> None:
    """Quotes under 8 characters have no closest words (specification 3.7)."""
    assert ALIGNER.candidates(quote, TALK) == ()


def test_candidates_without_fuzzy_are_literal_places_only() -> None:
    literal = EvidenceAligner(AlignerConfig(enable_fuzzy=False))

    assert literal.candidates("retention of raw events will be a year", TALK) == ()
    assert listed(literal.candidates("the RAW events", TALK)) == [(2, "normalized")]


def test_candidates_in_a_session_without_messages_are_none() -> None:
    assert ALIGNER.candidates("retention of raw events", []) == ()
    assert ALIGNER.candidates("retention of raw events", ["", "x", ""]) == ()


def test_candidates_in_a_long_message_are_looked_for_around_its_most_similar_place() -> None:
    chance = random.Random("candidates")  # noqa: S311 - the same case every time, no secret
    words = ["alpha", "beta", "gamma", "delta", "배포", "이벤트", "했다", "server"]
    noise = [" ".join(chance.choices(words, k=4_000)) for _ in range(2)]
    message = f"{noise[0]} the retention of raw events should be one year {noise[1]}"

    first, *_ = ALIGNER.candidates("retention of the raw event will be 1 year", ["no", message, noise[0]])

    assert first.message_index == 1
    assert "retention of raw events" in first.text


@example("a…", ["a"])
@given(st.text(HOSTILE, max_size=40), st.lists(st.text(HOSTILE, max_size=80), max_size=5))
def test_candidates_of_any_text_are_measured_where_they_are(quote: str, messages: list[str]) -> None:
    for one in ALIGNER.candidates(quote, messages):
        source = messages[one.message_index]
        if one.match_method == "exact":
            assert source[one.span_start : one.span_end] in {quote, without_end_ellipses(quote)}
            continue
        distance, length = measure(quote, Span(start=one.span_start, end=one.span_end), source)
        assert one.text == source[one.span_start : one.span_end]
        assert one.similarity == pytest.approx(1 - distance / length)


@settings(max_examples=300)
@example(" aa", ["aa aa"])
@given(st.text("abc 가나", max_size=30), st.lists(st.text("abc 가나", max_size=60), max_size=5))
def test_most_similar_texts_share_the_most_in_a_row(quote: str, texts: list[str]) -> None:
    """Compared with a loop over every place of every text: no window reaches into the next text."""
    joined = "\n".join(texts)
    starts = [sum(len(text) + 1 for text in texts[:number]) for number in range(len(texts))]
    ends = [start + len(text) for start, text in zip(starts, texts, strict=True)]
    index = SimilarityIndex(joined, starts, ends)
    wanted, width = set(gram_hashes(quote, 1).tolist()), max(1, len(quote) - 2)

    found = list(index.most_similar(quote, len(texts)))

    def shared(text: str) -> int:
        weights = [int(index._weights[one]) if one in wanted else 0 for one in gram_hashes(text, 1).tolist()]
        return max((sum(weights[at : at + width]) for at in range(len(weights))), default=0)

    best = [shared(text) for text in texts]
    assert [best[one.text_index] for one in found] == sorted((one for one in best if one), reverse=True)
    for one in found:
        assert shared(texts[one.text_index][one.start : one.end]) == best[one.text_index]


@pytest.mark.parametrize(
    ("quote", "source", "words"),
    [("g of raw wheat", "5㎏ of raw wheat", "㎏ of raw wheat"), ("bags of 3c", "so bags of 3㎝ each", "bags of 3㎝")],
    ids=["at the beginning", "at the end"],
)
def test_most_similar_window_cuts_no_folding(quote: str, source: str, words: str) -> None:
    folded = NormalizedText(source)

    window = _most_similar_window(quote, folded, Neighborhood(0, 0, len(folded)))

    assert source[slice(*folded.source_range(window.start, window.end))] == words


def test_candidates_beyond_the_budget_are_left_out() -> None:
    quote, corpus = "retention of raw events will be a year", Corpus([PreparedSource(TALK[2])] * 3)
    enough = Budget()
    candidates(quote, CorpusSearch(corpus, ALIGNER._settings, enough), limit=5)
    used = WORK_LIMIT - enough.left

    counts = {
        len(candidates(quote, CorpusSearch(corpus, ALIGNER._settings, Budget(units)), limit=5))
        for units in range(0, used, 200)
    }

    assert counts == {0, 1, 2, 3}


def test_candidates_are_left_out_where_the_batch_has_no_work_left() -> None:
    """It pays for every place over which the window slides, beyond what one search may spend."""
    quote, corpus = "retention of raw events will be a year", Corpus([PreparedSource(TALK[2])] * 3)
    alone, batch = Budget(), WorkBudget(10**9)
    candidates(quote, CorpusSearch(corpus, ALIGNER._settings, alone), limit=5)
    candidates(quote, CorpusSearch(corpus, ALIGNER._settings, batch=batch), limit=5)

    counts = {
        len(candidates(quote, CorpusSearch(corpus, ALIGNER._settings, batch=WorkBudget(units)), limit=5))
        for units in range(0, batch.spent, 200)
    }

    assert batch.spent > WORK_LIMIT - alone.left
    assert counts == {0, 1, 2, 3}


def test_candidates_shorter_than_the_quote_are_measured_whole() -> None:
    quote = "the retention of raw events is one year"

    (found,) = ALIGNER.candidates(quote, ["retention of raw events"])

    assert found.text == "retention of raw events"
    assert found.similarity == Levenshtein.normalized_similarity(fold(quote), found.text)
