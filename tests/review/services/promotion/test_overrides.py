"""Overriding the policy: by a manager, for a reason, and only the policy; never the evidence, and never for good."""

import pytest
from django.contrib.auth.models import User

from review.domain.policy import Decision, Granted, Reason, Refused, Stage
from review.models import Entry, Override, Role
from review.services.audit.audit_store import Finding, audit_store
from review.services.people.passwords import confirm_password
from review.services.promotion.overrides import override_policy
from review.services.promotion.stages import demote_entry, promote_entry
from tests.behind import remove, rewrite
from tests.factories import MessageLike, make_entry, make_project, make_session, make_user, switch

pytestmark = pytest.mark.django_db

WORDS: list[MessageLike] = [{"role": "tool", "content": "All 312 tests passed. All 312 tests passed."}]
FOUND = (0, "All 312 tests passed. All 312 tests passed.")
AMBIGUOUS = (0, "All 312 tests passed.")
INVENTED = (0, "nobody has ever said anything like it here")
REASON = "The second reviewer is away until Friday."
VERIFIED = Granted(Stage.VERIFIED)


def refused(*reasons: Reason) -> Refused:
    return Refused(Stage.VERIFIED, reasons)


@pytest.fixture
def boss() -> User:
    return make_user("boss", project=make_project(), role=Role.MANAGER)


def entry_with(*quotes: tuple[int, str], stage: str = "candidate") -> Entry:
    session = make_session(WORDS)
    switch(session.project, explain_sources=True, two_reviewers=True)
    return make_entry(session, quotes, stage=stage)


def override(entry: Entry, actor: User, *, seen: int | None = None) -> Decision:
    version = Entry.objects.get(pk=entry.pk).version if seen is None else seen
    return override_policy(entry_id=entry.pk, reason=REASON, seen_version=version, actor=actor)


def test_override_policy_verifies_and_records_what_was_missed(boss: User) -> None:
    entry = entry_with(FOUND)

    assert override(entry, boss) == VERIFIED

    entry.refresh_from_db()
    row = entry.overrides.get()
    assert (entry.stage, entry.verified_by, entry.version) == ("verified", boss, 2)
    assert (row.items, row.actor, str(row)) == ("explain_sources,two_reviewers", boss, REASON)
    first, second = entry.events.order_by("-seq")[:2][::-1]
    assert (first.event_type, first.actor) == ("policy_overridden", "boss")
    assert first.body == {
        "items": ["explain_sources", "two_reviewers"],
        "reason": REASON,
        "fingerprint": row.fingerprint,
    }
    assert (second.event_type, second.body["to_stage"], len(second.body["proofs"])) == ("entry_promoted", "verified", 1)
    assert list(audit_store()) == []


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.MANAGER])
def test_only_managers_override(role: Role) -> None:
    entry = entry_with(FOUND)
    other = make_user("other", project=make_project(), role=role)
    make_user("other", project=make_project("elsewhere"), role=Role.MANAGER)

    assert override(entry, other) == refused(Reason.NOT_PERMITTED)
    assert not Override.objects.exists()
    event = entry.events.latest("seq")
    assert (event.event_type, event.body["reasons"]) == ("promotion_refused", ["not_permitted"])


@pytest.mark.parametrize(
    ("quotes", "reason"),
    [
        pytest.param([], Reason.NO_EVIDENCE, id="no quote"),
        pytest.param([FOUND, INVENTED], Reason.EVIDENCE_NOT_ALIGNED, id="a quote that was not found"),
        pytest.param([AMBIGUOUS], Reason.AMBIGUOUS_EVIDENCE, id="an ambiguous quote"),
    ],
)
def test_evidence_is_never_overridden(boss: User, quotes: list[tuple[int, str]], reason: Reason) -> None:
    entry = entry_with(*quotes)

    assert override(entry, boss) == refused(reason)
    assert Entry.objects.get(pk=entry.pk).stage == "candidate"
    assert not Override.objects.exists()


def test_a_proof_that_does_not_hold_is_never_overridden(boss: User) -> None:
    entry = entry_with(FOUND)
    rewrite("review_message", "content", "No test passed.")

    assert override(entry, boss) == refused(Reason.PROOF_FAILED)


def test_there_is_nothing_to_override_where_nothing_is_missed(boss: User) -> None:
    entry = entry_with(FOUND)
    switch(explain_sources=False, two_reviewers=False)

    assert override(entry, boss) == refused(Reason.WRONG_STAGE)


def test_an_override_passes_every_stage(boss: User) -> None:
    entry = entry_with(FOUND, stage="raw")

    override(entry, boss)

    moves = [(event.event_type, event.body.get("to_stage")) for event in entry.events.order_by("-seq")[:4]][::-1]
    assert moves == [
        ("policy_overridden", None),
        ("entry_promoted", "working"),
        ("entry_promoted", "candidate"),
        ("entry_promoted", "verified"),
    ]
    assert list(audit_store()) == []


def test_a_stale_page_overrides_nothing(boss: User) -> None:
    entry = entry_with(FOUND)

    assert override(entry, boss, seen=7) == refused(Reason.CONFLICT)
    assert entry.events.latest("seq").body["reasons"] == ["conflict"]


def test_an_override_covers_one_promotion_and_stays_recorded(boss: User) -> None:
    entry = entry_with(FOUND)
    override(entry, boss)
    demote_entry(entry_id=entry.pk, reason="read again", seen_version=2, actor=boss)

    again = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=3, actor=boss)

    assert again == refused(Reason.SOURCE_ROLE_UNEXPLAINED, Reason.SAME_REVIEWER)
    assert override(entry, boss) == VERIFIED
    assert entry.overrides.count() == 2
    assert list(audit_store()) == []


def test_the_second_person_who_certifies_is_never_overridden(boss: User) -> None:
    entry = entry_with(FOUND)
    override(entry, boss)
    boss.set_password("own")
    boss.memberships.update(role=Role.CERTIFIER)
    proof = confirm_password(user=boss, password="own")  # noqa: S106 - a test's

    decision = promote_entry(entry_id=entry.pk, to=Stage.CERTIFIED, seen_version=2, actor=boss, reauthentication=proof)

    assert decision == Refused(Stage.CERTIFIED, (Reason.SAME_REVIEWER,))
    boss.memberships.update(role=Role.MANAGER)
    assert override(entry, boss) == refused(Reason.WRONG_STAGE)


@pytest.mark.parametrize(("column", "value"), [("reason", "Because, because, because."), ("items", "two_reviewers")])
def test_audit_store_finds_an_override_that_was_changed_or_removed(boss: User, column: str, value: str) -> None:
    entry = entry_with(FOUND)
    override(entry, boss)

    rewrite("review_override", column, value)
    assert list(audit_store()) == [Finding("statement_unaccounted", "entry", entry.pk)]

    remove("review_override")
    assert list(audit_store()) == [Finding("statement_unaccounted", "entry", entry.pk)]
