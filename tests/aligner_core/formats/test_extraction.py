"""An LLM's output, read item by item: the good rest is kept, what is left out is noted."""

from typing import Any

import pytest
from pydantic import BaseModel

from aligner_core import ExtractionError, Note, ParsedExtraction, parse_extraction
from aligner_core.formats.notes import sentence

QUOTE = {"messageIndex": 0, "quote": "words"}
ENTRY = {"entryId": "e1", "type": "fact", "title": "A claim", "evidence": [QUOTE]}


class GivenEntry(BaseModel):
    """An entry as some program models it."""

    entryId: str  # noqa: N815 - the wire's own key
    evidence: list[dict[str, Any]]


def noted(parsed: ParsedExtraction) -> list[tuple[str, str]]:
    return [(note.code, note.where) for note in parsed.notes]


def test_parse_extraction_reads_entries() -> None:
    parsed = parse_extraction({"entries": [{**ENTRY, "body": "more", "stage": "candidate"}, ENTRY | {"entryId": "e2"}]})

    first, second = parsed.entries
    assert (first.where, first.entry_id, first.type, first.title) == ("entries[0]", "e1", "fact", "A claim")
    assert (first.body, first.stage, second.body, second.stage) == ("more", "candidate", "", "raw")
    assert [(quote.where, quote.text, quote.message_index) for quote in second.quotes] == [
        ("entries[1].evidence[0]", "words", 0)
    ]
    assert parsed.notes == ()


def test_parse_extraction_reads_the_form_of_one_anonymous_entry() -> None:
    parsed = parse_extraction({"evidence": [QUOTE, QUOTE], "mood": "some"})

    (entry,) = parsed.entries
    assert (entry.entry_id, entry.where, entry.stage) == (None, "", "raw")
    assert [quote.where for quote in entry.quotes] == ["evidence[0]", "evidence[1]"]
    assert noted(parsed) == [("unknown_field", "mood")]


@pytest.mark.parametrize(
    ("payload", "code", "where"),
    [
        pytest.param(None, "not_an_extraction", "", id="null"),
        pytest.param([ENTRY], "not_an_extraction", "", id="a list"),
        pytest.param("text", "not_an_extraction", "", id="a text"),
        pytest.param({}, "not_an_extraction", "", id="an empty object"),
        pytest.param({"messages": []}, "not_an_extraction", "", id="a session"),
        pytest.param({"entries": {"0": ENTRY}}, "not_a_list", "entries", id="entries that are no list"),
        pytest.param({"entries": None}, "not_a_list", "entries", id="entries that are null"),
    ],
)
def test_parse_extraction_refuses_only_a_wrong_top_level(payload: object, code: str, where: str) -> None:
    with pytest.raises(ExtractionError) as refused:
        parse_extraction(payload)

    assert (refused.value.code, refused.value.where, refused.value.params) == (code, where, {})
    assert str(refused.value) == sentence(code, where, {})


@pytest.mark.parametrize(
    ("entry", "code", "where"),
    [
        pytest.param("text", "not_an_object", "entries[0]", id="a text"),
        pytest.param(None, "not_an_object", "entries[0]", id="null"),
        pytest.param({**ENTRY, "stage": "verified"}, "stage_not_allowed", "entries[0].stage", id="verified"),
        pytest.param({**ENTRY, "stage": "certified"}, "stage_not_allowed", "entries[0].stage", id="certified"),
        pytest.param({**ENTRY, "stage": "Raw"}, "stage_unknown", "entries[0].stage", id="a stage in capitals"),
        pytest.param({**ENTRY, "stage": ["raw"]}, "stage_unknown", "entries[0].stage", id="a list of stages"),
        pytest.param({**ENTRY, "stage": ""}, "stage_unknown", "entries[0].stage", id="no stage"),
        pytest.param({**ENTRY, "title": 7}, "not_text", "entries[0].title", id="a number as title"),
        pytest.param({**ENTRY, "entryId": 7}, "not_text", "entries[0].entryId", id="a number as id"),
        pytest.param({**ENTRY, "type": ["a"]}, "not_text", "entries[0].type", id="a list as type"),
        pytest.param({**ENTRY, "body": False}, "not_text", "entries[0].body", id="false as body"),
    ],
)
def test_parse_extraction_leaves_out_and_lists_a_bad_entry(entry: object, code: str, where: str) -> None:
    parsed = parse_extraction({"entries": [entry, {**ENTRY, "entryId": "good"}]})

    assert [one.entry_id for one in parsed.entries] == ["good"]
    assert noted(parsed) == [(code, where)]


def test_parse_extraction_shows_the_wrong_value_shortened() -> None:
    (note,) = parse_extraction({"entries": [{**ENTRY, "title": ["가"] * 100}]}).notes

    assert note == Note(code="not_text", where="entries[0].title", params={"value": ('["가"' + ', "가"' * 99)[:80]})


