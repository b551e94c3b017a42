"""The aligner's public door: configuration, forms of input, the result, the form of the first version."""

import random
from typing import Any

import pytest
from pydantic import BaseModel

from aligner_core import (
    AlignedEvidence,
    AlignedOutcome,
    AlignerConfig,
    AlignmentResult,
    AlignResult,
    EvidenceAligner,
    ExtractionError,
    FailedEvidence,
    FailedOutcome,
    MessageUpload,
    NormalizedText,
    Span,
    V1Span,
    WorkBudget,
    fold,
    parse_extraction,
    text_hash,
)
from aligner_core._text.short_quotes import stands_inside_word

ALIGNER = EvidenceAligner()
MESSAGES = ["DuckDB의 JSONB를 JSON으로 변경", "다음 주에 배포합니다."]
GOOD = {"messageIndex": 0, "quote": "JSONB를 JSON으로"}
ALPHABETS = ("aA ", "가나 \u200b", "5㎏kKg ", "ﬁfiFI", "e\u0301éÉ", "가\u1100\u1161ㅋ", "iİ\u0307I")
BAD = {"messageIndex": 1, "quote": "JSONB를 제거"}
ALIGNED = AlignedEvidence(
    message_index=0,
    quote="JSONB를 JSON으로",
    span_start=8,
    span_end=21,
    match_method="exact",
    source_hash=text_hash(MESSAGES[0]),
    warnings=("short_quote",),
)
FAILED = FailedEvidence(message_index=1, quote="JSONB를 제거", failure_reason="not_found")


class Turn(BaseModel):
    """A message as some program models it."""

    content: str


class Extracted(BaseModel):
    """An extraction as some program models it."""

    entries: list[dict[str, Any]]


def test_align_gives_the_result_of_the_specification() -> None:
    result = ALIGNER.align(MESSAGES, {"entries": [{"entryId": "e1", "evidence": [GOOD, BAD]}]})

    good = AlignedOutcome(**{name: getattr(ALIGNED, name) for name in AlignedEvidence.model_fields}, entry_id="e1")
    bad = FailedOutcome(**{name: getattr(FAILED, name) for name in FailedEvidence.model_fields}, entry_id="e1")
    assert result.evidence_aligned is False
    assert result.aligned_evidence == (ALIGNED,)
    assert result.failed_quotes == ("JSONB를 제거",)
    assert result.outcomes == (good, bad)
    assert result.failures == (bad,)
    assert [(entry.entry_id, entry.outcomes) for entry in result.entries] == [("e1", (good, bad))]


def test_align_result_has_the_keys_of_the_specification() -> None:
    wire = ALIGNER.align(MESSAGES, {"evidence": [GOOD, BAD]}).model_dump(by_alias=True)

    assert list(wire) == ["evidenceAligned", "alignedEvidence", "failedQuotes", "outcomes", "failures", "entries"]
    assert "entryId" not in wire["alignedEvidence"][0]
    assert [outcome["entryId"] for outcome in wire["outcomes"]] == [None, None]
    assert list(wire["entries"][0]) == ["entryId", "evidenceAligned", "outcomes"]
    assert AlignResult.model_validate(wire).model_dump(by_alias=True) == wire


def test_an_outcome_gives_its_evidence_alone() -> None:
    good, bad = ALIGNER.align(MESSAGES, {"evidence": [GOOD, BAD]}).outcomes

    assert (good.without_entry(), bad.without_entry()) == (ALIGNED, FAILED)


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param(MESSAGES, id="texts"),
        pytest.param(tuple(MESSAGES), id="a tuple"),
        pytest.param([{"role": "user", "content": text} for text in MESSAGES], id="dicts"),
        pytest.param([Turn(content=text) for text in MESSAGES], id="models"),
        pytest.param([MessageUpload(content=text) for text in MESSAGES], id="our models"),
        pytest.param([MESSAGES[0], {"content": MESSAGES[1]}], id="both"),
    ],
)
@pytest.mark.parametrize(
    "extraction",
    [
        pytest.param({"entries": [{"evidence": [GOOD, BAD]}]}, id="entries"),
        pytest.param({"evidence": [GOOD, BAD]}, id="evidence"),
        pytest.param({"evidence": (GOOD, BAD)}, id="a tuple"),
        pytest.param(Extracted(entries=[{"evidence": [GOOD, BAD]}]), id="a model"),
        pytest.param({"entries": [Extracted(entries=[]), {"evidence": [GOOD, BAD]}]}, id="a model as entry"),
        pytest.param(parse_extraction({"evidence": [GOOD, BAD]}), id="parsed"),
        pytest.param({"entries": [{"stage": "verified", "title": 7, "evidence": [GOOD, BAD]}]}, id="wrong fields"),
    ],
)
def test_align_takes_every_form(messages: Any, extraction: Any) -> None:  # noqa: ANN401 - every form
    result = ALIGNER.align(messages, extraction)

    assert (result.aligned_evidence, result.failed_quotes) == ((ALIGNED,), ("JSONB를 제거",))


