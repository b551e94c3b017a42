"""Our own forms, and those of the product's first version."""

from collections.abc import Callable

import pytest

from aligner_core.formats import Counting, FormatError, Reading
from tests.aligner_core.formats.files import EN, KO, case, noted, quoted, read_json, read_lines, turns


def test_own_session_keeps_every_field() -> None:
    session = case("session--named.json").sessions[0]

    assert (session.session_id, session.title) == ("cache-1", "Cache")
    assert session.messages[0].model_dump() == {
        "role": "user",
        "content": EN,
        "name": "Dana",
        "timestamp": "2026-10-06T10:05:00Z",
    }


def test_own_session_takes_session_messages_and_extracted_json() -> None:
    reading = case("session--extracted.json")

    assert turns(reading) == [[("", EN), ("", KO)]]
    assert quoted(reading) == [(0, "for one hour")]
    assert reading.extractions[0].run.model == "m-1"
    assert noted(reading) == []


def test_own_session_takes_the_claims_of_version_1() -> None:
    reading = case("session--claims.json")

    assert reading.counting is Counting.ONE_TEXT
    assert quoted(reading) == [(0, "keep the cache"), (0, "measure again on Monday")]


def test_own_extraction_alone_is_a_part_without_a_session() -> None:
    reading = case("extraction--entries.json")

    assert [part.session for part in reading.parts] == [None]
    assert (reading.extractions[0].run.model, quoted(reading)[1]) == ("m-1", (1, "캐시는 한 시간 동안 유지"))


@pytest.mark.parametrize("door", [read_lines, lambda *quotes: read_json(list(quotes))])
def test_own_quotes_are_one_extraction(door: Callable[..., Reading]) -> None:
    reading = door({"messageIndex": 1, "quote": "One."}, {"quote": "Two."})

    assert (reading.format, quoted(reading)) == ("extraction", [(1, "One."), (None, "Two.")])


def test_own_extraction_says_that_quotes_have_no_number() -> None:
    reading = read_json({"index": "none", "evidence": [{"quote": "One."}]})

    assert noted(reading) == []
    assert reading.parts[0].upload["index"] == "none"


def test_own_extraction_notes_unknown_fields_with_their_place() -> None:
    reading = read_lines(
        {"messages": ["a"], "extraction": {"evidence": [], "colour": 1}}, {"messages": ["b"], "mood": 2}
    )

    assert [(note.code, note.where) for note in reading.notes] == [
        ("unknown_field", "line 1: extraction.colour"),
        ("unknown_field", "line 2: mood"),
    ]


@pytest.mark.parametrize(
    ("value", "code", "where"),
    [
        ({"chunks": [{"chunkId": "a", "content": "b"}, {"chunkId": 3, "content": "b"}]}, "not_a_chunk", "chunks[1]"),
        ({"chunks": [{"chunkId": "a", "content": "b"}, 3]}, "not_a_chunk", "chunks[1]"),
        ({"messages": ["a"], "extraction": 3}, "not_an_extraction", "extraction"),
    ],
)
def test_own_forms_are_refused_by_their_place(value: object, code: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_json(value)

    assert (caught.value.code, caught.value.where) == (code, where)


def test_own_retrieval_shows_chunks_as_messages() -> None:
    reading = case("retrieval--chunks.json")

    assert [(one.role, one.name, one.content) for one in reading.sessions[0].messages] == [
        ("document", "cache.md", EN),
        ("document", "캐시.md", KO),
    ]
    assert (reading.sessions[0].title, reading.parts[0].upload["answer"]) == ("How long?", "One hour.")
