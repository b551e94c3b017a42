"""What people did on entries, as another judges it: in few queries, by the switches of the verification."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from review.domain.lineage import Act, SecondPerson
from review.domain.policy import Stage
from review.domain.roles import Role
from review.models import Entry
from review.selectors.promotion.gate_facts import actor_facts, facts_of
from review.selectors.promotion.second_persons import JudgedPerson, second_persons_on
from review.selectors.repair.selection import Selection
from review.services.people.passwords import Reauthentication
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry
from review.services.repair.adding import add_quote
from tests.factories import confirm, make_entries, make_project, make_session, make_user, switch
from tests.joining import confirm_person, give_role, join

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def sora(dana: User) -> User:
    return join(dana, "sora")


def entries_by(author: User, count: int) -> list[int]:
    """Return entries with words that a person added, and approved."""
    switch(two_reviewers=True, separate_span_author=True)
    quote = {"messageIndex": 0, "quote": "the raw text"}
    made = make_entries(make_session(WORDS, session_id=f"s-{count}"), [{"evidence": [quote]}] * count)
    for entry in made:
        add_quote(entry_id=entry.pk, selection=Selection(0, 3, 7, "keep"), seen_version=1, actor=author)
        confirm(entry, author)
        version = Entry.objects.get(pk=entry.pk).version
        approve_entry(entry_id=entry.pk, seen_version=version, actor=author)
    return [entry.pk for entry in made]


def stored(pks: list[int]) -> list[Entry]:
    rows = Entry.objects.filter(pk__in=pks)
    return list(rows.select_related("session__project", "claim", "verified_by", "certified_by").order_by("pk"))


def test_facts_of_takes_as_many_queries_for_many_entries_as_for_one(dana: User, sora: User) -> None:
    counts = []
    for entries in (stored(entries_by(sora, 1)), stored(entries_by(sora, 12))):
        with CaptureQueriesContext(connection) as queries:
            facts = facts_of(entries, actor=dana)
        counts.append(len(queries))
        assert {(one.approved, one.quotes[1].chosen_by_actor) for one in facts.values()} == {(False, True)}

    assert counts[0] == counts[1]


def test_facts_of_for_nobody_have_an_approval_and_nothing_of_their_own(sora: User) -> None:
    [facts] = facts_of(stored(entries_by(sora, 1)), actor=None).values()

    assert (facts.approved, facts.quotes[1].chosen_by_actor, facts.second_persons) == (True, False, ())


def test_second_persons_on_are_those_of_the_switches_then(dana: User, sora: User) -> None:
    [pk] = entries_by(sora, 1)
    confirm_person(sora)
    version = Entry.objects.get(pk=pk).version
    promote_entry(entry_id=pk, to=Stage.VERIFIED, seen_version=version, actor=dana)
    switch(two_reviewers=False)

    [entry] = stored([pk])
    assert second_persons_on(entry) == [
        JudgedPerson("dana", SecondPerson(Act.APPROVED, "sora", through="dana", confirmed_by="root")),
        JudgedPerson("dana", SecondPerson(Act.CHOSE_WORDS, "sora", through="dana", confirmed_by="root")),
    ]
    Entry.objects.update(verified_under="")
    assert second_persons_on(stored([pk])[0]) == []


def test_second_persons_on_name_the_verifier_beside_the_certifier(dana: User, sora: User) -> None:
    [entry] = make_entries(make_session(WORDS), [{"evidence": [{"messageIndex": 0, "quote": "the raw text"}]}])
    assert second_persons_on(entry) == []
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=dana)
    jun = give_role(make_user("jun"), Role.CERTIFIER)
    proof = Reauthentication(jun.pk, timezone.now())

    promote_entry(entry_id=entry.pk, to=Stage.CERTIFIED, seen_version=2, actor=jun, reauthentication=proof)

    [certified] = stored([entry.pk])
    assert second_persons_on(certified) == [JudgedPerson("jun", SecondPerson(Act.VERIFIED, "dana"))]


@pytest.mark.parametrize(("role", "is_verifier"), [(Role.CERTIFIER, True), (Role.REVIEWER, False)])
def test_actor_facts_look_for_the_verifier_of_who_may_certify_alone(
    role: Role,
    is_verifier: bool,  # noqa: FBT001 - a case
    dana: User,
    sora: User,
) -> None:
    [entry] = make_entries(make_session(WORDS), [{"evidence": [{"messageIndex": 0, "quote": "the raw text"}]}])
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=dana)

    facts = actor_facts(give_role(sora, role), stored([entry.pk])[0])

    assert (facts.is_verifier, facts.verifier is not None) == (is_verifier, is_verifier)
