"""Arrays item by item: the same values as at once, from any pieces, and no more held than an item."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from aligner_core.formats import FormatError
from aligner_core.formats.decoding import MAX_FILE_BYTES
from aligner_core.formats.json_array import CHUNK_BYTES, JsonArray
from tests.aligner_core.formats.files import Pipe

TEXTS = st.text(max_size=8)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])


def rows(data: bytes, at_once: int = CHUNK_BYTES) -> list[tuple[str, object]]:
    return [(row.where, row.value) for row in JsonArray(Pipe(data, at_once), "a: ")]


@example([0.5], 4, None, "utf-8")  # the piece " [0." has a whole number in it
@given(st.lists(VALUES, max_size=5), st.integers(2, 9), st.sampled_from([None, 1]), ENCODINGS)
def test_array_is_the_same_in_any_pieces(values: list[Any], at_once: int, indent: int | None, encoding: str) -> None:
    data = f" {json.dumps(values, ensure_ascii=False, indent=indent)}\n".encode(encoding, "surrogatepass")

    assert rows(data, at_once) == [(f"a: [{place}]", value) for place, value in enumerate(values)]


@given(st.lists(VALUES, min_size=1, max_size=5), st.integers(1, 9), st.data())
def test_array_that_is_cut_off_gives_what_is_whole(values: list[Any], at_once: int, data: st.DataObject) -> None:
    whole = json.dumps(values).encode()
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    read = list[object]()

    with pytest.raises(FormatError) as caught:
        read.extend(row.value for row in JsonArray(Pipe(cut, at_once)))  # pragma: no branch - it raises

    assert caught.value.code == "not_json"
    assert read == values[: len(read)]


@pytest.mark.parametrize(
    ("data", "code", "where", "read"),
    [
        pytest.param(b"{}", "not_json", "a: ", 0, id="no array"),
        pytest.param(b"[1 2]", "not_json", "a: [0]", 1, id="no comma"),
        pytest.param(b"[1,]", "not_json", "a: [1]", 1, id="nothing after a comma"),
        pytest.param(b"[1, tru]", "not_json", "a: [1]", 1, id="no value"),
        pytest.param(b"[1] 2", "not_json", "a: [0]", 1, id="more than an array"),
        pytest.param(b"[1, NaN]", "not_a_number", "", 1, id="no number"),
        pytest.param(b"[1, " + b"9" * 5000 + b"]", "number_too_long", "a: [1]", 1, id="too many digits"),
        pytest.param(b"[1, " + b"[" * 32 + b"]" * 33, "json_too_deep", "a: [1]", 1, id="too deep"),
        pytest.param(b"[1, " + b"[" * 9999, "json_too_deep", "a: [1]", 1, id="far too deep"),
        pytest.param(b'[1, "' + b"a" * MAX_FILE_BYTES + b'"]', "file_too_large", "a: [1]", 1, id="too large"),
    ],
)
def test_array_is_refused_from_where_it_is_none(data: bytes, code: str, where: str, read: int) -> None:
    values = list[object]()

    with pytest.raises(FormatError) as caught:
        values.extend(row.value for row in JsonArray(Pipe(data, len(data)), "a: "))  # pragma: no branch - it raises

    assert (caught.value.code, caught.value.where, values) == (code, where, [1][:read])


@pytest.mark.parametrize("at_once", [1, 3, 1000])
def test_array_names_the_byte_that_is_no_text(at_once: int) -> None:
    with pytest.raises(FormatError) as caught:
        rows('["한", "'.encode() + b'\xed\x95"]', at_once)

    assert (caught.value.code, caught.value.params) == ("not_utf8", {"position": 9})


def test_array_is_read_no_further_than_its_items_need() -> None:
    """The buffer is bounded by the item: after any of 2,000 items no more than two chunks were read ahead."""
    item = json.dumps({"text": "a" * 1000})
    file = Pipe(f"[{','.join([item] * 2000)}]".encode())

    ahead = [file.bytes_read - place * (len(item) + 1) for place, _ in enumerate(JsonArray(file))]

    assert len(ahead) == 2000
    assert max(ahead) <= 2 * CHUNK_BYTES


def test_array_knows_how_much_was_read() -> None:
    array = JsonArray(Pipe(b'["a", "b"]'))

    assert [(row.value, array.bytes_read) for row in array] == [("a", 10), ("b", 10)]
