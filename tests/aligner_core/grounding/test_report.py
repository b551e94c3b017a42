"""What a check answers."""

import json

import pytest

from aligner_core import AlignerError, Ungrounded, check
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES


def test_counts_have_every_verdict_those_that_are_not_ok_first() -> None:
    assert list(check(QUOTES, SOURCES).counts.items()) == [
        ("differs", 1),
        ("missing", 2),
        ("elsewhere", 1),
        ("unchecked", 0),
        ("slip", 1),
        ("equal", 1),
        ("verbatim", 2),
    ]


def test_a_report_is_shown_in_short() -> None:
    assert repr(check(QUOTES, SOURCES)) == "<Report: 1 differs, 2 missing, 1 elsewhere, 1 slip, 1 equal, 2 verbatim>"
    assert repr(check([], [])) == "<Report: no quotes>"


def test_failed_rows_stand_in_the_order_of_their_verdicts() -> None:
    failed = check([7, *QUOTES[:4][::-1]], SOURCES).failed

    assert [(row.verdict.value, row.number) for row in failed] == [
        ("differs", 5),
        ("missing", 3),
        ("missing", 4),
        ("elsewhere", 2),
        ("unchecked", 1),
    ]


def test_require_returns_a_report_that_is_ok() -> None:
    report = check("within 90 days", SOURCES)

    assert report.require() is report


@pytest.mark.parametrize("quotes", [QUOTES, [], ["usually within five workin days"]])
def test_require_raises_with_the_report_and_its_explanation(quotes: object) -> None:
    report = check(quotes, SOURCES, strict=True)

    with pytest.raises(Ungrounded) as raised:
        report.require()

    assert (str(raised.value), raised.value.report) == (report.explain(), report)
    assert isinstance(raised.value, AlignerError)
    assert isinstance(raised.value, ValueError)


def test_to_json_has_a_row_for_each_quote_in_the_order_given() -> None:
    told = json.loads(check(QUOTES, SOURCES, strict=True).to_json())

    assert (told["ok"], told["okShare"], told["strict"], told["counts"]["missing"]) == (False, 3 / 8, True, 2)
    assert told["sources"] == ["returns.md", "refunds.md", "shipping.md"]
    assert [row["number"] for row in told["rows"]] == list(range(1, 9))
    assert [row["ok"] for row in told["rows"]] == [False] * 4 + [True] * 3 + [False]


def test_to_json_tells_of_a_quote_what_there_is() -> None:
    first, second, _, fourth, *_ = json.loads(check(QUOTES, SOURCES).to_json())["rows"]

    assert first == {
        "number": 1,
        "entryId": None,
        "quote": QUOTES[0],
        "verdict": "differs",
        "ok": False,
        "claimed": None,
        "source": "returns.md",
        "sourceIndex": 0,
        "spanStart": 0,
        "spanEnd": 51,
        "text": "You can return the item within 90 days of delivery.",
        "matchMethod": "fuzzy",
        "similarity": first["similarity"],
        "confidence": 0.9499,
        "failureReason": None,
        "closest": None,
        "differences": first["differences"],
        "warnings": [],
        "ambiguous": False,
        "otherPlaces": 0,
        "alsoIn": [],
        "diagnosis": "critical_difference",
        "fix": {
            "kind": "use_words",
            "quotes": [
                {
                    "quote": "You can return the item within 90 days of delivery.",
                    "source": "returns.md",
                    "sourceIndex": 0,
                    "spanStart": 0,
                    "spanEnd": 51,
                    "verdict": "verbatim",
                }
            ],
        },
    }
    assert [(one["kind"], one["critical"]) for one in first["differences"]] == [("number", True)]
    assert (second["failureReason"], second["closest"]["messageIndex"]) == ("below_threshold", 0)
    assert (fourth["claimed"], fourth["source"], fourth["fix"]["kind"]) == (1, "returns.md", "move")


def test_to_json_tells_where_else_the_words_stand() -> None:
    row = json.loads(check("We agree", ["We agree. We agree.", "No.", "We agree"]).to_json())["rows"][0]

    assert (row["ambiguous"], row["otherPlaces"], row["alsoIn"]) == (True, 2, ["source 2"])


def test_to_json_can_be_written_whatever_the_texts_hold() -> None:
    text = check(["a\ud800b\0 and more", {"quote": "x", "messageIndex": float("nan")}], "a\ud800b\0 and more").to_json()

    assert json.loads(text.encode())["rows"][0]["text"] == "a\ud800b\0 and more"
    assert [row["claimed"] for row in json.loads(text)["rows"]] == [None, "NaN"]
