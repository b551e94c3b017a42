"""The verifier reads the source again, and raises ProofError or nothing."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import (
    AlignedEvidence,
    AlignResult,
    EvidenceAligner,
    FailedEvidence,
    ProofError,
    Span,
    measure,
    verify,
)

SOURCE = "We keep the raw text. 우리는 🙂 원문을 5㎏ 보관합니다. We keep the raw text. we keep the old text."
QUOTES = {
    "exact": "원문을 5㎏ 보관합니다",
    "exact, ambiguous": "We keep the raw text",
    "normalized": "원문을  5kg 보관합니다",
    "normalized, ambiguous": "WE KEEP THE RAW TEXT",
    "fuzzy": "우리는 🙂 원문을 5㎏ 보괸합니다",
    "fuzzy, ambiguous": "we kept the raw text.",
}
ALPHABETS = (
    "ab ",
    "가나다 ",
    "a㎏kg ",
    "ﬁfi㈜ Aa",
    "e\u0301é ",
    "가\u1100\u1161\u11a8ㅋ",
    "iİ\u0307\u200b ",
    "🙂👨\u200d👩 x",
)


def evidence_of(kind: str) -> AlignedEvidence:
    found = EvidenceAligner().align_quote(QUOTES[kind], SOURCE)
    assert isinstance(found, AlignedEvidence)
    assert found.match_method == kind.split(",", maxsplit=1)[0]
    assert found.ambiguous is kind.endswith("ambiguous")
    return found


def wire_of(kind: str) -> dict[str, Any]:
    return evidence_of(kind).model_dump(by_alias=True)


@pytest.mark.parametrize("kind", QUOTES)
def test_verify_accepts_what_align_returns(kind: str) -> None:
    evidence = evidence_of(kind)

    verify(evidence, SOURCE)
    verify(evidence.model_dump(by_alias=True), SOURCE)
    verify(evidence.model_dump(), SOURCE)
    verify(AlignedEvidence.model_validate_json(evidence.model_dump_json(by_alias=True)), SOURCE)


def test_verify_accepts_outcomes_with_their_entry() -> None:
    items = [{"messageIndex": 0, "quote": quote} for quote in QUOTES.values()]
    result = EvidenceAligner().align([SOURCE], {"entries": [{"entryId": "e", "evidence": items}]})
    assert isinstance(result, AlignResult)

    for outcome in result.outcomes:
        assert not isinstance(outcome, FailedEvidence)
        verify(outcome, SOURCE)
        verify(outcome.model_dump(by_alias=True), SOURCE)


def test_verify_accepts_everything_that_random_quotes_come_to() -> None:
    chance = random.Random("proofs")  # noqa: S311 - the same cases every time, no secret
    found = 0
    for _ in range(3_000):
        alphabet = chance.choice(ALPHABETS)
        source = "".join(chance.choices(alphabet, k=chance.randint(1, 40)))
        start = chance.randrange(len(source))
        quote = list(source[start : start + chance.randint(1, 30)])
        quote[chance.randrange(len(quote))] = chance.choice(alphabet)
        evidence = EvidenceAligner().align_quote("".join(quote), source)
        if isinstance(evidence, AlignedEvidence):
            found += 1
            verify(evidence, source)

    assert found > 1_000


@pytest.mark.parametrize("kind", QUOTES)
@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"quote": "other words"}, id="quote"),
        pytest.param({"quoteHash": "0" * 64}, id="quoteHash"),
        pytest.param({"spanStart": 1}, id="spanStart"),
        pytest.param({"spanEnd": 30}, id="spanEnd"),
        pytest.param({"spanEnd": 10**9}, id="spanEnd beyond the source"),
        pytest.param({"spanStart": 27}, id="spanStart inside nothing"),
        pytest.param({"confidence": 0.5}, id="confidence"),
        pytest.param({"similarity": 0.999}, id="similarity"),
        pytest.param({"sourceHash": "0" * 64}, id="sourceHash"),
        pytest.param({"alternatives": [{"spanStart": 2, "spanEnd": 4}], "alternativeCount": 1}, id="alternatives"),
        pytest.param({"alternatives": [{"spanStart": 2, "spanEnd": 10**6}], "alternativeCount": 1}, id="far away"),
        pytest.param({"alternativeCount": 7}, id="alternativeCount"),
        pytest.param({"matchMethod": "none"}, id="matchMethod"),
        pytest.param({"messageIndex": -1}, id="messageIndex"),
        pytest.param({"failureReason": "not_found"}, id="a reason beside a span"),
    ],
)
def test_verify_refuses_each_change_of_a_field(kind: str, change: dict[str, object]) -> None:
    with pytest.raises(ProofError):
        verify({**wire_of(kind), **change}, SOURCE)


@pytest.mark.parametrize("kind", QUOTES)
@pytest.mark.parametrize(
    ("method", "confidence", "similarity"),
    [("exact", 1.0, 1.0), ("normalized", 0.95, 1.0), ("fuzzy", 0.9, 0.9)],
)
def test_verify_refuses_another_method(kind: str, method: str, confidence: float, similarity: float) -> None:
    change = {"matchMethod": method, "confidence": confidence, "similarity": similarity}

    if method != evidence_of(kind).match_method:
        with pytest.raises(ProofError):
            verify({**wire_of(kind), **change}, SOURCE)


@pytest.mark.parametrize("kind", QUOTES)
@pytest.mark.parametrize("source", ["", SOURCE + " ", SOURCE[:-1], SOURCE.upper(), SOURCE.replace("raw", "old")])
def test_verify_refuses_another_source(kind: str, source: str) -> None:
    with pytest.raises(ProofError):
        verify(evidence_of(kind), source)


@pytest.mark.parametrize("kind", ["exact", "normalized", "fuzzy"])
def test_verify_refuses_every_other_span(kind: str) -> None:
    wire = wire_of(kind)
    right = (wire["spanStart"], wire["spanEnd"])

    for start in range(len(SOURCE)):
        for end in range(start + 1, len(SOURCE) + 1):
            if (start, end) != right and abs(start - right[0]) + abs(end - right[1]) < 12:
                with pytest.raises(ProofError):
                    verify({**wire, "spanStart": start, "spanEnd": end}, SOURCE)


def test_verify_refuses_a_normalized_match_claimed_as_all_but_perfect() -> None:
    similarity = 1 - 1e-12
    change = {"matchMethod": "fuzzy", "similarity": similarity, "confidence": 0.9499}

    with pytest.raises(ProofError, match="match the quote, both normalized"):
        verify({**wire_of("normalized"), **change}, SOURCE)


def test_verify_refuses_a_span_that_ends_behind_the_source() -> None:
    found = EvidenceAligner().align_quote("old text.", SOURCE)
    assert isinstance(found, AlignedEvidence)
    assert found.span_end == len(SOURCE)

    with pytest.raises(ProofError, match="outside the source"):
        verify({**found.model_dump(by_alias=True), "spanEnd": len(SOURCE) + 1}, SOURCE)


def test_verify_refuses_a_copy_that_was_never_checked() -> None:
    forged = evidence_of("exact").model_copy(update={"similarity": 0.2})

    with pytest.raises(ProofError):
        verify(forged, SOURCE)


@pytest.mark.parametrize("kind", ["normalized", "fuzzy"])
def test_verify_refuses_a_span_that_cuts_a_character(kind: str) -> None:
    """Spans cover whole original characters (specification 3.3)."""
    source = "곧 \u1112\u1161\u11ab글을 지우기로 결정했다"
    quote = "한글을 지우기로 결정했다" if kind == "normalized" else "한글을 지우기로 걀정했다"
    found = EvidenceAligner().align_quote(quote, source)
    assert isinstance(found, AlignedEvidence)
    verify(found, source)

    with pytest.raises(ProofError, match="at character boundaries"):
        verify({**found.model_dump(by_alias=True), "spanStart": found.span_start + 1}, source)


class Hostile(Mapping[str, object]):
    """A mapping that breaks when it is read."""

    def __getitem__(self, key: str) -> object:
        raise RuntimeError

    def __iter__(self) -> Any:  # noqa: ANN401 - it returns nothing
        raise RuntimeError

    def __len__(self) -> int:
        return 1


@pytest.mark.parametrize(
    "garbage",
    [
        None,
        7,
        "text",
        [],
        [1],
        {},
        {"quote": 1},
        object(),
        Hostile(),
        FailedEvidence(quote="a", failure_reason="not_found"),
    ],
    ids=lambda garbage: type(garbage).__name__,
)
def test_verify_raises_proof_error_whatever_is_given(garbage: Any) -> None:  # noqa: ANN401 - garbage
    with pytest.raises(ProofError):
        verify(garbage, SOURCE)


@pytest.mark.parametrize("source", [None, 7, b"bytes", ["text"]], ids=lambda source: type(source).__name__)
def test_verify_raises_proof_error_whatever_the_source_is(source: Any) -> None:  # noqa: ANN401 - garbage
    with pytest.raises(ProofError):
        verify(evidence_of("exact"), source)


@given(
    change=st.dictionaries(
        st.sampled_from(sorted(wire_of("fuzzy, ambiguous"))),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
            max_leaves=5,
        ),
        min_size=1,
        max_size=3,
    )
)
def test_verify_raises_nothing_else_on_random_changes(change: dict[str, object]) -> None:
    changed = {**wire_of("fuzzy, ambiguous"), **change}

    try:
        verify(changed, SOURCE)
    except ProofError:
        return
    assert AlignedEvidence.model_validate(changed).span == evidence_of("fuzzy, ambiguous").span


@pytest.mark.parametrize(
    ("quote", "span", "source", "figures"),
    [
        pytest.param("DuckDB JSONB 타입 제거", (0, 21), "DuckDB에서 JSONB 타입을 제거", (3, 21), id="1 − 3/21"),
        pytest.param("we KEEP", (0, 8), "We  keep it", (0, 7), id="1 − 0/7"),
    ],
)
def test_measure_gives_the_figures_of_the_formula(
    quote: str, span: tuple[int, int], source: str, figures: tuple[int, int]
) -> None:
    assert measure(quote, Span(start=span[0], end=span[1]), source) == figures


def test_measure_refuses_a_span_between_no_characters() -> None:
    with pytest.raises(ProofError):
        measure("a", Span(start=1, end=2), "e\u0301")
