"""What is stored of a new extraction from memory is what the rows say when they are read again."""

import pytest

from review.domain.marks import READY
from review.models import Entry, EntryMark, FailedQuote, Quote, ReviewSession
from review.services.audit.audit_store import audit_store
from review.services.derived.claim_marks import wrong_claim_marks
from review.services.derived.failures import wrong_failures
from review.services.derived.marks import wrong_marks
from review.services.derived.refresh import wrong_missing
from review.services.derived.source_ages import wrong_ages
from tests.factories import make_entries, make_project, make_retrieval, make_session, make_user, switch
from tests.judging import judgements_of
from tests.quoted import AMBIGUOUS, DIFFERING, EXACT, LOST, SAID

pytestmark = pytest.mark.django_db

EVIDENCE: tuple[list[dict[str, object]], ...] = (
    [EXACT],
    [DIFFERING],
    [AMBIGUOUS, EXACT],
    [LOST],
    [EXACT, LOST, {"quote": 7}],
    [],
)


def stored(session: ReviewSession) -> list[Entry]:
    return make_entries(session, [{"title": "21 builds", "evidence": quotes} for quotes in EVIDENCE])


def assert_is_right(entries: list[Entry]) -> None:
    keys = [entry.pk for entry in entries]
    assert list(wrong_marks(keys)) == []
    assert [*wrong_missing(keys), *wrong_claim_marks(keys), *wrong_failures(keys), *wrong_ages(keys)] == []
    assert list(audit_store()) == []


@pytest.mark.parametrize("is_asked", [False, True])
def test_columns_of_a_conversation(*, is_asked: bool) -> None:
    session = make_session(SAID)
    switch(claim_facts=is_asked)

    entries = stored(session)

    assert_is_right(entries)
    assert EntryMark.objects.filter(name=READY).count() == 1
    assert [quote.text for quote in Quote.objects.filter(differs=True)] == [DIFFERING["quote"]]
    assert FailedQuote.objects.count() == 3


def test_columns_of_an_answer() -> None:
    chunk = {"title": "Cache", "content": SAID[0]["content"], "metadata": {"lastUpdated": 1_600_000_000_000}}
    claim = {"title": "How long?", "type": "answer", "body": "An hour.\n\nSource: `gone`", "evidence": [EXACT]}
    retrieval = make_retrieval([chunk], extraction={"entries": [claim]})

    assert_is_right(list(retrieval.entries.all()))


def test_what_was_just_aligned_is_not_judged_again() -> None:
    session = make_session(SAID, project=make_project(reviewer=make_user()))

    found = judgements_of(lambda: stored(session))

    assert {name for name, _ in found} <= {"align", "prescribe"}
