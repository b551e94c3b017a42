"""Whatever a caller does wrong, the error is an `AlignerError` whose text is an English sentence."""

import copy
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

import aligner_core
from aligner_core import (
    AlignedEvidence,
    AlignerConfig,
    AlignerError,
    Alternative,
    BundleError,
    CanonicalError,
    ConfigError,
    Corpus,
    Difference,
    Edit,
    EvidenceAligner,
    ExtractionError,
    FailedEvidence,
    Fix,
    InvalidTypeError,
    InvalidValueError,
    NormalizedText,
    Place,
    PreparedSource,
    ProofError,
    SignatureError,
    Source,
    Span,
    Speaker,
    Ungrounded,
    WorkBudget,
    add_section,
    build_evidence,
    canonical_json,
    check,
    check_claim,
    complete_words,
    digest,
    edits,
    extractor_prompt,
    finalize_evidence,
    find_exact,
    find_mentions,
    first_unstorable,
    fold,
    has_confusables,
    hidden_runs,
    measure,
    names_speaker,
    parse_extraction,
    parse_session,
    prepared_messages,
    printable,
    propose_places,
    quotes_in,
    reclassify,
    resolve_ambiguity,
    text_hash,
    verify,
    verify_evidence,
    whole_words,
)
from aligner_core.bundles import bundle_schema
from aligner_core.citations import (
    CitationTraceOptions,
    admits_age,
    build_citation_trace_block,
    check_citation_line,
    to_fixed,
)
from aligner_core.grounding import explain, require_ok, to_html, to_json
from aligner_core.ledger import (
    Keyring,
    Signer,
    VerifyingKey,
    event_hash,
    open_checkpoint,
    open_sealed,
    pins_of,
    seal,
    seal_checkpoint,
    verify_chain,
)
from aligner_core.retrieval import BM25Retriever, build_answer_context, evaluate_citation, parse_retrieval, search

ALIGNER = EvidenceAligner()
SIGNER = Signer.load(bytes(range(32)))
SOURCE = "DuckDB의 JSONB를 JSON으로 변경"
FOUND = ALIGNER.align_quote("JSONB를 JSON으로", SOURCE)
SPAN = Span(start=0, end=1)
SHELF: Any = SimpleNamespace(
    search=lambda **_: {"key": "a"}, search_with_context=lambda **_: [], search_by_keyword=lambda _: {"data": "a"}
)

