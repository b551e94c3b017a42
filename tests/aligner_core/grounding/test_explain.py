"""A report in a terminal."""

import re

import pytest

from aligner_core import AlignerError, Source, Ungrounded, check, explain, require_ok
from aligner_core.grounding.explain import MAX_EXPLAINED
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES

WORKED = """\
4 of 8 quotes are not in the sources as quoted.

✗ differs    quote 1 in returns.md, fuzzy 0.949
    quote    You can return the item within [30] days of delivery.
    source   You can return the item within [90] days of delivery.
    differs  number: 30 days in the quote, 90 days in the source
    fix      use the source text (changes number), it becomes verbatim

✗ differs    quote 2 in no source, closest in returns.md 0.844 (bar 0.850)
    quote    Contact support before [sending] anything back
    closest  Contact support before [you send] anything back
    differs  word: sending in the quote, you send in the source
    fix      use the closest words (changes word), they become verbatim

✗ missing    quote 3 in no source, nothing similar
    quote    The warranty covers accidental damage for two years.
    fix      drop it, nobody said it

✗ elsewhere  quote 4 says refunds.md, stands in returns.md
    quote    Opened software is excluded
    fix      point it at returns.md, it becomes verbatim

✓ 4 ok       2 verbatim, 1 equal, 1 slip (workin → working; fails with strict)

ok share 0.50  4 of 8"""
DEPLOY = "We do not deploy it on Friday. We deploy it on Monday."
CONTROL = re.compile("[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def test_explain_shows_what_is_not_ok_and_how_to_mend_it() -> None:
    assert explain(check(QUOTES, SOURCES)) == WORKED


def test_explain_in_colors_says_the_same() -> None:
    colored = explain(check(QUOTES, SOURCES), color=True)

    assert "\x1b[1;31m✗ differs\x1b[0m    quote 1" in colored
    assert "within \x1b[1;7;31m 30 \x1b[0m days" in colored
    assert "within \x1b[1;7;35m 90 \x1b[0m days" in colored
    plain = re.sub(r"\x1b\[(?:1;7;3[15])m (.*?) \x1b\[0m", r"[\1]", colored)
    assert re.sub(r"\x1b\[[\d;]+m", "", plain) == WORKED


@pytest.mark.parametrize(
    ("quotes", "strict", "first_line"),
    [
        pytest.param([], False, "There is nothing to check: no quote was given.", id="none"),
        pytest.param(["within 90 days"], False, "The quote is in the sources.", id="one"),
        pytest.param(["within 90 days", "Refunds go"], False, "All 2 quotes are in the sources.", id="two"),
        pytest.param(["within 30 days"], False, "1 of 1 quote is not in the sources as quoted.", id="one that differs"),
        pytest.param(["five workin days"], True, "1 of 1 quote is not in the sources as quoted.", id="a slip"),
        pytest.param([7, "Refunds go"], False, "1 of 2 quotes could not be checked.", id="unchecked"),
        pytest.param(
            [7, "within 30 days"],
            False,
            "1 of 2 quotes is not in the sources as quoted, and 1 could not be checked.",
            id="unchecked beside what differs",
        ),
    ],
)
def test_explain_begins_with_how_it_ends(quotes: object, *, strict: bool, first_line: str) -> None:
    assert explain(check(quotes, SOURCES, strict=strict)).splitlines()[0] == first_line


@pytest.mark.parametrize(
    ("quote", "sources", "lines"),
    [
        pytest.param(
            {"quote": "Opened software", "messageIndex": 9},
            SOURCES,
            ["✗ elsewhere  quote 1 says source 9 of 0–2, stands in returns.md"],
            id="an index out of range",
        ),
        pytest.param(
            {"quote": "the warranty is void", "messageIndex": "x"},
            SOURCES,
            ["✗ missing    quote 1 says source x of 0–2, is in no source, nothing similar"],
            id="no index",
        ),
        pytest.param(
            {"quote": "words", "messageIndex": 0},
            [],
            ["✗ missing    quote 1 says source 0 of none, is in no source, nothing similar"],
            id="no sources",
        ),
        pytest.param(
            7,
            SOURCES,
            [
                "✗ unchecked  quote 1 was not checked",
                "    why      the quote is not a text",
                "    fix      give the quote as a text",
            ],
            id="no text",
        ),
        pytest.param(
            " ", SOURCES, ["    why      the quote is empty", "    fix      give the words of the quote"], id="blank"
        ),
        pytest.param(
            "한국어 문장 " * 500,
            SOURCES,
            [
                "    why      too long to be looked for by similarity: give its sentences one by one",
                "    fix      read it yourself",
            ],
            id="too long",
        ),
        pytest.param(
            {"quote": "Opened software is excluded", "spanStart": 4, "messageIndex": 0},
            SOURCES,
            [
                "    why      it came with positions, which are never believed",
                "    fix      leave the positions out, it becomes verbatim",
            ],
            id="positions",
        ),
        pytest.param(
            "deploy it on Friday",
            DEPLOY.split(". ", maxsplit=1)[0],
            [
                "✗ differs    quote 1 in the source, exact 1.000",
                "    differs  negation: the source has “not” as well",
                "    fix      use the source text: “not deploy it on Friday” (changes negation), it becomes verbatim",
            ],
            id="a negation beside it",
        ),
        pytest.param(
            "We deploy it all on Monday, not before.",
            "We deploy it all on Monday.",
            [
                "✗ differs    quote 1 in no source, closest in the source 0.692 (bar 0.850)",
                "    quote    We deploy it all on [Monday, not before.]",
                "    closest  We deploy it all on [Monday.]",
                "    differs  negation: the source does not have “, not before”",
                "    fix      use the closest words (changes negation), they become verbatim",
            ],
            id="more than the source has",
        ),
        pytest.param(
            {"entries": [{"entryId": "ent_1", "evidence": [{"quote": "within 30 days"}]}]},
            SOURCES,
            ["✗ differs    quote 1 of ent_1 in returns.md, fuzzy 0.928"],
            id="of an entry",
        ),
        pytest.param(
            "Opened software is excluded. Refunds go to the original payment method",
            SOURCES,
            [
                (
                    "    fix      make it 2 quotes: “Opened software is excluded.” · "
                    "“Refunds go to the original payment method”, they become verbatim"
                )
            ],
            id="two quotes in one",
        ),
        pytest.param(
            "De hond loopt door het grote bos naar huis",
            "De hond liep door het grote bos naar huis",
            [
                "✗ unchecked  quote 1 in the source, fuzzy 0.928",
                "    differs  words differ, in a language in which it is not known what changes a fact",
            ],
            id="a language that is not judged",
        ),
        pytest.param(
            "We will deploy the new server and the client to everybody on Monday morning.",
            "We will not deploy the new server and the client to everybody on Monday morning.",
            ["    differs  negation: the source has “not” as well"],
            id="a word left out",
        ),
        pytest.param(
            "We will surely deploy the new server and the client to everybody on Monday morning.",
            "We will deploy the new server and the client to everybody on Monday morning.",
            ["    differs  word: the source does not have “surely”"],
            id="a word put in",
        ),
        pytest.param(
            "We pay 30 dollars",
            ["We pay 90 dollars", "We pay 90 dollars. We pay 90 dollars"],
            ["    also in  source 1"],
            id="in several sources",
        ),
    ],
)
def test_explain_says_what_is_wrong(quote: object, sources: object, lines: list[str]) -> None:
    explanation = explain(check(quote if isinstance(quote, dict) else [quote], sources)).splitlines()

    assert [line for line in lines if line not in explanation] == []


def test_explain_never_suggests_dropping_what_was_not_looked_for() -> None:
    assert "drop it" not in explain(check(["한국어 문장 " * 500, 7, None], SOURCES))


def test_explain_names_quotes_that_stand_in_several_places() -> None:
    explanation = explain(check(["We agree"] * 7, ["We agree, we think.", "We agree"]))

    assert "    twice    quote 1, quote 2, quote 3, quote 4, quote 5, 2 more stand in several places" in explanation
    assert "    twice    quote 1 stands in several places" in explain(check("We agree", ["We agree", "We agree"]))


def test_explain_shows_the_hearsay_before_a_quote() -> None:
    sources = ["According to Kim, the roof was done in May of that year."]

    assert "    hedged   quote 1 (“according to”): read what stands before it" in explain(
        check("the roof was done in May", sources)
    )
    assert "    hedged   “according to” stands before it" in explain(
        check("the roof was done in June of that year", sources)
    )


def test_explain_shows_a_few_of_many() -> None:
    report = check(["within 30 days"] * (MAX_EXPLAINED + 2), SOURCES)

    assert explain(report).count("✗ differs") == MAX_EXPLAINED
    assert "… and 2 more that are not ok" in explain(report)
    assert explain(report, limit=1).count("✗ differs") == 1


def test_explain_shortens_what_does_not_differ() -> None:
    text = "The meeting went on for hours. " * 8
    explanation = explain(check(f"{text}It costs 30 euros.", f"{text}It costs 90 euros."))

    assert max(map(len, explanation.splitlines())) < 200
    assert "costs [30] euros." in explanation
    assert " … " in explanation


def test_explain_prints_nothing_that_acts_on_a_terminal() -> None:
    """Quotes and sources come from a model and from strangers."""
    hostile = "wipe \x1b[2J it\x07 and\r\nturn \u202eit round \ud800 within {} days"
    source = Source("na\x1b]0;me\x07.md\n", hostile.format(90))
    report = check([hostile.format(30), hostile.format(90), {"quote": "a\x1b[0m", "messageIndex": "\x1b[1m"}], [source])

    assert CONTROL.findall(explain(report)) == []
    assert "\x1b" not in explain(report)
    explain(report).encode()


def test_require_ok_returns_a_report_that_is_ok() -> None:
    report = check("within 90 days", SOURCES)

    assert require_ok(report) is report


@pytest.mark.parametrize("quotes", [QUOTES, [], ["usually within five workin days"]])
def test_require_ok_raises_with_the_report_and_its_explanation(quotes: object) -> None:
    report = check(quotes, SOURCES, strict=True)

    with pytest.raises(Ungrounded) as raised:
        require_ok(report)

    assert (str(raised.value), raised.value.report) == (explain(report), report)
    assert isinstance(raised.value, AlignerError)
    assert isinstance(raised.value, ValueError)
