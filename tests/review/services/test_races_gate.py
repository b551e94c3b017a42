"""Two people at the gate at once: one certifies, approves or overrides, and the others see the result."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.domain.reauthentication import Reauthentication
from review.models import Approval, Entry, Event, Override, Role
from review.services.audit.audit_store import audit_store
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import demote_entry, promote_entry
from review.services.promotion.statements import approve_entry
from review.services.repair.quotes import retry_quote
from tests.factories import make_entries, make_project, make_session, make_user, quotes_of, switch
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = ["We keep the raw text of every event."]
FOUND = {"messageIndex": 0, "quote": "keep the raw text of every event"}
RACERS = 4
ENTRIES = 12
Runner = Callable[[], object]
CERTIFIED, VERIFIED = Granted(Stage.CERTIFIED), Granted(Stage.VERIFIED)


@pytest.fixture
def certifiers() -> list[User]:
    return [make_user(f"certifier-{n}", project=make_project(), role=Role.CERTIFIER) for n in range(RACERS)]


@pytest.fixture
def managers() -> list[User]:
    return [make_user(f"manager-{n}", project=make_project(), role=Role.MANAGER) for n in range(RACERS)]


def candidates(*, asked: bool = False) -> list[Entry]:
    session = make_session(WORDS)
    if asked:
        switch(two_reviewers=True)
    return make_entries(session, [{"evidence": [FOUND]} for _ in range(ENTRIES)])


def verified() -> list[Entry]:
    entries, mina = candidates(), make_user("mina", project=make_project())
    for entry in entries:
        assert promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina) == VERIFIED
    return entries


def certify(entry: Entry, actor: User) -> Decision:
    proof = Reauthentication(actor.pk, timezone.now())
    return promote_entry(entry_id=entry.pk, to=Stage.CERTIFIED, seen_version=2, actor=actor, reauthentication=proof)


def demote(entry: Entry, actor: User) -> Decision:
    return demote_entry(entry_id=entry.pk, reason="doubts", seen_version=2, actor=actor)


def approve(entry: Entry, actor: User) -> Decision:
    return approve_entry(entry_id=entry.pk, seen_version=1, actor=actor)


def override(entry: Entry, actor: User) -> Decision:
    return override_policy(entry_id=entry.pk, reason="nobody else is here today", seen_version=1, actor=actor)


def event_counts(entry: Entry) -> Counter[str]:
    return Counter(Event.objects.filter(entry=entry).values_list("event_type", flat=True))


def test_certify_by_four_at_once_certifies_once(certifiers: list[User]) -> None:
    for entry in verified():
        decisions = race([partial(certify, entry, actor) for actor in certifiers])

        assert Counter(decisions) == {CERTIFIED: 1, Refused(Stage.CERTIFIED, (Reason.CONFLICT,)): RACERS - 1}
        assert (event_counts(entry)["entry_promoted"], event_counts(entry)["promotion_refused"]) == (2, RACERS - 1)
    assert list(audit_store()) == []


def test_certify_against_demote_is_one_before_the_other(certifiers: list[User]) -> None:
    for entry in verified():
        decisions = race([partial(certify, entry, certifiers[0]), partial(demote, entry, certifiers[1])])

        entry.refresh_from_db()
        assert (entry.stage, decisions) in [
            ("certified", [CERTIFIED, Refused(Stage.CANDIDATE, (Reason.CONFLICT,))]),
            ("candidate", [Refused(Stage.CERTIFIED, (Reason.CONFLICT,)), Granted(Stage.CANDIDATE)]),
        ]
    assert list(audit_store()) == []


def test_approve_by_four_at_once_is_taken_once(certifiers: list[User]) -> None:
    for entry in candidates(asked=True):
        decisions = race([partial(approve, entry, actor) for actor in certifiers])

        granted, conflict = Granted(Stage.CANDIDATE), Refused(Stage.CANDIDATE, (Reason.CONFLICT,))
        assert Counter(decisions) == {granted: 1, conflict: RACERS - 1}
        assert (Approval.objects.filter(entry=entry).count(), event_counts(entry)["entry_approved"]) == (1, 1)
    assert list(audit_store()) == []


def test_approve_against_other_evidence_never_approves_what_nobody_saw(certifiers: list[User]) -> None:
    first, second, third, _ = certifiers

    def retry(entry: Entry) -> object:
        [quote] = quotes_of(entry)
        return retry_quote(quote_id=quote.pk, text="the raw text", message_index=0, seen_attempt=1, actor=second)

    for entry in candidates(asked=True):
        runners: list[Runner] = [partial(approve, entry, first), partial(retry, entry)]
        race(runners)

        version = Entry.objects.get(pk=entry.pk).version
        decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=third)
        assert decision == Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED, Reason.SAME_REVIEWER))
    assert list(audit_store()) == []


def test_override_by_four_at_once_overrides_once(managers: list[User]) -> None:
    for entry in candidates(asked=True):
        decisions = race([partial(override, entry, actor) for actor in managers])

        assert Counter(type(decision) for decision in decisions) == {Granted: 1, Refused: RACERS - 1}
        assert Override.objects.filter(entry=entry).count() == 1
        assert (event_counts(entry)["policy_overridden"], event_counts(entry)["entry_promoted"]) == (1, 1)
    assert list(audit_store()) == []


def test_override_against_approve_is_one_before_the_other(managers: list[User]) -> None:
    for entry in candidates(asked=True):
        overridden, approved = race([partial(override, entry, managers[0]), partial(approve, entry, managers[1])])

        assert (overridden == VERIFIED) is isinstance(approved, Refused)
        assert Override.objects.filter(entry=entry).exists() is (overridden == VERIFIED)
    assert list(audit_store()) == []
