"""What answers rest on, one by one and added up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.citations import (
    AnswerEvaluation,
    evaluate_answer,
    evaluate_retrieval,
    sum_by_group,
    sum_evaluations,
)
from aligner_core.errors import InvalidTypeError
from aligner_core.retrieval import Evidence, evaluate_citation, parse_retrieval

EVIDENCE = [
    Evidence(chunk_id="bottle", relevance="high", quoted_text="라벨을 제거하고", method="contextual"),
    Evidence(chunk_id="glass", relevance="low", quoted_text="뚜껑을 연다", method="contextual"),
]
NAMES = st.lists(st.sampled_from("abc"), max_size=2).map(tuple)
EVALUATIONS = st.builds(
    AnswerEvaluation,
    cited_chunks=NAMES,
    uncited_chunks=NAMES,
    context_relevance=st.none() | st.floats(0, 1),
    invented=NAMES,
    stale=NAMES,
)


def test_evaluate_answer_is_that_of_its_citations_and_of_its_line() -> None:
    answer = "라벨은 떼세요 [S1].\n\n*출처:* `glass` · `gone`"

    found = evaluate_answer("페트병?", answer, EVIDENCE)

    weighed = evaluate_citation("페트병?", "라벨은 떼세요 [S1].", EVIDENCE)
    assert (list(found.cited_chunks), found.context_relevance) == (["bottle"], weighed["context_relevance"])
    assert (found.uncited_chunks, found.invented, found.stale) == (("glass",), ("gone",), ())


def test_evaluate_answer_takes_no_label_of_the_line_for_words() -> None:
    named = Evidence(chunk_id="라벨", relevance="high", quoted_text="라벨을 제거하고", method="contextual")

    assert evaluate_answer("페트병?", "모릅니다.\n\n*출처:* `라벨`", [named]).cited_chunks == ()


def test_evaluate_answer_names_stale_sources_that_it_is_silent_about() -> None:
    chunks = [{"title": "bottle.md", "metadata": {"lastUpdated": 0}}]

    found = evaluate_answer("페트병?", "라벨은 떼세요 [S1].", EVIDENCE[:1], chunks)

    assert found.stale == ("bottle.md",)


def test_evaluate_retrieval_knows_no_mean_where_a_cited_chunk_is_unrated() -> None:
    rated = {"chunkId": "bottle", "content": "라벨을 제거한다.", "relevance": "medium"}
    unrated = {"chunkId": "glass", "content": "뚜껑을 연다."}
    upload = parse_retrieval({"query": "병?", "chunks": [rated, unrated]})

    assert evaluate_retrieval(upload, "라벨을 떼세요.").context_relevance == 0.7
    assert evaluate_retrieval(upload, "뚜껑을 열어요.").context_relevance is None
    assert evaluate_retrieval(upload, "모릅니다.").context_relevance == 0.0


def test_evaluate_refuses_other_types() -> None:
    with pytest.raises(InvalidTypeError):
        evaluate_answer("q", 3, [])  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError):
        evaluate_retrieval({}, "a")  # type: ignore[arg-type]


@given(listed=st.lists(st.tuples(st.sampled_from(["w1", "w2"]), EVALUATIONS), max_size=8))
def test_groups_add_up_to_the_whole(listed: list[tuple[str, AnswerEvaluation]]) -> None:
    """Counts of the groups are those of all answers, each count is of answers, and no mean leaves its range."""
    groups, whole = sum_by_group(listed), sum_evaluations(one for _, one in listed)

    for name in ("answers", "cited", "invented", "stale"):
        assert sum(getattr(one, name) for one in groups.values()) == getattr(whole, name) <= len(listed)
    known = [one.context_relevance for _, one in listed if one.context_relevance is not None]
    assert (whole.context_relevance is None) == (not known)
    assert whole.context_relevance is None or min(known) - 1e-9 <= whole.context_relevance <= max(known) + 1e-9
    assert list(groups) == sorted(groups)
