"""Spans count code points; JavaScript counts UTF-16 units."""

from importlib import import_module
from pkgutil import iter_modules

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

import aligner_core
from aligner_core import AlignResult, Span
from aligner_core.errors import InvalidValueError
from aligner_core.spans import Value


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


def values() -> list[type[Value]]:
    """Return every class of values that the public modules of the core have, with those they are made of."""
    modules = [import_module(f"aligner_core.{one.name}") for one in iter_modules(aligner_core.__path__)]
    assert len(modules) > 10
    waiting, found = [Value], list[type[Value]]()
    while waiting:
        found += (some := waiting.pop().__subclasses__())
        waiting += some
    return [one for one in found if one.__module__.startswith("aligner_core.")]


def test_schema_of_every_value_describes_what_a_dump_has() -> None:
    """A document for programs is made of these schemas: without properties it would say nothing."""
    described = {one.__name__: one.model_json_schema(mode="serialization") for one in values()}

    assert len(described) > 30
    for one in values():
        aliases = {field.alias or name for name, field in one.model_fields.items() if not field.exclude}
        computed = {field.alias or name for name, field in one.model_computed_fields.items()}
        assert described[one.__name__].get("properties", {}).keys() == aliases | computed, one


def test_schema_of_outcomes_tells_them_apart() -> None:
    schema = AlignResult.model_json_schema(mode="serialization")

    assert {"AlignedOutcome", "FailedOutcome"} <= schema["$defs"].keys()
    assert schema["$defs"]["AlignedEvidence"]["properties"]["spanStart"]["type"] == "integer"
    assert "spanStart" not in schema["$defs"]["FailedOutcome"]["properties"]
