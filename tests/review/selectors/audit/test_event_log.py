"""The journal narrowed by days: as a plain comparison of moments does it, and by the indexes."""

from datetime import datetime, time, timedelta
from itertools import product

import pytest
from django.db import connection
from django.utils import timezone

from review.models import Event
from review.selectors.audit.event_log import filtered_events
from tests.behind import lifted
from tests.factories import make_session

pytestmark = pytest.mark.django_db


def spread(days: list[int]) -> None:
    """Date the events of a session so many days ago, in the order of their keys."""
    session = make_session([f"Message {number}." for number in range(2)])
    for number in range(1, len(days)):
        make_session([f"Other {number}."], project=session.project, session_id=f"s-{number}")
    keys = Event.objects.order_by("pk").values_list("pk", flat=True)
    with lifted("review_event"):
        for pk, ago in zip(keys, days, strict=False):
            Event.objects.filter(pk=pk).update(created_at=timezone.now() - timedelta(days=ago))


@pytest.mark.parametrize("days", [[5, 4, 3, 2, 1, 0], [5, 3, 4, 1, 2, 0], [3, 3, 3, 3], [0, 5, 0]])
def test_days_narrow_the_journal_as_comparing_moments_does(days: list[int]) -> None:
    spread(days)
    wrong = []
    for since, until in product((9, 4, 3, 0, -1), (9, 4, 0, -1)):
        first, last = (timezone.localdate() - timedelta(days=ago) for ago in (since, until))
        begin = timezone.make_aware(datetime.combine(first, time.min))
        end = timezone.make_aware(datetime.combine(last + timedelta(days=1), time.min))

        found = set(filtered_events(Event.objects.all(), {"since": first.isoformat(), "until": last.isoformat()}))

        if found != set(Event.objects.filter(created_at__gte=begin, created_at__lt=end)):
            wrong.append((since, until))

    assert wrong == [], wrong


@pytest.mark.parametrize("column", ["event_type", "actor", "created_at"])
def test_what_the_journal_is_narrowed_by_has_an_index_in_the_order_of_the_list(column: str) -> None:
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, Event._meta.db_table)

    assert [column, "id"] in [one["columns"] for one in constraints.values() if one["index"]]
