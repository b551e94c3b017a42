"""A batch of quotes within one work budget: what is there word for word is never lost to it, the rest is reported."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner_core import (
    AlignedOutcome,
    AlignResult,
    Corpus,
    EvidenceAligner,
    FailedOutcome,
    InvalidValueError,
    WorkBudget,
)
from aligner_core._corpus.corpus import MAX_UNKEPT_MESSAGES
from aligner_core._matching.cascade import PreparedQuote
from aligner_core._matching.edit_distance import Budget
from aligner_core._matching.fuzzy import FILTERED_CHARS_PER_UNIT
from aligner_core._matching.work_budget import PREPARING_COST

ALIGNER = EvidenceAligner()
ENOUGH = 10**12
PROSE = "we keep the raw text of every event and measure delay again monday 우리는 원문을 그대로 보관하고 배포"
WORDS = PROSE.split()
ALL_WORDS = st.lists(st.sampled_from(WORDS), min_size=6, max_size=14).map(" ".join)
SOURCES = st.lists(ALL_WORDS, min_size=1, max_size=6)


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[str], list[dict[str, object]]]:
    """Return messages and quotes: copied, with an edit, of another message, invented, and of no message."""
    messages = draw(SOURCES)
    quotes: list[dict[str, object]] = []
    for _ in range(draw(st.integers(1, 8))):
        index = draw(st.integers(0, len(messages)))
        words = draw(st.one_of(st.sampled_from(messages), ALL_WORDS)).split()
        start = draw(st.integers(0, len(words) - 4))
        text = " ".join(words[start : start + draw(st.integers(2, 14))])
        quotes.append({"messageIndex": index, "quote": draw(st.sampled_from([text, text.replace("e", "a", 1), ""]))})
    return messages, quotes


def align(messages: Sequence[str], quotes: Sequence[object], units: int) -> tuple[AlignResult, WorkBudget]:
    budget = WorkBudget(units)
    return ALIGNER.align(messages, {"evidence": list(quotes)}, budget=budget), budget


@settings(max_examples=60)
@given(cases(), st.one_of(st.integers(0, 40_000), st.just(ENOUGH)))
def test_quotes_that_name_no_message_have_the_same_outcome_or_were_not_looked_for_to_the_end(
    case: tuple[list[str], list[dict[str, object]]], units: int
) -> None:
    """Specification 3.13: they may stand anywhere, and those beside them that name a message lose nothing to them."""
    messages, quotes = case
    nameless = [{"quote": quote["quote"]} if place % 2 else quote for place, quote in enumerate(quotes)]
    extraction = {"evidence": nameless, "index": "none"}
    unbounded = ALIGNER.align(messages, extraction).outcomes
    budget = WorkBudget(units)

    outcomes = ALIGNER.align(messages, extraction, budget=budget).outcomes

    for place, (outcome, other) in enumerate(zip(outcomes, unbounded, strict=True)):
        if place in budget.unfinished:
            assert isinstance(outcome, FailedOutcome)
            assert outcome.failure_reason == "budget_exceeded"
            assert place % 2 or other.match_method not in {"exact", "normalized"}
        else:
            assert outcome == other
    assert not (units == ENOUGH and budget.unfinished)


def test_a_quote_that_names_no_message_is_found_to_the_letter_before_others_are_looked_for() -> None:
    misspelt = [{"quote": f"the cache lievs for one hour {number}"} for number in range(20)]
    messages = ["the cache lives for one hour"] * 3
    extraction = {"evidence": [*misspelt, {"quote": "cache lives for one hour"}], "index": "none"}
    budget = WorkBudget(150_000)

    outcomes = ALIGNER.align(messages, extraction, budget=budget).outcomes

    assert budget.unfinished
    assert (outcomes[-1].message_index, outcomes[-1].match_method) == (0, "exact")


@settings(max_examples=60)
@given(cases(), st.integers(0, 40_000))
def test_an_outcome_is_the_one_without_a_budget_or_says_that_the_budget_ended_it(
    case: tuple[list[str], list[dict[str, object]]], units: int
) -> None:
    """Specification 3.7: no third thing, in the same order; nothing that is there word for word is lost."""
    messages, quotes = case
    unbounded = ALIGNER.align(messages, {"evidence": quotes}).outcomes

    result, budget = align(messages, quotes, units)

    for place, (outcome, other) in enumerate(zip(result.outcomes, unbounded, strict=True)):
        if place in budget.unfinished:
            assert isinstance(outcome, FailedOutcome)
            assert (outcome.failure_reason, outcome.found_in, outcome.closest) == ("budget_exceeded", (), None)
            assert (outcome.quote, outcome.message_index) == (other.quote, other.message_index)
            assert other.match_method not in {"exact", "normalized"}
        else:
            assert outcome == other
    assert budget.spent <= units
    assert not budget.unfinished or budget.refusals


@settings(max_examples=25)
@given(cases())
def test_a_budget_that_suffices_changes_nothing(case: tuple[list[str], list[dict[str, object]]]) -> None:
    messages, quotes = case

    result, budget = align(messages, quotes, ENOUGH)

    assert result == ALIGNER.align(messages, {"evidence": quotes})
    assert (budget.unfinished, budget.refusals) == ([], 0)


def test_a_budget_of_nothing_finds_what_stands_word_for_word_and_says_what_it_did_not_look_for() -> None:
    messages = ["We keep the raw text of every event.", "The cache lives for one hour."]
    quotes = [
        {"messageIndex": 0, "quote": "nobody ever said anything like this"},
        {"messageIndex": 0, "quote": "KEEP the raw text"},
        {"messageIndex": 0, "quote": "we keep the row text of every event"},
        {"messageIndex": 0, "quote": "The cache lives"},
        {"messageIndex": 7, "quote": "The cache lives"},
        {"messageIndex": 1, "quote": "The cache lives"},
        {"messageIndex": 1, "quote": None},
    ]

    result, budget = align(messages, quotes, 0)

    outcomes = [one.match_method if isinstance(one, AlignedOutcome) else one.failure_reason for one in result.outcomes]
    ended = "budget_exceeded"
    assert outcomes == [ended, "normalized", ended, ended, ended, "exact", "empty_quote"]
    assert budget.unfinished == [0, 2, 3, 4]
    assert budget.spent == 0


def test_similar_words_where_they_are_claimed_come_before_the_search_of_all_messages() -> None:
    """The last quote is found although the first could spend everything in the other messages."""
    chance = random.Random("order")  # noqa: S311 - the same case every time, no secret
    messages = [" ".join(chance.choices(WORDS, k=40)) for _ in range(300)]
    similar = messages[-1][:80].replace("e", "a", 1)
    invented = {"messageIndex": 0, "quote": "nothing of the kind was ever said by any of us"}

    result, budget = align(messages, [invented, invented, {"messageIndex": 299, "quote": similar}], 550_000)

    assert [one.match_method for one in result.outcomes] == ["none", "none", "fuzzy"]
    assert 0 in budget.unfinished


@pytest.mark.parametrize("units", [0, 1, 60_000, 100_000, 200_000, 400_000, 800_000, 1_600_000])
def test_every_step_of_a_search_ends_with_the_budget(units: int) -> None:
    """However much there is, it is not overdrawn, and a quote is either searched to the end or not."""
    messages = [f"{name} will keep item {at} of plan {at % 7} until monday" for at in range(200) for name in "ab"]
    messages.append("so we agreed on that, thanks a lot")
    quotes = [
        {"messageIndex": 0, "quote": "c will not keep items 3 of a plan 4 until friday"},
        {"messageIndex": 0, "quote": "we agreed on that, thanks"},
        {"messageIndex": 0, "quote": "keep item"},
    ]

    result, budget = align(messages, quotes, units)

    unbounded = ALIGNER.align(messages, {"evidence": quotes}).outcomes
    ended = {place for place, one in enumerate(result.outcomes) if one != unbounded[place]}
    assert ended <= set(budget.unfinished)
    assert budget.spent <= units


def test_diagnose_spends_a_budget_quote_by_quote_and_folds_the_messages_once() -> None:
    corpus, quote = Corpus(["We keep the raw text of every event."] * 3), "nobody ever said anything like this"
    budget = WorkBudget(ENOUGH)

    outcomes = [ALIGNER.diagnose(quote, corpus, 0, budget=budget)]
    first, is_folded = budget.spent, corpus.is_folded
    outcomes += [ALIGNER.diagnose(quote, corpus, 0, budget=budget), ALIGNER.diagnose(quote, corpus, 0)]

    assert is_folded
    assert (budget.unfinished, outcomes[0]) == ([], outcomes[2])
    assert outcomes[0] == outcomes[1]
    assert budget.spent - first < first - 3 * PREPARING_COST + 1
    assert ALIGNER.diagnose(quote, corpus, 0, budget=WorkBudget(0)).match_method == "none"


def test_a_budget_is_one_of_a_batch() -> None:
    """Used again, it reports on the second batch alone, and has only what the first one left."""
    invented = {"messageIndex": 0, "quote": "nobody ever said anything like this"}
    budget = WorkBudget(0)
    ALIGNER.align(["one"], {"evidence": [invented, invented]}, budget=budget)

    ALIGNER.align(["one"], {"evidence": [{"messageIndex": 0, "quote": "one"}, invented]}, budget=budget)

    assert budget.unfinished == [1]


@pytest.mark.parametrize("units", [-1, 1.5, True, "7", None])
def test_a_budget_is_a_whole_number_of_units(units: object) -> None:
    with pytest.raises(InvalidValueError, match="units must be a whole number of at least 0"):
        WorkBudget(units)  # type: ignore[arg-type]


def test_every_part_of_the_search_of_all_messages_is_paid_for() -> None:
    """Literal words, other forms, the filter, what it leaves: each only when the batch can pay for it."""
    chance = random.Random("parts")  # noqa: S311 - the same case every time, no secret
    texts = [" ".join(str(chance.random()) for _ in range(30)) for _ in range(1 + MAX_UNKEPT_MESSAGES)]
    quote = f"{texts[7][40:70]}{texts[7][71:100]}"
    corpus = Corpus(texts)
    filtering = len(corpus.folded.text) // FILTERED_CHARS_PER_UNIT

    def held(units: int) -> tuple[set[int], bool]:
        budget = Budget(batch=WorkBudget(units))
        return corpus.messages_that_may_hold(PreparedQuote(quote), ALIGNER._settings, budget)

    words = 2 * corpus.literal_cost
    steps = [0, words // 2, words, words + filtering, ENOUGH]
    assert [held(units) for units in steps] == [(set(), False)] * 4 + [({7}, True)]
    assert held(words + filtering + 600) == ({7}, True)
