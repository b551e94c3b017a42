"""Where a quote stands that claims no message."""

import pytest

from aligner_core import AlignedEvidence, AlignerConfig, FailedEvidence, resolve_ambiguity, verify
from aligner_core._corpus import search as searching
from aligner_core._corpus.anywhere import (
    align_in_any,
    closest_anywhere,
    literally_in_any,
)
from aligner_core._corpus.candidates import candidates
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.search import CorpusSearch
from aligner_core._matching.edit_distance import Budget
from aligner_core.aligner import settings_of
from aligner_core.evidence.models import MAX_ALTERNATIVES
from aligner_core.formats.quotes import read_quote

SETTINGS = settings_of(AlignerConfig())


def found(quote: object, *messages: str) -> AlignedEvidence | FailedEvidence:
    return align_in_any(read_quote(quote), CorpusSearch(Corpus(messages), SETTINGS))


def test_align_in_any_takes_the_message_that_says_what_the_quote_says() -> None:
    """The first has the very words, and a negation beside them; the second says the same in other letters."""
    best = found("deploy it on Friday", "We do not deploy it on Friday.", "We DEPLOY it on Friday.")

    assert isinstance(best, AlignedEvidence)
    assert (best.message_index, best.verdict, best.found_in) == (1, "equal", ())


def test_align_in_any_gives_the_closest_words_of_a_missing_quote() -> None:
    missing = found("Contact support before sending anything back", "Hello.", "Contact support before you send it back")

    assert isinstance(missing, FailedEvidence)
    assert (missing.failure_reason, missing.message_index) == ("below_threshold", None)
    assert missing.closest is not None
    assert missing.closest.message_index == 1
    assert [(one.kind, one.quote_text) for one in missing.differences if one.critical] == [
        ("word", "sending anything"),
    ]


def test_closest_anywhere_measures_short_quotes_to_the_end() -> None:
    """The first look at a message finds a window that is too short to be similar."""
    closest = closest_anywhere("We will ship it.", CorpusSearch(Corpus(["Hello.", "We will not ship it."]), SETTINGS))

    assert closest is not None
    assert (closest.message_index, closest.text, closest.similarity) == (1, "We will not ship it.", 0.8)


def test_closest_anywhere_of_words_inside_longer_ones_is_none() -> None:
    """They are not similar to the quote: they are the quote."""
    search = CorpusSearch(Corpus(["The start is longer than the end of it."]), SETTINGS)

    assert closest_anywhere("art is long", search) is None


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        pytest.param("words that nobody said here", "not_found", id="nothing similar"),
        pytest.param(None, "empty_quote", id="null"),
        pytest.param({"quote": "the cache", "spanStart": 4}, "offsets_not_allowed", id="positions"),
        pytest.param("the cache lies " * 200, "quote_too_long", id="too long for similarity"),
    ],
)
def test_align_in_any_says_why_nothing_was_found(quote: object, reason: str) -> None:
    outcome = found(quote, "the cache lives")

    assert isinstance(outcome, FailedEvidence)
    assert outcome.failure_reason == reason


def test_align_in_any_says_that_it_was_not_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "Budget", lambda **_: Budget(0))

    outcome = found("the cash lives for one hour", "so the cache lives for one hour and more")

    assert isinstance(outcome, FailedEvidence)
    assert (outcome.failure_reason, outcome.verdict) == ("budget_exceeded", "unchecked")


@pytest.mark.parametrize(
    ("quote", "is_shown"),
    [("we move the launch to June then", True), ("the vendor paid us, so we cancel it all", False)],
)
def test_closest_anywhere_leaves_out_what_is_hardly_similar(quote: str, *, is_shown: bool) -> None:
    search = CorpusSearch(Corpus(["The vendor is late, so we move the launch to May."]), SETTINGS)

    assert len(candidates(quote, search, limit=1)) == 1
    assert (closest_anywhere(quote, search) is not None) == is_shown


def test_align_in_any_is_ambiguous_where_several_messages_have_it() -> None:
    """Specification 3.13: aligned to the earliest; the others wait for a choice."""
    search = CorpusSearch(Corpus(["nothing", "so the cache lives", "The cache lives", "and the cache lives"]), SETTINGS)

    outcome = align_in_any(read_quote("the cache lives"), search)

    assert isinstance(outcome, AlignedEvidence)
    assert (outcome.message_index, outcome.ambiguous, outcome.alternatives) == (1, True, ())
    assert [(place.message_index, place.match_method) for place in outcome.found_in] == [(3, "exact")]
    verify(outcome.model_dump(by_alias=True), "so the cache lives")
    assert not resolve_ambiguity(outcome, outcome.span, "so the cache lives").ambiguous


def test_align_in_any_is_not_ambiguous_where_others_have_it_less_well() -> None:
    search = CorpusSearch(Corpus(["The cache lives", "so the cache lives"]), SETTINGS)

    outcome = align_in_any(read_quote("the cache lives"), search)

    assert isinstance(outcome, AlignedEvidence)
    assert (outcome.message_index, outcome.ambiguous, outcome.found_in) == (1, False, ())


def test_align_in_any_lists_a_hundred_messages() -> None:
    outcome = align_in_any(read_quote("the cache lives"), CorpusSearch(Corpus(["the cache lives"] * 200), SETTINGS))

    assert isinstance(outcome, AlignedEvidence)
    assert [place.message_index for place in outcome.found_in] == list(range(1, MAX_ALTERNATIVES + 1))


@pytest.mark.parametrize(
    ("messages", "index"),
    [
        pytest.param(["We do not deploy it on Friday.", "We DEPLOY it on Friday."], 1, id="to the letter or in form"),
        pytest.param(
            ["We do not deploy it on Friday.", "We deploy iit on Friday."], None, id="fuzzy may say it better"
        ),
        pytest.param(["We never do."], None, id="nowhere"),
    ],
)
def test_literally_in_any_decides_only_what_nothing_could_better(messages: list[str], index: int | None) -> None:
    outcome = literally_in_any(read_quote("deploy it on Friday"), CorpusSearch(Corpus(messages), SETTINGS))

    assert (None if outcome is None else outcome.message_index) == index
