"""A project whose claims wait for the facts that their evidence lacks: at every place that asks, answers or counts."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from review.domain.policy import Decision, Granted, PolicyItem, Reason, Refused, Stage
from review.models import Entry, Project, Role
from review.selectors.entries.entry_list import entry_list
from review.selectors.home import home
from review.services.audit.audit_store import Finding, audit_store
from review.services.people import staff_actions
from review.services.people.members import set_policy
from review.services.promotion.claims import confirm_claim, correct_claim
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from review.services.repair.quotes import retry_quote, withdraw_quote
from review.services.repair.realign import mark_entry, stale_marks
from tests.behind import rewrite
from tests.factories import confirm, make_entries, make_entry, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

REFUND = "Grace will refund everybody within 90 days."
SOUND = "Pets are allowed if the neighbours agree."
MESSAGES = [f"{REFUND} {SOUND}", f"> {REFUND}"]
TRUE, LACKING = "Grace refunds everybody within 90 days", "Grace refunds everybody within 30 days"
ANSWERED, VERIFIED = Granted(Stage.CANDIDATE), Granted(Stage.VERIFIED)
WAITS = Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def mina(project: Project) -> User:
    return make_user("mina", project=project)


@pytest.fixture
def dana(project: Project) -> User:
    return make_user("dana", project=project, role=Role.MANAGER)


def entries(*titles: str) -> list[Entry]:
    evidence = [{"messageIndex": 0, "quote": REFUND}]
    return make_entries(make_session(MESSAGES), [{"title": title, "evidence": evidence} for title in titles])


def entry_of(title: str) -> Entry:
    return entries(title)[0]


def switch(dana: User, *, on: bool) -> object:
    project = make_project()
    return set_policy(project_id=project.pk, policy=PolicyItem.CLAIM_FACTS, on=on, actor=dana)


def now(entry: Entry) -> Entry:
    return Entry.objects.select_related("claim", "session__project").get(pk=entry.pk)


def verify(entry: Entry, actor: User) -> Decision:
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=now(entry).version, actor=actor)


def correct(entry: Entry, actor: User) -> Decision:
    version = now(entry).version
    return correct_claim(entry_id=entry.pk, title=TRUE, body="", seen_version=version, actor=actor)


def demote(entry: Entry, actor: User) -> Decision:
    return demote_entry(entry_id=entry.pk, reason="read it again", seen_version=now(entry).version, actor=actor)


def test_a_missing_fact_stops_nobody_unless_the_project_waits(mina: User) -> None:
    entry = entry_of(LACKING)

    assert not entry.claim_open
    assert verify(entry, mina) == VERIFIED
    assert list(audit_store()) == []


@pytest.mark.parametrize("answer", [confirm, correct])
def test_a_missing_fact_waits_for_an_answer(mina: User, dana: User, answer: Callable[[Entry, User], object]) -> None:
    switch(dana, on=True)
    entry, sound = entries(LACKING, TRUE)

    assert (entry.claim_open, sound.claim_open) == (True, False)
    assert (verify(entry, mina), verify(sound, mina)) == (WAITS, VERIFIED)
    answer(entry, mina)
    assert not now(entry).claim_open
    assert verify(entry, mina) == VERIFIED
    assert list(audit_store()) == []


def test_a_missing_fact_may_end_in_a_rejection(mina: User, dana: User) -> None:
    switch(dana, on=True)
    entry = entry_of(LACKING)

    reject_entry(entry_id=entry.pk, reason="it takes longer", seen_version=1, actor=mina)
    assert home(mina).waiting["claim"] == "0"
    reopen_entry(entry_id=entry.pk, seen_version=2, actor=mina)

    assert verify(entry, mina) == WAITS
    assert list(audit_store()) == []


def test_nothing_is_asked_about_a_claim_that_has_its_facts(mina: User, dana: User) -> None:
    switch(dana, on=True)
    entry = entry_of(TRUE)

    decision = confirm_claim(entry_id=entry.pk, seen_version=1, actor=mina)

    assert decision == Refused(Stage.CANDIDATE, (Reason.CONFLICT,))


def test_an_answer_holds_until_the_words_are_others(mina: User, dana: User) -> None:
    switch(dana, on=True)
    entry = make_entry(make_session(MESSAGES), [(0, REFUND), (0, SOUND)], title=LACKING)
    confirm(entry, mina)
    moved, withdrawn = quotes_of(entry)

    retry_quote(quote_id=moved.pk, text=REFUND, message_index=1, seen_attempt=1, actor=mina)
    assert not now(entry).claim_open
    withdraw_quote(quote_id=withdrawn.pk, reason="beside the point", seen_attempt=1, actor=mina)
    assert now(entry).claim_open
    assert verify(entry, mina) == WAITS


def test_other_evidence_may_have_the_fact_or_lose_it(mina: User, dana: User) -> None:
    switch(dana, on=True)
    session = make_session([REFUND, REFUND.replace("90", "30")])
    entry = make_entry(session, [(1, REFUND.replace("90", "30"))], title=LACKING)
    [quote] = quotes_of(entry)
    assert not entry.claim_open

    retry_quote(quote_id=quote.pk, text=REFUND, message_index=0, seen_attempt=1, actor=mina)

    assert now(entry).claim_open
    assert list(audit_store()) == []


def test_a_demotion_voids_the_answer(mina: User, dana: User) -> None:
    switch(dana, on=True)
    entry = entry_of(LACKING)
    confirm(entry, mina)
    verify(entry, mina)

    demote(entry, mina)

    assert now(entry).claim_open
    assert verify(entry, mina) == WAITS
    assert list(audit_store()) == []


def test_the_switch_marks_what_is_not_verified_and_unmarks_it(mina: User, dana: User) -> None:
    verified, candidate, rejected, sound, reworded = entries(LACKING, LACKING, LACKING, TRUE, LACKING)
    verify(verified, mina)
    reject_entry(entry_id=rejected.pk, reason="it takes longer", seen_version=1, actor=mina)
    [quote] = quotes_of(reworded)
    retry_quote(quote_id=quote.pk, text="refund everybody", message_index=0, seen_attempt=1, actor=mina)
    rows = (verified, candidate, rejected, sound, reworded)
    versions = [now(entry).version for entry in rows]

    assert isinstance(switch(dana, on=True), Project)
    on = [now(entry).claim_open for entry in rows]
    raised = [now(entry).version - version for entry, version in zip(rows, versions, strict=True)]
    assert [finding for finding in audit_store() if not finding.is_note] == []
    switch(dana, on=False)

    assert on == [False, True, True, False, True]
    assert raised == [0, 1, 1, 0, 0]
    assert [now(entry).claim_open for entry in rows] == [False, False, False, False, True]
    assert list(audit_store()) == []


def test_only_the_project_that_was_switched_waits(dana: User) -> None:
    other = make_entry(make_session(MESSAGES, project=make_project("second")), [REFUND], title=LACKING)

    switch(dana, on=True)

    assert not now(other).claim_open


def test_what_was_seen_before_the_switch_is_a_conflict(mina: User, dana: User) -> None:
    entry = entry_of(LACKING)
    switch(dana, on=True)

    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    assert decision == Refused(Stage.VERIFIED, (Reason.CONFLICT,))


def test_what_was_verified_before_keeps_its_stage_and_is_a_note_of_the_audit(mina: User, dana: User) -> None:
    entry = entry_of(LACKING)
    other = PolicyItem.SEPARATE_SPAN_AUTHOR
    for on in (True, False):
        switch(dana, on=on)
        staff_actions.set_policy(project_id=make_project().pk, policy=other, on=on, actor=dana)
    verify(entry, mina)
    switch(dana, on=True)
    hana = make_user("hana", project=make_project(), role=Role.CERTIFIER)

    assert (now(entry).stage, now(entry).claim_open) == (Stage.VERIFIED, False)
    assert list(audit_store()) == [Finding("claim_unconfirmed", "entry", entry.pk, is_note=True)]
    demote(entry, hana)
    assert now(entry).claim_open


def test_audit_finds_what_was_verified_past_the_switch(mina: User, dana: User) -> None:
    switch(dana, on=True)
    entry = entry_of(LACKING)
    rewrite("review_project", "claim_facts", False)  # noqa: FBT003 - a column's value
    rewrite("review_entry", "claim_open", False)  # noqa: FBT003 - a column's value
    verify(entry, mina)
    rewrite("review_project", "claim_facts", True)  # noqa: FBT003 - a column's value

    assert list(audit_store()) == [Finding("claim_unconfirmed", "entry", entry.pk)]


def test_audit_and_realign_find_another_mark(dana: User) -> None:
    switch(dana, on=True)
    entry, sound = entries(LACKING, TRUE)
    assert list(stale_marks()) == []
    rewrite("review_entry", "claim_open", False)  # noqa: FBT003 - a column's value

    assert list(audit_store()) == [Finding("claim_flag_changed", "entry", entry.pk)]
    assert list(stale_marks()) == [entry]
    for one in (entry, sound):
        mark_entry(one.pk)
    assert list(audit_store()) == []


def test_lists_count_what_waits_as_the_gate_does(mina: User, dana: User) -> None:
    entries(LACKING, TRUE)
    before = home(mina).waiting

    staff_actions.set_policy(project_id=make_project().pk, policy=PolicyItem.CLAIM_FACTS, on=True, actor=dana)

    after = home(mina).waiting
    assert (before["ready"], before["claim"]) == ("2", "0")
    assert (after["ready"], after["claim"]) == ("1", "1")
    assert [entry.title for entry in entry_list(mina, {"method": "claim"})] == [LACKING]
    assert [entry.title for entry in entry_list(mina, {"method": "ready"})] == [TRUE]