WRONG: dict[str, tuple[type[AlignerError], str, Callable[[Any], object]]] = {
    "AlignerConfig threshold": (ConfigError, "must lie between", lambda _: AlignerConfig(fuzzy_threshold=0.5)),
    "AlignerConfig text": (ConfigError, "must lie between", lambda any_: AlignerConfig(fuzzy_threshold=any_("high"))),
    "AlignerConfig bool": (ConfigError, "must lie between", lambda _: AlignerConfig(fuzzy_threshold=True)),
    "AlignerConfig length": (ConfigError, "a whole number of at least 1", lambda _: AlignerConfig(max_quote_length=0)),
    "AlignerConfig half": (ConfigError, "not 1.5", lambda any_: AlignerConfig(max_quote_length=any_(1.5))),
    "EvidenceAligner": (InvalidTypeError, "config must be AlignerConfig", lambda any_: EvidenceAligner(any_("x"))),
    "quotes_in": (InvalidTypeError, "answer must be str, not int", lambda any_: quotes_in(any_(3))),
    "check quotes": (InvalidTypeError, "quotes must be a text, a list or an extraction", lambda _: check(3, "a")),
    "check sources": (InvalidTypeError, r"sources\[1\] has no text", lambda _: check("a", ["a", 3])),
    "explain": (InvalidTypeError, "report must be Report, not str", lambda any_: explain(any_("x"))),
    "printable": (InvalidTypeError, "text must be str", lambda any_: printable(any_(3))),
    "require_ok": (InvalidTypeError, "report must be Report, not int", lambda any_: require_ok(any_(3))),
    "to_html": (InvalidTypeError, "report must be Report, not str", lambda any_: to_html(any_("x"))),
    "to_json": (InvalidTypeError, "report must be Report, not str", lambda any_: to_json(any_("x"))),
    "WorkBudget": (InvalidValueError, "units must be a whole number of at least 0", lambda _: WorkBudget(-1)),
    "Source name": (InvalidTypeError, "name must be str, not int", lambda any_: Source(any_(3), "a")),
    "Source text": (InvalidTypeError, "text must be str, not int", lambda any_: Source("a", any_(3))),
    "prepare": (InvalidTypeError, "source must be str, not int", lambda any_: ALIGNER.prepare(any_(3))),
    "align_quote": (
        InvalidTypeError,
        "source must be str or PreparedSource, not int",
        lambda any_: ALIGNER.align_quote("x", any_(3)),
    ),
    "diagnose number": (InvalidTypeError, "sources must be a sequence", lambda any_: ALIGNER.diagnose("x", any_(3), 0)),
    "diagnose text": (InvalidTypeError, "sources must be a sequence, not str", lambda _: ALIGNER.diagnose("x", "a", 0)),
    "diagnose item": (InvalidTypeError, r"sources\[1\]", lambda any_: ALIGNER.diagnose("x", ["a", any_(3)], 0)),
    "prescribe outcome": (InvalidTypeError, "outcome must be", lambda any_: ALIGNER.prescribe(any_("x"), [SOURCE])),
    "prescribe sources": (InvalidTypeError, "sources must be", lambda any_: ALIGNER.prescribe(FOUND, any_(3))),
    "candidates quote": (InvalidTypeError, "quote must be str", lambda any_: ALIGNER.candidates(any_(3), [SOURCE])),
    "candidates sources": (InvalidTypeError, "sources must be", lambda any_: ALIGNER.candidates("x", any_(None))),
    "candidates limit": (InvalidValueError, "at least 0", lambda _: ALIGNER.candidates("x", [SOURCE], limit=-1)),
    "align": (
        ExtractionError,
        'an object with a list "messages"',
        lambda any_: ALIGNER.align(any_(3), {"evidence": []}),
    ),
    "align_claims text": (InvalidTypeError, "claims must be a sequence", lambda _: ALIGNER.align_claims("x", SOURCE)),
    "align_claims source": (InvalidTypeError, "source must be", lambda any_: ALIGNER.align_claims(["x"], any_(3))),
    "PreparedSource": (InvalidTypeError, "source must be str", lambda any_: PreparedSource(any_(b"x"))),
    "prepared_messages": (
        InvalidTypeError,
        "source must be str",
        lambda any_: prepared_messages([(any_(b"x"), Speaker("Dana", "user"))]),
    ),
    "names_speaker": (InvalidTypeError, "quote must be str", lambda any_: names_speaker(any_(3))),
    "Corpus": (InvalidTypeError, "sources must be a sequence", lambda any_: Corpus(any_("x"))),
    "NormalizedText": (InvalidTypeError, "source must be str", lambda any_: NormalizedText(any_(3))),
    "fold": (InvalidTypeError, "text must be str", lambda any_: fold(any_(3))),
    "find_exact quote": (InvalidTypeError, "quote must be str", lambda any_: find_exact(any_(3), "x")),
    "find_exact source": (InvalidTypeError, "source must be str", lambda any_: find_exact("x", any_(3))),
    "edits quote": (InvalidTypeError, "quote must be str", lambda any_: edits(any_(3), "x")),
    "edits source": (InvalidTypeError, "source must be str", lambda any_: edits("x", any_(None))),
    "hidden_runs": (InvalidTypeError, "text must be str", lambda any_: hidden_runs(any_(3))),
    "measure quote": (InvalidTypeError, "text must be str", lambda any_: measure(any_(3), SPAN, "x")),
    "measure span": (InvalidTypeError, "span must be Span", lambda any_: measure("x", any_((0, 1)), "x")),
    "measure source": (InvalidTypeError, "source must be str", lambda any_: measure("x", SPAN, any_(3))),
    "measure place": (ProofError, "at character boundaries", lambda _: measure("x", Span(start=0, end=9), "x")),
    "first_unstorable": (InvalidTypeError, "text must be str", lambda any_: first_unstorable(any_(3))),
    "text_hash": (InvalidTypeError, "text must be str", lambda any_: text_hash(any_(b"x"))),
    "has_confusables": (InvalidTypeError, "quote must be str", lambda any_: has_confusables(any_(3), "x")),
    "check_claim": (InvalidTypeError, "claim must be", lambda any_: check_claim(any_(3), [])),
    "check_claim evidence": (InvalidTypeError, r"evidence\[0\]", lambda any_: check_claim("x", any_([3]))),
    "Talk": (InvalidTypeError, "messages", lambda any_: aligner_core.Talk(any_([3]))),
    "check_claim elsewhere": (InvalidTypeError, "elsewhere", lambda any_: check_claim("x", [], elsewhere=any_("y"))),
    "find_mentions claim": (InvalidTypeError, "claim must be", lambda any_: find_mentions(any_("x"), [], after=0)),
    "find_mentions messages": (InvalidTypeError, r"messages\[0\]", lambda any_: find_mentions([], any_([3]), after=0)),
    "propose_places claim": (InvalidTypeError, "claim must be str", lambda any_: propose_places(any_(3), [])),
    "propose_places messages": (InvalidTypeError, "sources must be", lambda any_: propose_places("x", any_("y"))),
    "propose_places limit": (InvalidTypeError, "limit must be", lambda any_: propose_places("x", [], limit=any_("3"))),
    "complete_words source": (
        InvalidTypeError,
        "source must be str or PreparedSource",
        lambda any_: complete_words(any_(3), SPAN),
    ),
    "complete_words span": (InvalidTypeError, "span must be Span", lambda any_: complete_words("x", any_((0, 1)))),
    "whole_words": (InvalidTypeError, "text must be str", lambda any_: whole_words(any_(3), SPAN)),
    "whole_words span": (InvalidTypeError, "span must be Span", lambda any_: whole_words("x", any_((0, 1)))),
    "reclassify": (InvalidTypeError, "evidence must be AlignedEvidence", lambda any_: reclassify(any_(3), "x")),
    "reclassify source": (InvalidTypeError, "source must be str or", lambda any_: reclassify(any_(FOUND), any_(3))),
    "reclassify place": (ProofError, "outside the source", lambda any_: reclassify(any_(FOUND), "x")),
    "resolve_ambiguity": (InvalidTypeError, "evidence must be", lambda any_: resolve_ambiguity(any_(3), SPAN, "x")),
    "resolve_ambiguity span": (
        InvalidTypeError,
        "span must be Span",
        lambda any_: resolve_ambiguity(any_(FOUND), any_((0, 1)), SOURCE),
    ),
    "resolve_ambiguity place": (
        ProofError,
        "the words at a span are not the quote",
        lambda any_: resolve_ambiguity(any_(FOUND), SPAN, SOURCE),
    ),
    "digest": (InvalidTypeError, "data must be bytes", lambda any_: digest(any_("x"))),
    "canonical_json": (CanonicalError, "has no canonical JSON", lambda _: canonical_json(float("nan"))),
    "Span empty": (InvalidValueError, "a span must cover at least one character", lambda _: Span(start=3, end=3)),
    "Span text": (
        InvalidValueError,
        "start: Input should be a valid integer",
        lambda any_: Span(start=any_("a"), end=1),
    ),
    "Span unknown": (InvalidValueError, "step: Extra inputs", lambda any_: Span(start=0, end=1, **any_({"step": 1}))),
    "Span to_utf16": (InvalidTypeError, "source must be str", lambda any_: SPAN.to_utf16(any_(3))),
    "Alternative": (InvalidValueError, "must cover at least", lambda _: Alternative(span_start=1, span_end=1)),
    "Place": (InvalidValueError, "message_index|messageIndex", lambda any_: Place(**any_({}))),
    "Difference": (InvalidValueError, "kind: Input should be", lambda any_: Difference(**any_({"kind": "x"}))),
    "Edit": (InvalidValueError, "Edit: kind", lambda any_: Edit(**any_({"kind": "x"}))),
    "Fix": (InvalidValueError, "cannot leave 2 quotes", lambda any_: Fix(kind="move", evidence=any_((FOUND, FOUND)))),
    "AlignedEvidence": (InvalidValueError, "AlignedEvidence: ", lambda any_: AlignedEvidence(**any_({"quote": "x"}))),
    "FailedEvidence": (
        InvalidValueError,
        "quoteHash does not match the other fields",
        lambda any_: FailedEvidence(quote="x", failure_reason="not_found", **any_({"quoteHash": "x"})),
    ),
    "from_wire": (InvalidValueError, "AlignedEvidence: Input should be", lambda _: AlignedEvidence.from_wire([1])),
    "verify": (ProofError, "not evidence for a text", lambda any_: verify(any_("x"), any_(3))),
    "parse_session": (ExtractionError, "messages: Not a session", lambda _: parse_session(3)),
    "parse_extraction": (ExtractionError, "Not an extraction", lambda _: parse_extraction("x")),
    "extractor_prompt": (InvalidValueError, "one of en, ko, not 'de'", lambda any_: extractor_prompt(any_("de"))),
    "build_evidence": (BundleError, "객체여야", lambda any_: build_evidence(any_(3))),
    "build_evidence clock": (InvalidTypeError, "clock must be", lambda any_: build_evidence({}, clock=any_(3))),
    "build_evidence policy": (InvalidTypeError, "policy must be", lambda any_: build_evidence({}, policy=any_(3))),
    "add_section": (BundleError, "객체여야", lambda any_: add_section({}, any_(3))),
    "add_section policy": (InvalidTypeError, "policy must be", lambda any_: add_section({}, {}, policy=any_(3))),
    "finalize_evidence": (BundleError, "객체여야", lambda any_: finalize_evidence(any_(3))),
    "finalize_evidence policy": (InvalidTypeError, "policy must", lambda any_: finalize_evidence({}, policy=any_(3))),
    "verify_evidence": (BundleError, "객체여야", lambda any_: verify_evidence(any_(3))),
    "verify_evidence policy": (BundleError, ".", lambda any_: verify_evidence({}, policy=any_(3))),
    "bundle_schema": (InvalidTypeError, "policy must be BundlePolicy", lambda any_: bundle_schema(any_(3))),
    "build_citation_trace_block": (
        InvalidTypeError,
        "chunks must be a sequence",
        lambda any_: build_citation_trace_block(any_("x")),
    ),
    "build_citation_trace_block chunk": (
        InvalidValueError,
        "title: Input should be a valid string",
        lambda _: build_citation_trace_block([{"title": 3}]),
    ),
    "build_citation_trace_block options": (
        InvalidTypeError,
        "options must be",
        lambda any_: build_citation_trace_block([{"title": "x"}], any_(3)),
    ),
    "CitationTraceOptions": (
        InvalidValueError,
        "no time zone is called Mars",
        lambda _: CitationTraceOptions(time_zone="Mars"),
    ),
    "check_citation_line": (InvalidTypeError, "answer must be str", lambda any_: check_citation_line(any_(3), [])),
    "check_citation_line chunks": (InvalidTypeError, r"chunks\[0\]", lambda any_: check_citation_line("x", [any_(3)])),
    "admits_age": (InvalidTypeError, "answer must be str", lambda any_: admits_age(any_(3))),
    "to_fixed": (InvalidTypeError, "value must be int or float", lambda any_: to_fixed(any_("x"))),
    "parse_retrieval": (ExtractionError, "chunks: Not a retrieval", lambda _: parse_retrieval(3)),
    "search query": (InvalidTypeError, "query must be str", lambda any_: search(any_(3), SHELF)),
    "search classification": (
        InvalidTypeError,
        "classification must be Mapping or NoneType",
        lambda any_: search("x", SHELF, classification=any_("x")),
    ),
    "search limit": (InvalidTypeError, "limit must be int", lambda any_: search("x", SHELF, limit=any_("x"))),
    "search data": (
        InvalidValueError,
        "a chunk of the retriever lacks 'data'",
        lambda _: search("x", SHELF, classification={"major_category": "x"}),
    ),
    "search key": (InvalidValueError, "a chunk of the retriever lacks 'key'", lambda _: search("라벨", SHELF)),
    "build_answer_context": (
        InvalidTypeError,
        r"evidence\[0\] must be Evidence",
        lambda any_: build_answer_context({}, any_(["x"])),
    ),
    "build_answer_context rules": (
        InvalidValueError,
        "cannot be written as JSON",
        lambda _: build_answer_context({"x": object()}, []),
    ),
    "evaluate_citation": (InvalidTypeError, "answer must be str", lambda any_: evaluate_citation("x", any_(3), [])),
    "BM25Retriever": (InvalidTypeError, r"chunks\[0\] must be ChunkUpload", lambda any_: BM25Retriever(any_([{}]))),
    "Signer load": (SignatureError, "private key", lambda _: Signer.load(b"x")),
    "Signer sign": (InvalidTypeError, "message must be bytes", lambda any_: SIGNER.sign(any_("x"))),
    "VerifyingKey load": (SignatureError, "public key", lambda any_: VerifyingKey.load(any_("x"))),
    "VerifyingKey check": (InvalidTypeError, "signature must be", lambda any_: SIGNER.public.check(any_("x"), b"x")),
    "Keyring": (InvalidTypeError, r"signers\[0\] must be Signer", lambda any_: Keyring(any_(["x"]))),
    "Keyring retired": (InvalidTypeError, r"retired\[0\] must be Verifying", lambda any_: Keyring((), any_(["x"]))),
    "Keyring newest": (SignatureError, "no signing key", lambda _: Keyring().newest),
    "seal": (InvalidTypeError, "payload must be bytes", lambda any_: seal(any_("x"), "x", SIGNER)),
    "seal signer": (InvalidTypeError, "signer must be Signer", lambda any_: seal(b"x", "x", any_(None))),
    "open_sealed": (SignatureError, "envelope", lambda any_: open_sealed(any_(3), "x", Keyring())),
    "open_sealed keyring": (InvalidTypeError, "keyring must be", lambda any_: open_sealed(b"x", "x", any_([SIGNER]))),
    "seal_checkpoint": (InvalidTypeError, "checkpoint must be", lambda any_: seal_checkpoint(any_({}), SIGNER)),
    "open_checkpoint": (SignatureError, "envelope", lambda _: open_checkpoint(b"x", Keyring())),
    "pins_of": (InvalidTypeError, "a checkpoint must be Checkpoint", lambda any_: pins_of(any_([3]))),
    "event_hash": (InvalidTypeError, "link must be Link", lambda any_: event_hash(any_(("x",)))),
    "verify_chain": (InvalidTypeError, "link must be Link", lambda any_: list(verify_chain(any_([3])))),
}


