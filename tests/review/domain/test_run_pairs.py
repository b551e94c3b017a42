"""Which entries of two runs state the same."""

import csv
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.domain.run_pairs import RunEntry, RunPairs, pair_runs

ROWS = [
    tuple(row)
    for row in csv.reader(
        (Path(__file__).parent / "data" / "run_pairs.tsv").read_text(encoding="utf-8").splitlines(), delimiter="\t"
    )
]
SPANS = {"a": (0, 30), "b": (30, 60), "": (0, 60)}
"""A place in the table is a message, or its first or second half."""
CLAIMS = st.sampled_from(
    ["", "the", "Rent is 900", "Rent is 950", "rent IS 900.", "월세는 90만 원", "월세가 95만 원", "Pets"]
)
PLACES = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9), st.integers(10, 19)), max_size=2).map(tuple)


@st.composite
def runs(draw: st.DrawFn, begin: int) -> list[RunEntry]:
    drawn = draw(st.lists(st.tuples(CLAIMS, PLACES), max_size=6))
    return [RunEntry(begin + number, claim, places) for number, (claim, places) in enumerate(drawn)]


def _entry(key: int, place: str, claim: str) -> RunEntry:
    number = place.rstrip("ab")
    places = () if place == "-" else ((int(number), *SPANS[place[len(number) :]]),)
    return RunEntry(key, claim, places)


def _decided() -> dict[int, str]:
    """Return what is decided of every row, each session compared as a whole; the second run in another order."""
    sessions = defaultdict(list)
    for number, row in enumerate(ROWS):
        sessions[row[0]].append((number, row))
    decided: dict[int, str] = {}
    for rows in sessions.values():
        first = [_entry(number, row[2], row[3]) for number, row in rows if row[3] != "-"]
        second = [_entry(number, row[4], row[5]) for number, row in reversed(rows) if row[5] != "-"]
        pairs = pair_runs(first, second)
        for kind, found in (("kept", pairs.kept), ("reworded", pairs.reworded)):
            decided |= {left: kind if left == right else f"with {right}" for left, right in found}
        decided |= dict.fromkeys(pairs.lost, "lost") | dict.fromkeys(pairs.new, "new")
    return decided


def test_pair_runs_is_right_on_a_hundred_pairs() -> None:
    decided = _decided()

    wrong = [
        (row[1], decided.get(number), row[3], row[5]) for number, row in enumerate(ROWS) if decided[number] != row[1]
    ]

    assert len(ROWS) == 100
    assert wrong == []


def test_pair_runs_takes_the_best_pair_first() -> None:
    first = [RunEntry(1, "Rent is 900 euros", ((0, 0, 20),)), RunEntry(2, "Rent is 950 euros", ((0, 0, 20),))]
    second = [RunEntry(3, "Rent is 950 euros", ((0, 0, 20),))]

    pairs = pair_runs(first, second)

    assert pairs == RunPairs(kept=((2, 3),), reworded=(), lost=(1,), new=())


def test_pair_runs_takes_the_pair_that_is_more_alike_first() -> None:
    first = [
        RunEntry(1, "The flat has two large sunny rooms"),
        RunEntry(2, "The flat has two large sunny bright rooms"),
    ]
    second = [RunEntry(3, "The flat has two large sunny bright quiet rooms")]

    pairs = pair_runs(first, second)

    assert pairs == RunPairs(kept=(), reworded=((2, 3),), lost=(1,), new=())


@pytest.mark.parametrize(
    ("places", "is_pair"),
    [
        pytest.param(((0, 0, 10),), True, id="half of the shorter evidence is shared"),
        pytest.param(((0, 6, 16),), False, id="less than half of it is shared"),
        pytest.param(((1, 0, 10),), False, id="the same range of another message"),
    ],
)
def test_pair_runs_asks_for_the_same_evidence_where_few_words_are_shared(
    places: tuple[tuple[int, int, int], ...], *, is_pair: bool
) -> None:
    first = [RunEntry(1, "Pets are fine if neighbours agree", ((0, 0, 10),))]

    pairs = pair_runs(first, [RunEntry(2, "Pets need written consent", places)])

    assert pairs.reworded == (((1, 2),) if is_pair else ())


def test_pair_runs_keeps_claims_without_words() -> None:
    assert pair_runs([RunEntry(1, "?")], [RunEntry(2, "!")]).kept == ((1, 2),)


class TestPairing:
    """Every entry is reported once, and the order of the runs changes nothing but the names of the sides."""

    @given(runs(0), runs(100))
    def test_every_entry_is_reported_once(self, first: list[RunEntry], second: list[RunEntry]) -> None:
        pairs = pair_runs(first, second)

        both = pairs.kept + pairs.reworded
        assert sorted([left for left, _ in both] + list(pairs.lost)) == [entry.key for entry in first]
        assert sorted([right for _, right in both] + list(pairs.new)) == [entry.key for entry in second]

    @given(runs(0), runs(100))
    def test_swapping_the_runs_mirrors_the_pairs(self, first: list[RunEntry], second: list[RunEntry]) -> None:
        there, back = pair_runs(first, second), pair_runs(second, first)

        assert sorted((left, right) for right, left in back.kept) == sorted(there.kept)
        assert sorted((left, right) for right, left in back.reworded) == sorted(there.reworded)
        assert (back.lost, back.new) == (there.new, there.lost)

    @given(runs(0))
    def test_a_run_keeps_all_of_itself(self, run: list[RunEntry]) -> None:
        assert len(pair_runs(run, run).kept) == len(run)
