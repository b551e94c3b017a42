"""The check of source lines on 1,000 answers of which everything is known."""

from collections import Counter
from random import Random

from aligner_core.citations.trace import CitationLineCheck, check_citation_line
from tests.aligner_core.citations.answers import NOW, Made, make

ANSWERS = [make(source) for source in [Random(20261121)] for _ in range(1000)]  # noqa: S311 - the same every time
KINDS = {"right", "invented", "missing", "twice", "middle", "model", "stale"}
FLOOR = 0.99


def check(made: Made) -> CitationLineCheck:
    return check_citation_line(made.answer, made.chunks, {"nowMs": NOW})


CHECKED = [(made, check(made)) for made in ANSWERS]


def precision_and_recall(reported: Counter[object], true: Counter[object]) -> tuple[float, float]:
    right = (reported & true).total()
    return right / reported.total(), right / true.total()


def test_answers_are_of_every_kind_and_language() -> None:
    kinds = Counter(made.kind for made in ANSWERS)

    assert set(kinds) == KINDS
    assert min(kinds.values()) >= 90
    assert all(sum(word in made.answer for made in ANSWERS) >= 90 for word in ("출처", "ource"))
    assert 200 <= sum(made.ok for made in ANSWERS) <= 800


def test_labels_are_found_and_judged() -> None:
    reported = Counter[object](
        (at, one.label, one.status) for at, (_, found) in enumerate(CHECKED) for one in found.labels
    )
    true = Counter[object]((at, *pair) for at, made in enumerate(ANSWERS) for pair in made.labels.items())

    assert min(precision_and_recall(reported, true)) >= FLOOR


def test_invented_labels_are_found() -> None:
    reported = Counter[object](
        (at, one.label) for at, (_, found) in enumerate(CHECKED) for one in found.labels if one.status == "invented"
    )
    true = Counter[object](
        (at, label) for at, made in enumerate(ANSWERS) for label, status in made.labels.items() if status == "invented"
    )

    assert min(precision_and_recall(reported, true)) >= FLOOR


def test_answers_that_break_the_rule_are_found() -> None:
    reported = Counter[object](at for at, (_, found) in enumerate(CHECKED) if not found.ok)
    true = Counter[object](at for at, made in enumerate(ANSWERS) if not made.ok)

    assert min(precision_and_recall(reported, true)) >= FLOOR


def test_everything_else_is_reported() -> None:
    wrong = [
        made
        for made, found in CHECKED
        if (found.count, found.position, found.model_knowledge) != (made.count, made.position, made.model_knowledge)
        or set(found.unused) != made.unused
        or set(found.stale_unmentioned) != made.stale_unmentioned
    ]

    assert len(wrong) <= len(ANSWERS) * (1 - FLOOR)
