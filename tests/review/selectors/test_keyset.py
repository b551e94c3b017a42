"""Rows of several projects are read project by project, by one statement for each, and merged."""

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from review.models import ReviewSession
from review.selectors.keyset import ByProject, Cursor, Order, together
from tests.factories import make_project, make_session

pytestmark = pytest.mark.django_db
NEWEST, BY_PROJECT = Order(("-pk",)), Order(("project_id", "pk"), has_ties=True)


@pytest.fixture
def projects() -> tuple[int, ...]:
    """Return two of three projects with two sessions each."""
    some = [make_project(slug) for slug in ("atlas", "harbor", "lake")]
    for number in range(2):
        for project in some:
            make_session(["Words."], project=project, session_id=f"s{number}")
    return some[0].pk, some[2].pk


@pytest.mark.parametrize("order", [NEWEST, BY_PROJECT])
@pytest.mark.parametrize("is_back", [False, True])
def test_rows_by_project_are_those_of_a_query_for_each_project(
    projects: tuple[int, ...], order: Order, *, is_back: bool
) -> None:
    sessions = ReviewSession.objects.all()
    [place, *_] = order.merged([sessions], None, 1)
    one_by_one = [sessions.filter(project=project) for project in projects]
    for cursor in (None, Cursor(place, is_back=is_back)):
        found = order.merged([ByProject(sessions, projects)], cursor, 3)

        assert found == order.merged(one_by_one, cursor, 3)
    assert len(order.merged([ByProject(sessions, projects)], None, 9)) == 4


def test_rows_by_project_can_be_narrowed_counted_and_named(projects: tuple[int, ...]) -> None:
    first = ByProject(ReviewSession.objects.all(), projects).filter(Q(session_id="s0"))

    assert len(together([NEWEST.first(first, 1)], at_most=9)) == 2
    assert len(together([NEWEST.first(first, 1)], at_most=1)) == 1
    assert ReviewSession.objects.filter(pk__in=first.values("pk")).count() == 2


def test_nothing_is_asked_where_nothing_can_be_found() -> None:
    with CaptureQueriesContext(connection) as queries:
        assert NEWEST.merged([ByProject(ReviewSession.objects.all(), ())], None, 3) == []
        assert NEWEST.merged([ByProject(ReviewSession.objects.filter(pk__in=[]), (1, 2))], None, 3) == []

    assert len(queries) == 0
