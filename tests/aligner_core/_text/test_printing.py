"""Text for a terminal: whatever it was, it is one line that a terminal shows and does not obey."""

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from aligner_core._text.printing import printable, printable_json

ACTING = {*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), *"\u061c\u200e\u200f\u2028\u2029"}


@given(st.text(st.characters(codec=None)))
def test_printable_leaves_no_character_that_acts_on_a_terminal(text: str) -> None:
    shown = printable(text)

    assert ACTING.isdisjoint(shown)
    assert not any(
        unicodedata.bidirectional(one) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        for one in shown
    )
    shown.encode()


@given(st.text(st.characters(min_codepoint=0x20, exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"])))
def test_printable_leaves_everything_else_as_it_is(text: str) -> None:
    assert printable(text) == text


@given(st.recursive(st.text(st.characters(codec=None)), lambda held: st.lists(held) | st.dictionaries(st.text(), held)))
def test_printable_json_holds_the_same_values(value: object) -> None:
    shown = printable_json(json.dumps(value, ensure_ascii=False, indent=1))

    assert json.loads(shown) == value
    assert (ACTING - {"\n"}).isdisjoint(shown)
    shown.encode()
