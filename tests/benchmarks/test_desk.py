"""The desk: its entries are what they say, and its table counts wrong, lost and double decisions."""

from collections import Counter

from benchmarks.deciding import ENTRIES, Kind, desk
from benchmarks.desk import FIGURES, KEYS, MADE, Sitting, figures
from review.payloads import check_combined

GIVEN = desk()
WHOLE = {name: MADE[kind] for name, kind in GIVEN.kinds.items()}


def figures_by_case(made: dict[str, list[str]], *seen: list[str]) -> dict[str, object]:
    sittings = [Sitting(seen=names, keys=7, milliseconds=[3.0], bare=[2.0], sizes=[9_000]) for names in seen]
    return {case: value for (case, _), value in zip(FIGURES, figures(sittings, made, GIVEN), strict=True)}


def test_a_hundred_entries_of_every_kind_can_be_uploaded() -> None:
    upload = check_combined({**GIVEN.upload.session, "extraction": GIVEN.upload.extraction})

    assert upload.extraction is not None
    assert len(upload.extraction.entries) == len(GIVEN.kinds) == ENTRIES
    assert Counter(GIVEN.kinds.values()) == {
        Kind.READY: 65,
        Kind.DIFFERING: 10,
        Kind.CLAIM: 10,
        Kind.FAILED: 10,
        Kind.TWICE: 5,
    }  # docs/benchmarks.md has these numbers
    assert set(KEYS) == set(MADE) == set(GIVEN.kinds.values()) == set(Kind)


def test_all_as_meant() -> None:
    assert figures_by_case(WHOLE, list(WHOLE)) == {
        "entries decided as meant": 100,
        "wrong": 0,
        "lost": 0,
        "decided twice": 0,
        "decided on and yet seen by two": 0,
        "pages loaded": 0,
        "keys an entry, letters of reasons not counted": 0.07,
        "a decision, before compression": 9.0,
        "decision → next claim": 3.0,
        "bare card": 2.0,
        "decision → next claim, in bare cards": 1.5,
    }


def test_wrong_lost_and_double_decisions_are_counted() -> None:
    ready, other, third = [name for name, kind in GIVEN.kinds.items() if kind is Kind.READY][:3]
    made = WHOLE | {ready: ["entry_rejected"], other: [], third: ["entry_promoted"] * 2}

    figure = figures_by_case(made, list(WHOLE), [third])

    assert figure["entries decided as meant"] == 97
    assert figure["wrong"] == 1
    assert figure["lost"] == 2
    assert figure["decided twice"] == 1
    assert figure["decided on and yet seen by two"] == 1


def test_an_entry_that_nobody_saw_is_lost() -> None:
    skipped = next(name for name, kind in GIVEN.kinds.items() if kind is Kind.TWICE)

    assert figures_by_case(WHOLE, [name for name in WHOLE if name != skipped])["lost"] == 1
