"""A claim beside its quote is one entry with that claim and that quote, however the claim is called."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import EvidenceAligner, parse_extraction
from aligner_core.formats import Reading, read
from aligner_core.formats.claim_rows import claim_of
from tests.aligner_core.formats.files import noted, read_json, read_lines

QUOTE = {"quote": "lives for one hour", "messageIndex": 0}
Entry = tuple[str | None, str, str, list[str]]


def entries_of(reading: Reading) -> list[Entry]:
    return [
        (entry.entry_id, entry.title, entry.body, [quote.text for quote in entry.quotes])
        for extraction in reading.extractions
        for entry in extraction.entries
    ]


@pytest.mark.parametrize("key", ["claim", "title", "text", "fact", "memory"])
@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda row: read_lines(row, {"title": "x y", "quote": "z"}), id="lines"),
        pytest.param(lambda row: read_json([row, {"title": "x y", "quote": "z"}]), id="a list"),
        pytest.param(lambda row: read_json({"evidence": [row, {"title": "x y", "quote": "z"}]}), id="evidence"),
        pytest.param(lambda row: read_json({"entries": [row, {"title": "x y", "quote": "z"}]}), id="entries"),
    ],
)
def test_a_claim_beside_its_quote_is_one_entry(key: str, write: Any) -> None:  # noqa: ANN401 - a function of a case
    reading = write({key: "The cache lives for one hour", **QUOTE})

    assert entries_of(reading)[0] == (None, "The cache lives for one hour", "", ["lives for one hour"])
    assert len(entries_of(reading)) == 2
    assert [quote.message_index for quote in reading.extractions[0].entries[0].quotes] == [0]


def test_the_other_words_of_a_row_are_its_body() -> None:
    assert claim_of({"title": "Cache", "text": "One hour."})[:2] == ("Cache", "One hour.")
    assert claim_of({"text": "One hour."})[:2] == ("One hour.", "")
    assert claim_of({"title": "Cache", "text": "One hour.", "body": "Since May."})[:2] == ("Cache", "Since May.")
    assert claim_of({"title": " ", "claim": "Cache", "text": 3})[:2] == ("Cache", "")


def test_rows_of_one_claim_or_one_name_are_one_entry() -> None:
    rows = [
        {"fact": "One hour", "quote": "a", "messageIndex": 0},
        {"id": "m", "memory": "Ninety days", "quote": "b", "messageIndex": 1},
        {"fact": "One hour", "quote": "c", "messageIndex": 2},
        {"id": "m", "memory": "Ninety days", "quote": "d", "messageIndex": 3},
        {"quote": "e", "messageIndex": 4},
    ]

    reading = read_json(rows)

    assert entries_of(reading) == [
        (None, "One hour", "", ["a", "c"]),
        ("m", "Ninety days", "", ["b", "d"]),
        (None, "", "", ["e"]),
    ]
    assert noted(reading) == []


def test_what_a_further_row_of_a_claim_states_otherwise_is_noted() -> None:
    rows = [{"id": "m", "claim": words, "quote": words, "type": "fact"} for words in ("One hour.", "Two hours.")]

    assert noted(read_json(rows)) == [("text_ignored", "evidence[1].claim", "Two hours.")]


def test_rows_without_a_claim_stay_quotes_of_one_entry() -> None:
    assert entries_of(read_lines(QUOTE, QUOTE)) == [(None, "", "", ["lives for one hour"] * 2)]


def test_a_quote_beside_evidence_is_one_quote_more() -> None:
    entry = {"title": "One hour", "evidence": [{"messageIndex": 1, "quote": "an hour"}], **QUOTE}

    assert entries_of(read_json({"entries": [entry]})) == [(None, "One hour", "", ["an hour", "lives for one hour"])]


def test_an_entry_with_a_quote_has_evidence_and_one_without_has_none() -> None:
    reading = read_json({"entries": [{"title": "One hour", **QUOTE}, {"title": "One hour", "quote": None}]})

    assert noted(reading) == [
        ("unknown_field", "entries[1].quote", (None, None)),
        ("no_evidence", "entries[1].evidence", (None, None)),
    ]


def test_an_entry_whose_quote_has_a_position_fails_by_it() -> None:
    [entry] = parse_extraction({"entries": [{"claim": "One hour", **QUOTE, "spanStart": 3}]}).entries

    assert [str(quote.refusal) for quote in entry.quotes] == ["offsets_not_allowed"]


@pytest.mark.parametrize(
    ("row", "code"),
    [({"stage": "verified"}, "stage_not_allowed"), ({"type": 3}, "not_text"), ({"stage": "x"}, "stage_unknown")],
)
def test_a_row_that_is_no_entry_is_left_out_with_the_others_of_its_claim(row: dict[str, object], code: str) -> None:
    given = {"claim": "One hour", **QUOTE}
    parsed = parse_extraction({"evidence": [{**given, **row}, given, {"claim": "b c", "quote": "d"}]})

    assert [entry.title for entry in parsed.entries] == ["b c"]
    assert [note.code for note in parsed.notes] == [code]


ROWS = st.lists(
    st.fixed_dictionaries(
        {"quote": st.sampled_from(["a", "b", None, 3])},
        optional={
            "claim": st.sampled_from(["x", "y", ""]),
            "text": st.sampled_from(["x", "z w"]),
            "id": st.sampled_from(["m", 3]),
            "messageIndex": st.sampled_from([0, 1, "x"]),
        },
    ),
    max_size=6,
)


@given(ROWS, st.sampled_from(["entries", "evidence"]))
def test_align_has_the_entries_and_quotes_of_parse_extraction(rows: list[dict[str, Any]], key: str) -> None:
    parsed = parse_extraction({key: rows})
    result = EvidenceAligner().align(["a b", "b"], {key: rows})

    assert [(entry.entry_id, [one.quote for one in entry.outcomes]) for entry in result.entries] == [
        (entry.entry_id, [quote.text for quote in entry.quotes]) for entry in parsed.entries
    ]
    assert sum(len(entry.quotes) for entry in parsed.entries) >= sum(row["quote"] is not None for row in rows)


def test_mem0_keeps_the_memory_beside_its_messages() -> None:
    said = [
        {"role": "user", "content": "we ship on Friday"},
        {"role": "assistant", "content": [{"type": "text", "text": "ok"}]},
    ]
    rows = [
        {"id": "m1", "memory": "Ships on Friday", "messages": said},
        {"id": "m2", "memory": "Plans a release", "messages": said},
        {"id": "m3", "memory": "Likes tea", "messages": []},
        {"id": "m4", "memory": "Has a dog"},
    ]
    for reading in (read_json(rows), read_lines(*rows), read_json({"results": rows})):
        assert reading.format == "mem0"
        assert [[message.content for message in session.messages] for session in reading.sessions] == [
            ["we ship on Friday", "ok"]
        ]
        assert [[claim.title for claim in one.entries] for one in reading.extractions] == [
            ["Ships on Friday", "Plans a release"],
            ["Likes tea", "Has a dog"],
        ]


@pytest.mark.parametrize("row", [{"id": "m1", "memory": "One hour"}, {"uuid": "e1", "fact": "One hour"}])
def test_a_memory_with_a_quote_is_an_extraction(row: dict[str, object]) -> None:
    reading = read_json([{**row, **QUOTE}])

    assert (reading.format, entries_of(reading)[0][1:]) == ("extraction", ("One hour", "", ["lives for one hour"]))


def test_a_column_that_is_not_known_is_noted_with_the_first_words_in_it() -> None:
    table = "claim,quote,message,rationale,rank\na,b,0,,1\nc,d,0,Because Dana said so,2\ne,f,0,Kim too,3\n"

    assert noted(read(table)) == [
        ("column_ignored", "line 3, column rationale", "Because Dana said so"),
        ("left_out", "line 1", ("column rank", 1)),
    ]


def test_every_ignored_text_is_noted_with_its_value() -> None:
    given = {
        "messages": [{"content": "a", "id": "m-1"}, {"content": "b", "id": "m-2", "thought": "한 시간"}],
        "summary": "They talk of tea.",
        "extraction": {
            "run": {"prompt": "Be brief, please."},
            "entries": [
                {"title": "t", "why": ["x", {"deep": "as I said"}], "evidence": [{**QUOTE, "note": "so he says"}]}
            ],
        },
    }

    texts = [(note.where, note.params["value"]) for note in read_json(given).notes if note.loses_text]

    assert sorted(texts) == [
        ("extraction.entries[0].evidence[0].note", "so he says"),
        ("extraction.entries[0].why", json.dumps(["x", {"deep": "as I said"}])),
        ("extraction.run.prompt", "Be brief, please."),
        ("messages[1].thought", "한 시간"),
        ("summary", "They talk of tea."),
    ]
