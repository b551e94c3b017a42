"""A fix is looked for when it is asked for: once, and with the outcome that it would have had at once."""

import copy
import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner_core import EvidenceAligner, Report, Row, WorkBudget, check
from aligner_core._corpus.corpus import Corpus
from aligner_core._matching.work_budget import PRESCRIBING_LOOKS, PRESCRIPTION_COST
from aligner_core._repair.diagnosis import Prescription, prescribe
from aligner_core.aligner import AlignerConfig, settings_of
from aligner_core.grounding import to_html, to_json
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES
from tests.calls import calls_of

REPAIRS = ("prescribe", "relocate", "fix_with_words_at", "find_passages", "split_between_sentences", "shorten")
NEEDS_NONE = {"verbatim", "equal"}
VERBATIM = tuple(one.text for one in SOURCES)

WORDS = ("we", "keep", "the", "raw", "text", "for", "30", "days", "not", "90", ".", "…", "원문을", "보관한다")

words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9)
quotes_of = st.lists(st.tuples(words.map(" ".join), st.sampled_from([None, 0, 1, 7])), min_size=1, max_size=4)
sources_of = st.lists(words.map(" ".join), min_size=1, max_size=3)


def with_fixes_at_once(report: Report, budget: WorkBudget | None = None) -> list[Row]:
    """Return new rows, with fixes that are made one by one from the first row to the last."""
    corpus = Corpus([source.text for source in report.sources])
    return [_with_fix(row, corpus, budget) for row in report.rows]


def _with_fix(row: Row, corpus: Corpus, budget: WorkBudget | None) -> Row:
    found, mends = Prescription(diagnosis=None), row.evidence.verdict not in NEEDS_NONE
    if budget is None and mends:
        found = EvidenceAligner().prescribe(row.evidence, corpus)
    elif budget is not None and mends:
        refusals, cost = budget.refusals, PRESCRIPTION_COST + PRESCRIBING_LOOKS * corpus.literal_cost
        if budget.spend(cost):
            made = prescribe(row.evidence, corpus, settings_of(AlignerConfig()), batch=budget)
            found = made if made.fixes or refusals == budget.refusals else found
    names = ("number", "quote", "evidence", "ok", "source", "claimed", "also_in", "entry_id", "sources", "first_source")
    fields = {name: getattr(row, name) for name in names}
    return Row(**fields, diagnosis=found.diagnosis, fix=next(iter(found.fixes), None))


def given_as(quotes: Sequence[tuple[str, int | None]]) -> list[dict[str, object]]:
    return [{"quote": text} if index is None else {"quote": text, "messageIndex": index} for text, index in quotes]


@settings(max_examples=40)
@given(quotes=quotes_of, sources=sources_of, data=st.data())
def test_rows_are_those_with_fixes_made_at_once_in_whatever_order_they_are_asked(
    quotes: list[tuple[str, int | None]], sources: list[str], data: st.DataObject
) -> None:
    report = check(given_as(quotes), sources)
    at_once = with_fixes_at_once(check(given_as(quotes), sources))

    for at in data.draw(st.permutations(range(len(quotes)))):
        assert (report.rows[at].fix, report.rows[at].diagnosis) == (at_once[at].fix, at_once[at].diagnosis)
    assert list(report.rows) == at_once
    assert repr(report.rows) == repr(tuple(at_once))


@settings(max_examples=40)
@given(left=st.integers(0, 7_000_000), data=st.data())
def test_rows_share_a_budget_in_their_order_in_whatever_order_they_are_asked(left: int, data: st.DataObject) -> None:
    judged, quotes = WorkBudget(10**9), QUOTES[:4]
    check(quotes, SOURCES, budget=judged)
    budget, other = WorkBudget(judged.spent + left), WorkBudget(judged.spent + left)
    report = check(quotes, SOURCES, budget=budget)
    at_once = with_fixes_at_once(check(quotes, SOURCES, budget=other), other)

    asked = data.draw(st.permutations(range(len(quotes))))

    assert [report.rows[at].fix for at in asked] == [at_once[at].fix for at in asked]
    assert list(report.rows) == at_once
    assert (budget.spent, budget.refusals) == (other.spent, other.refusals)
    assert budget.spent <= budget.units


