"""When a notice is tried again: nine times in three days, then no more."""

from datetime import timedelta

import pytest

from review.domain.webhooks import GAPS, gap_after, is_taken


def test_the_gaps_are_those_of_the_specification() -> None:
    """Specification 12.3.4: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h and 20 h, ± 10 %."""
    hour = timedelta(hours=1)

    assert list(GAPS) == [
        timedelta(seconds=5),
        timedelta(minutes=5),
        timedelta(minutes=30),
        *(hours * hour for hours in (2, 5, 10, 14, 20)),
    ]


@pytest.mark.parametrize("tries", range(1, len(GAPS) + 1))
def test_a_gap_is_spread_by_a_tenth(tries: int) -> None:
    gaps = [gap_after(tries, chance=chance) for chance in (0, 0.5, 1)]

    assert gaps == [GAPS[tries - 1] * share for share in (0.9, 1, 1.1)]


def test_after_the_last_try_there_is_none() -> None:
    assert gap_after(len(GAPS) + 1, chance=0.5) is None


def test_only_2xx_takes_a_notice() -> None:
    assert [is_taken(code) for code in (0, 199, 200, 204, 299, 302, 410, 500)] == [
        *(False, False),
        *(True, True, True),
        *(False, False, False),
    ]
