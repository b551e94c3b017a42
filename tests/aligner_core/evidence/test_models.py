"""What cannot be written as evidence."""

from typing import Any

import pytest
from pydantic import ValidationError

from aligner_core import (
    AlignedEvidence,
    Alternative,
    FailedEvidence,
    FailureReason,
    InvalidValueError,
    Place,
    Span,
    text_hash,
)
from aligner_core.evidence.differences import Difference, Severity

HASH = text_hash("the source")


def wire(**changes: object) -> dict[str, Any]:
    """Return the wire form of good fuzzy evidence, with changes."""
    evidence = AlignedEvidence(
        message_index=2,
        quote="the words",
        span_start=3,
        span_end=12,
        match_method="fuzzy",
        similarity=0.9,
        source_hash=HASH,
        ambiguous=True,
        alternatives=(Alternative(span_start=20, span_end=29),),
        alternative_count=1,
    )
    return {**evidence.model_dump(by_alias=True), **changes}


def test_aligned_evidence_has_the_keys_of_the_specification() -> None:
    assert sorted(wire()) == sorted(
        [
            *("messageIndex", "quote", "quoteHash", "spanStart", "spanEnd", "confidence", "matchMethod"),
            *("similarity", "sourceHash", "ambiguous", "alternatives", "alternativeCount", "differences"),
            *("warnings", "hedge", "foundIn"),
        ]
    )
    assert wire()["alternatives"] == [{"spanStart": 20, "spanEnd": 29}]


def test_failed_evidence_has_the_keys_of_the_specification() -> None:
    failed = FailedEvidence(quote="words", failure_reason=FailureReason.NOT_FOUND)

    assert failed.model_dump(by_alias=True) == {
        "messageIndex": None,
        "quote": "words",
        "quoteHash": text_hash("words"),
        "matchMethod": "none",
        "confidence": 0.0,
        "failureReason": "not_found",
        "closest": None,
        "differences": [],
        "foundIn": [],
    }


def test_failed_evidence_without_closest_words_has_no_differences() -> None:
    differs = Difference(kind="word", quote_text="a", source_text="b", severity="critical")

    with pytest.raises(InvalidValueError, match="without closest words"):
        FailedEvidence(quote="words", failure_reason=FailureReason.NOT_FOUND, differences=(differs,))


@pytest.mark.parametrize("by_alias", [True, False], ids=["by alias", "by name"])
def test_aligned_evidence_reads_its_own_dump(*, by_alias: bool) -> None:
    evidence = AlignedEvidence.model_validate(wire())

    assert AlignedEvidence.model_validate(evidence.model_dump(by_alias=by_alias)) == evidence
    assert AlignedEvidence.model_validate_json(evidence.model_dump_json(by_alias=by_alias)) == evidence
    assert AlignedEvidence.model_validate(evidence) == evidence


@pytest.mark.parametrize("by_alias", [True, False], ids=["by alias", "by name"])
def test_failed_evidence_reads_its_own_dump(*, by_alias: bool) -> None:
    place = Place(message_index=1, span_start=0, span_end=3, text="the", similarity=0.7, match_method="none")
    failed = FailedEvidence(message_index=1, quote="thx", failure_reason=FailureReason.BELOW_THRESHOLD, closest=place)

    assert FailedEvidence.model_validate(failed.model_dump(by_alias=by_alias)) == failed
    assert FailedEvidence.model_validate_json(failed.model_dump_json(by_alias=by_alias)) == failed


