"""What a person has read: the entry as it is now; anything newer is unread again."""

import pytest
from django.contrib.auth.models import User
from django.db import connection

from review.domain.bulk import BatchKind, ItemState
from review.models import Entry, EntryRead
from review.selectors.bulk.outlook import ALLOWED_UNREAD, unread, word_for_word
from review.services.bulk.previews import preview_entries
from review.services.bulk.reading import note_read
from review.services.repair.quotes import retry_quote
from tests.bulk import DIFFERING, EXACT, FAILED, MESSAGES
from tests.factories import make_entries, make_entry, make_project, make_session, make_user, quotes_of, switch
from tests.faulty import read_only

pytestmark = pytest.mark.django_db


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def entry(mina: User) -> Entry:
    return make_entry(make_session(MESSAGES), [EXACT])


def fresh(entry: Entry) -> Entry:
    return Entry.objects.select_related("session__project").get(pk=entry.pk)


def test_note_read_keeps_one_row_a_person_with_the_newest_version(entry: Entry, mina: User) -> None:
    note_read(entry, person=mina)
    note_read(entry, person=mina)
    retry_quote(quote_id=quotes_of(entry)[0].pk, text="the raw text", message_index=0, seen_attempt=1, actor=mina)
    note_read(fresh(entry), person=mina)
    note_read(entry, person=make_user("jun"))

    assert list(EntryRead.objects.order_by("pk").values_list("person__username", "version")) == [
        ("mina", 2),
        ("jun", 1),
    ]


def test_an_entry_is_unread_for_others_and_after_each_change(entry: Entry, mina: User) -> None:
    jun = make_user("jun")

    before = unread([fresh(entry)], actor=mina)
    note_read(entry, person=mina)
    after, for_jun = unread([fresh(entry)], actor=mina), unread([fresh(entry)], actor=jun)
    retry_quote(quote_id=quotes_of(entry)[0].pk, text="the raw text", message_index=0, seen_attempt=1, actor=mina)
    changed = unread([fresh(entry)], actor=mina)

    assert (before, after, for_jun, changed) == ({entry.pk}, set(), {entry.pk}, {entry.pk})


def test_a_project_may_allow_unread_entries_that_were_found_word_for_word(mina: User) -> None:
    session = make_session(MESSAGES)
    normalized = {"messageIndex": 0, "quote": "KEEP the  raw text of every event"}
    kinds = [[EXACT], [normalized], [EXACT, DIFFERING], [FAILED], []]
    exact, folded, *others = make_entries(session, [{"evidence": kind} for kind in kinds])
    switch(bulk_unread=True)
    entries = list(Entry.objects.select_related("session__project").order_by("pk"))

    left = unread(entries, actor=mina)

    assert word_for_word(entries) == {exact.pk, folded.pk}
    assert left == {one.pk for one in others}


def test_an_exact_quote_beside_a_negation_does_not_let_an_entry_go_unread(mina: User) -> None:
    session = make_session(["We do not keep the raw text.", "We keep the raw text."])
    negated, plain = (make_entry(session, [(number, "keep the raw text")]) for number in range(2))
    switch(bulk_unread=True)

    assert word_for_word([fresh(negated), fresh(plain)]) == {plain.pk}


@pytest.mark.parametrize(("kind", "reason"), [(BatchKind.VERIFY, ALLOWED_UNREAD), (BatchKind.REJECT, "")])
def test_only_what_is_verified_is_marked_as_allowed_unread(kind: BatchKind, reason: str, mina: User) -> None:
    make_entry(make_session(MESSAGES), [EXACT], stage="candidate")
    switch(bulk_unread=True)

    [item] = preview_entries(kind, Entry.objects.all(), actor=mina).items.all()

    assert (item.state, item.reason) == (ItemState.WAITING, reason)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a pragma of SQLite")
def test_a_page_that_cannot_note_what_was_read_is_shown_all_the_same(entry: Entry, mina: User) -> None:
    with read_only():
        note_read(entry, person=mina)

    assert EntryRead.objects.count() == 0
