"""Which chunks an answer cites, on cases labelled by hand, beside the seed's literal rule on the same ones."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from aligner_core.retrieval import Evidence, evaluate_citation

GROUPS = json.loads((Path(__file__).with_name("cases") / "cited.json").read_text(encoding="utf-8"))


class Case(NamedTuple):
    language: str
    query: str
    answer: str
    quote: str
    cited: bool


CASES = [
    Case(group["language"], group["query"], group["answer"], quote, cited)
    for group in GROUPS
    for cited, quotes in ((True, group["cited"]), (False, group["uncited"]))
    for quote in quotes
]
Rule = Callable[[Case], bool]


def literal(case: Case) -> bool:
    """Ask what seed 002 asks: whether any piece between spaces stands somewhere in the answer."""
    return any(keyword in case.answer for keyword in case.quote.split())


def ours(case: Case) -> bool:
    one = Evidence(chunk_id="a", relevance="high", quoted_text=case.quote, method="contextual")
    return evaluate_citation(case.query, case.answer, [one])["cited_chunks"] == ["a"]


def precision_and_recall(rule: Rule, language: str) -> tuple[float, float]:
    said = [(rule(case), case.cited) for case in CASES if case.language == language]
    right = sum(found and true for found, true in said)
    return right / sum(found for found, _ in said), right / sum(true for _, true in said)


def test_cases_are_many_of_both_languages_and_both_kinds() -> None:
    counts = {
        (language, cited): sum((case.language, case.cited) == (language, cited) for case in CASES)
        for language in ("ko", "en")
        for cited in (True, False)
    }

    assert len(CASES) >= 200
    assert counts["ko", True] + counts["ko", False] >= 80
    assert counts["en", True] + counts["en", False] >= 80
    assert min(counts.values()) >= 50
    assert all(len(case.quote) <= 80 for case in CASES)
    assert len(set(CASES)) == len(CASES)


@pytest.mark.parametrize(("language", "floor"), [("ko", (0.97, 0.95)), ("en", (0.95, 0.97))])
def test_cited_chunks_are_told_better_than_by_the_literal_rule(language: str, floor: tuple[float, float]) -> None:
    precision, recall = precision_and_recall(ours, language)
    literal_precision, literal_recall = precision_and_recall(literal, language)

    assert (precision, recall) >= floor
    assert recall >= floor[1]
    assert precision > literal_precision
    assert recall > literal_recall
