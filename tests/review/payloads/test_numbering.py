"""The ways in which an extractor may have counted, and its quotes as the messages are numbered here."""

import pytest

from review.payloads.numbering import Numbering, Turn, indices, numberings, recounted

TURNS = [
    Turn("system", has_words=True),
    Turn("user", has_words=True),
    Turn("assistant", has_words=False),
    Turn("user", has_words=True),
]


@pytest.mark.parametrize(
    ("numbering", "numbers"),
    [
        (Numbering.FROM_ZERO, {0: 0, 1: 1, 2: 2, 3: 3}),
        (Numbering.FROM_ONE, {1: 0, 2: 1, 3: 2, 4: 3}),
        (Numbering.AFTER_SYSTEM, {0: 1, 1: 2, 2: 3}),
        (Numbering.WITH_WORDS, {0: 0, 1: 1, 2: 3}),
        (Numbering.OF_THE_USER, {0: 1, 1: 3}),
    ],
)
def test_indices_counts_as_the_extractor_did(numbering: Numbering, numbers: dict[int, int]) -> None:
    assert indices(TURNS, numbering) == numbers


def test_numberings_leaves_out_what_counts_alike() -> None:
    assert numberings(TURNS) == tuple(Numbering)
    assert numberings([Turn("user", has_words=True)]) == (Numbering.FROM_ZERO, Numbering.FROM_ONE)


def test_recounted_moves_numbers_and_never_words() -> None:
    quotes = [{"messageIndex": 1, "quote": "a"}, {"messageIndex": 9, "quote": "b"}, {"messageIndex": True}, "c"]
    upload = {"entries": [{"title": "t", "evidence": quotes}, "no entry"], "index": "none"}

    moved = recounted(upload, {1: 0}, count=4)

    expected = [{"messageIndex": 0, "quote": "a"}, {"messageIndex": 13, "quote": "b"}, {"messageIndex": True}, "c"]
    assert moved == {"entries": [{"title": "t", "evidence": expected}, "no entry"], "index": "none"}
    assert quotes[0] == {"messageIndex": 1, "quote": "a"}


def test_recounted_moves_evidence_without_entries() -> None:
    assert recounted({"evidence": [{"messageIndex": 2}]}, {2: 1}, count=3) == {"evidence": [{"messageIndex": 1}]}
    assert recounted([], {}, count=3) == []
