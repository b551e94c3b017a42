"""The words of the first version are a form of the general search and context, and nothing else."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from aligner_core.retrieval import (
    ContextHeadings,
    Evidence,
    Retriever,
    SearchRAGOutput,
    SearchResult,
    answer_context,
    build_answer_context,
    context_headings,
    search,
    search_chunks,
)

CHUNK = {"key": "bottle", "data": "라벨을 제거한다"}
FOUND = Evidence(chunk_id="bottle", relevance="low", quoted_text="라벨을 제거한다", method="keyword")
EMPTY: Any = SimpleNamespace(
    search=lambda **_: None, search_with_context=lambda **_: (), search_by_keyword=lambda _: None
)
SHELF: Any = SimpleNamespace(
    search=lambda **_: None, search_with_context=lambda **_: (), search_by_keyword={"라벨": CHUNK}.get
)


@pytest.mark.parametrize(
    ("retriever", "result", "output"),
    [
        pytest.param(
            SHELF,
            SearchResult(
                events=(
                    "classification_search_skipped",
                    "contextual_search_started",
                    "contextual_search_no_result",
                    "keyword_search_started",
                    "keyword_search_success:라벨",
                ),
                method="keyword",
                chunk=CHUNK,
                evidence=(FOUND,),
                keyword="라벨",
            ),
            {"found": True, "disposal_rules": CHUNK, "search_method": "keyword", "matched_keyword": "라벨"},
            id="something found",
        ),
        pytest.param(
            EMPTY,
            SearchResult(
                events=(
                    "classification_search_skipped",
                    "contextual_search_started",
                    "contextual_search_no_result",
                    "keyword_search_started",
                    "keyword_search_no_result",
                    "all_search_strategies_failed",
                )
            ),
            {"found": False},
            id="nothing found",
        ),
    ],
)
def test_search_says_what_search_chunks_found(
    retriever: Retriever, result: SearchResult, output: dict[str, Any]
) -> None:
    assert search_chunks("라벨은?", retriever) == result
    assert search("라벨은?", retriever) == SearchRAGOutput(**output, events=result.events, evidence=result.evidence)


def test_answer_context_has_english_headings_or_those_it_is_given() -> None:
    given = FOUND.model_copy(update={"matched_tags": ("label",)})

    english = answer_context(CHUNK, [given], instruction_for_tag={"label": "take it off"}.get)
    own = answer_context(None, [given], headings=ContextHeadings(sources="Quellen", relevance="Relevanz"))

    assert english == (
        '## Retrieved content\n{"key": "bottle", "data": "라벨을 제거한다"}\n\n'
        "## Sources\n- [bottle] (relevance: low): 라벨을 제거한다\n\n"
        "## Instructions\n- label: take it off"
    )
    assert own == "## Quellen\n- [bottle] (Relevanz: low): 라벨을 제거한다"


def test_answer_context_keeps_two_sections_of_one_heading_apart() -> None:
    headings = ContextHeadings(chunk="Found", sources="Found")

    assert answer_context({"a": 1}, [FOUND], headings=headings).count("## Found\n") == 2


def test_build_answer_context_is_about_nothing_in_particular_unless_asked() -> None:
    first_version = replace(context_headings("ko"), chunk="분리배출 규정")

    neutral, asked = (
        build_answer_context(CHUNK, [FOUND]),
        build_answer_context(CHUNK, [FOUND], headings=first_version),
    )

    assert [line for line in neutral.splitlines() if line.startswith("#")] == ["## 찾은 내용", "## 참조 출처"]
    assert [line for line in asked.splitlines() if line.startswith("#")] == ["## 분리배출 규정", "## 참조 출처"]
    assert "(신뢰도: low)" in neutral
    assert "분리배출" not in f"{context_headings('ko')} {context_headings('fr')}"
