"""What home counts, and what it asks the database: as much with many projects as with one."""

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from review.models import Entry, Project
from review.selectors.home import home
from review.selectors.promotion.gate_facts import facts_of
from review.selectors.quotes.state_counts import StateCounts
from review.services.promotion.claims import confirm_claim
from review.services.promotion.stages import reject_entry
from review.services.repair.quotes import retry_quote
from tests.factories import make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

SAID = ["We keep 21 builds of every branch. The cache lives for one hour."]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


def reworded_entry(project: Project, mina: User, *, number: int) -> Entry:
    """Return an entry of which a person is asked whether its claim holds."""
    entry = make_entry(make_session(SAID, project=project, session_id=f"{project.slug}-{number}"), [(0, "two hours")])
    retry_quote(quote_id=quotes_of(entry)[0].pk, text="one hour", message_index=0, seen_attempt=1, actor=mina)
    return Entry.objects.select_related("session__project", "claim").get(pk=entry.pk)


def test_home_asks_as_much_with_many_projects_as_with_one(
    mina: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    reworded_entry(make_project(), mina, number=1)
    with django_assert_max_num_queries(60) as one:
        home(mina)
    for number in range(8):
        project = make_project(f"other-{number}")
        make_user("mina", project=project)
        reworded_entry(project, mina, number=number)
    with django_assert_max_num_queries(len(one)):
        home(mina)


def test_facts_are_asked_of_many_entries_as_of_one_and_claims_answered_by_their_own_confirmations(
    mina: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    entries = [reworded_entry(make_project(), mina, number=number) for number in range(4)]
    for entry in entries[2:]:
        confirm_claim(entry_id=entry.pk, seen_version=entry.version, actor=mina)
    retry_quote(quote_id=quotes_of(entries[3])[0].pk, text="21 builds", message_index=0, seen_attempt=2, actor=mina)
    with django_assert_max_num_queries(30) as one:
        facts_of(entries[:1], actor=mina)
    with django_assert_max_num_queries(len(one)):
        facts = facts_of(entries, actor=mina)

    assert [facts[entry.pk].claim_answered for entry in entries] == [False, False, True, False]


def test_what_was_rejected_waits_for_nobody_and_is_not_in_the_mix(mina: User) -> None:
    session = make_session(SAID, project=make_project())
    entries = [make_entry(session, [quote]) for quote in ("21 builds", "one hour", "never said here")]
    before = home(mina)

    for entry in (entries[0], entries[2]):
        reject_entry(entry_id=entry.pk, reason="not ours", seen_version=entry.version, actor=mina)
    after = home(mina)

    assert (before.waiting["ready"], before.failures.quotes) == ("2", "1")
    assert (after.waiting["ready"], after.failures.quotes) == ("1", "0")
    assert (before.state_counts, after.state_counts) == (StateCounts(exact=2, failed=1), StateCounts(exact=1))


def test_decisions_of_other_projects_are_not_shown(mina: User) -> None:
    other = make_project("other")
    entry = make_entry(make_session(SAID, project=other), ["21 builds"])
    reject_entry(
        entry_id=entry.pk, reason="not ours", seen_version=entry.version, actor=make_user("jun", project=other)
    )

    assert home(mina).decisions == []


def test_the_newest_sessions_and_decisions_come_first(mina: User) -> None:
    entries = [make_entry(make_session(SAID, session_id=f"s-{number}"), ["21 builds"]) for number in range(3)]
    for entry in entries:
        reject_entry(entry_id=entry.pk, reason="not ours", seen_version=entry.version, actor=mina)

    shown = home(mina)

    newest = [entry.session_id for entry in reversed(entries)]
    assert [row.session.pk for row in shown.sessions] == newest
    assert [event.session_id for event in shown.decisions] == newest
