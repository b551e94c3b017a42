"""One canonical JSON, everywhere."""

import hashlib
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import AlignerError, CanonicalError, canonical_json, digest, text_hash

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"b": 1, "a": [True, None]}, '{"a":[true,null],"b":1}', id="keys sorted, no spaces"),
        pytest.param("한글🙂", '"한글🙂"', id="letters as they are"),
        pytest.param('\x00\x1f"\\/\x7f', '"\\u0000\\u001f\\"\\\\/\x7f"', id="only what must be escaped"),
        pytest.param(56.0, "56.0", id="a float keeps its point, unlike RFC 8785"),
        pytest.param({"\ue000": 1, "🙂": 2}, '{"\ue000":1,"🙂":2}', id="keys by code point, unlike RFC 8785"),
        pytest.param((1, (2,)), "[1,[2]]", id="tuples are lists"),
        pytest.param(10**40, "1" + "0" * 40, id="a huge number"),
    ],
)
def test_canonical_json_has_one_form(value: object, expected: str) -> None:
    assert canonical_json(value).decode() == expected


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(math.nan, id="NaN"),
        pytest.param({"deep": [math.inf]}, id="Infinity"),
        pytest.param("\ud800", id="a lone surrogate"),
        pytest.param({"\udc00": 1}, id="a lone surrogate in a key"),
        pytest.param({1: "a"}, id="a number as key"),
        pytest.param([{"a": ({None: 1},)}], id="null as key, deep inside"),
        pytest.param({"a": object()}, id="no JSON type"),
        pytest.param({"a", "b"}, id="a set"),
        pytest.param(10**5000, id="a number too long to write"),
    ],
)
def test_canonical_json_refuses(value: object) -> None:
    with pytest.raises(CanonicalError) as refused:
        canonical_json(value)

    assert isinstance(refused.value, AlignerError)
    assert isinstance(refused.value, ValueError)


def test_canonical_json_refuses_what_is_too_deep() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]

    with pytest.raises(CanonicalError):
        canonical_json(value)


def test_canonical_json_refuses_what_contains_itself() -> None:
    value: list[object] = []
    value.append(value)

    with pytest.raises(CanonicalError):
        canonical_json(value)


@given(JSON_VALUES)
def test_canonical_json_is_a_fixed_point(value: object) -> None:
    """One form everywhere: reading and writing again changes nothing (specification 2)."""
    once = canonical_json(value)

    assert canonical_json(json.loads(once)) == once


@given(JSON_VALUES)
def test_canonical_json_keeps_the_value(value: object) -> None:
    assert json.loads(canonical_json(value)) == value


def test_digest_is_sha256_in_lower_case_hex() -> None:
    assert digest(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_text_hash_is_over_utf8() -> None:
    assert text_hash("한글") == hashlib.sha256("한글".encode()).hexdigest()


def test_text_hash_lets_lone_surrogates_pass() -> None:
    assert text_hash("a\ud800") == hashlib.sha256(b"a\xed\xa0\x80").hexdigest()
