"""Where a quote stands that claims no message."""

import pytest

from aligner_core import AlignerConfig, FailedEvidence
from aligner_core._corpus import search as searching
from aligner_core._corpus.anywhere import FoundAnywhere, align_anywhere, closest_anywhere
from aligner_core._corpus.candidates import candidates
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.search import CorpusSearch
from aligner_core._matching.edit_distance import Budget
from aligner_core.aligner import settings_of
from aligner_core.formats.quotes import read_quote

SETTINGS = settings_of(AlignerConfig())


def found(quote: object, *messages: str) -> FoundAnywhere:
    return align_anywhere(read_quote(quote), Corpus(messages), SETTINGS)


def test_align_anywhere_takes_the_message_that_says_what_the_quote_says() -> None:
    """The first has the very words, and a negation beside them; the second says the same in other letters."""
    best = found("deploy it on Friday", "We do not deploy it on Friday.", "We DEPLOY it on Friday.")

    assert (best.outcome.message_index, best.outcome.verdict, best.also_in) == (1, "equal", ())


def test_align_anywhere_takes_the_first_of_messages_that_have_it_as_well() -> None:
    best = found("the cache lives", "nothing", "so the cache lives", "The cache lives", "and the cache lives")

    assert best.outcome.message_index == 1
    assert [(place.message_index, place.match_method) for place in best.also_in] == [(3, "exact")]


def test_align_anywhere_gives_the_closest_words_of_a_missing_quote() -> None:
    missing = found("Contact support before sending anything back", "Hello.", "Contact support before you send it back")

    assert isinstance(missing.outcome, FailedEvidence)
    assert (missing.outcome.failure_reason, missing.outcome.message_index) == ("below_threshold", None)
    assert missing.outcome.closest is not None
    assert missing.outcome.closest.message_index == 1


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        pytest.param("words that nobody said here", "not_found", id="nothing similar"),
        pytest.param(None, "empty_quote", id="null"),
        pytest.param({"quote": "the cache", "spanStart": 4}, "offsets_not_allowed", id="positions"),
        pytest.param("the cache lies " * 200, "quote_too_long", id="too long for similarity"),
    ],
)
def test_align_anywhere_says_why_nothing_was_found(quote: object, reason: str) -> None:
    outcome = found(quote, "the cache lives").outcome

    assert isinstance(outcome, FailedEvidence)
    assert outcome.failure_reason == reason


def test_align_anywhere_says_that_it_was_not_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "Budget", lambda **_: Budget(0))

    outcome = found("the cash lives for one hour", "so the cache lives for one hour and more").outcome

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
