"""The interval of a share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.domain.intervals import wilson_interval


@pytest.mark.parametrize(
    ("count", "total", "expected"),
    [
        pytest.param(8, 10, (0.490, 0.943), id="the example of the literature"),
        pytest.param(274, 321, (0.811, 0.888), id="many"),
        pytest.param(10, 15, (0.417, 0.848), id="few"),
        pytest.param(0, 5, (0.0, 0.434), id="none of them"),
        pytest.param(5, 5, (0.566, 1.0), id="all of them"),
    ],
)
def test_wilson_interval_equals_known_bounds(count: int, total: int, expected: tuple[float, float]) -> None:
    interval = wilson_interval(count, total)

    assert interval is not None
    assert (round(interval.low, 3), round(interval.high, 3)) == expected


def test_wilson_interval_knows_nothing_of_nothing() -> None:
    assert wilson_interval(0, 0) is None


@given(st.integers(1, 10_000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_wilson_interval_contains_the_share(drawn: tuple[int, int]) -> None:
    count, total = drawn

    interval = wilson_interval(count, total)

    assert interval is not None
    assert 0 <= interval.low <= count / total + 1e-12
    assert count / total - 1e-12 <= interval.high <= 1
