"""Evidence judged anew: the same outcome as the aligner's, and nothing for a place that is none."""

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner, ProofError
from review.services._judging import differences_of, judged

ALIGNER = EvidenceAligner()


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("이 기능은 배포하기로 결정했습니다", "회의에서 이 기능은 배포하지 않기로 결정했습니다."),
        ("The third one has a smal typo in it.", "The third one has a small typo in it."),
        ("THE SAME WORDS", "the same words"),
        ("cover", "it is covered"),
        ("pay\u200b 100", "now pay\u200b 100 of it"),
    ],
)
def test_judged_evidence_is_what_the_aligner_gives(quote: str, source: str) -> None:
    evidence = ALIGNER.align_quote(quote, source)
    assert isinstance(evidence, AlignedEvidence)

    bare = evidence.model_copy(update={"differences": (), "warnings": ()})

    assert judged(bare, source) == evidence


def test_differences_of_a_place_that_cuts_a_character_are_refused() -> None:
    source = "weighs 5㎏ and not a gram more than that"
    evidence = ALIGNER.align_quote("weighs 5kg and not a gramm more than that", source)
    assert isinstance(evidence, AlignedEvidence)

    with pytest.raises(ProofError):
        differences_of(evidence.model_copy(update={"span_end": len(source) + 9}), source)