MADE_BY_PARSING = {
    "ClaimFact",
    "ClaimReport",
    "FactPlace",
    "Saying",
    "AlignResult",
    "AlignedOutcome",
    "AlignmentResult",
    "EntryOutcome",
    "ExtractedEntry",
    "ExtractedQuote",
    "FailedOutcome",
    "MessageUpload",
    "Note",
    "ParsedExtraction",
    "Prescription",
    "ProposedPlace",
    "QuotedPassage",
    "Rewrite",
    "SessionUpload",
    "V1Span",
}
"""Values that callers get and rarely make; each is refused as `Span` is."""
WITHOUT_INPUT = {
    "ENGINE_VERSION",
    "Diagnosis",
    "FactKind",
    "Said",
    "SayingKind",
    "Speaker",
    "Judgement",
    "Unjudged",
    "FailureReason",
    "FixKind",
    "MarkKind",
    "ExtractorOutput",
    "Mention",
    "Report",
    "Row",
    "Verdict",
    "extractor_schema",
}
"""A constant, choices, what pydantic validates for a caller, a plain tuple of fields, a function without parameters,
and what `check` alone makes."""


def of_any_type(value: Any) -> Any:  # noqa: ANN401 - what the signature forbids
    return value


@pytest.mark.parametrize(("kind", "message", "call"), WRONG.values(), ids=WRONG)
def test_a_wrong_call_raises_an_error_of_the_library(
    kind: type[AlignerError], message: str, call: Callable[[Any], object]
) -> None:
    with pytest.raises(AlignerError, match=message) as raised:
        call(of_any_type)

    assert type(raised.value) is kind


