"""A table is aligned row by row, as `align` aligns each; what cannot be read is a result, too."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import AlignerConfig, EvidenceAligner, InvalidTypeError
from aligner_core.bulk import RESULT_COLUMNS, align_table
from tests.aligner_core.bulk.tables import ROWS

WORDS = st.lists(
    st.sampled_from(
        ["the", "cache", "lives", "for", "two", "30", "31", "hours", "not", "캐시는", "산다", "\ud800", "."]
    ),
    max_size=9,
).map(" ".join)
TABLES = st.lists(
    st.fixed_dictionaries(
        {"quote": WORDS | st.none(), "source": st.lists(WORDS, max_size=3)},
        optional={"messageIndex": st.integers(0, 4)},
    ),
    max_size=6,
)


@given(TABLES)
def test_align_table_says_of_each_row_what_align_says(rows: list[dict[str, Any]]) -> None:
    told = list(align_table(rows))

    assert [one["row"] for one in told] == list(range(len(rows)))
    for row, result in zip(rows, told, strict=True):
        quote = {name: row[name] for name in ("quote", "messageIndex") if name in row}
        index = {} if "messageIndex" in row else {"index": "none"}
        [outcome] = EvidenceAligner().align(row["source"], {"evidence": [quote], **index}).outcomes
        wire = outcome.model_dump(by_alias=True, mode="json")
        assert {name: result[name] for name in wire} == wire
        assert (result["verdict"], result["ok"], result["text"], result["error"]) == (
            outcome.verdict.value,
            outcome.verdict.ok,
            outcome.text,
            None,
        )


@given(TABLES)
def test_a_row_has_the_same_result_among_others_as_alone(rows: list[dict[str, Any]]) -> None:
    alone = [{**result, "row": number} for number, row in enumerate(rows) for result in align_table([row])]

    assert list(align_table(iter(rows))) == alone


def test_every_result_has_the_same_columns() -> None:
    told = list(align_table([*ROWS, "no row", {"quote": "a", "source": "a b"}]))

    assert {tuple(result) for result in told} == {RESULT_COLUMNS}
    assert [result["id"] for result in told][:2] == ["q0", "q1"]


def test_a_session_has_a_result_for_each_quote_as_align_has() -> None:
    messages: list[str | dict[str, object]] = ["The cache lives for one hour.", {"role": "user", "content": "Really?"}]
    evidence = [{"quote": "for one hour", "messageIndex": 0}, {"quote": "for two hours"}]
    extraction = {"entries": [{"entryId": "e1", "title": "One hour", "evidence": evidence}]}

    told = list(align_table([{"id": 7, "weight": 3, "messages": messages, "extraction": extraction}]))

    outcomes = EvidenceAligner().align(messages, extraction).outcomes
    assert [(one["row"], one["id"], one["entryId"], one["verdict"]) for one in told] == [
        (0, "7", "e1", outcome.verdict.value) for outcome in outcomes
    ]


def test_a_row_in_any_known_format_is_read() -> None:
    taken = {"extraction_class": "fact", "extraction_text": "two hours"}

    [result] = align_table([{"document_id": "d", "text": "It lives for one hour.", "extractions": [taken]}])

    assert (result["quote"], result["verdict"]) == ("two hours", "missing")


def test_a_chunk_is_named_by_its_id() -> None:
    chunks = [{"chunkId": "a", "content": "hello"}, {"chunkId": "b", "content": "It lives."}]

    told = list(align_table([{"quote": "It lives", "source": chunks, "chunkId": name} for name in ("b", "a", "c")]))

    assert [one["messageIndex"] for one in told] == [1, 0, None]
    assert [one["failureReason"] for one in told] == [None, "wrong_message", "unknown_source"]


@pytest.mark.parametrize(("given_index", "found"), [(1.0, 1), (float("nan"), 1), (None, 1), (1, 1)])
def test_an_index_may_come_from_a_column_with_gaps(given_index: object, found: int) -> None:
    [result] = align_table([{"quote": "It lives", "source": ["hello", "It lives."], "messageIndex": given_index}])

    assert (result["messageIndex"], result["verdict"]) == (found, "verbatim")


@pytest.mark.parametrize("given_index", [0.5, True, "1", -1, float("inf")])
def test_an_index_that_is_none_fails_as_in_align(given_index: object) -> None:
    [result] = align_table([{"quote": "It lives", "source": ["hello", "It lives."], "messageIndex": given_index}])

    assert (result["verdict"], result["failureReason"]) == ("elsewhere", "invalid_index")


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ("no row", "the row is no object: a row has `quote` and `source`, or `messages` and `extraction`"),
        ({"quote": "a", "text": "b"}, "the row has `quote`, `text`, and so no quotes with their sources: a row has"),
        ({"words": "a"}, "the row has `words`: a row has `quote` and `source`, or `messages` and `extraction`"),
        ({}, "the row has nothing: a row has"),
        ({"messages": ["a"]}, "the row has `messages`, and so no quotes with their sources"),
        ({"quote": "a", "source": None}, "sources[0] has no text: give a string"),
        ({"quote": "a", "source": ["a", 3]}, "sources[1] has no text: give a string"),
        (
            {"retrieved_contexts": 3, "user_input": "x"},
            "the row has `retrieved_contexts`, `user_input`; a list is expected at retrieved_contexts",
        ),
    ],
)
def test_a_row_that_cannot_be_read_has_its_reason_and_stops_no_other(row: object, error: str) -> None:
    told = list(align_table([ROWS[0], row, ROWS[1]]))

    assert [one["row"] for one in told if one["error"] is None] == [0, 2]
    [bad] = [one for one in told if one["row"] == 1]
    assert error in bad["error"]
    assert {name for name, value in bad.items() if value is not None} <= {"row", "id", "error"}


class Unreadable(dict[str, object]):
    """A row whose values cannot be fetched."""

    def __init__(self, error: Exception) -> None:
        super().__init__(quote="a", source="b")
        self.error = error

    def __getitem__(self, name: str) -> object:
        raise self.error


def test_a_row_that_ends_in_another_error_stops_no_other() -> None:
    row = Unreadable(ZeroDivisionError("of a driver"))

    told = list(align_table([ROWS[0], row, ROWS[1]]))

    assert [one["error"] for one in told] == [None, "the row ended in ZeroDivisionError: please report it", None]


def test_a_machine_without_memory_is_no_matter_of_the_row() -> None:
    with pytest.raises(MemoryError):
        list(align_table([Unreadable(MemoryError())]))


def test_a_session_without_quotes_has_no_result() -> None:
    assert list(align_table([{"messages": ["a"], "extraction": {"evidence": []}}])) == []


def test_what_is_left_out_of_a_row_is_a_result_too() -> None:
    extraction = {"entries": [3, {"title": "One", "evidence": [{"quote": "a", "messageIndex": 0}]}]}

    told = list(align_table([{"messages": ["a b"], "extraction": extraction}]))

    assert [one["verdict"] for one in told if one["verdict"]] == ["verbatim"]
    assert any("Left out: an entry must be an object." in (one["error"] or "") for one in told)


def test_the_configuration_is_that_of_the_aligner() -> None:
    row = {"quote": "It livs for one hour", "source": "It lives for one hour."}

    told = [next(align_table([row], config=config)) for config in (None, AlignerConfig(enable_fuzzy=False))]

    assert [one["matchMethod"] for one in told] == ["fuzzy", "none"]


@pytest.mark.parametrize("rows", ["quotes", b"quotes", {"quote": "a", "source": "b"}, 3, None])
def test_what_is_no_table_is_refused(rows: object) -> None:
    with pytest.raises(InvalidTypeError, match="rows must be mappings or a table, not"):
        align_table(rows)
