"""Statements on an entry for the gate: whose statement counts, for which evidence, and what it allows."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from review.domain.policy import Decision, Granted, PolicyItem, Reason, Refused, Stage
from review.models import Approval, Entry, Explanation, Membership, Role
from review.selectors.repair.selection import Selection
from review.services.audit.audit_store import Finding, audit_store
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry, reopen_entry
from review.services.promotion.statements import approve_entry, explain_requirement
from review.services.repair.anchoring import anchor_quote
from review.services.repair.quotes import retry_quote, withdraw_quote
from tests.behind import remove, rewrite
from tests.factories import MessageLike, confirm, make_entry, make_project, make_session, make_user, quotes_of, switch

pytestmark = pytest.mark.django_db

WORDS: list[MessageLike] = [
    {"role": "user", "content": "We keep the raw text of every event."},
    {"role": "assistant", "content": "The index is rebuilt every night."},
    {"role": "tool", "content": "All 312 tests passed."},
]
BY_USER = (0, "keep the raw text of every event")
BY_ASSISTANT = (1, "The index is rebuilt every night.")
BY_TOOL = (2, "All 312 tests passed.")
INVENTED = (0, "nobody has ever said anything like it here")
UNEXPLAINED = Reason.SOURCE_ROLE_UNEXPLAINED
VERIFIED = Granted(Stage.VERIFIED)
SAME = Refused(Stage.VERIFIED, (Reason.SAME_REVIEWER,))
SILENT = Refused(Stage.VERIFIED, (UNEXPLAINED,))
ACCEPTED = Granted(Stage.CANDIDATE)
Say = Callable[[Entry, User], Decision]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def jun() -> User:
    return make_user("jun", project=make_project())


def entry_with(*quotes: tuple[int, str], asked: PolicyItem | None = None, stage: str = "candidate") -> Entry:
    session = make_session(WORDS)
    if asked is not None:
        switch(session.project, **{asked.value: True})
    return make_entry(session, quotes, stage=stage)


def explain(entry: Entry, actor: User, requirement: Reason = UNEXPLAINED) -> Decision:
    fresh = Entry.objects.get(pk=entry.pk)
    return explain_requirement(
        entry_id=entry.pk, requirement=requirement, reason="the log", seen_version=fresh.version, actor=actor
    )


def approve(entry: Entry, actor: User) -> Decision:
    return approve_entry(entry_id=entry.pk, seen_version=Entry.objects.get(pk=entry.pk).version, actor=actor)


def promote(entry: Entry, actor: User) -> Decision:
    version = Entry.objects.get(pk=entry.pk).version
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version, actor=actor)


def demote(entry: Entry, actor: User) -> Decision:
    version = Entry.objects.get(pk=entry.pk).version
    return demote_entry(entry_id=entry.pk, reason="doubts", seen_version=version, actor=actor)


@pytest.mark.parametrize(
    ("quotes", "decision"),
    [
        pytest.param([BY_USER], VERIFIED, id="the user"),
        pytest.param([BY_USER, BY_TOOL], VERIFIED, id="the user and a tool"),
        pytest.param([BY_ASSISTANT], SILENT, id="the assistant"),
        pytest.param([BY_ASSISTANT, BY_TOOL], SILENT, id="the assistant and a tool"),
    ],
)
def test_verifying_asks_for_a_reason_when_the_user_did_not_say_it(
    mina: User, quotes: list[tuple[int, str]], decision: Decision
) -> None:
    assert promote(entry_with(*quotes, asked=PolicyItem.EXPLAIN_SOURCES), mina) == decision


@pytest.mark.parametrize("role", ["system", "summary", "sub-agent", "tool_result", "narrator", " Assistant "])
def test_every_speaker_but_the_user_asks_for_a_reason(mina: User, role: str) -> None:
    session = make_session([{"role": role, "content": "The index is rebuilt every night."}])
    switch(explain_sources=True)

    assert promote(make_entry(session, [(0, "rebuilt every night")]), mina) == SILENT


def test_a_project_that_asks_for_nothing_gets_no_question(mina: User) -> None:
    entry = entry_with(BY_TOOL)

    assert explain(entry, mina) == Refused(Stage.CANDIDATE, (Reason.CONFLICT,))
    assert approve(entry, mina) == Refused(Stage.CANDIDATE, (Reason.WRONG_STAGE,))
    assert promote(entry, mina) == VERIFIED


def test_explain_requirement_opens_the_gate_for_that_person_only(mina: User, jun: User) -> None:
    entry = entry_with(BY_TOOL, asked=PolicyItem.EXPLAIN_SOURCES)

    assert explain(entry, mina) == ACCEPTED

    assert promote(entry, jun) == SILENT
    assert promote(entry, mina) == VERIFIED
    assert str(Explanation.objects.get(actor=mina)) == "the log"


def test_explain_requirement_writes_to_the_journal_and_counts_the_change(mina: User) -> None:
    entry = entry_with(BY_TOOL, asked=PolicyItem.EXPLAIN_SOURCES)

    explain(entry, mina)

    event, row = entry.events.latest("seq"), Explanation.objects.get()
    assert (event.event_type, event.actor) == ("requirement_explained", "mina")
    assert event.body == {
        "requirement": "source_role_unexplained",
        "reason": "the log",
        "fingerprint": row.fingerprint,
    }
    assert Entry.objects.get(pk=entry.pk).version == 2
    assert list(audit_store()) == []


@pytest.mark.parametrize("requirement", [Reason.SAME_REVIEWER, Reason.EVIDENCE_NOT_ALIGNED])
def test_explain_requirement_makes_good_only_what_a_reason_makes_good(mina: User, requirement: Reason) -> None:
    entry = entry_with(INVENTED, asked=PolicyItem.TWO_REVIEWERS)

    assert explain(entry, mina, requirement) == Refused(Stage.CANDIDATE, (Reason.CONFLICT,))
    assert not Explanation.objects.exists()


def test_explain_requirement_twice_is_a_conflict(mina: User) -> None:
    entry = entry_with(BY_TOOL, asked=PolicyItem.EXPLAIN_SOURCES)
    explain(entry, mina)

    assert explain(entry, mina) == Refused(Stage.CANDIDATE, (Reason.CONFLICT,))
    assert Explanation.objects.count() == 1


@pytest.mark.parametrize("stage", ["raw", "working"])
def test_explain_requirement_does_not_wait_for_candidate(mina: User, stage: str) -> None:
    assert explain(entry_with(BY_TOOL, asked=PolicyItem.EXPLAIN_SOURCES, stage=stage), mina) == Granted(Stage(stage))


def test_statements_are_void_for_other_evidence(mina: User, jun: User) -> None:
    switch(two_reviewers=True)
    entry = entry_with(BY_TOOL, INVENTED, asked=PolicyItem.EXPLAIN_SOURCES)
    first, invented = quotes_of(entry)
    withdraw_quote(quote_id=invented.pk, reason="invented", seen_attempt=1, actor=mina)
    confirm(entry, mina)
    assert (explain(entry, mina), approve(entry, jun)) == (ACCEPTED, ACCEPTED)

    retry_quote(quote_id=first.pk, text="312 tests passed", message_index=2, seen_attempt=1, actor=mina)

    confirm(entry, mina)
    assert promote(entry, mina) == Refused(Stage.VERIFIED, (UNEXPLAINED, Reason.SAME_REVIEWER))
    assert (explain(entry, mina), approve(entry, jun), promote(entry, mina)) == (ACCEPTED, ACCEPTED, VERIFIED)
    assert Explanation.objects.count() == Approval.objects.count() == 2


def test_statements_are_void_once_a_quote_counts_no_more(mina: User, jun: User) -> None:
    entry = entry_with(BY_USER, BY_TOOL, asked=PolicyItem.TWO_REVIEWERS)
    approve(entry, jun)

    withdraw_quote(quote_id=quotes_of(entry)[0].pk, reason="wrong", seen_attempt=1, actor=jun)
    confirm(entry, mina)

    assert promote(entry, mina) == SAME


def test_an_approval_is_void_once_the_entry_was_rejected(mina: User, jun: User) -> None:
    """A person who approved and then rejects withdraws the approval, and the person who reopens has no other one."""
    entry = entry_with(BY_USER, asked=PolicyItem.TWO_REVIEWERS)
    assert approve(entry, jun) == ACCEPTED
    version = Entry.objects.get(pk=entry.pk).version
    reject_entry(entry_id=entry.pk, reason="doubts", seen_version=version, actor=jun)
    reopen_entry(entry_id=entry.pk, seen_version=version + 1, actor=mina)

    assert promote(entry, mina) == SAME
    assert list(audit_store()) == []


def test_statements_are_void_after_a_demotion(mina: User, jun: User) -> None:
    switch(two_reviewers=True)
    entry = entry_with(BY_TOOL, asked=PolicyItem.EXPLAIN_SOURCES)
    assert (explain(entry, mina), approve(entry, jun), promote(entry, mina)) == (ACCEPTED, ACCEPTED, VERIFIED)

    demote(entry, jun)

    assert promote(entry, mina) == Refused(Stage.VERIFIED, (UNEXPLAINED, Reason.SAME_REVIEWER))
    assert (explain(entry, mina), approve(entry, jun), promote(entry, mina)) == (ACCEPTED, ACCEPTED, VERIFIED)


def test_verifying_asks_for_the_approval_of_another_reviewer(mina: User, jun: User) -> None:
    entry = entry_with(BY_USER, asked=PolicyItem.TWO_REVIEWERS)
    assert promote(entry, mina) == SAME

    assert approve(entry, mina) == ACCEPTED
    assert promote(entry, mina) == SAME

    assert promote(entry, jun) == VERIFIED


@pytest.mark.parametrize("left", ["removed", "made a viewer", "locked out"])
def test_the_approval_of_who_reviews_no_more_does_not_count(mina: User, jun: User, left: str) -> None:
    entry = entry_with(BY_USER, asked=PolicyItem.TWO_REVIEWERS)
    approve(entry, jun)
    members = Membership.objects.filter(user=jun)
    match left:
        case "removed":
            members.delete()
        case "made a viewer":
            members.update(role=Role.VIEWER)
        case _:
            User.objects.filter(pk=jun.pk).update(is_active=False)

    assert promote(entry, mina) == SAME


def test_approve_entry_writes_to_the_journal_and_counts_the_change(mina: User) -> None:
    entry = entry_with(BY_USER, asked=PolicyItem.TWO_REVIEWERS)

    approve(entry, mina)

    event, row = entry.events.latest("seq"), Approval.objects.get()
    body: dict[str, object] = {"fingerprint": row.fingerprint, "brought_by": [], "confirmed_by": None}
    assert (event.event_type, event.actor, event.body) == ("entry_approved", "mina", body)
    assert (str(row), row.actor) == ("mina", mina)
    assert Entry.objects.get(pk=entry.pk).version == 2
    assert list(audit_store()) == []


def test_approve_entry_twice_is_a_conflict(mina: User) -> None:
    entry = entry_with(BY_USER, asked=PolicyItem.TWO_REVIEWERS)
    approve(entry, mina)

    assert approve(entry, mina) == Refused(Stage.CANDIDATE, (Reason.CONFLICT,))
    assert Approval.objects.count() == 1


def test_approve_entry_asks_for_evidence_that_holds(mina: User) -> None:
    entry = entry_with(BY_USER, INVENTED, asked=PolicyItem.TWO_REVIEWERS)

    assert approve(entry, mina) == Refused(Stage.CANDIDATE, (Reason.EVIDENCE_NOT_ALIGNED,))
    assert not Approval.objects.exists()


def test_who_selected_the_words_by_hand_does_not_verify(mina: User, jun: User) -> None:
    entry = entry_with(BY_USER, INVENTED, asked=PolicyItem.SEPARATE_SPAN_AUTHOR)
    quote = quotes_of(entry)[1]
    anchor_quote(quote_id=quote.pk, selection=Selection(0, 3, 7, "keep"), seen_attempt=1, actor=mina)
    confirm(entry, mina)

    assert promote(entry, mina) == SAME
    assert promote(entry, jun) == VERIFIED


@pytest.mark.parametrize(("text", "decision"), [("raw text", VERIFIED), ("keep the raw text", SAME)])
def test_words_elsewhere_hinder_nobody(text: str, decision: Decision, mina: User, jun: User) -> None:
    entry = entry_with(BY_USER, asked=PolicyItem.SEPARATE_SPAN_AUTHOR)
    [quote] = quotes_of(entry)
    anchor_quote(quote_id=quote.pk, selection=Selection(0, 3, 7, "keep"), seen_attempt=1, actor=mina)
    retry_quote(quote_id=quote.pk, text=text, message_index=0, seen_attempt=2, actor=jun)
    confirm(entry, mina)

    assert promote(entry, mina) == decision


SAY = [pytest.param(explain, id="explain"), pytest.param(approve, id="approve")]


def both_asked(*, stage: str = "candidate") -> Entry:
    switch(two_reviewers=True)
    return entry_with(BY_TOOL, asked=PolicyItem.EXPLAIN_SOURCES, stage=stage)


@pytest.mark.parametrize("say", SAY)
@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR, None])
def test_statements_are_made_by_reviewers_only(say: Say, role: Role | None) -> None:
    guest = make_user("guest", project=make_project() if role else make_project("other"), role=role or Role.MANAGER)

    assert say(both_asked(), guest) == Refused(Stage.CANDIDATE, (Reason.NOT_PERMITTED,))


@pytest.mark.parametrize("say", SAY)
def test_no_statement_is_made_on_a_rejected_entry(mina: User, say: Say) -> None:
    entry = both_asked()
    reject_entry(entry_id=entry.pk, reason="no", seen_version=1, actor=mina)

    assert say(entry, mina) == Refused(Stage.CANDIDATE, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize("say", SAY)
def test_no_statement_is_made_on_a_verified_entry(mina: User, jun: User, say: Say) -> None:
    entry = both_asked()
    assert (explain(entry, mina), approve(entry, jun), promote(entry, mina)) == (ACCEPTED, ACCEPTED, VERIFIED)

    assert say(entry, jun) == Refused(Stage.VERIFIED, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize("seen", [0, 2])
def test_no_statement_is_made_on_an_entry_that_changed_meanwhile(mina: User, seen: int) -> None:
    entry, conflict = both_asked(), Refused(Stage.CANDIDATE, (Reason.CONFLICT,))

    assert approve_entry(entry_id=entry.pk, seen_version=seen, actor=mina) == conflict
    explained = explain_requirement(
        entry_id=entry.pk, requirement=UNEXPLAINED, reason="the log", seen_version=seen, actor=mina
    )
    assert explained == conflict
    assert not Explanation.objects.exists()
    assert not Approval.objects.exists()


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("review_explanation", "reason", "another"),
        ("review_explanation", "requirement", "no_evidence"),
        ("review_explanation", "fingerprint", "0" * 64),
        ("review_approval", "fingerprint", "0" * 64),
    ],
)
def test_audit_store_finds_a_statement_that_was_changed(
    mina: User, jun: User, table: str, column: str, value: str
) -> None:
    entry = both_asked()
    assert (explain(entry, mina), approve(entry, jun)) == (ACCEPTED, ACCEPTED)

    rewrite(table, column, value)

    assert list(audit_store()) == [Finding("statement_unaccounted", "entry", entry.pk)]


@pytest.mark.parametrize("table", ["review_explanation", "review_approval"])
def test_audit_store_finds_a_statement_that_is_gone_or_is_somebody_elses(mina: User, jun: User, table: str) -> None:
    entry = both_asked()
    assert (explain(entry, mina), approve(entry, jun)) == (ACCEPTED, ACCEPTED)

    rewrite(table, "actor_id", make_user("hana").pk)
    assert list(audit_store()) == [Finding("statement_unaccounted", "entry", entry.pk)]

    remove(table)
    assert list(audit_store()) == [Finding("statement_unaccounted", "entry", entry.pk)]


def test_audit_store_finds_an_approval_that_nobody_gave(jun: User) -> None:
    entry = both_asked()

    Approval.objects.create(entry=entry, actor=jun, fingerprint="0" * 64)

    assert list(audit_store()) == [Finding("statement_unaccounted", "entry", entry.pk)]
