"""Markup is form: a quote says what its words say, and only these have to stand in a source (specification 6)."""

import json

import pytest

from aligner_core import WorkBudget, check
from aligner_core.formats import read
from aligner_core.grounding import to_html, to_json

TEXT = "Refunds are slow. You can return the item within 90 days. They go to the card."
MARKED = "User: [You can](https://example.org/returns/policy) return the item within {} days."


@pytest.mark.parametrize("index", [{}, {"messageIndex": 0}])
def test_check_judges_words_without_their_markup(index: dict[str, int]) -> None:
    quotes = [{"quote": MARKED.format(days), **index} for days in (90, 30)]

    marked, changed = check(quotes, TEXT).rows

    assert (marked.verdict, marked.ok, marked.text) == (
        "equal",
        True,
        "You can return the item within 90 days.",
    )
    assert (marked.quote, marked.evidence.quote) == (MARKED.format(90), MARKED.format(90))
    assert (changed.ok, changed.quote, changed.evidence.quote) == (False, MARKED.format(30), MARKED.format(30))


def test_check_reports_the_quote_as_it_was_given() -> None:
    report = check(MARKED.format(90), TEXT)

    [row] = json.loads(to_json(report))["rows"]
    assert (row["quote"], row["verdict"], row["ok"]) == (MARKED.format(90), "equal", True)
    assert MARKED.format(90) in to_html(report)


def test_check_keeps_the_verdict_of_markup_that_stands_in_the_source() -> None:
    marked = MARKED.format(90)

    assert [row.verdict for row in check([marked, {"quote": marked, "messageIndex": 0}], [marked]).rows] == [
        "verbatim"
    ] * 2


def test_check_finds_slips_without_markup() -> None:
    slip = MARKED.format(90).replace("return the", "retrun the")

    assert [check(slip, TEXT, strict=strict).ok for strict in (False, True)] == [True, False]
    assert check(slip, TEXT).rows[0].verdict == "slip"


@pytest.mark.parametrize("quote", ["User: ", "[…] ", "### ", "**…**"])
def test_check_of_nothing_but_markup_is_not_ok(quote: str) -> None:
    assert not check(quote, TEXT).ok


def test_check_without_work_left_finds_words_without_their_markup_where_they_are_claimed() -> None:
    budget = WorkBudget(0)
    quotes = [{"quote": MARKED.format(days), "messageIndex": 0} for days in (90, 30)]

    report = check(quotes, TEXT, budget=budget)

    assert [row.verdict for row in report.rows] == ["equal", "unchecked"]
    assert budget.unfinished == [1]


@pytest.mark.parametrize(
    ("quote", "source", "verdict"),
    [
        ("&quot;You don&#x27;t pay&quot; was on the sign.", 'He said: "You don\'t pay" was on the sign.', "equal"),
        ("the first line\\nthe second", "the first line\nthe second", "equal"),
        ("> the item can be returned", "He says the item can be returned.", "equal"),
        ("Q: the item can be returned", "He says the item can be returned.", "equal"),
        ("a &lt; b is what we want here", "a > b is what we want here", "differs"),
    ],
)
def test_check_reads_escapes_and_bullets_before_words_as_what_they_stand_for(
    quote: str, source: str, verdict: str
) -> None:
    assert [str(row.verdict) for row in check([quote], [source]).rows] == [verdict]


def test_check_looks_for_bare_words_in_their_own_session() -> None:
    texts = ['He said "one is enough" twice.', 'She said "two are better" once.']
    escaped = ["&quot;one is enough&quot;", "&quot;two are better&quot;"]
    talks = [
        {"messages": [text], "extraction": {"evidence": [{"messageIndex": 0, "quote": quote}]}}
        for text, quote in zip(texts, escaped, strict=True)
    ]

    report = check(read("\n".join(map(json.dumps, talks))))

    assert [str(row.verdict) for row in report.rows] == ["equal", "equal"]
