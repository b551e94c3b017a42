"""What differs, in whole words."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.grounding.marks import marked_parts


@pytest.mark.parametrize(
    ("quote", "source", "changed"),
    [
        pytest.param("the same", "the same", [], id="nothing"),
        pytest.param("within 30 days", "within 90 days", [("30", "90")], id="a number"),
        pytest.param("before sending it", "before you send it", [("sending", "you send")], id="a word for two"),
        pytest.param("five workin days", "five working days", [("workin", "working")], id="a letter at the end"),
        pytest.param("refunds go", "Refunds go", [("refunds", "Refunds")], id="a letter at the start"),
        pytest.param("we deploy", "we do not deploy", [("", "do not ")], id="words more"),
        pytest.param("犬は森を歩いて帰る", "犬は森を走って帰る", [("歩い", "走っ")], id="a script without spaces"),
        pytest.param(
            "abcdefghijklmnopqrstuvw1xyz", "abcdefghijklmnopqrstuvw2xyz", [("1xyz", "2xyz")], id="a long word"
        ),
    ],
)
def test_marked_parts_marks_whole_words(quote: str, source: str, changed: list[tuple[str, str]]) -> None:
    parts = marked_parts(quote, source)

    assert [(part.quote_text, part.source_text) for part in parts if part.is_changed] == changed


@given(quote=st.text(alphabet="ab c"), source=st.text(alphabet="ab c"))
def test_marked_parts_keep_both_sides(quote: str, source: str) -> None:
    parts = marked_parts(quote, source)

    assert "".join(part.quote_text for part in parts) == quote
    assert "".join(part.source_text for part in parts) == source
    assert all(part.quote_text == part.source_text for part in parts if not part.is_changed)
    assert all(one.is_changed != other.is_changed for one, other in pairwise(parts))
