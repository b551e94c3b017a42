"""The work of a check grows with its texts, and not with their product; where it would, the check ends."""

import pytest

from aligner_core import check_claim
from tests.calls import calls_of

EVIDENCE = {
    "amounts": "{} euros, ",
    "numbers": "{} ",
    "names": "Team{} stays. ",
    "sentences": "Team{0} may pay {0} dollars. ",
    "one clause": "from {} over it ",
    "Korean": "{}명은 오지 않습니다. ",
}
CLAIM = " ".join(f"{number} euros" for number in range(1_000, 1_060))


def calls(claim: str, evidence: str) -> int:
    return calls_of(lambda: check_claim(claim, [evidence])).total()


@pytest.mark.parametrize("unit", EVIDENCE.values(), ids=EVIDENCE)
def test_twice_the_evidence_is_twice_the_work(unit: str) -> None:
    once, twice = (
        calls(CLAIM, "".join(unit.format(number) for number in range(5_000, 5_000 + many))) for many in (400, 800)
    )

    assert twice <= 2.3 * once


@pytest.mark.parametrize("unit", EVIDENCE.values(), ids=EVIDENCE)
def test_twice_the_claim_is_twice_the_work(unit: str) -> None:
    evidence = "".join(unit.format(number) for number in range(5_000, 5_200))
    once, twice = (
        calls("".join(unit.format(number) for number in range(1_000, 1_000 + many)), evidence) for many in (60, 120)
    )

    assert twice <= 2.3 * once


@pytest.mark.parametrize(
    ("claim", "evidence", "reason"),
    [
        ("no sugar, " + "flour, " * 1_300, "sugar and flour. " * 500, None),
        ("a from b, " * 900, "b from a, " * 9_000, "budget"),
    ],
    ids=["items", "sides"],
)
def test_a_claim_of_many_clauses_ends(claim: str, evidence: str, reason: str | None) -> None:
    report = check_claim(claim, [evidence])

    assert (report.ok, report.reason) == (False, reason)


def test_300_numbers_are_looked_for_in_100_kb() -> None:
    """Every missing number once listed, hashed and sorted all values of the evidence: 300 times 9,000."""
    claim = " ".join(f"{number} euros" for number in range(1_000, 1_300))
    evidence = "".join(f"{number} euros, " for number in range(5_000, 12_000))[:100_000]

    hashed = calls_of(lambda: check_claim(claim, [evidence]))["__hash__"]

    assert hashed <= 20 * 7_000
