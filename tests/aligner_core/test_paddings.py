"""Nothing that is put before, behind or into a quote makes one ok that says something else than its source."""

from random import Random

import pytest

from aligner_core import check
from tests.paddings import REFUSED_QUOTES, padded_quote


def granted(seeds: range) -> list[tuple[int, str]]:
    """Return the quotes that are refused, but not as they are padded by a seed."""
    found = []
    for seed in seeds:
        rng = Random(seed)  # noqa: S311 - the same cases in every run
        quote, message = rng.choice(REFUSED_QUOTES)
        padded, source = padded_quote(quote, message, rng)
        if check([{"quote": padded, "messageIndex": 0}], [source]):
            found.append((seed, quote))
    return found


@pytest.mark.parametrize(("quote", "message"), REFUSED_QUOTES)
def test_the_quotes_are_refused_as_they_are(quote: str, message: str) -> None:
    assert not check([{"quote": quote, "messageIndex": 0}], [message])


def test_no_padding_or_hidden_sign_gets_a_refused_quote_by() -> None:
    assert granted(range(200)) == []


@pytest.mark.exhaustive
def test_none_of_5000_paddings_gets_a_refused_quote_by() -> None:
    assert granted(range(200, 5_200)) == []
