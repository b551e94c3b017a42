"""The number of notifications and the list of them cost the same among ten times the notifications."""

import pytest
from django.contrib.auth.models import User
from django.db import connection

from benchmarks.pages import Cost, costs
from review.domain.notices import NoticeKind
from review.models import Comment, Entry, Event, Notice
from review.services.comments import make_comment
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.exhaustive]
SMALL, LARGE = 1_000, 10_000
GROWTH, SLACK = 1.1, {"sqlite": 20, "postgresql": 300}
COPIED = ("chain", "session", "entry", "event_type", "actor", "created_at")
PAGES = {"bell": "/help/", "list": "/waiting/", "seen list": "/waiting/"}


def fill(entry: Entry, people: list[User], count: int) -> None:
    """Notify each person of *count* events of one entry: half of them new, half seen."""
    last = Event.objects.latest("pk")
    rows = [
        Event(
            **{
                name: getattr(last, name) for name in ("chain", "session", "entry", "event_type", "actor", "created_at")
            },
            seq=last.seq + number,
            event_id=f"{last.seq + number:032}",
            payload=last.payload,
            hash="0" * 64,
        )
        for number in range(1, count + 1)
    ]
    Event.objects.bulk_create(rows, batch_size=80)
    Notice.objects.bulk_create(
        [
            Notice(person=person, project_id=entry.session.project_id, event=event, kind=NoticeKind.MENTION, is_new=new)
            for number, event in enumerate(rows)
            for new in [number % 2 == 0]
            for person in people
        ],
        batch_size=100,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def measured() -> dict[str, Cost]:
    return costs(PAGES, username="mina")


def test_notifications_cost_the_same_among_many() -> None:
    people = [make_user(name, project=make_project()) for name in ("mina", "jun", "hana")]
    entry = make_entry(make_session(["We keep it."]), ["We keep it."])
    assert isinstance(make_comment(entry_id=entry.pk, text="@mina", reply_to=None, actor=people[1]), Comment)
    fill(entry, people, SMALL)
    small = measured()
    fill(entry, people, LARGE - SMALL)
    large = measured()

    assert {name: (small[name], large[name]) for name in PAGES if grows(small[name], large[name])} == {}


def grows(before: Cost, after: Cost) -> bool:
    return after.work > GROWTH * before.work + SLACK[connection.vendor] or after.queries > before.queries
