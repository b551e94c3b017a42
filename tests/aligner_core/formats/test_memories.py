"""Memories without quotes: every one is a claim, none is lost."""

from tests.aligner_core.formats.files import EN, KO, case, noted, read_json, read_lines, turns


def test_mem0_reads_memories_as_claims_without_quotes() -> None:
    reading = case("mem0--results.json")

    assert [(claim.entry_id, claim.type, claim.title) for claim in reading.claims] == [
        ("m1", "memory", "The cache lives for one hour"),
        ("m2", "memory", "캐시는 월요일에 다시 측정한다"),
    ]
    assert reading.claims[0].body == "created_at: 2026-10-06T10:05:00+00:00\nuser_id: dana"
    assert (reading.sessions, reading.extractions[0].run.extractor) == ((), "mem0")


def test_mem0_counts_relations_and_memories_without_words() -> None:
    reading = read_json({"results": [{"id": "a", "memory": "One."}, {"id": "b"}, 3], "relations": [{}, {}]})

    assert noted(reading) == [
        ("left_out", "relations[0]", ("relations", 2)),
        ("left_out", "results[1]", ("memory without words", 2)),
    ]


def test_graphiti_reads_facts_as_claims_and_episodes_as_messages() -> None:
    reading = case("graphiti--graph.json")

    assert turns(reading) == [[("message", f"dana: {EN}"), ("message", f"민수: {KO}")]]
    assert [(claim.entry_id, claim.type, claim.title) for claim in reading.claims] == [
        ("e0", "LIVES_FOR", "The cache lives for one hour"),
        ("e1", "측정", "캐시는 월요일에 다시 측정된다"),
    ]
    assert reading.claims[0].body == "valid_at: 2026-10-06T10:05:00Z\ncreated_at: 2026-10-06T10:05:00Z\nepisodes: p1"
    assert noted(reading) == [("left_out", "nodes[0]", ("nodes", 1))]


def test_graphiti_reads_facts_of_zep() -> None:
    assert [claim.title for claim in read_json({"facts": [{"uuid": "a", "fact": "One."}]}).claims] == ["One."]


def test_graphiti_counts_what_has_no_words() -> None:
    reading = read_lines({"uuid": "a", "fact": "One."}, {"uuid": "b", "fact": None}, 3)

    assert [claim.title for claim in reading.claims] == ["One."]
    assert noted(reading) == [("left_out", "line 2", ("without fact", 2))]
