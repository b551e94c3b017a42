"""Quotes that name their chunk are looked for there, and an unknown chunk is a reason of its own."""

from typing import Any

import pytest

from aligner_core import EvidenceAligner, FailureReason, Verdict, WorkBudget
from aligner_core.evidence.results import Outcome

SAME = "The cache lives for one hour."
CHUNKS = [SAME, SAME, "Snapshots are kept for ninety days.", SAME]
IDS = ["c1", "c2", "c3", "c3"]
QUOTE = "cache lives for one hour"


def outcome(item: dict[str, Any], ids: list[str] | None = None, **more: object) -> Outcome:
    given = {"evidence": [{"quote": QUOTE, **item}], **more}
    [found] = EvidenceAligner().align(CHUNKS, given, chunk_ids=IDS if ids is None else ids).outcomes
    return found


@pytest.mark.parametrize("key", ["chunkId", "chunk_id", "sourceId", "source_id"])
def test_align_looks_for_a_quote_in_the_chunk_that_it_names(key: str) -> None:
    found = outcome({key: "c2"})

    assert (found.message_index, found.verdict, getattr(found, "ambiguous", None)) == (1, Verdict.VERBATIM, False)


def test_align_believes_the_chunk_more_than_an_index_beside_it() -> None:
    assert outcome({"chunkId": "c2", "messageIndex": 0}).message_index == 1
    assert outcome({"chunkId": "c2", "messageIndex": "x"}).message_index == 1


def test_align_never_looks_elsewhere_for_a_quote_that_names_its_chunk() -> None:
    found = outcome({"chunkId": "c1", "quote": "Snapshots are kept"}, index="none")

    assert (found.message_index, getattr(found, "failure_reason", None)) == (0, FailureReason.WRONG_MESSAGE)
    assert [place.message_index for place in found.found_in] == [2]


@pytest.mark.parametrize("item", [{"chunkId": "c9"}, {"chunkId": "c9", "messageIndex": 0}, {"chunkId": "C1"}])
def test_align_of_an_unknown_chunk_fails_and_lists_where_the_words_are(item: dict[str, Any]) -> None:
    found = outcome(item)

    assert (found.message_index, getattr(found, "failure_reason", None)) == (None, FailureReason.UNKNOWN_SOURCE)
    assert [place.message_index for place in found.found_in] == [0, 1, 3]
    assert found.verdict is Verdict.ELSEWHERE


def test_align_of_an_unknown_chunk_and_words_of_nobody_is_missing() -> None:
    found = outcome({"chunkId": "c9", "quote": "nobody has said anything of the kind"})

    assert (found.verdict, found.found_in) == (Verdict.MISSING, ())


def test_align_takes_of_chunks_with_one_id_the_one_with_the_words() -> None:
    assert outcome({"chunkId": "c3"}).message_index == 3
    assert outcome({"chunkId": "c3", "quote": "Snapshots are kept"}).message_index == 2
    assert outcome({"chunkId": "c3", "quote": "nobody has said this"}).message_index == 2


@pytest.mark.parametrize("ids", [[], ["", "", "", ""]])
def test_align_without_chunks_counts_an_index_and_knows_no_chunk(ids: list[str]) -> None:
    assert outcome({"chunkId": "c2", "messageIndex": 0}, ids).message_index == 0
    assert getattr(outcome({"chunkId": "c2"}, ids), "failure_reason", None) is FailureReason.UNKNOWN_SOURCE


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"quote": " "}, FailureReason.EMPTY_QUOTE),
        ({"quote": 3}, FailureReason.INVALID_QUOTE),
        ({"spanStart": 0}, FailureReason.OFFSETS_NOT_ALLOWED),
    ],
)
def test_align_keeps_what_else_is_wrong_with_a_quote_of_a_chunk(item: dict[str, Any], reason: FailureReason) -> None:
    assert getattr(outcome({"chunkId": "c2", **item}), "failure_reason", None) is reason


@pytest.mark.parametrize("name", ["", None, 3, ["c1"]])
def test_align_takes_a_chunk_that_is_no_text_for_none(name: object) -> None:
    assert getattr(outcome({"chunkId": name}), "failure_reason", None) is FailureReason.INVALID_INDEX
    assert outcome({"chunkId": name}, index="none").message_index == 0


def test_align_within_a_budget_finds_the_same_chunk() -> None:
    given = {"evidence": [{"quote": QUOTE, "chunkId": name} for name in ("c2", "c9")]}
    found = EvidenceAligner().align(CHUNKS, given, chunk_ids=IDS, budget=WorkBudget(1_000_000)).outcomes

    assert [(one.message_index, getattr(one, "failure_reason", None)) for one in found] == [
        (1, None),
        (None, FailureReason.UNKNOWN_SOURCE),
    ]
