"""Literal occurrences."""

from hypothesis import given
from hypothesis import strategies as st

from aligner_core import Span, find_exact


def test_find_exact_yields_overlapping_occurrences() -> None:
    assert list(find_exact("aa", "baaa")) == [Span(start=1, end=3), Span(start=2, end=4)]


def test_find_exact_yields_nothing_when_absent() -> None:
    assert list(find_exact("ab", "ba")) == []


def test_find_exact_yields_nothing_for_no_words() -> None:
    assert list(find_exact("", "ab")) == []


@given(quote=st.text("ab한", min_size=1, max_size=3), source=st.text("ab한", max_size=30))
def test_find_exact_agrees_with_trying_every_place(quote: str, source: str) -> None:
    """Exact: code-point substring (contract 3.2)."""
    every = [at for at in range(len(source)) if source.startswith(quote, at)]

    assert [span.start for span in find_exact(quote, source)] == every
