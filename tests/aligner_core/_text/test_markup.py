"""What is taken off a quote before it is looked for again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.wrapping import LONGEST_UNWRAPPED, MOST_LAYERS, unwrapped

AROUND = [
    "**우리는 원문을 보관한다**",
    "`우리는 원문을 보관한다`",
    "> 우리는 원문을 보관한다",
    "- 우리는 원문을 보관한다",
    "  * 우리는 원문을 보관한다",
    "3. 우리는 원문을 보관한다",
    "## 우리는 원문을 보관한다",
    '"우리는 원문을 보관한다"',
    "“우리는 원문을 보관한다”.",
    "「우리는 원문을 보관한다」",
    "우리는 원문을 보관한다...",
    "… 우리는 원문을 보관한다 ⋯",
    "우리는 원문을 보관한다 [...]",
    "(중략) 우리는 원문을 보관한다",
    "사용자: 우리는 원문을 보관한다",
    "**User:** 우리는 원문을 보관한다",
    "[assistant]: “우리는 원문을 보관한다…”",
    "> - **사용자**: '우리는 원문을 보관한다'",
]


@pytest.mark.parametrize("quote", AROUND)
def test_what_is_around_the_words_is_taken_off(quote: str) -> None:
    assert "우리는 원문을 보관한다" in list(unwrapped(quote))


@pytest.mark.parametrize(
    ("quote", "less"),
    [
        ("we **keep** the `raw` text", "we keep the raw text"),
        ("we _keep_ the *raw* text", "we keep the raw text"),
        ("we keep [the raw text](https://example.org/a_b)", "we keep the raw text"),
        ("we keep <b>the raw</b> text", "we keep the raw text"),
        ("R&amp;D keeps it &lt;here&gt;", "R&D keeps it <here>"),
        (r"we keep\nthe \"raw\" text", "we keep the  raw  text"),
        ("- we keep\n- the raw text", "we keep\nthe raw text"),
        ("~~we~~ keep it", "we keep it"),
    ],
)
def test_markup_is_taken_out(quote: str, less: str) -> None:
    assert less in list(unwrapped(quote))


@pytest.mark.parametrize(
    "quote", ["we keep it", "we keep it. ", "배포했다.", "", "snake_case_name stays", "5 * 3 = 15"]
)
def test_what_has_nothing_around_it_is_left(quote: str) -> None:
    assert list(unwrapped(quote)) == []


def test_a_name_that_is_no_speaker_stays() -> None:
    """A prefix is a fact unless it is known to be none: who pays, where, when."""
    assert list(unwrapped("Berlin: 500 people")) == []


def test_least_is_taken_off_first() -> None:
    assert list(unwrapped('"call **`__init__`** first"')) == [
        "call **`__init__`** first",
        "call __init__ first",
        "call init first",
    ]


def test_what_no_quote_is_as_long_as_is_left() -> None:
    words = "a" * (LONGEST_UNWRAPPED - 2)

    assert list(unwrapped(f'"{words}"')) == [words]
    assert list(unwrapped(f'"{words}a"')) == []


def test_layers_behind_the_words_are_taken_off_up_to_a_number() -> None:
    layer = '"...'

    assert list(unwrapped("we keep it" + layer * MOST_LAYERS)) == ["we keep it"]
    assert list(unwrapped("we keep it" + layer * (MOST_LAYERS + 1))) == [f"we keep it{layer}"]


@pytest.mark.parametrize("mark", ["\u2013", "\u2026\u2026a", "\uff5e"], ids=["dash", "word", "tilde"])
def test_a_mark_that_is_no_quotation_mark_stays(mark: str) -> None:
    assert list(unwrapped(f"we keep it {mark}")) == []


@given(st.text(st.sampled_from("ab가 .…*_`>\"'[]()<&;\\n-#:1유user"), max_size=60))
def test_unwrapping_ends_and_gives_what_is_there(quote: str) -> None:
    for less in unwrapped(quote):
        assert less
        assert less != quote
