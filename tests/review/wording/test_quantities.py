"""Times and sizes in words: the largest unit that says them whole, in the forms of each language."""

from datetime import timedelta

import pytest
from django.utils.translation import override

from review.wording import duration, file_size
from review.wording.quantities import lazy_duration


@pytest.mark.parametrize(
    ("time", "english", "korean"),
    [
        (timedelta(seconds=1), "1 second", "1초"),
        (timedelta(seconds=30), "30 seconds", "30초"),
        (timedelta(seconds=60), "60 seconds", "60초"),
        (timedelta(seconds=90), "90 seconds", "90초"),
        (timedelta(minutes=10), "10 minutes", "10분"),
        (timedelta(hours=8), "8 hours", "8시간"),
        (timedelta(days=1), "24 hours", "24시간"),
        (timedelta(hours=36), "36 hours", "36시간"),
        (timedelta(days=7), "7 days", "7일"),
    ],
)
def test_duration_is_given_in_the_largest_unit_of_which_there_are_two(
    time: timedelta, english: str, korean: str
) -> None:
    assert duration(time) == english
    with override("ko"):
        assert duration(time) == korean


def test_lazy_duration_waits_for_the_reader() -> None:
    text = lazy_duration(timedelta(days=7))

    with override("ko"):
        assert str(text) == "7일"
    assert str(text) == "7 days"


@pytest.mark.parametrize(("size", "expected"), [(20_000_000, "20 MB"), (2_500_000, "2.5 MB"), (64_000, "64 kB")])
def test_file_size_is_given_in_decimal_units(size: int, expected: str) -> None:
    assert file_size(size) == expected
