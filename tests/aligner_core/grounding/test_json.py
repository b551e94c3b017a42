"""A report as JSON."""

import json

from aligner_core import check
from aligner_core.grounding import to_json
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES


def test_to_json_has_a_row_for_each_quote_in_the_order_given() -> None:
    data = json.loads(to_json(check(QUOTES, SOURCES, strict=True)))

    assert (data["ok"], data["okShare"], data["strict"], data["counts"]["missing"]) == (False, 3 / 8, True, 1)
    assert data["sources"] == ["returns.md", "refunds.md", "shipping.md"]
    assert [row["number"] for row in data["rows"]] == list(range(1, 9))
    assert [row["ok"] for row in data["rows"]] == [False] * 4 + [True] * 3 + [False]


def test_to_json_has_every_field_of_a_quote() -> None:
    first, second, _, fourth, *_ = json.loads(to_json(check(QUOTES, SOURCES)))["rows"]

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
        "hedge": "",
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
            "changes": first["differences"],
        },
    }
    assert [(one["kind"], one["critical"]) for one in first["differences"]] == [("number", True)]
    assert (second["failureReason"], second["closest"]["messageIndex"]) == ("below_threshold", 0)
    assert (fourth["claimed"], fourth["source"], fourth["fix"]["kind"]) == (1, "returns.md", "move")


def test_to_json_shows_where_else_the_words_stand() -> None:
    row = json.loads(to_json(check("We agree", ["We agree. We agree.", "No.", "We agree"])))["rows"][0]

    assert (row["ambiguous"], row["otherPlaces"], row["alsoIn"]) == (True, 2, ["source 2"])


def test_to_json_can_be_written_whatever_the_texts_hold() -> None:
    text = to_json(check(["a\ud800b\0 and more", {"quote": "x", "messageIndex": float("nan")}], "a\ud800b\0 and more"))

    assert json.loads(text.encode())["rows"][0]["text"] == "a\ud800b\0 and more"
    assert [row["claimed"] for row in json.loads(text)["rows"]] == [None, "NaN"]
