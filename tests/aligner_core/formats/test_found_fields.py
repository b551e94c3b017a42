"""What the keys and columns of an unknown file are likely to be for, seen by their names and values."""

import json

import pytest

from aligner_core.formats import FieldMapping, FormatError, fields_of

HOUR = "The cache lives for one hour."


@pytest.mark.parametrize(
    ("value", "wire"),
    [
        pytest.param([{"fact": "It lasts", "said": HOUR}], {"claim": "fact", "quote": "said"}, id="claim and quote"),
        pytest.param(
            [{"memory_text": "One hour lasts", "quote": "one hour", "text": HOUR, "message": "3"}],
            {"claim": "memory_text", "quote": "quote", "message": "message", "words": "text"},
            id="a quote beside its message",
        ),
        pytest.param(
            [{"quote": "one hour", "text": "It lasts an hour", "speaker": "Ana"}],
            {"claim": "text", "quote": "quote", "speaker": "speaker"},
            id="a text in which no quote stands is its claim",
        ),
        pytest.param(
            [{"message": HOUR, "from": "Ana", "ts": "1772442001.5", "id": "7"}],
            {"words": "message", "speaker": "from", "time": "ts"},
            id="a message by its words",
        ),
        pytest.param(
            {"data": [{"utterance": HOUR, "who": "Ana"}, {"utterance": HOUR, "who": "Bo"}], "n": 2},
            {"rows": "data", "words": "utterance", "speaker": "who"},
            id="rows below a key",
        ),
        pytest.param(
            [{"conv_id": "c1", "turns": [{"by": "A", "utterance": HOUR}, {"by": "B", "utterance": HOUR}]}],
            {"rows": "turns", "words": "utterance", "speaker": "by", "session": "conv_id"},
            id="rows in rows",
        ),
        pytest.param([{"zeta": HOUR, "n": 3}], {"words": "zeta"}, id="the longest text"),
        pytest.param([{"주장": "한 시간", "인용": "캐시는 한 시간"}], {"claim": "주장", "quote": "인용"}, id="Korean"),
        pytest.param([{"zeta": "a", "n": 3}], None, id="nothing to quote"),
        pytest.param([{"z" * 201: HOUR}], None, id="a key that no mapping may have"),
        pytest.param([[HOUR], {"zeta": HOUR}], {"words": "zeta"}, id="a row that is no object"),
        pytest.param([{"claim": "One hour lasts", "evidence": [{"text": "one hour"}, {"text": "an hour"}]}],
                     {"rows": "evidence", "claim": "claim", "quote": "text"}, id="quotes in a list"),
    ],
)  # fmt: skip
def test_fields_of_proposes_what_is_likely(value: object, wire: dict[str, str] | None) -> None:
    proposal = fields_of(json.dumps(value)).proposal

    assert (None if proposal is None else proposal.wire) == wire


def test_fields_of_shows_keys_with_their_values() -> None:
    rows = [{"a": "x", "b": {"c": 1, "d": [True]}}, {"a": "", "b": {"c": None}}, *({"a": str(n)} for n in range(5))]

    found = fields_of("\n".join(map(json.dumps, rows)))

    assert [(one.name, one.count, one.values) for one in found.fields] == [
        ("a", 7, ("x", "0", "1")),
        ("b.c", 2, ("1",)),
        ("b.d", 1, ("[true]",)),
    ]
    assert (found.kind, found.row_count, found.paths, found.names) == ("rows", 7, (), ("a", "b.c", "b.d"))


def test_fields_of_takes_the_rows_that_are_asked_for() -> None:
    value = {"people": [{"name": "Ana"}], "talks": [{"said": HOUR}]}

    assert fields_of(json.dumps(value)).rows == "talks"
    assert fields_of(json.dumps(value), rows="people").names == ("name",)
    assert fields_of(json.dumps(value), rows="").names == ("people.name", "talks.said")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_fields_of_knows_a_table_with_empty_rows(delimiter: str) -> None:
    found = fields_of(f"fact{delimiter}said\n{delimiter}\nWe ship{delimiter}we will ship it\n")

    assert (found.kind, found.row_count) == ("table", 1)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_fields_of_knows_a_table(delimiter: str) -> None:
    found = fields_of(f"fact{delimiter}said\nWe ship{delimiter}we will ship it\n")

    assert (found.kind, found.proposal) == ("table", FieldMapping(claim="fact", quote="said"))


@pytest.mark.parametrize(
    "text", ["Just prose, and more.\nOf two lines.", "a,a\nb,c", '{"broken": ', "42", "[1, 2]", "x" * 200_000]
)
def test_fields_of_takes_anything_else_for_prose(text: str) -> None:
    found = fields_of(text)

    assert (found.kind, found.proposal) == ("prose", FieldMapping(layout="text"))


def test_fields_of_refuses_what_is_no_text() -> None:
    with pytest.raises(FormatError):
        fields_of(b"\x89PNG")
