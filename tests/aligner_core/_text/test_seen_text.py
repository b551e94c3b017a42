"""A text as a reader sees it, and where its characters are in the source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._text.seen_text import SeenText


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("pay 100", "pay 100"),
        ("pa\u200by\u3164 1\x0100\ufeff", "pay 100"),
        ("one\u2028two\x0bthree\u200afour\rfive", "one\u2028two\x0bthree\u200afour\rfive"),
        ("a family \U0001f469\u200d\U0001f467", "a family \U0001f469\u200d\U0001f467"),
        ("\u200b\u3164", ""),
        ("", ""),
    ],
)
def test_seen_text_leaves_out_what_no_reader_sees(source: str, seen: str) -> None:
    assert SeenText(source).text == seen


def test_seen_text_puts_a_gap_where_hidden_signs_were() -> None:
    seen = SeenText("do\u200b\u3164not", gap=" ")

    assert (seen.text, seen.has_gaps, SeenText("do not").has_gaps) == ("do not", True, False)
    assert SeenText("do\u200bnot", gap=" ").has_gaps


@given(st.text(st.sampled_from("ab \n\u200b\u3164\u2028\x01")), st.sampled_from(["", " "]))
def test_seen_text_leads_back_to_its_source(source: str, gap: str) -> None:
    seen = SeenText(source, gap=gap)

    for at, letter in enumerate(seen.text):
        start, end = seen.source_range(at, at + 1)
        assert end == start + 1
        assert source[start] == letter or (gap and letter == gap)
