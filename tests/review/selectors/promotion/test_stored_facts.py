"""What is stored of entries says the same as the gate, to every person."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.policy import Reason, Stage, requirements, unmet
from review.models import Entry, Project, ReviewSession, Role
from review.selectors.promotion.gate_facts import entry_facts
from review.selectors.promotion.stored_facts import (
    acknowledged_by_verifiers,
    approved_by,
    lacking_for,
    with_open_differences,
)
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.repair.quotes import acknowledge_differences, retry_quote
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user, quotes_of, switch

pytestmark = pytest.mark.django_db

SAID = [
    {"role": "assistant", "content": "We keep 21 builds of every branch. The cache lives for one hour."},
    {"role": "user", "content": "Mina tells the tenants on Friday that the lease ends in April."},
]
DIFFERING, FOUND, LOST = (0, "We keep 12 builds of every branch."), (0, "lives for one hour"), (1, "nobody said it")


@pytest.fixture
def people() -> list[User]:
    project = make_project()
    roles = {"mina": Role.REVIEWER, "jun": Role.CERTIFIER, "vera": Role.VIEWER}
    return [make_user(name, project=project, role=role) for name, role in roles.items()]


@pytest.fixture
def session(people: list[User]) -> ReviewSession:
    return make_session(SAID)


def now(*entries: Entry) -> list[Entry]:
    keys = [entry.pk for entry in entries]
    return list(Entry.objects.filter(pk__in=keys).select_related("session__project", "claim").order_by("pk"))


def assert_agrees(entries: list[Entry], people: list[User]) -> None:
    for person in people:
        by_gate = {entry.pk: unmet(requirements(entry_facts(entry, actor=person))) for entry in entries}
        assert lacking_for(entries, person) == by_gate


def acknowledge(entry: Entry, actor: User) -> None:
    quote = quotes_of(entry)[0]
    seen = 0 if quote.current is None else quote.current.attempt
    acknowledge_differences(quote_id=quote.pk, reason="meant so", seen_attempt=seen, actor=actor)


def test_lacking_for_agrees_with_the_gate_on_differences_claims_and_failures(
    session: ReviewSession, people: list[User]
) -> None:
    mina = people[0]
    entries = [make_entry(session, quotes) for quotes in ([DIFFERING], [DIFFERING, FOUND], [FOUND], [LOST], [])]
    acknowledge(entries[1], mina)
    retry_quote(quote_id=quotes_of(entries[3])[0].pk, text="on Friday", message_index=1, seen_attempt=1, actor=mina)
    assert_agrees(now(*entries), people)

    [reworded] = now(entries[3])
    confirm_claim(entry_id=reworded.pk, seen_version=reworded.version, actor=mina)
    [corrected] = now(entries[1])
    correct_claim(entry_id=corrected.pk, title="Else", body="", seen_version=corrected.version, actor=mina)

    assert_agrees(now(*entries), people)
    assert with_open_differences([entry.pk for entry in entries], mina) == {entries[0].pk, entries[1].pk}


@pytest.mark.parametrize("stated", [True, False])
def test_lacking_for_agrees_with_the_gate_where_the_policy_asks_people(
    session: ReviewSession, people: list[User], *, stated: bool
) -> None:
    mina, jun, _ = people
    switch(explain_sources=True, two_reviewers=True, separate_span_author=True)
    entries = [make_entry(session, quotes, title="21 builds") for quotes in ([DIFFERING], [FOUND], [(1, "on Friday")])]
    if stated:
        for entry in now(*entries):
            reason = Reason.SOURCE_ROLE_UNEXPLAINED
            explain_requirement(
                entry_id=entry.pk, requirement=reason, reason="aloud", seen_version=entry.version, actor=mina
            )
        for entry in now(*entries):
            approve_entry(entry_id=entry.pk, seen_version=entry.version, actor=jun)
        acknowledge(entries[0], jun)

    assert_agrees(now(*entries), people)
    approved = approved_by(jun, [entry.pk for entry in entries])
    assert bool(approved) is stated
    assert approved_by(mina, [entry.pk for entry in entries]) == set()


def test_lacking_for_agrees_with_the_gate_on_facts_of_claims(session: ReviewSession, people: list[User]) -> None:
    switch(claim_facts=True)
    titled = ((DIFFERING, "21 builds"), (FOUND, "47 builds"))
    entries = [make_entry(session, [quote], title=title) for quote, title in titled]

    assert_agrees(now(*entries), people)
    assert [one.missing for one in now(*entries)] == ["unacknowledged_differences", "claim_unconfirmed"]


@pytest.mark.parametrize("days", [3, 300])
def test_lacking_for_agrees_with_the_gate_on_stale_sources(people: list[User], days: int) -> None:
    Project.objects.update(stale_after_days=180)
    moment = int((timezone.now() - timedelta(days=days)).timestamp() * 1000)
    chunk = {"title": "Cache", "content": "The cache lives for one hour.", "metadata": {"lastUpdated": moment}}
    retrieval = make_retrieval([chunk], answer="It lives for one hour.\n\nSource: `Cache`")
    entries = list(retrieval.entries.select_related("session__project", "claim"))

    assert_agrees(entries, people)
    [lacks] = lacking_for(entries, people[0]).values()
    assert (Reason.STALE_SOURCE_UNACKNOWLEDGED in lacks) is (days > 180)


def test_only_the_verifiers_own_acknowledgements_count_for_a_certification(
    session: ReviewSession, people: list[User]
) -> None:
    mina, jun, _ = people
    entries = [make_entry(session, [DIFFERING], title=title) for title in ("one", "two")]
    for entry in entries:
        acknowledge(entry, mina)
    acknowledge(entries[1], jun)
    [first, _] = now(*entries)
    promote_entry(entry_id=first.pk, to=Stage.VERIFIED, seen_version=first.version, actor=mina)

    assert acknowledged_by_verifiers([entry.pk for entry in entries]) == {first.pk}


def test_nothing_is_open_of_what_is_decided(session: ReviewSession, people: list[User]) -> None:
    entry = make_entry(session, [DIFFERING])
    assert with_open_differences([entry.pk], people[1]) == {entry.pk}

    reject_entry(entry_id=entry.pk, reason="no", seen_version=entry.version, actor=people[0])

    assert with_open_differences([entry.pk], people[1]) == set()
