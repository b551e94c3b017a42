import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.models import Provenance
from review.presentation.badges import PROVENANCE_SIGNS, badge, occurrence_badge, three_digits, two_digits


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


def test_every_provenance_of_a_person_has_a_sign_of_its_own() -> None:
    assert set(PROVENANCE_SIGNS) == set(Provenance) - {Provenance.SYSTEM}
    assert len(set(PROVENANCE_SIGNS.values())) == len(PROVENANCE_SIGNS)


@pytest.mark.parametrize(
    ("method", "similarity", "letters"),
    [
        ("exact", 1.0, "E="),
        ("normalized", 1.0, "N≈"),
        ("fuzzy", 0.914, "F~.91"),
        ("fuzzy", 0.977, "F~.94"),
        ("none", None, "✗"),
        ("none", 0.84, "✗.84"),
    ],
)
def test_badge_shows_the_method_in_letters(method: str, similarity: float | None, letters: str) -> None:
    assert badge(method, similarity=similarity) == letters


def test_occurrence_badge_counts_the_places() -> None:
    assert occurrence_badge(1, 3) == "◆1/3"
