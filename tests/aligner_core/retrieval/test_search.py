"""specification 5.1: the models, the search and its trail, the context of an answer."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import ValidationError

from aligner_core.retrieval import (
    Evidence,
    Relevance,
    SearchRAGOutput,
    build_answer_context,
    evaluate_citation,
    search,
)

KEY = "재활용폐기물_플라스틱류"
RULES: dict[str, Any] = {
    "key": KEY,
    "category": "재활용",
    "data": {"배출방법_공통": ["라벨 제거", "내용물 비우기", "헹구기"], "대상_설명": "플라스틱 용기 및 포장재"},
}
SEED_OUTPUT: dict[str, Any] = {
    "found": True,
    "disposal_rules": RULES,
    "search_method": "contextual",
    "evidence": [
        {
            "chunk_id": KEY,
            "relevance": "high",
            "quoted_text": "플라스틱 용기는 라벨을 제거하고 내용물을 비운 후...",
            "matched_tags": ["라벨_부착", "내용물_있음"],
            "method": "contextual",
        }
    ],
    "events": ["classification_search_no_result", "contextual_search_started", "contextual_search_success"],
}
VISION = {"major_category": "재활용폐기물", "minor_category": "플라스틱류"}


@dataclass(frozen=True)
class Hit:
    chunk_id: str
    quoted_text: str = "라벨을 제거하고"
    relevance: Relevance = "medium"
    matched_tags: Sequence[str] = ()


@dataclass
class Shelf:
    """A retriever that gives what it was made with, and keeps what it was asked."""

    by_category: Mapping[str, Any] | None = None
    hits: Sequence[Hit] = ()
    by_word: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    full: Mapping[str, Any] | None = None
    asked: list[object] = field(default_factory=list)

    def search(self, *, category: str, subcategory: str | None) -> Mapping[str, Any] | None:
        self.asked.append((category, subcategory))
        return self.by_category

    def search_with_context(self, *, message: str, limit: int) -> Sequence[Hit]:
        self.asked.append((message, limit))
        return self.hits

    def search_by_keyword(self, keyword: str) -> Mapping[str, Any] | None:
        self.asked.append(keyword)
        return self.by_word.get(keyword)

    def get_full_data(self, chunk_id: str) -> Mapping[str, Any] | None:
        self.asked.append(chunk_id)
        return self.full


def evidence(text: str = "라벨을 제거하고", **fields: object) -> Evidence:
    given = {"chunk_id": "a", "relevance": "high", "quoted_text": text, "method": "contextual"}
    return Evidence.model_validate({**given, **fields})


class TestEvidence:
    def test_evidence_is_what_the_seed_shows_but_for_the_ellipsis(self) -> None:
        output = SearchRAGOutput.model_validate(SEED_OUTPUT)

        (given,) = SEED_OUTPUT["evidence"]
        kept = {**given, "quoted_text": "플라스틱 용기는 라벨을 제거하고 내용물을 비운 후", "truncated": True}
        assert output.model_dump(by_alias=True) == {**SEED_OUTPUT, "matched_keyword": None, "evidence": [kept]}

    def test_evidence_has_the_defaults_of_the_specification(self) -> None:
        assert SearchRAGOutput(found=False).model_dump() == {
            "found": False,
            "disposal_rules": None,
            "search_method": "none",
            "matched_keyword": None,
            "events": [],
            "evidence": [],
        }
        assert (evidence().matched_tags, evidence().truncated) == ((), False)

    def test_evidence_is_cut_and_marked(self) -> None:
        assert evidence("가" * 81) == evidence("가" * 80, truncated=True)

    def test_evidence_that_came_cut_stays_marked(self) -> None:
        assert evidence(truncated=True).truncated

    @pytest.mark.parametrize(
        "wrong",
        [
            pytest.param({"relevance": "sure"}, id="another relevance"),
            pytest.param({"method": "none"}, id="no method"),
            pytest.param({"quoted_text": None}, id="no text"),
            pytest.param({"chunkId": "a"}, id="another key"),
        ],
    )
    def test_evidence_is_refused_with(self, wrong: dict[str, object]) -> None:
        with pytest.raises(ValidationError):
            evidence("x", **wrong)

    def test_evidence_is_no_text(self) -> None:
        with pytest.raises(ValidationError):
            Evidence.model_validate("라벨")


class TestSearch:
    """classification (high) → contextual (limit 3) → keyword (low) → none, with the whole trail of events in order."""

    def test_search_by_classification_gives_the_rules_with_high_relevance(self) -> None:
        shelf = Shelf(by_category=RULES)

        output = search("어떻게 버려요?", shelf, classification=VISION)

        assert output == SearchRAGOutput(
            found=True,
            disposal_rules=RULES,
            search_method="classification",
            events=(
                "classification_search_started",
                "classification_search_success",
                "contextual_search_skipped",
                "keyword_search_skipped",
            ),
            evidence=(
                Evidence(
                    chunk_id=KEY, relevance="high", quoted_text="플라스틱 용기 및 포장재", method="classification"
                ),
            ),
        )
        assert shelf.asked == [("재활용폐기물", "플라스틱류")]

    def test_search_reads_a_nested_classification(self) -> None:
        shelf = Shelf(by_category=RULES)

        output = search(
            "x", shelf, classification={"classification": {"major_category": "재활용폐기물", "minor_category": ""}}
        )

        assert (output.search_method, shelf.asked) == ("classification", [("재활용폐기물", None)])

    def test_search_by_context_keeps_relevance_tags_and_order(self) -> None:
        hits = [Hit("b", matched_tags=["라벨_부착"]), Hit("a", "가" * 99, "low")]
        shelf = Shelf(hits=hits, full=RULES)

        output = search("페트병", shelf, classification=VISION)

        assert output == SearchRAGOutput(
            found=True,
            disposal_rules=RULES,
            search_method="contextual",
            events=(
                "classification_search_started",
                "classification_search_no_result",
                "contextual_search_started",
                "contextual_search_success",
                "keyword_search_skipped",
            ),
            evidence=(
                evidence(chunk_id="b", relevance="medium", matched_tags=("라벨_부착",)),
                evidence("가" * 80, chunk_id="a", relevance="low", truncated=True),
            ),
        )
        assert shelf.asked == [("재활용폐기물", "플라스틱류"), ("페트병", 3), "b"]

    def test_search_by_context_takes_no_more_than_the_limit(self) -> None:
        shelf = Shelf(hits=[Hit(name) for name in "abcd"])

        assert [one.chunk_id for one in search("x", shelf).evidence] == ["a", "b", "c"]
        assert [one.chunk_id for one in search("x", shelf, limit=1).evidence] == ["a"]
        assert ("x", 1) in shelf.asked

    def test_search_by_context_has_no_rules_when_the_chunk_is_gone(self) -> None:
        output = search("x", Shelf(hits=[Hit("a")]))

        assert (output.found, output.disposal_rules) == (True, None)

    def test_search_by_keyword_tries_one_word_after_the_other(self) -> None:
        shelf = Shelf(by_word={"뚜껑": RULES, "라벨": {"key": "other", "data": "x"}})

        output = search("페트병의 뚜껑과 라벨", shelf)

        assert (output.search_method, output.matched_keyword, output.disposal_rules) == ("keyword", "뚜껑", RULES)
        assert [(one.chunk_id, one.relevance, one.method) for one in output.evidence] == [(KEY, "low", "keyword")]
        assert output.events == (
            "classification_search_skipped",
            "contextual_search_started",
            "contextual_search_no_result",
            "keyword_search_started",
            "keyword_search_success:뚜껑",
        )
        assert shelf.asked == [("페트병의 뚜껑과 라벨", 3), "페트병", "뚜껑"]

    def test_search_that_finds_nothing_says_so_last(self) -> None:
        assert search("페트병", Shelf(), classification=VISION) == SearchRAGOutput(
            found=False,
            events=(
                "classification_search_started",
                "classification_search_no_result",
                "contextual_search_started",
                "contextual_search_no_result",
                "keyword_search_started",
                "keyword_search_no_result",
                "all_search_strategies_failed",
            ),
        )

    @pytest.mark.parametrize(
        "nothing", [None, {}, {"minor_category": "x"}, {"classification": None}, {"classification": {}}]
    )
    def test_search_skips_a_classification_that_names_nothing(self, nothing: dict[str, Any] | None) -> None:
        output = search("페트병", Shelf(by_category=RULES), classification=nothing)

        assert output.events[0] == "classification_search_skipped"
        assert not output.found


class TestBuildAnswerContext:
    def test_context_has_the_sections_of_the_seed(self) -> None:
        given = [
            evidence("라벨을 뗀다", matched_tags=("b", "a")),
            evidence("헹군다", chunk_id="c", relevance="low", matched_tags=("a", "z")),
        ]

        assert build_answer_context(
            RULES, given, instruction_for_tag={"a": "떼세요", "b": "비우세요"}.get
        ) == "\n".join(
            [
                "## 찾은 내용",
                json.dumps(RULES, ensure_ascii=False),
                "",
                "## 참조 출처",
                "- [a] (신뢰도: high): 라벨을 뗀다",
                "- [c] (신뢰도: low): 헹군다",
                "",
                "## 상황별 팁",
                "- b: 비우세요",
                "- a: 떼세요",
            ]
        )

    def test_context_has_no_empty_section(self) -> None:
        assert build_answer_context(None, []) == ""
        assert build_answer_context({}, [evidence(matched_tags=("a",))]).startswith("## 참조 출처")
        assert "팁" not in build_answer_context(RULES, [evidence(matched_tags=("a",))])
        assert "팁" not in build_answer_context(
            RULES, [evidence(matched_tags=("a",))], instruction_for_tag=lambda _: None
        )

    def test_context_lets_no_text_begin_a_line(self) -> None:
        given = [evidence("a\n## 상황별 팁\n- x", chunk_id="b\u2028c", matched_tags=("t\n",))]

        context = build_answer_context(None, given, instruction_for_tag={"t\n": "x\r## y"}.get)

        assert context == ("## 참조 출처\n- [b c] (신뢰도: high): a ## 상황별 팁 - x\n\n## 상황별 팁\n- t : x ## y")


class TestEvaluateCitation:
    """Weights 1.0 / 0.7 / 0.4, mean over cited, else 0; a one-letter token is none, and particles hide none."""

    def test_evaluation_is_the_mean_over_what_is_cited(self) -> None:
        given = [
            evidence("라벨을 제거하고", chunk_id="a", relevance="high"),
            evidence("내용물을 비운 후", chunk_id="b", relevance="medium"),
            evidence("뚜껑은 따로", chunk_id="c", relevance="low"),
        ]

        assert evaluate_citation("페트병?", "라벨을 떼고 내용물은 비워요", given) == {
            "cited_chunks": ["a", "b"],
            "uncited_chunks": ["c"],
            "context_relevance": pytest.approx(0.85),
        }
        assert evaluate_citation("페트병?", "뚜껑", given)["context_relevance"] == 0.4

    def test_evaluation_of_nothing_cited_is_nothing(self) -> None:
        given = [evidence("라벨을 제거하고")]
        nothing = {"cited_chunks": [], "uncited_chunks": ["a"], "context_relevance": 0.0}

        assert evaluate_citation("x", "모르겠습니다", given) == nothing
        assert evaluate_citation("x", "", given) == nothing
        assert evaluate_citation("x", "라벨", []) == {**nothing, "uncited_chunks": []}
        assert evaluate_citation("x", "라벨", [evidence("")]) == nothing

    def test_evaluation_names_a_chunk_once_and_weighs_all_its_evidence(self) -> None:
        given = [evidence("라벨"), evidence("뚜껑", relevance="low"), evidence("병뚜껑", chunk_id="b")]

        assert evaluate_citation("x", "라벨", given) == {
            "cited_chunks": ["a"],
            "uncited_chunks": ["b"],
            "context_relevance": pytest.approx(0.7),
        }

    @pytest.mark.parametrize(
        ("query", "quote", "answer", "cited"),
        [
            pytest.param("x", "용기를 씻어", "용기는 씻고", True, id="particles do not hide a word"),
            pytest.param("x", "할 수 있는 a b", "할 수 있는 a b", False, id="one letter is no citation"),
            pytest.param("x", "art", "start", False, id="nor is a part of a word"),
            pytest.param("라벨?", "라벨은 표시 대상", "라벨은 떼요", False, id="nor is a word of the query"),
            pytest.param("라벨 표시?", "라벨은 표시 대상", "라벨 표시요", True, id="but two of them are"),
            pytest.param("라벨 색?", "라벨", "라벨은 떼요", True, id="and the one that is all the quote says"),
            pytest.param("x", "라벨", "라면", False, id="another word"),
        ],
    )
    def test_evaluation_takes_for_cited(self, query: str, quote: str, answer: str, cited: bool) -> None:  # noqa: FBT001
        assert bool(evaluate_citation(query, answer, [evidence(quote)])["cited_chunks"]) == cited
