"""The differences between two JSON values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import canonical_json
from review.presentation.json_changes import Change, json_changes, readable_json

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ({"stage": "raw"}, {"stage": "working"}, [Change("/stage", '"raw"', '"working"')]),
        ({"by": None}, {"by": ["mina"]}, [Change("/by/0", "", '"mina"'), Change("/by", "null", "")]),
        ({"a": [1, 2]}, {"a": [1]}, [Change("/a/1", "2", "")]),
        ({}, {"a": {"b": "한글"}}, [Change("/a/b", "", '"한글"'), Change("", "{}", "")]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, []),
    ],
)
def test_json_changes_lists_every_difference(before: object, after: object, changes: list[Change]) -> None:
    assert list(json_changes(before, after)) == changes


@given(value=values)
def test_json_changes_finds_none_between_equal_values(value: object) -> None:
    assert json_changes(value, value) == ()


@given(before=values, after=values)
def test_json_changes_finds_one_between_different_values(before: object, after: object) -> None:
    assert bool(json_changes(before, after)) == (canonical_json(before) != canonical_json(after))


def test_readable_json_keeps_letters_and_breaks_lines() -> None:
    assert readable_json({"가": [1]}) == '{\n  "가": [\n    1\n  ]\n}'
