"""Text and JSON from bytes, within limits."""

import pytest

from aligner_core.formats import FormatError, decoding, json_value, read
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


@pytest.mark.parametrize("one", ["{}", "[]", " {}", '{"a": []}'])
def test_json_value_makes_at_most_so_many_lists_and_objects(monkeypatch: pytest.MonkeyPatch, one: str) -> None:
    monkeypatch.setattr(decoding, "MAX_CONTAINERS", 8)
    most = 8 // (one.count("[") + one.count("{"))

    assert json_value(f"[{','.join([one] * most)}]") == [json_value(one)] * most
    with pytest.raises(FormatError) as caught:
        json_value(f"[{','.join([one] * (most + 1))}]")
    assert (caught.value.code, caught.value.params) == ("too_many_items", {"limit": 8})


def test_json_value_counts_no_brackets_of_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "MAX_CONTAINERS", 8)

    assert json_value('["f(x){ return [x]; }f(x){ return [x]; }f(x){ return [x]; }f(x){ return [x]; }"]')


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


@pytest.mark.parametrize("cut", [1, 2])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_read_of_lines_that_end_inside_a_character_loses_the_last_alone(mark: bytes, cut: int) -> None:
    lines = '{"sessionId": "a", "messages": ["하나"]}\n{"sessionId": "b", "messages": ["둘'.encode()

    reading = read(mark + lines[:-cut])

    assert [session.session_id for session in reading.sessions] == ["a"]
    assert [(note.code, note.where) for note in reading.notes] == [("unreadable_line", "line 2")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param('{"messages": ["둘'.encode()[:-1], "not_json", id="one value"),
        pytest.param("Dana: 하나\nBo: 둘".encode()[:-1], "not_utf8", id="a text, of which the character would be lost"),
        pytest.param(b'{"messages": ["\xea\xb0"]}', "not_utf8", id="inside"),
    ],
)
def test_read_of_anything_else_that_ends_inside_a_character_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(data)

    assert caught.value.code == code
