"""Which chunks an answer cites, on cases labelled by hand, beside the seed's literal rule on the same ones.

A chunk is cited when the answer says what its quote says. The *first* cases were written before the rule ran, the
*harder* ones after its first run, and the *blind* ones when it was done; nothing was changed after those were measured.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from aligner_core.retrieval import Evidence, evaluate_citation

GROUPS = json.loads((Path(__file__).with_name("cases") / "cited.json").read_text(encoding="utf-8"))


class Case(NamedTuple):
    language: str
    batch: str
    query: str
    answer: str
    quote: str
    cited: bool


CASES = [
    Case(group["language"], group["batch"], group["query"], group["answer"], quote, cited)
    for group in GROUPS
    for cited, quotes in ((True, group["cited"]), (False, group["uncited"]))
    for quote in quotes
]
Rule = Callable[[Case], bool]


def literal(case: Case) -> bool:
    """Ask whether any piece of the quote between spaces is somewhere in the answer, as the seed did."""
    return any(keyword in case.answer for keyword in case.quote.split())


def ours(case: Case) -> bool:
    one = Evidence(chunk_id="a", relevance="high", quoted_text=case.quote, method="contextual")
    return evaluate_citation(case.query, case.answer, [one])["cited_chunks"] == ["a"]


def precision_and_recall(rule: Rule, language: str, *batches: str) -> tuple[float, float]:
    pairs = [(rule(case), case.cited) for case in CASES if case.language == language and case.batch in batches]
    right = sum(found and true for found, true in pairs)
    return right / sum(found for found, _ in pairs), right / sum(true for _, true in pairs)


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


@pytest.mark.parametrize(
    ("language", "batches", "least_precision", "least_recall"),
    [
        ("ko", ("first", "harder", "blind"), 0.97, 0.97),
        ("en", ("first", "harder", "blind"), 0.92, 0.98),
        ("ko", ("blind",), 0.9, 0.98),
        ("en", ("blind",), 0.79, 0.98),
    ],
)
def test_cited_chunks_are_recognized_better_than_by_the_literal_rule(
    language: str, batches: tuple[str, ...], least_precision: float, least_recall: float
) -> None:
    precision, recall = precision_and_recall(ours, language, *batches)
    literal_precision, literal_recall = precision_and_recall(literal, language, *batches)

    assert precision >= max(least_precision, literal_precision + 0.1)
    assert recall >= max(least_recall, literal_recall)
