"""The feed of a project tells every event of its sessions once, in the order of their commits, and nobody else's."""

import pytest
from django.db import IntegrityError, connection, transaction

from review.databases.feed import AT_ONCE, give_numbers
from review.domain.events import EntryReopened
from review.domain.roles import Role
from review.models import Event, FeedHead, FeedItem, Project, ReviewSession
from review.selectors.feed.events import FedEvent, Page, events_after
from review.services import _journal
from review.services.feed.numbering import number_events
from review.services.people import staff_actions
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db


def read(project: Project, after: int = 0, *types: str, limit: int = 200) -> Page[FedEvent]:
    number_events()
    return events_after(project, after=after, types=types, limit=limit)


def append(session: ReviewSession, count: int) -> None:
    with transaction.atomic():
        _journal.append_all([(EntryReopened(stage="raw"), None)] * count, session=session, actor=None)


@pytest.fixture
def session() -> ReviewSession:
    return make_session(["We keep the raw text."], session_id="talk-1")


def test_events_after_tells_each_event_once_in_the_order_of_its_chain(session: ReviewSession) -> None:
    append(session, 5)

    first = read(session.project, limit=4)
    rest = read(session.project, first.next)

    told = [one.event.seq for one in (*first.items, *rest.items)]
    assert told == [1, 2, 3, 4, 5, 6]
    assert first.next == first.items[-1].number
    assert read(session.project, rest.next) == Page((), rest.next)


def test_events_after_goes_on_from_where_nothing_came(session: ReviewSession) -> None:
    newest = read(session.project).next

    assert read(session.project, newest + 1000).next == newest + 1000
    assert read(make_project("empty")) == Page((), 0)


def test_events_after_of_some_types_goes_past_the_others(session: ReviewSession) -> None:
    make_entry(session, ["the raw text"])
    append(session, 3)

    page = read(session.project, 0, "memory_extracted")
    nothing = read(session.project, 0, "entry_demoted")

    assert [one.event.event_type for one in page.items] == ["memory_extracted"]
    assert page.next == nothing.next == read(session.project).next


def test_events_after_knows_one_project_and_no_people(session: ReviewSession) -> None:
    other = make_session(["Elsewhere."], project=make_project("other"))
    staff_actions.add_member(project_id=session.project_id, user=make_user(), role=Role.VIEWER, actor=None)
    append(session, 1)

    told = {one.event.pk for one in read(session.project).items}

    assert told == set(session.events.values_list("pk", flat=True))
    assert {one.event.pk for one in read(other.project).items} == set(other.events.values_list("pk", flat=True))
    assert Event.objects.filter(session=None).exists()
    assert not FeedItem.objects.filter(event__session=None).exists()


def test_the_wire_form_names_what_an_event_is_about_and_who_did_it(session: ReviewSession) -> None:
    entry = make_entry(session, ["the raw text"], entryId="e-7")

    wire = read(session.project).items[-1].wire()

    event = session.events.latest("seq")
    assert wire == {
        "number": event.feed_item.number,
        "eventId": event.event_id,
        "type": "evidence_aligned",
        "createdAt": wire["createdAt"],
        "by": {"name": "system", "token": None},
        "session": session.pk,
        "sessionId": "talk-1",
        "entry": entry.pk,
        "entryId": "e-7",
        "payload": event.body,
        "seq": event.seq,
        "hash": event.hash,
    }


def test_a_number_is_never_changed_and_an_item_never_deleted(session: ReviewSession) -> None:
    number_events()

    with pytest.raises(IntegrityError), transaction.atomic():
        FeedItem.objects.update(number=1_000_000)
    with pytest.raises(IntegrityError), transaction.atomic():
        FeedItem.objects.all()._raw_delete("default")


def test_numbers_follow_one_another_from_the_last_that_was_given(session: ReviewSession) -> None:
    number_events()
    append(session, 3)
    if connection.vendor == "sqlite":
        pytest.skip("numbers are given by the trigger")

    assert [give_numbers(connection) for _ in range(2)] == [3, 0]
    numbers = list(FeedItem.objects.order_by("event").values_list("number", flat=True))
    assert numbers == [1, 2, 3, 4]
    assert FeedHead.objects.get().last == 4
    assert AT_ONCE > 3


def test_an_idle_poll_only_reads(
    session: ReviewSession, django_assert_max_num_queries: "pytest.FixtureRequest"
) -> None:
    number_events()
    last = read(session.project).next

    with django_assert_max_num_queries(3) as queries:  # type: ignore[operator]
        read(session.project, last)

    assert [one["sql"] for one in queries if not one["sql"].startswith("SELECT")] == []
