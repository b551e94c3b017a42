"""Evidence classified again: the same outcome as the aligner's, and nothing for a span that is not one."""

import pytest

from aligner_core import (
    AlignedEvidence,
    EvidenceAligner,
    PreparedSource,
    ProofError,
    Span,
    reclassify,
    resolve_ambiguity,
    verify,
)
from aligner_core.evidence import MAX_ALTERNATIVES

ALIGNER = EvidenceAligner()
TWICE = "we keep it for 12 days. It was said: WE KEEP IT, and again: we keep it for 21 days."


def aligned(quote: str, source: str) -> AlignedEvidence:
    evidence = ALIGNER.align_quote(quote, source)
    assert isinstance(evidence, AlignedEvidence)
    return evidence


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("이 기능은 배포하기로 결정했습니다", "회의에서 이 기능은 배포하지 않기로 결정했습니다."),
        ("The third one has a smal typo in it.", "The third one has a small typo in it."),
        ("THE SAME WORDS", "the same words"),
        ("it all is cover", "it all is covered"),
        ("take 5 Mg", "Take 5 mg"),
        ("we shiped on Friday", "I think we shipped on Friday"),
        ("deploy on Friday", "We do not deploy on Friday."),
        ("DEPLOY on Friday", "We do not deploy on Friday."),
        ("deploy teh build on Friday", "We do not deploy the build on Friday."),
        ("pay\u200b 100", "now pay\u200b 100 of it"),
    ],
)
def test_reclassified_evidence_is_what_the_aligner_gives(quote: str, source: str) -> None:
    evidence = aligned(quote, source)

    bare = evidence.model_copy(update={"differences": (), "warnings": ()})

    assert reclassify(bare, source) == reclassify(bare, PreparedSource(source)) == evidence


@pytest.mark.parametrize("beyond", [-1, 9], ids=["cuts a character", "leaves the source"])
def test_a_fuzzy_span_is_refused_that(beyond: int) -> None:
    source = "weighs 5㎏ and not a gram more than that e\u0301"
    evidence = aligned("weighs 5kg and not a gramm more than that", source)

    with pytest.raises(ProofError):
        reclassify(evidence.model_copy(update={"span_end": len(source) + beyond}), source)


def test_an_exact_span_outside_the_source_is_refused() -> None:
    with pytest.raises(ProofError, match="a span lies outside the source"):
        reclassify(aligned("we keep it", TWICE), "we keep")


@pytest.mark.parametrize(
    ("quote", "start", "others"),
    [
        pytest.param("we keep it", 60, [0], id="exact"),
        pytest.param("We keep it", 37, [0, 60], id="normalized"),
        pytest.param("we keep it for 13 days", 0, [], id="fuzzy, in one place"),
    ],
)
def test_a_chosen_occurrence_is_no_longer_ambiguous_and_proven(quote: str, start: int, others: list[int]) -> None:
    evidence = aligned(quote, TWICE)
    span = Span(start=start, end=start + len(quote))

    chosen = resolve_ambiguity(evidence, span, TWICE)

    assert (chosen.span, chosen.ambiguous) == (span, False)
    assert [other.span_start for other in chosen.alternatives] == others
    assert chosen.alternative_count == evidence.alternative_count
    verify(chosen, TWICE)


def test_a_chosen_occurrence_has_its_own_differences_and_warnings() -> None:
    source = "prefix12 of all the words. a12 of all the words."
    evidence = aligned("12 of all the words", source)

    chosen = resolve_ambiguity(evidence, evidence.alternatives[0].span, source)

    assert chosen == reclassify(chosen, source)
    assert evidence.span_start == 6


def test_all_but_the_first_hundred_others_are_left_out() -> None:
    source = "and so on. " * 200
    evidence = aligned("and so on.", source)
    last = Span(start=len(source) - 11, end=len(source) - 1)

    chosen = resolve_ambiguity(evidence, last, source)

    assert (chosen.span, len(chosen.alternatives), chosen.alternative_count) == (last, MAX_ALTERNATIVES, 199)
    assert chosen.alternatives[0].span_start == 0
    verify(chosen, source)


@pytest.mark.parametrize(
    ("quote", "span"),
    [
        pytest.param("we keep it", (1, 11), id="other words"),
        pytest.param("We keep it", (0, 11), id="more than the quote, normalized"),
        pytest.param("we keep it for 13 days", (60, 82), id="another similarity"),
        pytest.param("we keep it", (80, 99), id="outside the source"),
    ],
)
def test_a_place_where_the_quote_does_not_occur_cannot_be_chosen(quote: str, span: tuple[int, int]) -> None:
    with pytest.raises(ProofError):
        resolve_ambiguity(aligned(quote, TWICE), Span(start=span[0], end=span[1]), TWICE)


def test_reclassified_evidence_keeps_what_it_was_searched_for() -> None:
    """The rules of today judge it; span, method and similarity stay (specification 3.9)."""
    source = "We do not deploy the build on Friday."
    evidence = aligned("deploy teh build on Friday", source)
    judged_before = evidence.model_copy(update={"differences": (), "warnings": ("cut_word",)})

    again = reclassify(judged_before, source)

    assert (again.span, again.match_method, again.similarity) == (
        evidence.span,
        evidence.match_method,
        evidence.similarity,
    )
    assert [(one.kind, one.source_text, one.severity) for one in again.differences] == [
        ("spelling", "the", "slip"),
        ("negation", "not", "critical"),
    ]
    assert again.text == "deploy the build on Friday"
