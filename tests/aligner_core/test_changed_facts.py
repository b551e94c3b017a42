"""What changes a fact and what does not: two texts a line, read in both directions; no line is from a corpus."""

from pathlib import Path

import pytest

from aligner_core.differences import differences
from aligner_core.normalization import NormalizedText

CASES = Path(__file__).with_name("cases")


def pairs(name: str) -> list[tuple[str, str]]:
    """Give the two texts of every line, either of them first."""
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    told = [line.split(" | ") for line in lines if " | " in line]
    return [pair for one, other in told for pair in ((one, other), (other, one))]


def critical(quote: str, words: str) -> list[tuple[str, str, str]]:
    source = NormalizedText(words)
    found = differences(quote, source, (0, len(source)))
    return [(one.kind, one.quote_text, one.source_text) for one in found if one.critical]


@pytest.mark.parametrize(("quote", "words"), pairs("changed_facts.txt"))
def test_a_changed_fact_is_told(quote: str, words: str) -> None:
    """Critical are: number, unit, negation, Korean role particles, and whole-word changes that are no typos."""
    assert critical(quote, words)


@pytest.mark.parametrize(("quote", "words"), pairs("harmless.txt"))
def test_a_typo_or_another_form_is_no_changed_fact(quote: str, words: str) -> None:
    assert critical(quote, words) == []
