"""A fuzzy quote compared with its source: no character is lost, and critical edits are marked."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import AlignedEvidence, EvidenceAligner
from review.selectors.quotes.diff_view import Comparison, compare

ALIGNER = EvidenceAligner()


def compared(quote: str, source: str) -> Comparison:
    evidence = ALIGNER.align_quote(quote, source)
    assert isinstance(evidence, AlignedEvidence)
    comparison = compare(evidence, source)
    assert comparison is not None
    return comparison


def changes(quote: str, source: str) -> list[tuple[str, str, bool]]:
    segments = compared(quote, source).segments
    return [(one.quote_text, one.source_text, one.critical) for one in segments if not one.is_same]


@given(st.text(alphabet="ab 가\u1112\u1161\u11abé🙂\n\u200b", max_size=12), st.integers(0, 40))
def test_compare_keeps_both_texts(noise: str, at: int) -> None:
    quote = "We keep the journal of every session for two years."
    source = f"{quote[:at]}{noise}{quote[at:]}"
    evidence = ALIGNER.align_quote(quote, source)

    if isinstance(evidence, AlignedEvidence) and evidence.match_method == "fuzzy":
        segments = compared(quote, source).segments
        assert "".join(one.quote_text for one in segments) == quote
        assert "".join(one.source_text for one in segments) == source[evidence.span_start : evidence.span_end]


@pytest.mark.parametrize(
    ("quote", "source", "expected"),
    [
        pytest.param(
            "이 기능은 배포하기로 결정했습니다",
            "이 기능은 배포하지 않기로 결정했습니다",
            [("", "지 않", True)],
            id="inside a word",
        ),
        pytest.param(
            "we should keep the old journal for now",
            "we should not keep the old journal for now",
            [("", "not ", True)],
            id="a word that is left out",
        ),
        pytest.param(
            "The Budget is 12 million dollars for two years",
            "the budget is 21 million dollars for two years",
            [("T", "t", False), ("B", "b", False), ("12", "21", True)],
            id="beside what only looks different",
        ),
        pytest.param(
            "The third one has a smal typo in it.",
            "The third one has a small typo in it.",
            [("", "l", False)],
            id="a slip",
        ),
        pytest.param(
            "deploy 12 nodes on the 3rd day, 12 nodes in all",
            "deploy 12 nodes on the 3rd day, 13 nodes in all",
            [("2", "3", True)],
            id="a number that stands twice",
        ),
    ],
)
def test_compare_marks_what_changes_a_fact(quote: str, source: str, expected: list[tuple[str, str, bool]]) -> None:
    assert changes(quote, source) == expected
    assert not any(one.critical for one in compared(quote, source).segments if one.is_same)


@pytest.mark.parametrize(
    ("quote", "source", "expected"),
    [
        ("You can return it within 30 days of it.", "You can return it within 90 days of it.", ("30", "90")),
        ("Forty people come to the party.", "Fifty people come to the party.", ("Forty", "Fifty")),
        ("It grew by 0.5 percent in the year.", "It grew by 0.3 percent in the year.", ("0.5", "0.3")),
        ("It costs 12,000 won in the shop.", "It costs 13,000 won in the shop.", ("12,000", "13,000")),
        ("They meet at 10:30 on Monday morning.", "They meet at 10:45 on Monday morning.", ("10:30", "10:45")),
        ("회의는 10월 20일에 서울에서 열립니다", "회의는 10월 30일에 서울에서 열립니다", ("20일에", "30일에")),
        ("이 기능은 배포하기로 결정했습니다", "이 기능은 배포하지 않기로 결정했습니다", ("", "지 않")),
        ("we should keep the old journal", "we should not keep the old journal", ("", "not ")),
        ("The answer is due in 30.", "The answer is due in 90.", ("30.", "90.")),
    ],
)
def test_a_critical_edit_shows_whole_numbers_and_words(quote: str, source: str, expected: tuple[str, str]) -> None:
    shown = compared(quote, source).shown

    assert [(one.quote_text, one.source_text) for one in shown if one.critical] == [expected]
    assert "".join(one.quote_text for one in shown) == quote
    assert "".join(one.source_text for one in shown) == source
    assert not any(one.is_same and other.is_same for one, other in pairwise(shown))


@pytest.mark.parametrize(
    ("quote", "source", "expected"),
    [
        ("The third one has a smal typo in it.", "The third one has a small typo in it.", [("smal", "small")]),
        ("DuckDB JSONB 타입 제거", "DuckDB에서 JSONB 타입을 제거", [("", "에서"), ("", "을")]),
        ("우리는 금요일에 배포하기로 정했습니다", "우리는 목요일에 배포하기로 정했습니다", [("금요일에", "목요일에")]),
    ],
)
def test_no_word_is_cut_but_before_a_korean_ending(quote: str, source: str, expected: list[tuple[str, str]]) -> None:
    shown = compared(quote, source).shown

    assert [(one.quote_text, one.source_text) for one in shown if not one.is_same] == expected


def test_compare_finds_no_edit_for_a_word_lost_beside_the_span() -> None:
    source = "We do not ever keep the journal of any session."
    evidence = ALIGNER.align_quote("ever keep the jurnal of any session", source)
    assert isinstance(evidence, AlignedEvidence)

    assert any(one.critical for one in evidence.differences)
    assert not any(critical for _, _, critical in changes("ever keep the jurnal of any session", source))


def test_compare_is_none_for_the_same_words() -> None:
    evidence = ALIGNER.align_quote("THE SAME WORDS", "the same words")
    assert isinstance(evidence, AlignedEvidence)

    assert compare(evidence, "the same words") is None


def test_comparison_counts_edits_and_characters() -> None:
    comparison = compared("DuckDB JSONB 타입 제거", "DuckDB에서 JSONB 타입을 제거")

    assert (comparison.inserted, comparison.deleted) == ((2, 3), (0, 0))
