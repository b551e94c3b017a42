"""Values are compared with their times, which clocks may tell a little differently."""

from datetime import UTC, datetime

import pytest

from review.domain.limits import CLOCK_TOLERANCE
from review.services.audit._moments import is_as_recorded

NOON = datetime(2026, 10, 1, 12, tzinfo=UTC)
NEAR, FAR = NOON + CLOCK_TOLERANCE, NOON + 2 * CLOCK_TOLERANCE


@pytest.mark.parametrize(
    ("stored", "recorded", "expected"),
    [
        (None, None, True),
        (NOON, None, False),
        (NOON, NEAR, True),
        (NOON, FAR, False),
        (("mina", NOON), ("mina", NEAR), True),
        (("mina", NOON), ("jun", NEAR), False),
        (("mina", NOON), ("mina", FAR), False),
        ([NOON], [NOON, NOON], False),
        ({1: [NOON]}, {1: [NEAR]}, True),
        ({1: [NOON]}, {1: [FAR]}, False),
        ({1: [NOON]}, {2: [NOON]}, False),
        ({}, {1: [NOON]}, False),
    ],
)
def test_is_as_recorded_compares_times_within_values(stored: object, recorded: object, expected: bool) -> None:  # noqa: FBT001 - a row
    assert is_as_recorded(stored, recorded) is expected
