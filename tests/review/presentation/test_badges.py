import pytest

from review.presentation.badges import badge, occurrence_badge, three_digits, two_digits


@pytest.mark.parametrize(
    ("similarity", "digits"), [(1.0, "1.00"), (0.849, ".84"), (0.9999, ".99"), (0.85, ".85"), (0.0, ".00")]
)
def test_two_digits_cuts_and_never_rounds_up(similarity: float, digits: str) -> None:
    assert two_digits(similarity) == digits


def test_three_digits_never_rounds_up_to_the_threshold() -> None:
    assert three_digits(0.84999) == "0.849"


@pytest.mark.parametrize(
    ("method", "similarity", "letters"),
    [
        ("exact", 1.0, "E="),
        ("normalized", 1.0, "N≈"),
        ("fuzzy", 0.914, "F~.91"),
        ("none", None, "✗"),
        ("none", 0.84, "✗.84"),
    ],
)
def test_badge_shows_the_method_in_letters(method: str, similarity: float | None, letters: str) -> None:
    assert badge(method, similarity=similarity) == letters


def test_occurrence_badge_counts_the_places() -> None:
    assert occurrence_badge(1, 3) == "◆1/3"