@pytest.mark.parametrize(
    ("method", "similarity", "confidence"),
    [
        ("exact", 1.0, 1.0),
        ("normalized", 1.0, 0.95),
        ("fuzzy", 0.85, 0.85),
        ("fuzzy", 0.9499, 0.9499),
        ("fuzzy", 0.983, 0.9499),
    ],
)
def test_confidence_follows_from_method_and_similarity(method: str, similarity: float, confidence: float) -> None:
    """Confidence: exact 1.0, normalized 0.95, fuzzy min(similarity, 0.9499) (specification 3.2, 3.3, 3.5)."""
    data = wire(matchMethod=method, similarity=similarity, confidence=confidence)

    assert AlignedEvidence.model_validate(data).confidence == confidence


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"confidence": 0.95}, id="a confidence that does not follow"),
        pytest.param({"confidence": "0.9"}, id="a confidence in words"),
        pytest.param({"matchMethod": "exact", "similarity": 1.0, "confidence": True}, id="true is no confidence"),
        pytest.param({"quoteHash": HASH}, id="the hash of something else"),
        pytest.param({"quote_hash": HASH}, id="the same by name"),
        pytest.param({"quote": "other words"}, id="a quote that is not the hashed one"),
        pytest.param({"quote": b"the words"}, id="bytes"),
        pytest.param({"similarity": 1.0}, id="a perfect fuzzy match"),
        pytest.param({"similarity": 0.8499}, id="a fuzzy match below the bar"),
        pytest.param({"similarity": float("nan")}, id="no number"),
        pytest.param({"similarity": "0.9"}, id="a similarity in words"),
        pytest.param({"matchMethod": "exact", "confidence": 1.0}, id="an exact match at 0.9"),
        pytest.param({"matchMethod": "normalized", "confidence": 0.95}, id="a normalized match at 0.9"),
        pytest.param({"matchMethod": "none"}, id="a span without a method"),
        pytest.param({"failureReason": "not_found"}, id="a reason beside a span"),
        pytest.param({"spanStart": 12}, id="an empty span"),
        pytest.param({"spanStart": -1}, id="a span before the beginning"),
        pytest.param({"spanStart": True}, id="true is no offset"),
        pytest.param({"spanEnd": 12.0}, id="a float is no offset"),
        pytest.param({"spanEnd": None}, id="half a span"),
        pytest.param({"messageIndex": None}, id="no message"),
        pytest.param({"sourceHash": HASH.upper()}, id="a hash in capitals"),
        pytest.param({"ambiguous": "yes"}, id="a flag in words"),
        pytest.param({"ambiguous": True, "alternatives": [], "alternativeCount": 0}, id="ambiguous in one place"),
        pytest.param({"alternativeCount": 2}, id="fewer places than counted"),
        pytest.param({"alternatives": [], "alternativeCount": 1}, id="a count without places"),
        pytest.param({"alternatives": [{"spanStart": 3, "spanEnd": 12}]}, id="the place itself as its alternative"),
        pytest.param({"alternatives": [{"spanStart": 9, "spanEnd": 9}]}, id="an empty alternative"),
        pytest.param({"score": 1}, id="an unknown field"),
    ],
)
def test_aligned_evidence_refuses(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        AlignedEvidence.model_validate(wire(**changes))


def test_aligned_evidence_refuses_what_is_no_mapping() -> None:
    with pytest.raises(ValidationError):
        AlignedEvidence.model_validate([1, 2])


def test_a_chosen_occurrence_keeps_the_others_listed() -> None:
    assert AlignedEvidence.model_validate(wire(ambiguous=False)).alternative_count == 1


def test_a_place_and_an_alternative_cover_text() -> None:
    place = {"messageIndex": 0, "spanStart": 4, "spanEnd": 6, "text": "ab", "similarity": 1, "matchMethod": "exact"}

    assert Place.model_validate(place).span == Span(start=4, end=6)
    assert Alternative(span_start=4, span_end=6).span == Span(start=4, end=6)
    with pytest.raises(ValidationError):
        Place.model_validate({**place, "spanEnd": 4})
    with pytest.raises(ValidationError):
        Place.model_validate({**place, "similarity": 1.1})


def test_failed_evidence_has_no_span() -> None:
    with pytest.raises(ValidationError):
        FailedEvidence.model_validate({"quote": "words", "failureReason": "not_found", "spanStart": 0, "spanEnd": 2})
    with pytest.raises(ValidationError):
        FailedEvidence.model_validate({"quote": "words", "failureReason": "unlucky"})
    with pytest.raises(ValidationError):
        FailedEvidence.model_validate({"quote": "words", "failureReason": "not_found", "confidence": 0.1})


def difference(**changes: object) -> dict[str, object]:
    return {"kind": "word", "quoteText": "a", "sourceText": "b", "severity": "critical", "critical": True, **changes}


@pytest.mark.parametrize(
    ("severity", "critical"), [("form", False), ("slip", False), ("critical", True)], ids=["form", "slip", "critical"]
)
def test_a_difference_says_its_severity_and_whether_it_is_critical(severity: Severity, *, critical: bool) -> None:
    found = Difference(kind="word", quote_text="a", source_text="b", severity=severity)

    assert found.critical is critical
    assert found.model_dump(by_alias=True) == difference(severity=severity, critical=critical)


@pytest.mark.parametrize("by_alias", [True, False], ids=["by alias", "by name"])
@pytest.mark.parametrize("severity", ["form", "slip", "critical"])
def test_a_difference_reads_its_own_dump(severity: Severity, *, by_alias: bool) -> None:
    found = Difference(kind="unit", quote_text="5 mg", source_text="5 mcg", severity=severity)

    assert Difference.model_validate(found.model_dump(by_alias=by_alias)) == found
    assert Difference.model_validate_json(found.model_dump_json(by_alias=by_alias)) == found


def test_a_difference_is_read_without_the_key_that_repeats_its_severity() -> None:
    given = difference(severity="slip")
    del given["critical"]

    assert Difference.model_validate(given).critical is False
    assert Difference.model_validate(Difference.model_validate(given)).severity == "slip"


@pytest.mark.parametrize("severity", ["form", "slip", "critical"])
def test_a_difference_refuses_critical_that_contradicts_its_severity(severity: Severity) -> None:
    given = difference(severity=severity, critical=severity != "critical")

    with pytest.raises(ValidationError, match="critical does not match the severity"):
        Difference.model_validate(given)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(difference(critical="yes"), id="critical in words"),
        pytest.param(difference(critical=1), id="critical as a number"),
        pytest.param(difference(critical=None), id="critical is null"),
        pytest.param(difference(severity="grave"), id="an unknown severity"),
        pytest.param(difference(severity=None), id="the severity is null"),
        pytest.param(difference(kind="mood"), id="an unknown kind"),
        pytest.param(difference(score=1), id="an unknown field"),
        pytest.param({"kind": "word", "quoteText": "a", "sourceText": "b"}, id="neither of them"),
        pytest.param({"kind": "word", "quoteText": "a", "sourceText": "b", "critical": False}, id="critical alone"),
        pytest.param(difference(kind=["word"]), id="a list of kinds"),
        pytest.param([1], id="no mapping"),
        pytest.param(None, id="nothing"),
    ],
)
def test_a_difference_refuses(given: object) -> None:
    with pytest.raises(ValidationError):
        Difference.model_validate(given)


