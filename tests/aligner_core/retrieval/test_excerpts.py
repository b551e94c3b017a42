import pytest

from aligner_core import EvidenceAligner, find_exact
from aligner_core.retrieval.excerpts import MAX_EXCERPT_CHARS, excerpt, longest_text, one_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("라벨을 제거한다", ("라벨을 제거한다", False), id="a short text stays as it is"),
        pytest.param("", ("", False), id="nothing stays nothing"),
        pytest.param(" 라벨 \n", ("라벨", False), id="white space around it is no words"),
        pytest.param("라벨을 떼고...", ("라벨을 떼고", True), id="three dots are not of the text"),
        pytest.param("라벨을 떼고 … ", ("라벨을 떼고", True), id="nor is an ellipsis"),
        pytest.param("⋯ 라벨을 떼고", ("라벨을 떼고", True), id="nor at the beginning"),
        pytest.param("......", ("", True), id="dots alone"),
        pytest.param("라벨.. 떼고 1...3", ("라벨.. 떼고 1...3", False), id="within the text they stay"),
        pytest.param("x" * 80, ("x" * 80, False), id="80 characters"),
        pytest.param("x" * 81, ("x" * 80, True), id="81 characters"),
        pytest.param(" " + "x" * 80 + "\n", ("x" * 80, False), id="80 characters and white space"),
        pytest.param("x" * 79 + " yz", ("x" * 79, True), id="no white space where it is cut"),
        pytest.param("x" * 79 + "e\u0301z", ("x" * 79, True), id="no letter is cut from its accent"),
        pytest.param("x" * 78 + "\u1112\u1161\u11ab", ("x" * 78, True), id="no syllable is cut"),
        pytest.param("x" * 78 + "e\u0301z", ("x" * 78 + "e\u0301", True), id="an accent that fits stays"),
        pytest.param("x" + "\u0301" * 99, ("x" + "\u0301" * 79, True), id="one endless character is cut all the same"),
    ],
)
def test_excerpt_is_cut_and_says_so(text: str, expected: tuple[str, bool]) -> None:
    assert excerpt(text) == expected


@pytest.mark.parametrize(
    "text", ["플라스틱 용기는 라벨을 제거하고 내용물을 비운 후 " * 9, "a" * 500, "각" * 90, "가…나 " * 40]
)
def test_excerpt_of_a_text_is_found_in_it_exactly(text: str) -> None:
    """A cut quote is marked truncated, "..." is never stored in a quote that will be aligned."""
    quote, truncated = excerpt(text)

    assert truncated
    assert len(quote) <= MAX_EXCERPT_CHARS
    assert list(find_exact(quote, text))
    assert EvidenceAligner().align_quote(quote, text).match_method == "exact"


@pytest.mark.parametrize(
    ("matter", "expected"),
    [
        pytest.param("라벨", "라벨", id="a text"),
        pytest.param({"a": ["라벨", {"b": "내용물"}], "c": 3, "d": None}, "내용물", id="somewhere inside"),
        pytest.param(["라벨 하나", "라벨 둘이"], "라벨 하나", id="the first of equals"),
        pytest.param({"a": 3}, "", id="no text"),
        pytest.param(None, "", id="nothing"),
    ],
)
def test_longest_text_looks_everywhere(matter: object, expected: str) -> None:
    assert longest_text(matter) == expected


@pytest.mark.parametrize(
    "mark", ["\n", "\r\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029", "\0", "\x7f", "\n\n"]
)
def test_one_line_ends_nowhere_but_at_its_end(mark: str) -> None:
    assert one_line(f"a{mark}b\tc") == "a b\tc"
