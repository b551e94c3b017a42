"""The words of the queue: every decision that ends a turn is counted in the sentence about a sitting."""

from review.domain.events import PAYLOADS
from review.models import ABOVE_CANDIDATE
from review.wording.queue import SITTING


def test_whatever_ends_a_turn_is_counted_in_words() -> None:
    ends = {payload.ends_turn_as for payload in PAYLOADS} - {""}

    assert SITTING.keys() == {*ends, *map(str, ABOVE_CANDIDATE), "skipped"}