def test_a_wrong_call_of_every_public_name_is_tried() -> None:
    errors = {name for name in aligner_core.__all__ if name.endswith("Error") or name == "Ungrounded"}
    tried = {name.split()[0] for name in WRONG}

    assert set(aligner_core.__all__) - errors - tried - MADE_BY_PARSING == WITHOUT_INPUT


@pytest.mark.parametrize("name", sorted(MADE_BY_PARSING))
def test_a_value_refuses_a_field_that_nobody_knows(name: str) -> None:
    with pytest.raises(InvalidValueError, match=f"^{name}: "):
        getattr(aligner_core, name)(colour="red")


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (ConfigError, ValueError),
        (InvalidValueError, ValueError),
        (ExtractionError, ValueError),
        (BundleError, ValueError),
        (CanonicalError, ValueError),
        (Ungrounded, ValueError),
        (InvalidTypeError, TypeError),
    ],
)
def test_an_error_is_also_what_python_programs_expect(error: type[AlignerError], builtin: type[Exception]) -> None:
    assert issubclass(error, AlignerError)
    assert issubclass(error, builtin)


def test_an_extraction_error_can_be_copied_and_sent_to_another_process() -> None:
    with pytest.raises(ExtractionError) as raised:
        parse_session([{"content": "a", "role": []}])

    for other in (copy.copy(raised.value), pickle.loads(pickle.dumps(raised.value))):  # noqa: S301 - our own
        assert (str(other), other.code, other.where, other.params) == (
            "messages[0].role: Expected a string, not [].",
            "not_text",
            "messages[0].role",
            {"value": "[]"},
        )


class Marked(BaseModel):
    """A model of another program that holds values of ours."""

    spans: list[Span]


def test_a_wrong_value_in_another_model_is_reported_by_pydantic_with_its_place() -> None:
    with pytest.raises(ValidationError) as raised:
        Marked.model_validate({"spans": [{"start": 0, "end": 1}, {"start": 2, "end": -1}, {"start": "x", "end": 1}]})

    assert [(one["loc"], one["type"]) for one in raised.value.errors()] == [
        (("spans", 1), "value_error"),
        (("spans", 2, "start"), "int_type"),
    ]


def test_a_wrong_value_says_what_pydantic_found() -> None:
    with pytest.raises(InvalidValueError) as raised:
        Span(start=-1, end=1)

    assert isinstance(raised.value.__cause__, ValidationError)
