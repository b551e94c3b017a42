"""What a check answers."""

from aligner_core import check
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES


def test_counts_have_every_verdict_those_that_are_not_ok_first() -> None:
    assert list(check(QUOTES, SOURCES).counts.items()) == [
        ("differs", 2),
        ("missing", 1),
        ("elsewhere", 1),
        ("unchecked", 0),
        ("slip", 1),
        ("equal", 1),
        ("verbatim", 2),
    ]


def test_a_report_is_shown_in_short() -> None:
    assert repr(check(QUOTES, SOURCES)) == "<Report: 2 differs, 1 missing, 1 elsewhere, 1 slip, 1 equal, 2 verbatim>"
    assert repr(check([], [])) == "<Report: no quotes>"


def test_failed_rows_stand_in_the_order_of_their_verdicts() -> None:
    failed = check([7, *QUOTES[:4][::-1]], SOURCES).failed

    assert [(row.verdict.value, row.number) for row in failed] == [
        ("differs", 4),
        ("differs", 5),
        ("missing", 3),
        ("elsewhere", 2),
        ("unchecked", 1),
    ]
