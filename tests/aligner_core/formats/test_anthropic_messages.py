"""Anthropic's messages: citations become quotes; two counters, ends exclusive, blocks that are no substrings."""

from typing import Any

import pytest

from tests.aligner_core.formats.files import EN, case, noted, quoted, read_json, turns

BLOCKS = "한 시간 동안.월요일에 측정."


def test_anthropic_numbers_documents_and_search_results_by_a_count_of_each() -> None:
    reading = case("anthropic--conversation.json")

    assert turns(reading)[1] == [("document", EN), ("document", "Measured on Mondays."), ("document", BLOCKS)]
    assert quoted(reading) == [
        (0, "keep the cache for one hour"),
        (2, BLOCKS),
        (1, "Measured on Mondays."),
        (0, "measure again"),
    ]


def test_anthropic_notes_wrong_offsets_alone() -> None:
    assert noted(case("anthropic--conversation.json")) == [
        ("left_out", "messages[0].content[0]", ("document", 2)),
        ("left_out", "messages[0].content[1]", ("search_result", 1)),
        ("offsets_wrong", "messages[1].content[2].citations[0]", '"measure again"'),
    ]


def test_anthropic_makes_a_claim_of_each_cited_block() -> None:
    entries = case("anthropic--list.json").extractions[0].entries

    assert [(entry.title, len(entry.quotes)) for entry in entries] == [
        ("The cache lives for one hour", 1),
        ("and is measured on Monday.", 2),
        ("Nobody objected.", 1),
    ]


def test_anthropic_answer_alone_says_that_its_documents_are_missing() -> None:
    reading = case("anthropic--answer.json")

    assert [index for index, _ in quoted(reading)] == [0, 1, 0, 0]
    assert noted(reading) == [("no_documents", "", (None, None))]


def test_anthropic_reads_the_system_prompt_as_the_first_message() -> None:
    assert [role for role, _ in turns(case("anthropic--conversation.json"))[0]] == [
        "system",
        "user",
        "assistant",
        "user",
    ]


def answer(*citations: object) -> dict[str, Any]:
    block = {"type": "text", "text": "So.", "citations": list(citations)}
    return {"role": "assistant", "content": [block, {"type": "tool_use", "id": "t"}]}


def document(source: object) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "document", "source": source}, "Why?"]}


@pytest.mark.parametrize(
    ("citation", "index", "codes"),
    [
        pytest.param({"type": "web_search_result_location", "url": "u"}, None, [], id="the web"),
        pytest.param({"type": "page_location", "document_index": 0, "start_page_number": 1}, 0, [], id="a page"),
        pytest.param({"type": "char_location", "document_index": 0}, 0, ["offsets_wrong"], id="no offsets"),
        pytest.param({"type": "char_location", "document_index": 7}, None, [], id="a document that is not there"),
        pytest.param({"type": "char_location", "document_index": True}, None, [], id="a number that is none"),
        pytest.param(
            {"type": "content_block_location", "document_index": 0, "start_block_index": 0, "end_block_index": 9},
            0,
            ["offsets_wrong"],
            id="blocks beyond the last",
        ),
        pytest.param(
            {"type": "content_block_location", "document_index": 0, "start_block_index": 0, "end_block_index": 0},
            0,
            ["offsets_wrong"],
            id="blocks that hold a part of the words",
        ),
    ],
)
def test_anthropic_takes_every_citation(citation: dict[str, Any], index: int | None, codes: list[str]) -> None:
    source = {"type": "text", "data": "One. Two."}
    reading = read_json({"messages": [document(source), answer({"cited_text": "One.", **citation})]})

    assert quoted(reading) == [(index, "One.")]
    assert [note.code for note in reading.notes if note.code != "left_out"] == codes


def test_anthropic_searches_every_source_where_a_quote_has_no_number() -> None:
    citation = {"type": "web_search_result_location", "cited_text": "One."}
    reading = read_json({"messages": [answer(citation, 3)]})

    assert reading.parts[1].upload["index"] == "none"
    assert ("left_out", "messages[0].content[0].citations[1]", ("citation", 1)) in noted(reading)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({"type": "content", "content": "One."}, "One."),
        ({"type": "content", "content": [{"type": "text", "text": "One."}, 3]}, "One."),
        ({"type": "base64", "media_type": "application/pdf", "data": "AA=="}, ""),
        (None, ""),
    ],
)
def test_anthropic_reads_the_texts_of_documents(source: object, words: str) -> None:
    assert turns(read_json({"messages": [document(source), 3]}))[1] == [("document", words)]


def test_anthropic_conversation_with_tools_alone_is_one_session() -> None:
    reading = read_json([{"role": "user", "content": "Why?"}, {"role": "assistant", "content": [{"type": "tool_use"}]}])

    assert (reading.format, turns(reading)) == ("anthropic", [[("user", "Why?"), ("assistant", "")]])


@pytest.mark.parametrize(
    "places",
    [
        pytest.param({}, id="none"),
        pytest.param({"start_block_index": 0, "end_block_index": "1"}, id="no number"),
        pytest.param({"start_block_index": 1, "end_block_index": 0}, id="ends before it starts"),
        pytest.param({"start_block_index": 0, "end_block_index": 2}, id="beyond the last block"),
        pytest.param({"start_block_index": 0, "end_block_index": 0}, id="nothing"),
        pytest.param({"start_block_index": 0, "end_block_index": 1, "cited_text": "Two."}, id="other words"),
    ],
)
def test_anthropic_notes_blocks_that_do_not_hold_the_words(places: dict[str, object]) -> None:
    blocks = {"type": "content", "content": [{"type": "text", "text": "One hour."}]}
    citation = {"type": "content_block_location", "cited_text": "One hour.", "document_index": 0, **places}
    answer = {"type": "text", "text": "One.", "citations": [citation]}

    reading = read_json(
        [
            {"role": "user", "content": [{"type": "document", "source": blocks}]},
            {"role": "assistant", "content": [answer]},
        ]
    )

    assert [note.code for note in reading.notes].count("offsets_wrong") == 1
