"""Figures are cut, never rounded up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.evidence import shortfall, three_digits, two_digits


@pytest.mark.parametrize(
    ("similarity", "digits"), [(1.0, "1.00"), (0.849, ".84"), (0.9999, ".99"), (0.85, ".85"), (0.0, ".00")]
)
def test_two_digits_cuts_and_never_rounds_up(similarity: float, digits: str) -> None:
    assert two_digits(similarity) == digits


@pytest.mark.parametrize(
    ("figure", "digits"), [(0.84999, "0.849"), (0.9499, "0.949"), (0.98780, "0.987"), (1e-7, "0.000"), (1.0, "1.000")]
)
def test_three_digits_cuts_and_never_rounds_up(figure: float, digits: str) -> None:
    assert three_digits(figure) == digits


@given(st.floats(min_value=0, max_value=1))
def test_a_badge_begins_as_the_details_do(similarity: float) -> None:
    assert three_digits(similarity).startswith(("0" if similarity < 1 else "") + two_digits(similarity))


@given(st.floats(min_value=0, max_value=1, exclude_max=True), st.floats(min_value=0, max_value=1))
def test_what_is_below_a_bar_is_short_of_it(similarity: float, bar: float) -> None:
    short = float(shortfall(similarity, bar))

    assert short > 0 if similarity < bar else short <= 0