def test_the_base_of_both_outcomes_has_no_verdict() -> None:
    with pytest.raises(NotImplementedError):
        _ = super(AlignedEvidence, AlignedEvidence.model_validate(wire())).verdict


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"quote_start": 3, "severity": "form"}, "a rewrite has both ends of its place, and is form"),
        ({"quote_end": 3, "severity": "form"}, "a rewrite has both ends of its place, and is form"),
        ({"quote_start": 3, "quote_end": 5, "severity": "slip"}, "a rewrite has both ends of its place, and is form"),
        ({"quote_start": 5, "quote_end": 3, "severity": "form"}, "a rewrite must not end before it begins"),
    ],
)
def test_a_rewrite_has_a_place(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidValueError, match=sentence):
        Difference(kind="word", quote_text="a", source_text="b", **changes)


def test_only_normalized_evidence_has_rewrites() -> None:
    rewrite = Difference(kind="word", quote_text="a", source_text="b", severity="form", quote_start=0, quote_end=1)
    given = wire(differences=[rewrite.model_dump(by_alias=True)])

    with pytest.raises(ValidationError, match="only normalized evidence has rewrites"):
        AlignedEvidence.model_validate(given)
    assert AlignedEvidence.model_validate(given | {"matchMethod": "normalized", "similarity": 1.0, "confidence": 0.95})
