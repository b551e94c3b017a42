"""What an import costs: no statement and no judgement for each entry, and few rows."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from review.models import Project
from review.payloads import check_combined
from review.services.ingest.receive import receive_extraction, receive_session
from tests.factories import make_project
from tests.judging import judgements_of

pytestmark = pytest.mark.django_db

SAID = [
    "We keep 21 builds of every branch. The cache lives for one hour.",
    "The cache lives for one hour, and the cache lives for one hour.",
]
EVIDENCE: Sequence[list[dict[str, Any]]] = (
    [{"messageIndex": 0, "quote": "keep 21 builds of every branch"}],
    [{"messageIndex": 0, "quote": "We keep 12 builds of every branch."}],
    [{"messageIndex": 1, "quote": "cache lives for one hour"}],
    [{"messageIndex": 0, "quote": "nobody has ever said anything like it here"}],
)
FEW, MANY = 4, 60
MOST_STATEMENTS = 60
"""For a new session with an extraction, with the statements that begin and end its two transactions.

ANALYZE is not counted: it depends on the rows there were before.
"""
MOST_ROWS = 13
"""For an entry with a quote: itself, the quote, an attempt, an event, its marks, and whether it failed."""


class Cost(NamedTuple):
    """What one import took."""

    statements: int
    rows: int
    judgements: Counter[str]


def imported(entries: int, project: Project) -> Cost:
    items = [{"title": "21 builds", "evidence": EVIDENCE[number % len(EVIDENCE)]} for number in range(entries)]
    payload = {"sessionId": f"s{entries}", "messages": SAID, "extraction": {"entries": items}}

    def receive() -> None:
        upload = check_combined(payload)
        session = receive_session(project=project, upload=upload.session, actor=None).session
        assert upload.extraction is not None
        receive_extraction(session=session, checked=upload.extraction, actor=None)

    before = rows()
    with CaptureQueriesContext(connection) as queries:
        judged = judgements_of(receive)
    asked = [one for one in queries if one["sql"] != "ANALYZE"]
    return Cost(len(asked), rows() - before, Counter(name for name, _ in judged.elements()))


def rows() -> int:
    return sum(model._base_manager.count() for model in apps.get_app_config("review").get_models())


def test_an_import_asks_the_database_nothing_for_each_entry() -> None:
    project = make_project()
    few, many = imported(FEW, project), imported(MANY, project)

    assert many.statements == few.statements
    assert many.statements <= MOST_STATEMENTS
    assert many.rows - few.rows <= MOST_ROWS * (MANY - FEW)


def test_an_import_aligns_once_and_judges_nothing_again() -> None:
    cost = imported(MANY, make_project())

    assert cost.judgements == {"align": 1, "prescribe": MANY // len(EVIDENCE)}
