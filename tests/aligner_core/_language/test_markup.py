"""What is taken off a quote before it is searched for again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._language.markup import MAX_LAYERS, MAX_QUOTE_CHARS, without_certain_markup, without_markup
from tests.calls import calls_of

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
def test_without_markup_takes_off_what_surrounds_the_words(quote: str) -> None:
    assert "우리는 원문을 보관한다" in list(without_markup(quote))


@pytest.mark.parametrize(
    ("quote", "bare"),
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
def test_without_markup_takes_out_markup(quote: str, bare: str) -> None:
    assert bare in list(without_markup(quote))


@pytest.mark.parametrize(
    "quote", ["we keep it", "we keep it. ", "배포했다.", "", "snake_case_name stays", "5 * 3 = 15"]
)
def test_without_markup_leaves_a_bare_quote_alone(quote: str) -> None:
    assert list(without_markup(quote)) == []


def test_without_markup_keeps_a_name_that_is_not_a_speaker() -> None:
    """A prefix is a fact unless it is known not to be one: who pays, where, when."""
    assert list(without_markup("Berlin: 500 people")) == []


def test_without_markup_takes_off_the_least_first() -> None:
    assert list(without_markup('"call **`__init__`** first"')) == [
        "call **`__init__`** first",
        "call __init__ first",
        "call init first",
    ]


def test_without_markup_leaves_a_quote_beyond_the_limit_alone() -> None:
    words = "a" * (MAX_QUOTE_CHARS - 2)

    assert list(without_markup(f'"{words}"')) == [words]
    assert list(without_markup(f'"{words}a"')) == []


def test_without_markup_takes_off_layers_up_to_the_limit() -> None:
    layer = '"...'

    assert list(without_markup("we keep it" + layer * MAX_LAYERS)) == ["we keep it"]
    assert list(without_markup("we keep it" + layer * (MAX_LAYERS + 1))) == [f"we keep it{layer}"]


@pytest.mark.parametrize("mark", ["\u2013", "\u2026\u2026a", "\uff5e"], ids=["dash", "word", "tilde"])
def test_without_markup_keeps_a_mark_that_is_not_a_quotation_mark(mark: str) -> None:
    assert list(without_markup(f"we keep it {mark}")) == []


@given(st.text(st.sampled_from("ab가 .…*_`>\"'[]()<&;\\n-#:1유user"), max_size=60))
def test_without_markup_of_any_text_is_not_empty_and_not_the_text(quote: str) -> None:
    for bare in without_markup(quote):
        assert bare
        assert bare != quote


@pytest.mark.parametrize(
    ("quote", "bare"),
    [
        ("[우리는](https://example.org/a?b=c#d) 원문을 보관한다", "우리는 원문을 보관한다"),
        ("![우리는](http://example.org/a.png) 원문을 보관한다", "우리는 원문을 보관한다"),
        ("### 우리는 원문을 보관한다", "우리는 원문을 보관한다"),
        ("User: 우리는 원문을 보관한다", "우리는 원문을 보관한다"),
        ("**User**: 우리는 원문을 보관한다", "우리는 원문을 보관한다"),
        ("사용자: [...] 우리는 원문을 보관한다", "우리는 원문을 보관한다"),
        ("[…] 우리는 원문을 보관한다", "우리는 원문을 보관한다"),
        ("(중략) 우리는 원문을 보관한다", "우리는 원문을 보관한다"),
        ("우리는 **원문**을 보관한다", "우리는 원문을 보관한다"),
        ("`3`月から", "3月から"),
    ],
)
def test_without_certain_markup_takes_off_what_says_nothing(quote: str, bare: str) -> None:
    assert without_certain_markup(quote) == bare


@pytest.mark.parametrize(
    "quote",
    [
        pytest.param("> 3 mg", id="an operator"),
        pytest.param("- 5 degrees", id="a sign"),
        pytest.param("3. May", id="a day"),
        pytest.param("12) items", id="a number"),
        pytest.param("2**3**4", id="powers"),
        pytest.param("*p = 3", id="a pointer"),
        pytest.param("a **kwargs of f(**kwargs)", id="arguments"),
        pytest.param("max_retries and _private", id="names in code"),
        pytest.param("a[i](n) + b", id="a call"),
        pytest.param("see [the log](log.md)", id="an address that may be words"),
        pytest.param("if a <b and c> d", id="operators that look like a tag"),
        pytest.param("Q: 30 mg", id="a letter"),
        pytest.param("we keep it … for a year", id="an ellipsis inside"),
        pytest.param("~~not~~ today", id="struck out"),
        pytest.param("[…] " + "a" * MAX_QUOTE_CHARS, id="beyond the limit"),
    ],
)
def test_without_certain_markup_keeps_what_may_say_something(quote: str) -> None:
    assert without_certain_markup(quote) == quote


def test_without_markup_looks_at_an_end_no_more_often_than_it_has_layers() -> None:
    assert calls_of(lambda: [*without_markup('User: "keep it..."')])["_without_end"] <= 3 * 3
