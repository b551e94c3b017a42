"""What the application exports, read back: records in lines, and bundles. Decisions of people are left out."""

import io
import json
import zipfile
from typing import Any

import pytest

from aligner_core.formats import Reading, read
from tests.aligner_core.formats.files import noted, read_lines

CHUNKS = [
    {"record": "export", "format": "evidence-review", "version": 1},
    {"record": "session", "project": "demo", "session": "s", "title": "Cache"},
    {"record": "retrieval", "project": "demo", "session": "s", "query": "How long?"},
    *(
        {
            "record": "message",
            "project": "demo",
            "session": "s",
            "messageIndex": index,
            "name": f"{name}.md",
            "content": f"The cache of {name}.",
            "chunk": {"chunkId": name},
        }
        for index, name in enumerate("ab")
    ),
]


def entry(*quotes: dict[str, Any]) -> dict[str, Any]:
    return {
        "record": "entry",
        "project": "demo",
        "session": "s",
        "title": "It lasts",
        "stage": "candidate",
        "evidence": list(quotes),
    }


def quote(words: str, index: int | None, standing: str = "counts") -> dict[str, Any]:
    attempt = {"attempt": 1, "outcome": {"quote": words, "messageIndex": index}}
    return {"standing": standing, "current": 1, "attempts": [attempt]}


def quotes_of(reading: Reading) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = reading.parts[0].upload["extraction"]["entries"][0]["evidence"]
    return found


def test_a_retrieval_comes_back_with_its_chunks() -> None:
    reading = read_lines(*CHUNKS, entry(quote("The cache of b", 1)))

    upload = reading.parts[0].upload
    assert (upload["retrievalId"], upload["query"]) == ("s", "How long?")
    assert [(one["chunkId"], one["title"], one["content"]) for one in upload["chunks"]] == [
        ("a", "a.md", "The cache of a."),
        ("b", "b.md", "The cache of b."),
    ]
    assert quotes_of(reading) == [{"quote": "The cache of b", "chunkId": "b"}]
    assert "index" not in upload["extraction"]


def test_a_quote_of_no_message_is_looked_for_in_all() -> None:
    reading = read_lines(*CHUNKS, entry(quote("The cache of b", None)))

    assert quotes_of(reading) == [{"quote": "The cache of b"}]
    assert reading.parts[0].upload["extraction"]["index"] == "none"


def test_a_quote_that_does_not_count_is_left_out_and_noted() -> None:
    reading = read_lines(*CHUNKS, entry(quote("The cache of a", 0), quote("The cache", 0, standing="withdrawn")))

    assert len(quotes_of(reading)) == 1
    assert ("quote that was withdrawn or split", 1) in [what for _, _, what in noted(reading)]


@pytest.mark.parametrize("index", [10**9, 100_000, -1, 1.5, "1", True, None])
def test_a_message_whose_number_no_session_has_is_left_out_and_noted(index: object) -> None:
    message = {"record": "message", "project": "demo", "session": "s", "messageIndex": index, "content": "Far away."}

    reading = read_lines(*CHUNKS, message)

    assert len(reading.parts[0].upload["chunks"]) == 2
    assert noted(reading) == [("left_out", "line 6", ("message without a number of a session", 1))]


@pytest.mark.parametrize("versions", [(1, 2), (2, 1)])
def test_the_newest_version_of_a_message_is_read(versions: tuple[int, int]) -> None:
    session, message = (
        CHUNKS[1],
        {"record": "message", "project": "demo", "session": "s", "messageIndex": 0, "role": "user"},
    )
    written = [{**message, "version": version, "content": f"Version {version}."} for version in versions]

    reading = read_lines(CHUNKS[0], session, *written)

    assert [one["content"] for one in reading.parts[0].upload["messages"]] == ["Version 2."]


def test_a_broken_line_of_a_bundle_is_noted_with_its_file() -> None:
    packed = io.BytesIO()
    message = {"session_id": "s", "message_index": 0, "content": "The cache lives for one hour."}
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("manifest.json", "{}")
        archive.writestr("messages.jsonl", f"{json.dumps(message)}\n{{broken\n")
        archive.writestr("entries.jsonl", "")
        archive.writestr("evidence.jsonl", "")

    reading = read(packed.getvalue())

    assert [one.content for one in reading.sessions[0].messages] == ["The cache lives for one hour."]
    assert ("unreadable_line", "messages.jsonl: line 2") in [(code, where) for code, where, _ in noted(reading)]
