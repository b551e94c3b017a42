"""The marks of an entry follow from what is stored of it."""

import pytest

from review.domain.marks import ASSIGNED, CHANGE, Marked, QuoteMarks, assigned_mark, marks_of

FOUND = QuoteMarks("counts", "exact", "", "verbatim", "user")
LOST = QuoteMarks("counts", "none", "not_found", "missing", None)
TOOLS = QuoteMarks("counts", "fuzzy", "", "slip", "tool")


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            Marked(
                "raw",
                "evidence_not_aligned",
                is_answer=False,
                is_rejected=False,
                has_invented=False,
                quotes=(FOUND, LOST),
            ),
            (
                "every method:exact method:none missing:evidence_not_aligned reason:not_found speaker:user stage:raw "
                "verdict:missing verdict:verbatim"
            ),
        ),
        (
            Marked("candidate", "", is_answer=False, is_rejected=False, has_invented=False, quotes=(TOOLS, FOUND)),
            (
                "every method:exact method:fuzzy missing:nothing ready speaker:tool speaker:user stage:candidate "
                "verdict:slip verdict:verbatim"
            ),
        ),
        (
            Marked("candidate", "", is_answer=True, is_rejected=False, has_invented=True, quotes=(TOOLS,)),
            (
                "every method:fuzzy missing:nothing sources:invented speaker:not_user speaker:tool stage:candidate "
                "to_be_asked verdict:slip"
            ),
        ),
        (
            Marked(
                "candidate",
                "unacknowledged_differences",
                is_answer=False,
                is_rejected=False,
                has_invented=False,
                quotes=(),
            ),
            "every missing:unacknowledged_differences stage:candidate to_be_asked",
        ),
        (
            Marked(
                "candidate",
                "no_evidence claim_unconfirmed",
                is_answer=False,
                is_rejected=False,
                has_invented=False,
                quotes=(),
            ),
            "every missing:claim_unconfirmed missing:no_evidence stage:candidate",
        ),
        (
            Marked("verified", "", is_answer=True, is_rejected=False, has_invented=False, quotes=(FOUND,)),
            "certifiable every method:exact missing:nothing speaker:user stage:verified verdict:verbatim",
        ),
        (
            Marked(
                "raw",
                "no_evidence",
                is_answer=False,
                is_rejected=False,
                has_invented=False,
                quotes=(FOUND._replace(standing="withdrawn"), LOST._replace(standing="split")),
            ),
            "every method:withdrawn missing:no_evidence stage:raw",
        ),
    ],
)
def test_marks_of_says_what_lists_find_an_entry_under(entry: Marked, expected: str) -> None:
    assert " ".join(sorted(marks_of(entry))) == expected


@pytest.mark.parametrize(
    ("stage", "is_rejected", "expected"),
    [
        ("candidate", False, {CHANGE, ASSIGNED, assigned_mark("mina")}),
        ("verified", False, set()),
        ("certified", False, set()),
        ("candidate", True, set()),
    ],
)
def test_marks_of_what_was_asked_end_with_a_decision(stage: str, expected: set[str], *, is_rejected: bool) -> None:
    asked = Marked(stage, "", is_answer=False, is_rejected=is_rejected, has_invented=False, quotes=())
    entry = asked._replace(wants_change=True, assignee="mina")

    assert marks_of(entry) - marks_of(asked) == expected


def test_marks_of_a_rejected_entry_have_other_names() -> None:
    entry = Marked("raw", "no_evidence", is_answer=False, is_rejected=True, has_invented=False, quotes=())

    assert sorted(marks_of(entry)) == ["rejected every", "rejected missing:no_evidence", "rejected stage:raw"]
