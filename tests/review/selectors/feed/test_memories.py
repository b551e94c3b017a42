"""Each memory that was verified is told once, as it is now, and again when it moves or no longer holds."""

import pytest
from django.contrib.auth.models import User

from review.domain.policy import Granted, Stage
from review.models import Entry, Project
from review.payloads import check_session
from review.selectors.feed.events import Page
from review.selectors.feed.memories import Memory, memories_since
from review.services.feed.numbering import number_events
from review.services.ingest.receive import receive_session
from review.services.promotion.claims import correct_claim
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from review.services.promotion.undo import undo_decision
from tests.factories import make_entries, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = "The logs stay for 90 days."


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def entries() -> list[Entry]:
    session = make_session([{"role": "user", "name": "Jun", "content": WORDS}], session_id="talk-1")
    quote = {"messageIndex": 0, "quote": "the logs stay for 90 days"}
    return make_entries(session, [{"title": name, "body": "said", "evidence": [quote]} for name in "abc"])


def version(entry: Entry) -> int:
    return Entry.objects.get(pk=entry.pk).version


def verify(entry: Entry, actor: User) -> None:
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version(entry), actor=actor)
    assert isinstance(decision, Granted), decision


def demote(entry: Entry, actor: User) -> None:
    demote_entry(entry_id=entry.pk, reason="wrong", seen_version=version(entry), actor=actor)


def read(since: int = 0, *, limit: int = 200, project: Project | None = None) -> Page[Memory]:
    number_events()
    return memories_since(project or make_project(), since=since, limit=limit)


def told(since: int = 0, *, limit: int = 200) -> list[tuple[str, int]]:
    return [(str(wire["op"]), int(wire["id"])) for wire in (one.wire() for one in read(since, limit=limit).items)]


def test_an_entry_that_was_never_verified_is_not_told(entries: list[Entry], mina: User) -> None:
    reject_entry(entry_id=entries[0].pk, reason="in jest", seen_version=1, actor=mina)

    assert told() == []


def test_each_memory_is_told_once_as_it_is_now(entries: list[Entry], mina: User) -> None:
    a, b, _ = entries
    verify(a, mina)
    verify(b, mina)
    first = read()
    demote(b, mina)

    assert [(one.entry.pk, one.holds) for one in first.items] == [(a.pk, True), (b.pk, True)]
    assert told(first.next) == [("revoke", b.pk)]
    assert told() == [("upsert", a.pk), ("revoke", b.pk)]


def test_a_reader_that_stops_midway_goes_on_with_next(entries: list[Entry], mina: User) -> None:
    for entry in entries:
        verify(entry, mina)
    demote(entries[0], mina)
    since, seen = 0, []
    while (page := read(since, limit=1)).items:
        seen += [one.entry.pk for one in page.items]
        since = page.next

    assert seen == [entries[1].pk, entries[2].pk, entries[0].pk]
    assert told(since) == []


def test_rejected_and_reopened_memories_are_told_again(entries: list[Entry], mina: User) -> None:
    verify(entries[0], mina)
    since = read().next
    reject_entry(entry_id=entries[0].pk, reason="in jest", seen_version=version(entries[0]), actor=mina)
    assert told(since) == [("revoke", entries[0].pk)]

    since = read().next
    reopen_entry(entry_id=entries[0].pk, seen_version=version(entries[0]), actor=mina)
    assert told(since) == [("upsert", entries[0].pk)]


def test_a_verification_that_is_undone_is_revoked(entries: list[Entry], mina: User) -> None:
    verify(entries[0], mina)
    since = read().next
    event = entries[0].events.latest("seq")

    undone = undo_decision(entry_id=entries[0].pk, event_id=event.pk, actor=mina)

    assert isinstance(undone, Granted), undone
    assert told(since) == [("revoke", entries[0].pk)]


def test_a_memory_with_another_claim_is_told_with_it(entries: list[Entry], mina: User) -> None:
    verify(entries[0], mina)
    demote(entries[0], mina)
    since = read().next
    correct_claim(entry_id=entries[0].pk, title="Logs", body="90 days", seen_version=version(entries[0]), actor=mina)
    assert told(since) == [("revoke", entries[0].pk)]

    verify(entries[0], mina)
    [memory] = read(since).items

    assert memory.wire()["claim"] == {"title": "Logs", "body": "90 days", "version": 2}


def test_a_memory_whose_message_changed_is_revoked(entries: list[Entry], mina: User) -> None:
    verify(entries[0], mina)
    since = read().next
    upload = check_session({"sessionId": "talk-1", "messages": [{"role": "user", "content": "The logs go at once."}]})
    receive_session(project=make_project(), upload=upload, actor=mina, accept_changes=True)

    assert told(since) == [("revoke", entries[0].pk)]


def test_the_wire_form_has_the_claim_its_proofs_and_who_verified_it(entries: list[Entry], mina: User) -> None:
    verify(entries[0], mina)
    [quote] = quotes_of(entries[0])

    [memory] = read().items
    wire = memory.wire("https://review.example")

    assert wire == {
        "op": "upsert",
        "number": entries[0].events.latest("seq").feed_item.number,
        "id": entries[0].pk,
        "entryId": "e-1",
        "sessionId": "talk-1",
        "changedAt": wire["changedAt"],
        "by": {"name": "mina", "token": None},
        "stage": "verified",
        "type": "fact",
        "claim": {"title": "a", "body": "said", "version": 1},
        "quotes": [
            {
                "id": quote.pk,
                "quote": "the logs stay for 90 days",
                "source": "The logs stay for 90 days",
                "messageIndex": 0,
                "spanStart": 0,
                "spanEnd": 25,
                "matchMethod": "normalized",
                "confidence": 0.95,
                "speaker": "Jun",
                "permalink": f"https://review.example/quotes/{quote.pk}/",
            }
        ],
        "permalink": f"https://review.example/entries/{entries[0].pk}/",
    }


def test_a_page_of_memories_costs_the_same_whatever_it_has(
    entries: list[Entry], mina: User, django_assert_max_num_queries: "pytest.FixtureRequest"
) -> None:
    for entry in entries:
        verify(entry, mina)
    number_events()
    project = make_project()

    with django_assert_max_num_queries(4):  # type: ignore[operator]
        page = memories_since(project, since=0, limit=200)
        assert len([one.wire() for one in page.items]) == 3


def test_other_projects_are_not_told(entries: list[Entry], mina: User) -> None:
    verify(entries[0], mina)

    assert read(project=make_project("other")).items == ()
