"""Changed facts and harmless changes in languages that are only read: `flip|same`, kind, source, quote a line."""

from pathlib import Path
from typing import NamedTuple

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner

FILES = sorted(Path(__file__).with_name("cases").joinpath("languages").glob("*.tsv"))
MAX_MISSED_SHARE = 0.02
"""The share of changed facts that may be aligned without a critical difference."""
MAX_ALARMS = {
    "ar": 11,
    "de": 7,
    "es": 8,
    "fr": 6,
    "he": 14,
    "hi": 9,
    "it": 8,
    "ja": 8,
    "nl": 8,
    "pt": 10,
    "ru": 8,
    "th": 14,
    "tr": 11,
    "vi": 11,
    "zh": 14,
}
"""How many harmless changes of each language may be taken for changed facts, or not be found."""


class Case(NamedTuple):
    what: str
    kind: str
    source: str
    quote: str


def cases(file: Path, what: str) -> list[Case]:
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    every = [Case(*(field.replace("\\n", "\n") for field in line.split("\t"))) for line in lines]
    return [case for case in every if case.what == what]


def is_harmless(case: Case) -> bool:
    """Return whether a quote is aligned without a critical difference."""
    found = EvidenceAligner().align_quote(case.quote, case.source)
    return isinstance(found, AlignedEvidence) and not any(one.critical for one in found.differences)


def listed(some: list[Case]) -> str:
    return "\n".join(f"{case.kind}: {case.quote} | {case.source}" for case in some)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_changed_facts_of_a_language_are_critical(file: Path) -> None:
    flips = cases(file, "flip")

    missed = [case for case in flips if is_harmless(case)]

    assert len(missed) <= MAX_MISSED_SHARE * len(flips), listed(missed)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_harmless_changes_of_a_language_raise_few_alarms(file: Path) -> None:
    alarms = [case for case in cases(file, "same") if not is_harmless(case)]

    assert len(alarms) <= MAX_ALARMS[file.stem], listed(alarms)


def test_every_line_is_a_case() -> None:
    lines = [line for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]
    given = [line for line in lines if line and not line.startswith("#")]

    assert len([case for file in FILES for what in ("flip", "same") for case in cases(file, what)]) == len(given)
