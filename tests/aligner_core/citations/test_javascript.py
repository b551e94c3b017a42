"""Numbers and days as ECMA-262 writes them; every expectation was read off Node."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.citations.javascript import MAX_DATE_MS, day, is_date, number_text, to_fixed


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "0.00"),
        (-0.0, "0.00"),
        (0.125, "0.13"),
        (0.375, "0.38"),
        (1.005, "1.00"),
        (0.995, "0.99"),
        (8.345, "8.35"),
        (-0.125, "-0.13"),
        (-0.001, "-0.00"),
        (0.005, "0.01"),
        (0.015, "0.01"),
        (1234567890123456.785, "1234567890123456.75"),
        (999999999999999900000.0, "999999999999999868928.00"),
        (1e21, "1e+21"),
        (-1.5e22, "-1.5e+22"),
        (math.inf, "Infinity"),
        (-math.inf, "-Infinity"),
        (math.nan, "NaN"),
    ],
)
def test_to_fixed_is_the_to_fixed_of_javascript(value: float, expected: str) -> None:
    """Score as JavaScript's `toFixed(2)` (half up on the double itself: 0.125 → 0.13, 1.005 → 1.00)."""
    assert to_fixed(value) == expected


@given(st.floats(-1e20, 1e20))
def test_to_fixed_is_as_near_as_two_decimals_can_be(value: float) -> None:
    assert abs(float(to_fixed(value)) - value) <= 0.005 + abs(value) * 1e-15


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (180, "180"),
        (-5.0, "-5"),
        (-0.0, "0"),
        (0.5, "0.5"),
        (100, "100"),
        (12345678901234567890, "12345678901234567000"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.25e-7, "1.25e-7"),
        (-1e-7, "-1e-7"),
        (0.000001, "0.000001"),
        (0.1, "0.1"),
    ],
)
def test_number_text_is_the_string_of_javascript(value: float, expected: str) -> None:
    assert number_text(value) == expected


@pytest.mark.parametrize("value", [0, -1, 0.5, MAX_DATE_MS, -MAX_DATE_MS])
def test_is_date_takes(value: object) -> None:
    assert is_date(value)


@pytest.mark.parametrize("value", [None, "0", True, math.nan, math.inf, -math.inf, MAX_DATE_MS + 1, 10**400, [0]])
def test_is_date_refuses(value: object) -> None:
    """NaN, infinite, string or bool dates count as none."""
    assert not is_date(value)


@pytest.mark.parametrize(
    ("milliseconds", "zone", "expected"),
    [
        (0, "UTC", "1970-01-01"),
        (-1, "UTC", "1969-12-31"),
        (-0.5, "UTC", "1970-01-01"),
        (86_399_999.9, "UTC", "1970-01-01"),
        (1_767_193_200_000, "Asia/Seoul", "2026-01-01"),
        (1_767_193_199_999, "Asia/Seoul", "2025-12-31"),
        (1_767_225_600_000, "America/New_York", "2025-12-31"),
        (-62_135_596_800_000, "UTC", "1-01-01"),
        (-62_135_596_800_001, "UTC", "0-12-31"),
        (-62_167_219_200_001, "UTC", "-1-12-31"),
        (253_402_300_800_000, "UTC", "10000-01-01"),
        (MAX_DATE_MS, "UTC", "275760-09-13"),
        (-MAX_DATE_MS, "UTC", "-271821-04-20"),
        (MAX_DATE_MS, "Asia/Seoul", "275760-09-13"),
        (-MAX_DATE_MS, "America/New_York", "-271821-04-19"),
    ],
)
def test_day_is_the_day_of_javascript(milliseconds: float, zone: str, expected: str) -> None:
    assert day(milliseconds, zone) == expected
