"""Retrieved evidence of the first version: quotes that name a chunk, no message."""

import pytest

from aligner_core.evidence.models import FailureReason
from aligner_core.formats import Counting
from aligner_core.retrieval import parse_retrieval
from tests.aligner_core.formats.files import case, noted, quoted, read_json


@pytest.mark.parametrize("name", ["search.json", "list.json", "lines.jsonl"])
def test_retrieved_evidence_is_quotes_that_name_their_chunk(name: str) -> None:
    reading = case(f"retrieved_evidence--{name}")
    quotes = [quote for entry in reading.extractions[0].entries for quote in entry.quotes]

    assert [(quote.chunk_id, quote.refusal) for quote in quotes] == [
        ("cache_policy", FailureReason.UNKNOWN_SOURCE),
        ("캐시_정책", FailureReason.UNKNOWN_SOURCE),
    ]
    assert reading.counting is Counting.CHUNK_IDS
    assert quoted(reading) == [(None, "keep the cache for one hour"), (None, "월요일에 다시 측정")]
    assert reading.parts[0].upload["index"] == "none"
    assert reading.extractions[0].entries[0].title == "cache_policy"
    assert reading.extractions[0].entries[0].body == "relevance: high\nmethod: contextual\nmatched_tags: cache"
    assert [code for code, *_ in noted(reading) if code != "search_kept"] == []


def test_retrieved_evidence_counts_what_is_left_out() -> None:
    item = {"chunk_id": "a", "quoted_text": "One.", "colour": "red", "matched_tags": None}
    reading = read_json({"found": True, "search_method": "none", "evidence": [item, 3], "limit": 3})

    assert noted(reading)[:-1] == [
        ("left_out", "limit", ("limit", 1)),
        ("left_out", "evidence[0].colour", ("colour", 1)),
        ("left_out", "evidence[1]", ("row", 1)),
    ]


def test_retrieved_evidence_reads_a_search_that_found_nothing() -> None:
    reading = read_json({"found": False, "search_method": "none", "evidence": []})

    assert (reading.format, quoted(reading)) == ("retrieved_evidence", [])


def test_retrieved_evidence_keeps_how_it_was_found() -> None:
    rules = {"key": "a", "category": "plastics", "data": {"how": ["rinse", "flatten"]}}
    search = {
        "found": True,
        "search_method": "contextual",
        "disposal_rules": rules,
        "events": ["a_started", "a_success"],
    }

    reading = read_json({**search, "evidence": [{"chunk_id": "a", "quoted_text": "rinse..."}]})

    assert reading.parts[0].upload["search"] == search
    assert noted(reading) == [("search_kept", "search", "a_started, a_success")]
    assert not reading.notes[0].is_left_out


@pytest.mark.parametrize(
    ("search", "value"), [({}, "–"), ({"events": "x"}, "–"), ({"events": ["e"] * 99}, "e, " * 19 + "e")]
)
def test_extraction_with_a_search_names_its_first_events(search: dict[str, object], value: str) -> None:
    assert noted(read_json({"entries": [], "search": search})) == [("search_kept", "search", value)]


def test_extraction_with_a_search_that_is_no_object_notes_an_unknown_field() -> None:
    assert [code for code, *_ in noted(read_json({"entries": [], "search": 3}))] == ["unknown_field"]


def test_retrieved_evidence_beside_its_chunks_loses_neither_unnoted() -> None:
    chunks = [{"chunkId": "a", "content": "Rinse the jar."}]

    evidence = [{"chunk_id": "a", "quoted_text": "Rinse it"}]

    reading = read_json({"query": "How?", "chunks": chunks, "evidence": evidence})
    upload = parse_retrieval(reading.parts[0].upload)

    assert [chunk.content for chunk in upload.chunks] == ["Rinse the jar."]
    assert [note.where for note in upload.notes if note.loses_text] == ["evidence"]
