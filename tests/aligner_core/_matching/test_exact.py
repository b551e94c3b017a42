"""Literal occurrences."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import Span, find_exact
from aligner_core._matching.exact import occurrences


def test_find_exact_yields_overlapping_occurrences() -> None:
    assert list(find_exact("aa", "baaa")) == [Span(start=1, end=3), Span(start=2, end=4)]


def test_find_exact_yields_nothing_when_absent() -> None:
    assert list(find_exact("ab", "ba")) == []


def test_find_exact_yields_nothing_for_an_empty_quote() -> None:
    assert list(find_exact("", "ab")) == []


@given(quote=st.text("ab한", min_size=1, max_size=3), source=st.text("ab한", max_size=30))
def test_find_exact_agrees_with_trying_every_place(quote: str, source: str) -> None:
    """Exact: code-point substring (specification 3.2)."""
    every = [at for at in range(len(source)) if source.startswith(quote, at)]

    assert [span.start for span in find_exact(quote, source)] == every


@given(quote=st.text("ab", min_size=1, max_size=8), source=st.text("ab", max_size=60), times=st.integers(1, 6))
def test_occurrences_of_a_periodic_quote_are_complete(quote: str, source: str, times: int) -> None:
    text, words = source + quote * (times + 2) + source[:3] + quote * times, quote * times
    every = [at for at in range(len(text)) if text.startswith(words, at)]

    assert list(occurrences(words, text)) == every


@pytest.mark.parametrize(
    ("quote", "source", "count"),
    [
        pytest.param("a", "a" * 1_000_000, 1_000_000, id="one letter"),
        pytest.param("a" * 500_000, "a" * 1_000_000, 500_001, id="half a million letters"),
        pytest.param("ab" * 250_000 + "a", "ab" * 500_000, 250_000, id="two letters alternating"),
        pytest.param("a" * 200 + "b", ("a" * 200 + "b") * 4_000, 4_000, id="copies in a row"),
    ],
)
def test_occurrences_are_found_fast(quote: str, source: str, count: int) -> None:
    started = time.process_time()

    assert sum(1 for _ in occurrences(quote, source)) == count
    assert time.process_time() - started < 15
