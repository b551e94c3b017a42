"""The check of claims on claims that were written for it: what is caught of changed ones, what alarms true ones raise.

Each row is a claim that its evidence bears out, and the same claim with one fact changed. The rows of `held_back.tsv`
were written before the rules ran on them; those of `development.tsv` were held back once, and read after their run.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from aligner_core import ClaimReport, check_claim

CASES = Path(__file__).parent / "cases"
KINDS = ("number", "date", "amount", "unit", "name", "negation", "quantifier", "modality")
MIN_CAUGHT, MAX_ALARMS = 0.95, 0.05


class Case(NamedTuple):
    kind: str
    claim: str
    changed: str
    evidence: str


def cases_of(name: str) -> list[Case]:
    with (CASES / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        assert next(rows) == list(Case._fields)
        return [Case(*row) for row in rows]


@cache
def report_of(claim: str, evidence: str) -> ClaimReport:
    return check_claim(claim, [evidence])


def caught(case: Case) -> bool:
    return not report_of(case.changed, case.evidence).ok


def alarms(case: Case) -> bool:
    return not report_of(case.claim, case.evidence)


ALL = {name: cases_of(name) for name in ("development", "held_back")}


@pytest.mark.parametrize("kind", KINDS)
def test_check_claim_catches_changed_facts_and_raises_few_alarms(kind: str) -> None:
    cases = [case for name in ALL for case in ALL[name] if case.kind == kind]

    assert len(cases) >= 75
    assert sum(map(caught, cases)) >= MIN_CAUGHT * len(cases)
    assert sum(map(alarms, cases)) <= MAX_ALARMS * len(cases)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_check_claim_does_so_in_both_languages(language: str) -> None:
    every = [case for cases in ALL.values() for case in cases]
    cases = [case for case in every if ("가" <= max(case.claim) <= "힣") == (language == "ko")]

    assert sum(map(caught, cases)) >= MIN_CAUGHT * len(cases)
    assert sum(map(alarms, cases)) <= MAX_ALARMS * len(cases)


def test_check_claim_does_so_on_what_was_held_back() -> None:
    cases = ALL["held_back"]

    assert sum(map(caught, cases)) >= MIN_CAUGHT * len(cases)
    assert sum(map(alarms, cases)) <= MAX_ALARMS * len(cases)


def test_the_cases_are_many_and_of_many_texts() -> None:
    every = [case for cases in ALL.values() for case in cases]

    assert {case.kind for case in every} == set(KINDS)
    assert len(every) >= 300
    assert len({case.evidence for case in every}) >= 100
    assert len({case.claim for case in every}) == len(every)


def test_every_case_is_judged() -> None:
    claims = [(text, case.evidence) for cases in ALL.values() for case in cases for text in (case.claim, case.changed)]

    assert [claim for claim, evidence in claims if not report_of(claim, evidence).judged] == []
