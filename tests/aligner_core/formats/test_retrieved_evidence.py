"""Retrieved evidence of the first version: quotes that name a chunk, no message."""

import pytest

from tests.aligner_core.formats.files import case, noted, quoted, read_json


@pytest.mark.parametrize("name", ["search.json", "list.json", "lines.jsonl"])
def test_retrieved_evidence_is_quotes_without_a_number(name: str) -> None:
    reading = case(f"retrieved_evidence--{name}")

    assert quoted(reading) == [(None, "keep the cache for one hour"), (None, "월요일에 다시 측정")]
    assert reading.parts[0].upload["index"] == "none"
    assert reading.extractions[0].entries[0].title == "cache_policy"
    assert reading.extractions[0].entries[0].body == "relevance: high\nmethod: contextual\nmatched_tags: cache"
    assert noted(reading) == []


def test_retrieved_evidence_counts_what_is_left_out() -> None:
    item = {"chunk_id": "a", "quoted_text": "One.", "colour": "red", "matched_tags": None}
    reading = read_json({"found": True, "search_method": "none", "evidence": [item, 3], "events": ["a"]})

    assert noted(reading) == [
        ("left_out", "events", ("events", 1)),
        ("left_out", "evidence[0].colour", ("colour", 1)),
        ("left_out", "evidence[1]", ("row", 1)),
    ]


def test_retrieved_evidence_reads_a_search_that_found_nothing() -> None:
    reading = read_json({"found": False, "search_method": "none", "evidence": []})

    assert (reading.format, quoted(reading)) == ("retrieved_evidence", [])
