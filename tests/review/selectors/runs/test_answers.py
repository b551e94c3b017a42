"""What answers rest on, over time: as their models wrote them, by week and by run."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from review.models import Entry, Extraction, Project, ReviewSession
from review.payloads import check_extraction
from review.selectors.runs import answers as module
from review.selectors.runs.answers import Evaluation, evaluated_answers, evaluation, week_name
from review.selectors.runs.scope import monday_of
from review.services.ingest.receive import receive_extraction
from review.services.retrievals import correct_source
from tests.behind import rewrite
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user

pytestmark = pytest.mark.django_db

OLD = int((timezone.now() - timedelta(days=400)).timestamp() * 1000)
CHUNKS: list[dict[str, Any]] = [
    {"title": "Cache", "content": "The cache lives for one hour.", "relevance": "high"},
    {"title": "Snapshots", "content": "Snapshots are kept for ninety days.", "metadata": {"lastUpdated": OLD}},
]


@pytest.fixture
def project(db: None) -> Project:
    return make_project()


@pytest.fixture
def mina(project: Project) -> User:
    return make_user("mina", project=project)


def answer(session: ReviewSession, body: str, model: str = "m-1") -> Entry:
    entry = {"type": "answer", "title": "How long?", "body": body, "evidence": []}
    checked = check_extraction({"entries": [entry], "run": {"model": model, "extractor": "e"}})
    return receive_extraction(session=session, checked=checked, actor=None).extraction.entries.get()


def move(entry: Entry, *, weeks: int) -> None:
    """Let an answer have been received some weeks ago."""
    moment = timezone.now() - timedelta(weeks=weeks)
    rewrite("review_extraction", "received_at", moment.isoformat(" "), where=f"id = {entry.extraction_id}")


def rows(sums: object) -> list[tuple[object, ...]]:
    return [(name, *one.model_dump().values()) for name, one in sums]  # type: ignore[attr-defined]


def test_evaluation_keeps_every_answer_to_a_retrieval_by_run(project: Project, mina: User) -> None:
    session = make_retrieval(CHUNKS, project=project)
    answer(session, "It lives for one hour.\n\n*Sources:* `Cache`")
    answer(session, "It lives for one hour [S7].", model="m-2")
    answer(session, "I do not know.", model="m-2")

    found = evaluation(mina, weeks=4)

    assert rows(found.runs) == [("m-2", 2, 1, 0.5, 1, 0), ("m-1", 1, 1, 1.0, 0, 0)]
    assert rows(found.weeks) == [(week_name(monday_of(timezone.now())), 3, 2, pytest.approx(2 / 3), 1, 0)]
    assert [(one.run, one.found.cited_chunks, one.found.invented) for one in found.newest] == [
        ("m-2", (), ()),
        ("m-2", ("c-0",), ("S7",)),
        ("m-1", ("c-0",), ()),
    ]


def test_evaluation_knows_no_relevance_of_an_unrated_chunk_and_calls_silence_about_age_stale(
    project: Project, mina: User
) -> None:
    session = make_retrieval(CHUNKS, project=project)
    answer(session, "For ninety days.\n\n*Sources:* `Snapshots`")
    answer(session, "For ninety days. The source is outdated.\n\n*Sources:* `Snapshots`")

    found = evaluation(mina, weeks=4)

    assert rows([("", found.whole)]) == [("", 2, 2, None, 0, 1)]
    assert [one.found.stale for one in found.newest] == [(), ("Snapshots",)]


def test_evaluation_is_of_what_the_model_wrote(project: Project, mina: User) -> None:
    entry = answer(make_retrieval(CHUNKS, project=project), "One hour.\n\n*Sources:* `gone.md`")
    source = entry.cited_sources.get()

    correct_source(source_id=source.pk, replacement="Cache", reason="asked", seen_version=1, actor=mina)

    assert evaluation(mina, weeks=4).whole.invented == 1


def test_evaluation_groups_weeks_and_leaves_out_older_ones(project: Project, mina: User) -> None:
    session = make_retrieval(CHUNKS, project=project)
    for place, weeks in enumerate((0, 1, 3, 4)):
        move(answer(session, f"Answer {place}: one hour."), weeks=weeks)

    found = evaluation(mina, weeks=4)

    today = monday_of(timezone.now())
    assert [name for name, _ in found.weeks] == [week_name(today - timedelta(weeks=weeks)) for weeks in (0, 1, 3)]


def test_evaluation_is_of_answers_to_retrievals_that_a_person_sees(project: Project, mina: User) -> None:
    answer(make_retrieval(CHUNKS, project=make_project("elsewhere")), "One hour.")
    make_entry(make_session(["hello"], project=project), type="answer", body="Hello.")
    make_entry(make_retrieval(CHUNKS, project=project), type="fact", body="One hour.")

    assert evaluation(mina, weeks=4).whole.answers == 0
    assert evaluation(make_user("anna", project=project), project="nowhere", weeks=4).whole.answers == 0


def test_evaluation_counts_the_newest_answers(project: Project, mina: User, monkeypatch: pytest.MonkeyPatch) -> None:
    session = make_retrieval(CHUNKS, project=project)
    for place in range(3):
        answer(session, f"Answer {place}.")
    assert not cut(mina).is_cut

    monkeypatch.setattr(module, "MAX_EVALUATED_ANSWERS", 2)

    assert (cut(mina).is_cut, cut(mina).whole.answers) == (True, 2)
    assert [one.entry.body for one in cut(mina).newest] == ["Answer 2.", "Answer 1."]


def cut(mina: User) -> Evaluation:
    return evaluation(mina, weeks=4)


def test_evaluated_answers_asks_as_often_for_many_as_for_one(project: Project) -> None:
    session, other = (make_retrieval(CHUNKS, project=project, retrievalId=name) for name in "ab")
    answer(session, "One hour.\n\n*Sources:* `Cache`")
    asked = queries()
    for place in range(4):
        answer(other, f"Answer {place}.\n\n*Sources:* `gone{place}`")

    assert queries() == asked <= 6
    assert Extraction.objects.count() == 5


def queries() -> int:
    with CaptureQueriesContext(connection) as captured:
        list(evaluated_answers(Entry.objects.all()))
    return len(captured)
