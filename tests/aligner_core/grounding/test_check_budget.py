"""A check within a work budget ends, whatever the input; what was not searched is reported and never called missing."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import Report, WorkBudget, check, explain
from aligner_core._matching.work_budget import PRESCRIPTION_COST
from aligner_core.formats import read
from aligner_core.grounding import to_html, to_json
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES

TEXT = "You can return the item within 90 days of delivery. Refunds go to the card."
DIFFERENT = "You can return the item within 30 days of delivery."
ENOUGH = 10**9


def verdicts(report: Report) -> list[str]:
    return [row.verdict.value for row in report.rows]


def test_check_within_a_budget_that_suffices_says_what_it_says_without() -> None:
    budget = WorkBudget(ENOUGH)

    report = check(QUOTES, SOURCES, budget=budget)

    assert to_json(report) == to_json(check(QUOTES, SOURCES))
    assert budget.unfinished == []
    assert budget.spent > 0


def test_check_without_work_left_finds_the_words_themselves_and_leaves_the_rest_unchecked() -> None:
    budget = WorkBudget(0)
    quotes = [{"quote": "within 90 days", "messageIndex": 0}, {"quote": DIFFERENT, "messageIndex": 0}, "Refunds"]

    report = check(quotes, TEXT, budget=budget)

    assert verdicts(report) == ["verbatim", "unchecked", "unchecked"]
    assert budget.unfinished == [1, 2]
    assert [(row.fix, row.diagnosis) for row in report.rows] == [(None, None)] * 3
    assert explain(report).splitlines()[:5] == [
        "2 of 3 quotes could not be checked.",
        "",
        "✗ unchecked  quote 2 was not checked",
        f"    quote    {DIFFERENT}",
        "    why      the search was not finished: it takes more work than is allowed",
    ]


@pytest.mark.parametrize("index", ["3", -1, True, 7])
def test_check_does_not_call_missing_what_an_index_that_is_none_left_unsearched(index: object) -> None:
    quote = {"quote": "Nobody said this at all.", "messageIndex": index}

    assert verdicts(check([quote], TEXT, budget=WorkBudget(0))) == ["unchecked"]
    assert verdicts(check([quote], TEXT, budget=WorkBudget(ENOUGH))) == ["missing"]


def test_check_numbers_what_is_unfinished_over_all_sessions() -> None:
    session = {"messages": [TEXT], "extraction": {"evidence": [{"messageIndex": 0, "quote": "within 90 days"}]}}
    other = {"messages": [TEXT], "extraction": {"evidence": [{"messageIndex": 0, "quote": DIFFERENT}]}}
    budget = WorkBudget(0)

    report = check(read("\n".join(map(json.dumps, [session, other, session, other]))), budget=budget)

    assert verdicts(report) == ["verbatim", "unchecked"] * 2
    assert budget.unfinished == [1, 3]


def test_check_finds_every_verdict_before_it_looks_for_a_fix() -> None:
    """The fix of the first quote would cost more than is left when the last was judged."""
    needed = WorkBudget(ENOUGH)
    [row] = check([DIFFERENT], TEXT, budget=needed).rows
    judged = needed.spent
    assert row.fix is not None
    budget = WorkBudget(needed.spent)

    report = check([DIFFERENT] * 3, TEXT, budget=budget)

    assert judged < PRESCRIPTION_COST < needed.spent
    assert verdicts(report) == ["differs"] * 3
    assert [row.fix is None for row in report.rows] == [True] * 3
    assert budget.unfinished == []
    assert "fix      read it yourself" in explain(report)


def test_check_does_not_say_that_a_quote_has_no_fix_when_the_search_for_one_was_not_finished() -> None:
    """All but the last searches are paid for: without them nobody can say that there is no trace of the words."""
    quote, sources = "Nobody said anything like this at all, ever.", ["Well. " * 200] * 50
    needed = WorkBudget(ENOUGH)
    [whole] = check(quote, sources, budget=needed).rows

    assert (whole.verdict, whole.diagnosis, whole.fix) == ("missing", "no_trace", None)
    [row] = check(quote, sources, budget=WorkBudget(needed.spent - 1)).rows

    assert (row.verdict, row.diagnosis, row.fix) == ("missing", None, None)
    cut = check(quote, sources, budget=WorkBudget(needed.spent - 1))
    assert ("nothing similar" in explain(cut), "is similar" in to_html(cut)) == (False, False)
    whole_report = check(quote, sources)
    assert ("nothing similar" in explain(whole_report), "is similar" in to_html(whole_report)) == (True, True)


@given(units=st.integers(0, 6_000_000))
def test_check_within_any_budget_changes_no_verdict_but_to_unchecked(units: int) -> None:
    whole = verdicts(check(QUOTES, SOURCES))

    budget = WorkBudget(units)
    within = verdicts(check(QUOTES, SOURCES, budget=budget))

    assert all(one in {verdict, "unchecked"} for one, verdict in zip(within, whole, strict=True))
    assert [place for place, one in enumerate(within) if one != whole[place]] == budget.unfinished
    assert budget.spent <= units
