"""Sentences of strangers: signs, letter case, values and edges that change a fact, and such that do not."""

from pathlib import Path
from typing import NamedTuple

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner, FailedEvidence

FILE = Path(__file__).with_name("cases") / "signs_and_edges.tsv"
NOT_FOUND = 5
"""How many harmless changes are not found, and hedges not seen, so far: they are marked in the file."""


class Case(NamedTuple):
    what: str
    kind: str
    source: str
    quote: str


LINES = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
CASES = [Case(*(field.replace("\\n", "\n") for field in line.split("\t"))) for line in LINES]


def of(*what: str) -> list[Case]:
    return [case for case in CASES if case.what in what]


def outcome(case: Case) -> AlignedEvidence | FailedEvidence:
    return EvidenceAligner().diagnose(case.quote, [case.source], 0)


def is_hedged(found: AlignedEvidence | FailedEvidence) -> bool:
    return isinstance(found, AlignedEvidence) and "hedged" in found.warnings


@pytest.mark.parametrize("case", of("flip"), ids=lambda case: f"{case.kind}: {case.quote[:60]}")
def test_a_changed_fact_is_never_ok(case: Case) -> None:
    assert not outcome(case)


@pytest.mark.parametrize("case", of("same", "clear"), ids=lambda case: f"{case.kind}: {case.quote[:60]}")
def test_a_harmless_change_is_ok(case: Case) -> None:
    found = outcome(case)

    assert found
    assert case.what == "same" or not is_hedged(found)


@pytest.mark.parametrize("case", of("hedged"), ids=lambda case: case.quote[:60])
def test_words_behind_hearsay_conditions_and_doubt_have_an_advice(case: Case) -> None:
    found = outcome(case)

    assert is_hedged(found)
    assert isinstance(found, AlignedEvidence)
    assert found.hedge


@pytest.mark.parametrize("case", of("near"), ids=lambda case: case.quote[:60])
def test_a_near_miss_that_states_another_fact_differs(case: Case) -> None:
    found = outcome(case)

    assert isinstance(found, FailedEvidence)
    assert (found.verdict, bool(found)) == ("differs", False)
    assert any(one.critical for one in found.differences)


def test_every_line_is_a_case() -> None:
    known = of("flip", "same", "clear", "hedged", "near")

    assert len(LINES) - len(known) == len([case for case in CASES if case.what.endswith("*")]) == NOT_FOUND
