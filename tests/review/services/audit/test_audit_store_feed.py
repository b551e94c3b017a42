"""The audit of the feed: an event that programs are not told of, and one that they are told of in another project."""

import pytest
from django.db import connection

from review.domain.roles import Role
from review.models import Event, FeedItem, ReviewSession
from review.services.audit.audit_store import audit_store
from review.services.people import staff_actions
from tests.behind import lifted, remove, rewrite
from tests.factories import make_project, make_session, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def session() -> ReviewSession:
    session = make_session(["We keep the raw text."])
    staff_actions.add_member(project_id=session.project_id, user=make_user(), role=Role.VIEWER, actor=None)
    assert found() == []
    return session


def found() -> list[tuple[str, int]]:
    return [(finding.code, finding.pk) for finding in audit_store()]


def test_an_event_that_is_not_in_the_feed_is_found(session: ReviewSession) -> None:
    remove("review_feeditem")

    assert found() == [("feed_missing", session.events.get().pk)]


def test_an_event_in_the_feed_of_another_project_is_found(session: ReviewSession) -> None:
    rewrite("review_feeditem", "project_id", make_project("other").pk)

    assert found() == [("feed_unaccounted", session.events.get().pk)]


def test_an_event_of_people_in_a_feed_is_found(session: ReviewSession) -> None:
    of_people = Event.objects.filter(session=None).latest("pk")
    with lifted("review_feeditem"), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO review_feeditem (event_id, project_id, number) VALUES (%s, %s, 1000000)",
            [of_people.pk, session.project_id],
        )

    assert FeedItem.objects.count() == 2
    assert found() == [("feed_unaccounted", of_people.pk)]
