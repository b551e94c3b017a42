"""The thirteen golden fixtures (1 and 2 as the flag the gate reads, 7 as a failure)."""

import unicodedata

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner, FailedEvidence, Span, measure, verify

ALIGNER = EvidenceAligner()


def aligned(quote: str, source: str) -> AlignedEvidence:
    found = ALIGNER.align_quote(quote, source)
    assert isinstance(found, AlignedEvidence)
    verify(found, source)
    return found


def test_golden_1_no_evidence_is_not_aligned() -> None:
    result = ALIGNER.align(["a message"], {"entries": [{"entryId": "e", "evidence": []}]})

    assert (result.evidence_aligned, result.entries[0].evidence_aligned) == (False, False)


def test_golden_2_one_invented_quote_of_five_is_not_aligned() -> None:
    source = "하나. 둘. 셋. 넷. 다섯."
    evidence = [{"messageIndex": 0, "quote": quote} for quote in ("하나.", "둘.", "셋.", "넷.", "여섯.")]

    result = ALIGNER.align([source], {"evidence": evidence})

    assert (result.evidence_aligned, len(result.aligned_evidence), result.failed_quotes) == (False, 4, ("여섯.",))


def test_golden_3_three_copies_are_ambiguous() -> None:
    found = aligned("배포 완료.", "배포 완료. 확인. 배포 완료. 다시. 배포 완료.")

    assert (found.match_method, found.confidence, found.span_start) == ("exact", 1.0, 0)
    assert (found.ambiguous, found.alternative_count) == (True, 2)


def test_golden_4_case_is_normalized() -> None:
    found = aligned("we decided to remove jsonb", "We decided to remove JSONB from the schema.")

    assert (found.match_method, found.confidence, found.span) == ("normalized", 0.95, Span(start=0, end=26))


def test_golden_5_decomposed_hangul_is_normalized_on_the_original_span() -> None:
    source = unicodedata.normalize("NFD", "그래서 한글을 지웠다")

    found = aligned("한글을", source)

    assert (found.match_method, found.confidence) == ("normalized", 0.95)
    assert unicodedata.normalize("NFC", source[found.span_start : found.span_end]) == "한글을"


def test_golden_6_the_wrong_message_names_the_right_one() -> None:
    found = ALIGNER.diagnose("배포는 화요일입니다", ["다른 이야기", "그럼 배포는 화요일입니다"], 0)

    assert isinstance(found, FailedEvidence)
    assert (found.failure_reason, found.message_index) == ("wrong_message", 0)
    assert [(place.message_index, place.span_start, place.text) for place in found.found_in] == [
        (1, 3, "배포는 화요일입니다")
    ]
    given = ALIGNER.prescribe(found, ["다른 이야기", "그럼 배포는 화요일입니다"])
    assert (given.diagnosis, given.fixes[0].kind, given.fixes[0].evidence[0].message_index) == (
        "off_by_one_index",
        "move",
        1,
    )


def test_golden_7_an_elided_quote_fails_and_is_split() -> None:
    source = (
        "We moved the nightly job to Tuesday. Nobody objected in the meeting. The budget for the job stays the same."
    )

    found = ALIGNER.diagnose(
        "We moved the nightly job to Tuesday. ... The budget for the job stays the same.", [source], 0
    )

    given = ALIGNER.prescribe(found, [source])
    assert isinstance(found, FailedEvidence)
    assert (given.diagnosis, given.fixes[0].kind) == ("elided", "split")
    assert [one.match_method for one in given.fixes[0].evidence] == ["exact", "exact"]


def test_golden_8_a_source_shorter_than_the_quote_is_searched() -> None:
    found = aligned("DuckDB에서는 JSONB 제거", "DuckDB에서 JSONB 제거")

    assert (found.match_method, round(found.similarity, 3), found.span) == ("fuzzy", 0.944, Span(start=0, end=17))


@pytest.mark.parametrize(
    ("quote", "span", "figures", "cut"),
    [
        pytest.param(
            "DuckDB JSONB 타입 제거하기로 결정했", Span(start=4, end=32), (3, 28), True, id="cut before the end"
        ),
        pytest.param(
            "DuckDB JSONB 타입 제거하기로 결정했다", Span(start=4, end=33), (3, 29), False, id="the whole word"
        ),
    ],
)
def test_golden_9_a_cut_word_is_reported_and_costs_nothing(
    quote: str, span: Span, figures: tuple[int, int], *, cut: bool
) -> None:
    source = "우리는 DuckDB에서 JSONB 타입을 제거하기로 결정했다."

    found = aligned(quote, source)

    assert (found.match_method, found.span, measure(quote, found.span, source)) == ("fuzzy", span, figures)
    assert found.similarity == pytest.approx(1 - figures[0] / figures[1])
    assert ("cut_word" in found.warnings) is cut


def test_golden_10_blank_lines_before_and_a_newline_inside() -> None:
    found = aligned("JSONB를 JSON으로 변경", "\n\n  JSONB를 JSON으로\n변경했다")

    assert (found.match_method, found.span) == ("normalized", Span(start=4, end=20))


def test_golden_11_an_emoji_counts_one() -> None:
    source = "앞🙂 결정 완료 뒤 이야기"

    found = aligned("결정 완료", source)

    assert (found.match_method, found.span) == ("exact", Span(start=3, end=8))
    assert found.span.to_utf16(source) == Span(start=4, end=9)


def test_golden_12_the_seed_s_span_is_corrected() -> None:
    found = aligned("JSONB를 JSON으로", "DuckDB의 JSONB를 JSON으로 변경")

    assert (found.match_method, found.span) == ("exact", Span(start=8, end=21))


def test_golden_13_a_typo_in_sixty_characters_keeps_its_similarity() -> None:
    source = "We keep the raw text of every event for one year, not longer."[:60]

    found = aligned(source.replace("event", "evant"), source)

    assert (found.match_method, round(found.similarity, 3), found.confidence) == ("fuzzy", 0.983, 0.9499)
