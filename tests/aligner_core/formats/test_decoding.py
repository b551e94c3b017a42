"""Text and JSON from bytes, within limits."""

import pytest

from aligner_core.formats import FormatError, json_value
from aligner_core.formats.decoding import are_json_lines


@pytest.mark.parametrize(
    ("text", "code", "where", "params"),
    [
        pytest.param("{", "not_json", "line 1, column 2", {"line": 1, "column": 2}, id="cut off"),
        pytest.param("[[1]]", "json_too_deep", "", {"limit": 1}, id="too deep"),
        pytest.param("[" * 100_000, "json_too_deep", "", {"limit": 1}, id="far too deep"),
        pytest.param("-Infinity", "not_a_number", "", {"name": "-Infinity"}, id="no number"),
        pytest.param("1e999", "not_a_number", "", {"name": "1e999"}, id="a number beyond all"),
        pytest.param("9" * 5000, "number_too_long", "", {}, id="too many digits"),
    ],
)
def test_json_value_refuses_with_the_place_and_the_limit(
    text: str, code: str, where: str, params: dict[str, object]
) -> None:
    with pytest.raises(FormatError) as caught:
        json_value(text, max_depth=1)

    assert (caught.value.code, caught.value.where, caught.value.params) == (code, where, params)


def test_json_value_reads_what_is_as_deep_as_may_be() -> None:
    assert json_value("[[1], {}]", max_depth=2) == [[1], {}]


@pytest.mark.parametrize(
    ("first", "second", "are"),
    [
        (b'{"a": 1}', b"{broken", True),
        (b"{broken", b'{"a": 1}', True),
        (b'\xef\xbb\xbf{"a": 1}', b"{", True),
        (b'{"a": 1}', b"", False),
        (b"{", b'"a": 1}', False),
        (b"[1]", b'{"a": 1}', False),
    ],
)
def test_are_json_lines_looks_at_two(first: bytes, second: bytes, are: bool) -> None:  # noqa: FBT001 - a case
    assert are_json_lines(first, second) == are
