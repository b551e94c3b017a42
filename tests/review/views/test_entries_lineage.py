"""The page of an entry says which accounts count as one with the reader's, and marks what they judged of each other."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from review.domain.policy import Decision, Stage
from review.domain.roles import Role
from review.models import Entry
from review.selectors.repair.selection import Selection
from review.services.people.passwords import Reauthentication
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import promote_entry
from review.services.promotion.statements import approve_entry
from review.services.repair.adding import add_quote
from tests.factories import make_entry, make_project, make_session, make_user, switch
from tests.joining import confirm_person, give_role, join

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event."]
AS_ONE = "They count as one person; staff can confirm that they are two."
AS_TWO = "root confirmed that these are two people."


@pytest.fixture
def dana() -> User:
    return make_user("dana", project=make_project(), role=Role.MANAGER)


@pytest.fixture
def sora(dana: User) -> User:
    return join(dana, "sora")


@pytest.fixture
def entry(dana: User) -> Entry:
    return make_entry(make_session(WORDS), ["keep the raw text"])


@pytest.fixture
def read(client: Client, entry: Entry) -> Callable[[User], str]:
    def page(reader: User) -> str:
        client.force_login(reader)
        return " ".join(client.get(entry.get_absolute_url()).content.decode().split())

    return page


def promote(entry: Entry, actor: User, to: Stage = Stage.VERIFIED) -> Decision:
    version = Entry.objects.get(pk=entry.pk).version
    proof = Reauthentication(actor.pk, timezone.now())
    return promote_entry(entry_id=entry.pk, to=to, seen_version=version, actor=actor, reauthentication=proof)


def test_the_checklist_says_why_an_approval_does_not_count(
    entry: Entry, dana: User, sora: User, read: Callable[[User], str]
) -> None:
    switch(two_reviewers=True)
    approve_entry(entry_id=entry.pk, seen_version=1, actor=sora)

    page = read(dana)
    assert "needs another reviewer" in page
    assert f"sora was invited by you. {AS_ONE}" in page
    assert AS_ONE not in read(make_user("mina", project=make_project()))
    confirm_person(sora)
    assert f"sora was invited by you. {AS_TWO}" in read(dana)


def test_the_checklist_says_whose_words_count_as_the_readers_own(
    entry: Entry, dana: User, sora: User, read: Callable[[User], str]
) -> None:
    switch(separate_span_author=True)
    add_quote(entry_id=entry.pk, selection=Selection(0, 3, 7, "keep"), seen_version=1, actor=dana)

    assert f"dana invited you. {AS_ONE}" in read(sora)


def test_the_page_says_why_a_certifier_cannot_certify(
    entry: Entry, dana: User, sora: User, read: Callable[[User], str]
) -> None:
    promote(entry, dana)
    sora = give_role(sora, Role.CERTIFIER)

    page = read(sora)
    assert f"dana verified it, so another person certifies it. dana invited you. {AS_ONE}" in page
    assert 'id="certify"' not in page
    confirm_person(sora)
    assert 'id="certify"' in read(sora)


def test_what_one_person_verified_past_the_policy_is_marked(
    entry: Entry, dana: User, sora: User, read: Callable[[User], str]
) -> None:
    switch(two_reviewers=True)
    approve_entry(entry_id=entry.pk, seen_version=1, actor=sora)
    override_policy(entry_id=entry.pk, reason="there is nobody else this week", seen_version=2, actor=dana)

    page = read(sora)
    assert f"candidate → verified · sora was invited by dana. {AS_ONE}" in page
    assert f'<span class="tag warn">lineage</span> sora was invited by dana. {AS_ONE}' in page
    confirm_person(sora)
    assert f'<span class="tag">lineage</span> sora was invited by dana. {AS_TWO}' in read(sora)


def test_what_two_accounts_of_one_lineage_certified_is_marked(
    entry: Entry, dana: User, sora: User, read: Callable[[User], str]
) -> None:
    confirm_person(sora)
    promote(entry, dana)
    promote(entry, give_role(sora, Role.CERTIFIER), Stage.CERTIFIED)

    assert f'<span class="tag">lineage</span> dana invited sora. {AS_TWO}' in read(dana)


def test_what_people_certified_whom_nobody_invited_has_no_mark(
    entry: Entry, dana: User, read: Callable[[User], str]
) -> None:
    jun = make_user("jun", project=make_project(), role=Role.CERTIFIER)
    promote(entry, dana)
    promote(entry, jun, Stage.CERTIFIED)

    page = read(dana)
    assert "Certified by jun" in page
    assert ">lineage<" not in page


def test_a_refusal_says_what_counts_as_one(client: Client, entry: Entry, dana: User, sora: User) -> None:
    switch(two_reviewers=True)
    approve_entry(entry_id=entry.pk, seen_version=1, actor=sora)
    client.force_login(dana)

    response = client.post(f"/entries/{entry.pk}/promote/", {"to": "verified", "seen_version": 2})

    assert response.status_code == 422
    assert b"Accounts that invited one another count as one until staff confirm them." in response.content
