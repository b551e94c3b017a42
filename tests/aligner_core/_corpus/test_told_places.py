"""A place that an input tells chooses among equal places; it is never believed otherwise."""

import pytest

from aligner_core import EvidenceAligner
from aligner_core.evidence.models import AlignedEvidence

TEXT = "Take aspirin at noon. Take aspirin at night."
OTHER = "Nothing of the kind."


def _aligned(**quote: object) -> AlignedEvidence:
    [found] = EvidenceAligner().align([TEXT, OTHER], {"evidence": [{"messageIndex": 0, **quote}]}).aligned_evidence
    return found


@pytest.mark.parametrize(
    ("around", "start", "others"),
    [
        pytest.param({"suffix": " at night"}, 27, 0, id="behind"),
        pytest.param({"prefix": "noon. Take "}, 27, 0, id="before"),
        pytest.param({"prefix": "Take ", "suffix": " at noon"}, 5, 0, id="both"),
        pytest.param({"prefix": "Take "}, 5, 1, id="at both places"),
        pytest.param({"prefix": "Buy "}, 5, 1, id="at no place"),
        pytest.param({"prefix": "", "suffix": ""}, 5, 1, id="nothing told"),
    ],
)
def test_told_place_chooses_among_equal_places(around: dict[str, str], start: int, others: int) -> None:
    found = _aligned(quote="aspirin", **around)

    assert (found.span_start, found.ambiguous, len(found.alternatives)) == (start, others == 1, 1)


def test_told_place_chooses_no_similar_words() -> None:
    text = "We will ship the release on Friday at six. We will ship the release on Friday at six."
    quote = {"messageIndex": 0, "quote": "We will ship the relaese on Friday at six", "suffix": "."}
    told = EvidenceAligner().align([f"{text} Ok"], {"evidence": [{**quote, "prefix": "six. "}]}).aligned_evidence[0]

    assert (told.match_method, told.ambiguous) == ("fuzzy", True)


def test_told_place_changes_nothing_of_a_quote_that_is_elsewhere() -> None:
    [outcome] = (
        EvidenceAligner()
        .align([TEXT, OTHER], {"evidence": [{"messageIndex": 1, "quote": "aspirin", "suffix": " at night"}]})
        .failures
    )

    assert outcome.failure_reason == "wrong_message"
