"""The tests of the first plan, in its words, with the span and the index corrected (specification 3)."""

from aligner_core import AlignedEvidence, EvidenceAligner

ALIGNER = EvidenceAligner()


def test_seed_exact_match() -> None:
    found = ALIGNER.align_quote("JSONB를 JSON으로", "DuckDB의 JSONB를 JSON으로 변경")

    assert isinstance(found, AlignedEvidence)
    assert found.model_dump(by_alias=True, include={"span_start", "span_end", "confidence", "match_method"}) == {
        "spanStart": 8,
        "spanEnd": 21,
        "confidence": 1.0,
        "matchMethod": "exact",
    }


def test_seed_normalized_match() -> None:
    found = ALIGNER.align_quote("JSONB를 JSON으로 변경", "JSONB를 JSON으로\n변경")

    assert isinstance(found, AlignedEvidence)
    assert (found.match_method, found.confidence, found.span_start, found.span_end) == ("normalized", 0.95, 0, 16)


def test_seed_fuzzy_match() -> None:
    found = ALIGNER.align_quote("DuckDB JSONB 타입 제거", "DuckDB에서 JSONB 타입을 제거")

    assert isinstance(found, AlignedEvidence)
    assert (found.match_method, found.span_start, found.span_end) == ("fuzzy", 0, 21)
    assert found.confidence >= 0.85


def test_seed_no_match() -> None:
    quote = "JSONB를 제거"

    result = ALIGNER.align(["벡터 검색을 구현합니다"], {"evidence": [{"messageIndex": 0, "quote": quote}]})

    wire = result.model_dump(by_alias=True, include={"evidence_aligned", "aligned_evidence", "failed_quotes"})
    assert wire == {"evidenceAligned": False, "alignedEvidence": [], "failedQuotes": [quote]}


def test_seed_no_match_without_an_index() -> None:
    """A quote without an index is no match either: the first version leaves it out, the specification asks for it."""
    result = ALIGNER.align(["벡터 검색을 구현합니다"], {"evidence": [{"quote": "벡터 검색을"}]})

    assert (result.evidence_aligned, result.failures[0].failure_reason) == (False, "invalid_index")