def test_a_budget_is_spent_on_fixes_up_to_the_one_that_is_asked_for() -> None:
    budget = WorkBudget(10**9)
    report = check(QUOTES[:3], SOURCES, budget=budget)
    judged = budget.spent

    calls = [calls_of(lambda at=at: report.rows[at].fix)["prescribe"] for at in (1, 0, 2, 2)]  # type: ignore[misc]

    assert calls == [2, 0, 1, 0]
    assert budget.spent > judged + 3 * PRESCRIPTION_COST


def test_the_worked_example_is_shown_as_with_fixes_made_at_once() -> None:
    report = check(QUOTES, SOURCES)
    at_once = replace(report, rows=tuple(with_fixes_at_once(check(QUOTES, SOURCES))))

    assert (to_json(report), to_html(report)) == (to_json(at_once), to_html(at_once))


@pytest.mark.parametrize("number", [1, 5])
def test_a_check_of_quotes_that_stand_there_looks_for_no_fix(number: int) -> None:
    quotes = [{"quote": text, "messageIndex": at} for at, text in enumerate(VERBATIM)] * number

    calls = calls_of(lambda: [bool(row) for row in check(quotes, SOURCES).rows])

    assert calls["align_in_source"] == len(quotes)
    assert [calls[name] for name in REPAIRS] == [0] * len(REPAIRS)


def test_a_fix_is_looked_for_once_and_for_one_quote_alone() -> None:
    report = None

    def checked() -> None:
        nonlocal report
        report = check(QUOTES, SOURCES)
        assert (report.ok, report.ok_share, len(report.failed), report.counts["differs"]) == (False, 0.5, 4, 2)

    made = calls_of(checked)
    assert report is not None
    row = report.rows[1]
    asked, again = (calls_of(lambda: (row.fix, row.diagnosis)) for _ in range(2))

    assert [made[name] for name in REPAIRS] == [0] * len(REPAIRS)
    assert (asked["prescribe"], again["prescribe"], row.diagnosis) == (1, 0, "near_miss")


def test_a_copy_of_a_row_has_its_fix() -> None:
    at_once = with_fixes_at_once(check(QUOTES, SOURCES))

    for make in (copy.copy, copy.deepcopy, lambda row: pickle.loads(pickle.dumps(row)), replace):  # noqa: S301
        assert [make(row) for row in check(QUOTES, SOURCES).rows] == at_once
    assert replace(check(QUOTES, SOURCES).rows[0], fix=None).fix is None


def test_a_row_has_no_other_attributes() -> None:
    [row] = check(QUOTES[0], SOURCES).rows

    with pytest.raises(AttributeError, match=r"'Row' object has no attribute 'fixes'"):
        row.fixes  # type: ignore[attr-defined]  # noqa: B018 - what is asked for
    assert not hasattr(Row.__new__(Row), "fix")


@pytest.mark.parametrize("budget", [None, 10**9])
def test_threads_that_ask_the_same_rows_get_the_same_fixes(budget: int | None) -> None:
    at_once = [(row.fix, row.diagnosis) for row in with_fixes_at_once(check(QUOTES, SOURCES))]
    report = check(QUOTES, SOURCES, budget=None if budget is None else WorkBudget(budget))
    orders = [report.rows, report.rows[::-1]] * 2

    with ThreadPoolExecutor(len(orders)) as pool:
        asked = list(pool.map(lambda rows: {row.number: (row.fix, row.diagnosis) for row in rows}, orders))

    assert [[found[number] for number in sorted(found)] for found in asked] == [at_once] * len(orders)
