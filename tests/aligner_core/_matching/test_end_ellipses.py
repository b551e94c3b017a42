"""A quote with ellipses at its ends: looked for without them, kept as it came, and proven so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import AlignedEvidence, EvidenceAligner, ProofError, measure, reclassify, text_hash, verify
from aligner_core.evidence.models import FailedEvidence, FailureReason, Verdict

SEED = "플라스틱 용기는 라벨을 제거하고 내용물을 비운 후 물로 헹구세요."
WORDS = st.text("abc ", min_size=1, max_size=30).filter(str.strip)
DOTS = st.sampled_from(["...", "…", " …", "... ", "....", ""])
ALIGNER = EvidenceAligner()


def found(quote: str, source: str) -> AlignedEvidence:
    outcome = ALIGNER.align_quote(quote, source)
    assert isinstance(outcome, AlignedEvidence)
    verify(outcome, source)
    return outcome


@pytest.mark.parametrize(
    ("quote", "source", "method", "words"),
    [
        pytest.param("내용물을 비운 후...", SEED, "exact", "내용물을 비운 후", id="dots"),
        pytest.param("… 라벨을 제거하고 …", SEED, "exact", "라벨을 제거하고", id="both ends"),
        pytest.param("The Cache Lives…", "So the cache lives.", "normalized", "the cache lives", id="letter case"),
        pytest.param("wait...", "well, wait... what", "exact", "wait...", id="dots of the source"),
        pytest.param("Wait…", "well, wait... what, wait", "normalized", "wait...", id="dots of the source, folded"),
        pytest.param("the cache livs for one hour...", "the cache lives for one hour", "fuzzy", None, id="misspelled"),
        pytest.param("...", "and so on ... until", "exact", "...", id="nothing else"),
    ],
)
def test_align_quote_looks_for_a_quote_without_the_ellipses_at_its_ends(
    quote: str, source: str, method: str, words: str | None
) -> None:
    outcome = found(quote, source)

    assert (outcome.match_method, outcome.quote, outcome.text) == (method, quote, words or source)
    assert outcome.quote_hash == text_hash(quote)


def test_align_quote_measures_a_misspelled_quote_without_its_ellipses() -> None:
    quote, source = "the cache livs for one hour...", "the cache lives for one hour"
    outcome = found(quote, source)

    assert outcome.similarity == 1 - 1 / 28
    assert measure(quote, outcome.span, source) == (1, 28)
    assert [(one.quote_text, one.severity) for one in outcome.differences] == [("livs", "slip")]
    assert reclassify(outcome, source) == outcome


def test_align_quote_of_a_short_rest_is_not_found_inside_of_words() -> None:
    assert isinstance(ALIGNER.align_quote("art...", "start"), FailedEvidence)


def test_align_quote_still_sees_what_follows_the_words() -> None:
    outcome = found("we ship on Friday...", "we ship on Friday unless it rains")

    assert outcome.verdict is found("we ship on Friday", "we ship on Friday unless it rains").verdict


def test_diagnose_finds_a_quote_without_its_ellipses_in_another_message() -> None:
    outcome = ALIGNER.diagnose("the cache lives for one hour …", ["hello", "the cache lives for one hour"], 0)

    assert isinstance(outcome, FailedEvidence)
    assert outcome.failure_reason is FailureReason.WRONG_MESSAGE
    assert [(one.message_index, one.match_method) for one in outcome.found_in] == [(1, "exact")]


def test_diagnose_measures_the_closest_words_without_ellipses() -> None:
    quote, source = "the cache lives for many weeks ...", "the cache lives for one hour"
    outcome = ALIGNER.diagnose(quote, [source], 0)

    assert isinstance(outcome, FailedEvidence)
    assert outcome.closest is not None
    distance, length = measure(quote, outcome.closest.span, source)
    assert outcome.closest.similarity == pytest.approx(1 - distance / length)
    assert ALIGNER.candidates(quote, [source])[0] == outcome.closest


@given(WORDS, DOTS, DOTS, st.text("abc. …", max_size=10), st.text("abc. …", max_size=10))
def test_every_quote_with_ellipses_is_proven(words: str, left: str, right: str, before: str, after: str) -> None:
    source = f"{before} {words} {after}"
    outcome = ALIGNER.align_quote(f"{left}{words}{right}", source)

    if isinstance(outcome, AlignedEvidence):
        verify(outcome, source)
        assert outcome.quote == f"{left}{words}{right}"
    else:
        assert len(words.strip()) < 8


@pytest.mark.parametrize(
    ("change", "source"),
    [
        pytest.param({"span_end": 8}, "the cache lives", id="fewer words"),
        pytest.param({"quote": "the c..ache..."}, "the cache lives", id="dots inside"),
        pytest.param({}, "the cache lives, the cache...", id="the dots are there"),
        pytest.param({"match_method": "normalized"}, "the cache lives", id="another method"),
    ],
)
def test_verify_refuses_a_cut_that_does_not_follow(change: dict[str, object], source: str) -> None:
    right = found("the cache...", "the cache lives")
    forged = right.model_copy(update={"source_hash": text_hash(source), **change})

    with pytest.raises(ProofError):
        verify(forged, source)


def test_a_cut_quote_is_verbatim() -> None:
    assert found("the cache...", "the cache lives").verdict is Verdict.VERBATIM