@pytest.mark.parametrize(
    ("extraction", "reasons"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param(None, [], id="null"),
        pytest.param({"entries": []}, [], id="no entries"),
        pytest.param({"entries": None}, ["empty_quote"], id="null as entries"),
        pytest.param({"entries": "text"}, ["invalid_index"], id="a text as entries"),
        pytest.param(
            {"entries": ["text", None, 7]}, ["invalid_index", "empty_quote", "invalid_quote"], id="odd entries"
        ),
        pytest.param({"evidence": "text"}, ["invalid_index"], id="a text as evidence"),
        pytest.param([GOOD, "text"], ["invalid_index"], id="the bare list"),
        pytest.param({"entries": [{"entryId": 7, "evidence": None}]}, [], id="no evidence"),
    ],
)
def test_align_makes_failed_outcomes_of_what_is_malformed(extraction: Any, reasons: list[str]) -> None:  # noqa: ANN401
    result = ALIGNER.align(MESSAGES, extraction)

    assert [failure.failure_reason for failure in result.failures] == reasons
    assert result.evidence_aligned is False


@pytest.mark.parametrize("messages", [None, "text", [None], [{"role": "user"}], 7])
def test_align_refuses_messages_that_are_none(messages: Any) -> None:  # noqa: ANN401 - what is refused
    with pytest.raises(ExtractionError):
        ALIGNER.align(messages, {"evidence": [GOOD]})


@pytest.mark.parametrize("budget", [None, WorkBudget(10**9), WorkBudget(0)], ids=["no budget", "enough", "none left"])
@pytest.mark.parametrize("index", ["claimed", "none"])
def test_align_reports_every_quote_it_is_done_with(index: str, budget: WorkBudget | None) -> None:
    done: list[int] = []
    quotes = {"entries": [{"evidence": [GOOD, BAD]}, {"evidence": [None]}], "index": index}

    ALIGNER.align(MESSAGES, quotes, budget=budget, on_quote=lambda: done.append(1))

    assert done == [1, 1, 1]


def test_align_quote_decides_only_aligned_or_not() -> None:
    """It fails with `not_found` without searching below the bar, `messageIndex` 0 (public names of the core)."""
    near = ALIGNER.align_quote("DuckDB JSON 타입", MESSAGES[0])

    assert near == FailedEvidence(message_index=0, quote="DuckDB JSON 타입", failure_reason="not_found")


@pytest.mark.parametrize(
    ("quote", "text", "reason"),
    [
        pytest.param(None, "", "empty_quote", id="null"),
        pytest.param(" ", " ", "empty_quote", id="white space"),
        pytest.param(["a"], '["a"]', "invalid_quote", id="a list"),
        pytest.param({"quote": "a"}, '{"quote": "a"}', "invalid_quote", id="an object"),
        pytest.param("x" * 2_001, "x" * 2_001, "quote_too_long", id="too long"),
    ],
)
def test_align_quote_refuses_what_cannot_be_looked_for(quote: Any, text: str, reason: str) -> None:  # noqa: ANN401
    expected = FailedEvidence(message_index=0, quote=text, failure_reason=reason)

    assert ALIGNER.align_quote(quote, MESSAGES[0]) == expected


def test_align_quote_takes_a_prepared_source_and_folds_it_once() -> None:
    source = ALIGNER.prepare(MESSAGES[0])

    first, second = ALIGNER.align_quote("jsonb를 json으로", source), ALIGNER.align_quote("duckdb의 jsonb를", source)

    assert isinstance(first, AlignedEvidence)
    assert isinstance(second, AlignedEvidence)
    assert (first.span_start, second.span_start) == (8, 0)


def test_align_quote_folds_no_long_message_for_an_exact_hit() -> None:
    source = ALIGNER.prepare(MESSAGES[0] * 100)

    ALIGNER.align_quote("JSONB를 JSON으로", source)

    assert "folded" not in vars(source)


def is_inside_word(text: str, start: int, end: int) -> bool:
    """Return whether the words at [start, end), white space at their ends aside, are a part of a longer one."""
    words = text[start:end]
    first, last = start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())
    return first < last and stands_inside_word(text, first, last)


