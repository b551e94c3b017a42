"""`manage.py evaluate_answers`: one table, in three forms."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from review.models import Entry, Project
from review.selectors.runs.answers import evaluated_answers
from tests.factories import make_project, make_retrieval

pytestmark = pytest.mark.django_db

CHUNKS = [{"title": "Cache", "content": "The cache lives for one hour.", "relevance": "high"}]
HEAD = ["answers", "cited", "context_relevance", "invented", "stale"]


@pytest.fixture
def project() -> Project:
    project = make_project("atlas")
    run = {"model": "=m", "extractor": "e"}
    for body in ("It lives for one hour.", "No idea [S9]."):
        entry: dict[str, object] = {"type": "answer", "title": "q", "body": body, "evidence": []}
        make_retrieval(CHUNKS, project=project, query=body, extraction={"entries": [entry], "run": run})
    make_retrieval(CHUNKS, project=make_project("elsewhere"), answer="One hour.")
    return project


def printed(*arguments: str) -> str:
    out = io.StringIO()
    call_command("evaluate_answers", "atlas", *arguments, stdout=out)
    return out.getvalue()


def test_evaluate_answers_prints_a_row_for_each_week(project: Project) -> None:
    [week] = {one.week for one in evaluated_answers(Entry.objects.filter(session__project=project))}

    assert [line.split() for line in printed().splitlines()] == [
        ["week", *HEAD],
        [week, "2", "1", "0.50", "1", "0"],
        ["all", "2", "1", "0.50", "1", "0"],
    ]


def test_evaluate_answers_by_run_as_csv(project: Project) -> None:
    assert list(csv.reader(io.StringIO(printed("--by", "run", "--to", "csv")))) == [
        ["run", *HEAD],
        ["'=m", "2", "1", "0.5", "1", "0"],
        ["all", "2", "1", "0.5", "1", "0"],
    ]


def test_evaluate_answers_by_answer_as_json(project: Project) -> None:
    table = json.loads(printed("--by", "answer", "--to", "json"))

    assert [one["invented"] for one in table.values()] == [0, 1, 1]
    assert [int(name) for name in list(table)[:2]] == list(
        Entry.objects.filter(session__project=project).order_by("pk").values_list("pk", flat=True)
    )


def test_evaluate_answers_names_a_project_that_is_not_there() -> None:
    with pytest.raises(CommandError, match=r"There is no project atlas\."):
        printed()