@pytest.mark.parametrize(
    ("entry", "codes", "quotes"),
    [
        pytest.param({}, [("no_evidence", "entries[0].evidence")], [], id="nothing but an entry"),
        pytest.param({"evidence": None}, [("no_evidence", "entries[0].evidence")], [], id="null as evidence"),
        pytest.param({"evidence": []}, [], [], id="an empty list"),
        pytest.param({"evidence": "words"}, [("not_a_list", "entries[0].evidence")], ["words"], id="a bare quote"),
        pytest.param({"evidence": QUOTE}, [("not_a_list", "entries[0].evidence")], ["words"], id="one quote, no list"),
        pytest.param({"evidence": ["words", 7, None]}, [], ["words", "7", ""], id="items of every kind"),
        pytest.param(
            {"evidence": [{**QUOTE, "score": 1}], "why": 1},
            [("unknown_field", "entries[0].why"), ("unknown_field", "entries[0].evidence[0].score")],
            ["words"],
            id="unknown fields",
        ),
        pytest.param({"evidence": [{"message_index": 0, "quote": "words"}]}, [], ["words"], id="in snake case"),
        pytest.param(
            {"title": None, "type": None, "entryId": None, "stage": None, "evidence": (QUOTE,)},
            [],
            ["words"],
            id="null for what has a default",
        ),
    ],
)
def test_parse_extraction_keeps_an_entry_with_odd_evidence(
    entry: dict[str, Any], codes: list[tuple[str, str]], quotes: list[str]
) -> None:
    parsed = parse_extraction({"entries": (entry,)})

    assert noted(parsed) == codes
    assert [quote.text for one in parsed.entries for quote in one.quotes] == quotes
    assert [(one.type, one.title, one.entry_id, one.stage) for one in parsed.entries] == [("", "", None, "raw")]


def test_parse_extraction_keeps_and_lists_repeated_ids() -> None:
    parsed = parse_extraction({"entries": [ENTRY, {**ENTRY, "entryId": None}, {**ENTRY, "entryId": None}, ENTRY]})

    assert len(parsed.entries) == 4
    assert noted(parsed) == [
        ("repeated_entry_id", "entries[0].entryId"),
        ("repeated_entry_id", "entries[3].entryId"),
    ]


def test_parse_extraction_lists_the_second_form_beside_the_first() -> None:
    parsed = parse_extraction({"entries": [ENTRY], "evidence": [QUOTE], 7: "odd"})

    assert len(parsed.entries) == 1
    assert noted(parsed) == [("unknown_field", "evidence"), ("unknown_field", "7")]


def test_parse_extraction_reads_models() -> None:
    parsed = parse_extraction({"entries": [GivenEntry(entryId="e", evidence=[QUOTE])]})

    assert [(entry.entry_id, entry.quotes[0].text) for entry in parsed.entries] == [("e", "words")]


@pytest.mark.parametrize("holder", ["entries", "evidence"])
def test_parse_extraction_takes_quotes_without_an_index_where_it_says_so(holder: str) -> None:
    quotes = [{"quote": "a"}, "b", {"quote": "c", "messageIndex": None}, {"quote": "d", "messageIndex": 2}]
    held = [{"title": "t", "evidence": quotes}] if holder == "entries" else quotes

    parsed = parse_extraction({holder: held, "index": "none"})

    read = [quote for entry in parsed.entries for quote in entry.quotes]
    assert (parsed.index, parsed.notes) == ("none", ())
    assert [(quote.text, quote.message_index, quote.names_no_message) for quote in read] == [
        *(("a", None, True), ("b", None, True), ("c", None, True)),
        ("d", 2, False),
    ]


@pytest.mark.parametrize("index", ["3", True, -1, 2.0])
def test_parse_extraction_never_takes_an_index_that_is_none(index: object) -> None:
    parsed = parse_extraction({"evidence": [{"quote": "a", "messageIndex": index}], "index": "none"})

    assert parsed.entries[0].quotes[0].refusal == "invalid_index"


@pytest.mark.parametrize("index", [None, "one", 0, ["none"]])
def test_parse_extraction_knows_no_other_index(index: object) -> None:
    parsed = parse_extraction({"evidence": [{"quote": "a"}], "index": index})

    assert (parsed.index, [note.where for note in parsed.notes]) == (None, ["index"])
    assert parsed.entries[0].quotes[0].refusal == "invalid_index"


@pytest.mark.parametrize(
    ("quote", "notes"),
    [
        ({"spanStart": 1, "spanEnd": 3}, [("offsets_not_allowed", "spanStart")]),
        ({"score": 1, "char_start": 1}, [("offsets_not_allowed", "char_start"), ("unknown_field", "score")]),
        ({"quote": "", "spanStart": 1}, [("unknown_field", "spanStart")]),
    ],
)
def test_parse_extraction_notes_that_a_quote_failed_by_its_position(
    quote: dict[str, object], notes: list[tuple[str, str]]
) -> None:
    parsed = parse_extraction({"evidence": [{"messageIndex": 0, "quote": "words", **quote}]})

    assert [(note.code, note.where) for note in parsed.notes] == [(code, f"evidence[0].{key}") for code, key in notes]
    assert [note.is_left_out for note in parsed.notes] == [code == "unknown_field" for code, _ in notes]