def test_align_quote_gives_every_exact_or_else_every_normalized_place() -> None:
    """The first step that succeeds wins; every step sees the whole message (specification 3.1)."""
    chance = random.Random("places")  # noqa: S311 - the same cases every time, no secret
    methods = []
    for _ in range(2_000):
        alphabet = chance.choice(
            ("aA ", "가나 \u200b", "5㎏kKg ", "ﬁfiFI", "e\u0301éÉ", "가\u1100\u1161ㅋ", "iİ\u0307I")
        )
        source = "".join(chance.choices(alphabet, k=chance.randint(1, 20)))
        quote = "".join(chance.choices(alphabet, k=chance.randint(1, 3)))
        folded = NormalizedText(source)
        ends = [place for place in range(len(folded) + 1) if folded.is_boundary(place)]
        exact = [
            (at, at + len(quote))
            for at in range(len(source))
            if source.startswith(quote, at) and not is_inside_word(source, at, at + len(quote))
        ]
        normalized = [
            folded.source_range(start, end)
            for start in ends
            for end in ends
            if start < end and folded.text[start:end] == fold(quote) and not is_inside_word(folded.text, start, end)
        ]

        found = ALIGNER.align_quote(quote, source)

        spans: list[tuple[int, int]] = []
        if isinstance(found, AlignedEvidence):
            others = [(other.span_start, other.span_end) for other in found.alternatives]
            spans = [(found.span_start, found.span_end), *others]
        if fold(quote):
            assert spans == (exact or normalized), (quote, source)
            methods.append(found.match_method)
    assert min(methods.count(method) for method in ("exact", "normalized", "none")) > 100


def test_config_has_the_values_of_the_specification() -> None:
    assert AlignerConfig() == AlignerConfig(fuzzy_threshold=0.85, max_quote_length=2_000, enable_fuzzy=True)
    assert EvidenceAligner().config == AlignerConfig()


def test_align_claims_gives_the_form_of_the_first_version() -> None:
    result = ALIGNER.align_claims(["JSONB를 JSON으로", "duckdb의", "없는 말입니다"], MESSAGES[0])

    assert result == AlignmentResult(
        is_aligned=False,
        confidence=(1.0 + 0.95) / 3,
        spans=(
            V1Span(
                start=8,
                end=21,
                confidence=1.0,
                match_type="exact",
                original_quote="JSONB를 JSON으로",
                aligned_text="JSONB를 JSON으로",
            ),
            V1Span(
                start=0,
                end=7,
                confidence=0.95,
                match_type="normalized",
                original_quote="duckdb의",
                aligned_text="DuckDB의",
            ),
        ),
        missing_claims=("없는 말입니다",),
    )
    assert list(result.model_dump(by_alias=True)) == ["isAligned", "confidence", "spans", "missingClaims"]
    assert list(result.model_dump(by_alias=True)["spans"][0]) == [
        *("start", "end", "confidence", "matchType", "originalQuote", "alignedText"),
    ]


@pytest.mark.parametrize(
    ("claims", "is_aligned", "confidence"),
    [
        pytest.param([], False, 0.0, id="no claims"),
        pytest.param(["JSONB"], True, 1.0, id="one that is there"),
        pytest.param(["없는 말"], False, 0.0, id="one that is not"),
        pytest.param(["JSONB", "JSONB를"], True, 1.0, id="all"),
    ],
)
def test_align_claims_is_aligned_when_there_is_one_and_none_is_missing(
    claims: list[str], confidence: float, *, is_aligned: bool
) -> None:
    result = ALIGNER.align_claims(claims, MESSAGES[0])

    assert (result.is_aligned, result.confidence) == (is_aligned, confidence)


def test_align_searches_every_message_where_quotes_name_none() -> None:
    quotes = [
        {"quote": "the cache lives"},
        {"quote": "nobody said anything like this"},
        {"quote": "x", "messageIndex": "1"},
    ]

    result = EvidenceAligner().align(["nothing", "so the cache lives"], {"evidence": quotes, "index": "none"})

    assert [(one.message_index, one.span) for one in result.aligned_evidence] == [(1, Span(start=3, end=18))]
    assert [(one.message_index, one.failure_reason) for one in result.failures] == [
        (None, "not_found"),
        (None, "invalid_index"),
    ]


def test_align_of_a_parsed_extraction_searches_as_that_of_a_plain_one_does() -> None:
    messages, extraction = (
        ["so the cache lives"],
        {"entries": [{"evidence": [{"quote": "cache lives"}]}], "index": "none"},
    )

    assert EvidenceAligner().align(messages, parse_extraction(extraction)) == EvidenceAligner().align(
        messages, extraction
    )
