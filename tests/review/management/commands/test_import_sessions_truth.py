"""Comparing alignments with a known truth."""

from typing import Any

import pytest

from review.management.commands.import_sessions import outcome_of, truth_cells
from review.models import Alignment
from review.payloads import check_extraction
from review.services.ingest.receive import receive_extraction
from tests.factories import make_quote, make_session, run_of

pytestmark = pytest.mark.django_db

WORDS = ("We keep the raw text of every event.", "The cache lives for one hour.")
EXACT = "keep the raw text of every event"
FUZZY = "keep the raw texts of every event"


def outcome(quote: str, row: dict[str, Any], *, index: int = 0) -> str:
    current = make_quote(*WORDS, quote=quote, index=index).current
    assert current is not None
    return outcome_of(current.evidence, row)


@pytest.mark.parametrize(
    ("quote", "row", "expected"),
    [
        pytest.param(EXACT, {"cls": "exact", "start": 3, "end": 35}, "exact, right place", id="to the code point"),
        pytest.param(EXACT, {"cls": "exact", "start": 3, "end": 36}, "exact, other place", id="one code point off"),
        pytest.param(EXACT, {"cls": "benign", "start": 3, "end": 36}, "exact, right place", id="one off, edited"),
        pytest.param(FUZZY, {"cls": "benign", "start": 1, "end": 37}, "fuzzy, right place", id="two off at both ends"),
        pytest.param(FUZZY, {"cls": "benign", "start": 0, "end": 35}, "fuzzy, other place", id="three off"),
        pytest.param(FUZZY, {"cls": "benign", "start": 3, "end": 38}, "fuzzy, other place", id="three off at the end"),
        pytest.param(EXACT, {"start": 3, "end": 35, "actual_index": 1}, "exact, other place", id="another message"),
        pytest.param(EXACT, {"start": "3", "end": 35}, "exact, other place", id="a start that is no number"),
        pytest.param(EXACT, {"start": 3}, "exact, other place", id="no end"),
    ],
)
def test_outcome_of_aligned_evidence_says_where_it_is(quote: str, row: dict[str, Any], expected: str) -> None:
    assert outcome(quote, {"actual_index": 0, **row}) == expected


@pytest.mark.parametrize(("actual", "first"), [(0, "true"), (1, "other")])
def test_outcome_of_a_quote_from_another_message_says_which_comes_first(actual: int, first: str) -> None:
    assert outcome(EXACT, {"actual_index": actual}, index=1) == f"wrong_message, {first} message first"


def test_outcome_of_failed_evidence_says_why() -> None:
    assert outcome("nobody ever said anything like it", {}) == "not_found"
    assert outcome("keep the row test if ever effects", {}) == "below_threshold, closest given"


def test_truth_cells_counts_by_class_and_outcome() -> None:
    items = [{"messageIndex": 0, "quote": EXACT}, {"messageIndex": 0, "quote": "nobody ever said anything like it"}]
    entries = [{"entryId": f"e-{number}", "evidence": [item]} for number, item in enumerate(items)]
    session = make_session(WORDS)
    checked = check_extraction({"entries": entries})
    extraction = receive_extraction(session=session, checked=checked, actor=None).extraction
    right = {"entryId": "e-0", "cls": "exact", "actual_index": 0, "start": 3, "end": 35}

    cells = truth_cells(extraction, [right, right, {"entryId": "e-1"}, {"entryId": "e-9"}, {"entryId": []}, {}])

    assert cells == {("exact", "exact, right place"): 2, ("", "not_found"): 1}


def test_truth_cells_looks_at_first_attempts_only() -> None:
    quote = make_quote(*WORDS, quote=EXACT)
    copy = Alignment.objects.get()
    copy.pk, copy.attempt = None, 2
    copy.save(force_insert=True)

    cells = truth_cells(run_of(quote.entry), [{"entryId": quote.entry.entry_id, "cls": "exact"}])

    assert cells.total() == 1
