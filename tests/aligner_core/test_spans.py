"""Spans count code points; JavaScript counts UTF-16 units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from aligner_core import Span
from aligner_core.errors import InvalidValueError


def javascript_slice(text: str, start: int, end: int) -> bytes:
    """Cut a text as JavaScript's `slice` does: by UTF-16 units, whatever they are."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * start : 2 * end]


@pytest.mark.parametrize(
    ("source", "span", "expected"),
    [
        pytest.param("한글", (0, 2), (0, 2), id="nothing beyond the BMP"),
        pytest.param("🙂한글", (1, 3), (2, 4), id="an emoji before the span"),
        pytest.param("a🙂b", (1, 2), (1, 3), id="an emoji in the span"),
        pytest.param("a\ud83db", (1, 3), (1, 3), id="a lone surrogate is one unit"),
        pytest.param("앞🙂 결정 완료 뒤", (3, 8), (4, 9), id="golden fixture 11"),
    ],
)
def test_to_utf16_counts_as_javascript_does(source: str, span: tuple[int, int], expected: tuple[int, int]) -> None:
    start, end = span

    assert Span(start=start, end=end).to_utf16(source) == Span(start=expected[0], end=expected[1])


@given(
    source=st.text(st.characters(exclude_categories=()), min_size=1), cuts=st.tuples(st.floats(0, 1), st.floats(0, 1))
)
def test_to_utf16_cuts_the_same_words_in_javascript(source: str, cuts: tuple[float, float]) -> None:
    """Offsets: code points everywhere; UTF-16 offsets are derived for JavaScript clients (specification 3.10)."""
    start, last = sorted(round(cut * (len(source) - 1)) for cut in cuts)
    end = last + 1

    units = Span(start=start, end=end).to_utf16(source)

    assert javascript_slice(source, units.start, units.end) == source[start:end].encode("utf-16-le", "surrogatepass")


@pytest.mark.parametrize(
    ("start", "end"),
    [(0, 0), (3, 2), (-1, 2), (True, 2), (0.0, 2), ("0", 2), (None, 2)],
    ids=["empty", "backwards", "negative", "a bool", "a float", "a string", "nothing"],
)
def test_span_refuses_what_covers_no_text(start: object, end: object) -> None:
    with pytest.raises(ValidationError):
        Span.model_validate({"start": start, "end": end})
    with pytest.raises(InvalidValueError):
        Span.from_wire({"start": start, "end": end})
    with pytest.raises(InvalidValueError):
        Span(start=start, end=end)


def test_span_is_a_value() -> None:
    span = Span(start=1, end=2)

    assert span == Span(start=1, end=2)
    assert {span: "found"}[Span(start=1, end=2)] == "found"
    with pytest.raises(ValidationError):
        span.start = 0  # type: ignore[misc]


def test_span_refuses_unknown_fields() -> None:
    with pytest.raises(ValidationError):
        Span.model_validate({"start": 0, "end": 1, "step": 2})
