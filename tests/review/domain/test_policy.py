"""The gate, as a table."""

from dataclasses import replace
from typing import Any

import pytest

from aligner_core import Unjudged
from aligner_core.evidence import NO, YES, unjudged
from review.domain.policy import (
    EXPLAINABLE,
    REFUSAL_TEXT,
    UNVERIFIED,
    ActorFacts,
    AnswerFacts,
    EntryFacts,
    Granted,
    PolicyItem,
    QuoteFacts,
    Reason,
    Refused,
    Requirement,
    Stage,
    decide,
    decide_answer,
    decide_approval,
    decide_override,
    evidence_requirements,
    requirements,
    steps_between,
)

ABOUT_ALIGNED = {
    Reason.PROOF_FAILED,
    Reason.AMBIGUOUS_EVIDENCE,
    Reason.DRIFTED_EVIDENCE,
    Reason.UNACKNOWLEDGED_DIFFERENCES,
    Reason.BELOW_PROJECT_BAR,
    Reason.SOURCE_ROLE_UNEXPLAINED,
}
GOOD = QuoteFacts(position=0)
REVIEWER = ActorFacts(may_review=True)
CERTIFIER = ActorFacts(may_review=True, may_certify=True, reauthenticated=True)
MANAGER = ActorFacts(may_review=True, may_override=True)
FROM_TOOL = QuoteFacts(0, from_user=False)
ALL = frozenset(PolicyItem)


def facts(*quotes: QuoteFacts, stage: Stage = Stage.CANDIDATE, rejected: bool = False) -> EntryFacts:
    return EntryFacts(stage=stage, rejected=rejected, quotes=quotes)


@pytest.mark.parametrize(
    ("quotes", "reasons"),
    [
        pytest.param((), {Reason.NO_EVIDENCE}, id="an entry without quotes"),
        pytest.param((QuoteFacts(0, counts=False),), {Reason.NO_EVIDENCE}, id="an entry whose only quote is withdrawn"),
        pytest.param(
            (QuoteFacts(0, counts=False), QuoteFacts(1, counts=False, aligned=False)),
            {Reason.NO_EVIDENCE},
            id="an entry whose quotes are all withdrawn, failed ones too",
        ),
        pytest.param(
            (*(QuoteFacts(n) for n in range(4)), QuoteFacts(4, aligned=False, proven=False)),
            {Reason.EVIDENCE_NOT_ALIGNED},
            id="four of five aligned",
        ),
        pytest.param((QuoteFacts(0, ambiguous=True),), {Reason.AMBIGUOUS_EVIDENCE}, id="an ambiguous quote"),
        pytest.param((QuoteFacts(0, drifted=True),), {Reason.DRIFTED_EVIDENCE}, id="a drifted quote"),
        pytest.param((QuoteFacts(0, below_bar=True),), {Reason.BELOW_PROJECT_BAR}, id="a quote below the bar"),
        pytest.param((QuoteFacts(0, proven=False),), {Reason.PROOF_FAILED}, id="a proof that no longer holds"),
        pytest.param(
            (QuoteFacts(0, open_differences=True),),
            {Reason.UNACKNOWLEDGED_DIFFERENCES},
            id="an open critical difference",
        ),
        pytest.param(
            (QuoteFacts(0, aligned=False), QuoteFacts(1, ambiguous=True), QuoteFacts(2, proven=False)),
            {Reason.EVIDENCE_NOT_ALIGNED, Reason.AMBIGUOUS_EVIDENCE, Reason.PROOF_FAILED},
            id="every unmet requirement is named",
        ),
    ],
)
def test_decide_refuses_verified(quotes: tuple[QuoteFacts, ...], reasons: set[Reason]) -> None:
    decision = decide(facts(*quotes), to=Stage.VERIFIED, actor=REVIEWER)

    assert isinstance(decision, Refused)
    assert set(decision.reasons) == reasons


def test_decide_grants_verified_when_all_that_counts_is_there() -> None:
    withdrawn = QuoteFacts(1, counts=False, aligned=False, proven=False)

    assert decide(facts(GOOD, withdrawn), to=Stage.VERIFIED, actor=REVIEWER) == Granted(Stage.VERIFIED)


ALLOWED = {
    (Stage.RAW, Stage.WORKING),
    (Stage.RAW, Stage.CANDIDATE),
    (Stage.WORKING, Stage.CANDIDATE),
    (Stage.RAW, Stage.VERIFIED),
    (Stage.WORKING, Stage.VERIFIED),
    (Stage.CANDIDATE, Stage.VERIFIED),
}


@pytest.mark.parametrize("to", Stage)
@pytest.mark.parametrize("stage", Stage)
def test_decide_knows_every_step(stage: Stage, to: Stage) -> None:
    decision = decide(facts(GOOD, stage=stage), to=to, actor=REVIEWER)

    if (stage, to) in ALLOWED:
        assert decision == Granted(to)
    elif (stage, to) == (Stage.VERIFIED, Stage.CERTIFIED):
        assert decision == Refused(to, (Reason.NOT_PERMITTED,))
    else:
        assert decision == Refused(to, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize("stage", UNVERIFIED)
def test_decide_asks_the_same_of_every_stage_below_verified(stage: Stage) -> None:
    entry = facts(QuoteFacts(0, ambiguous=True), stage=stage)

    assert decide(entry, to=Stage.VERIFIED, actor=REVIEWER) == Refused(Stage.VERIFIED, (Reason.AMBIGUOUS_EVIDENCE,))


@pytest.mark.parametrize(
    ("came_from", "to", "passed"),
    [
        (Stage.RAW, Stage.VERIFIED, ["working", "candidate", "verified"]),
        (Stage.WORKING, Stage.CANDIDATE, ["candidate"]),
        (Stage.VERIFIED, Stage.CERTIFIED, ["certified"]),
        (Stage.CANDIDATE, Stage.CANDIDATE, []),
        (Stage.VERIFIED, Stage.RAW, []),
    ],
)
def test_steps_between_passes_every_stage(came_from: Stage, to: Stage, passed: list[str]) -> None:
    steps = steps_between(came_from, to)

    assert [above for _, above in steps] == passed
    assert [below for below, _ in steps] == ([came_from, *passed[:-1]] if passed else [])


@pytest.mark.parametrize("to", Stage)
def test_decide_refuses_a_rejected_entry(to: Stage) -> None:
    rejected = facts(GOOD, stage=Stage.RAW, rejected=True)

    assert decide(rejected, to=to, actor=REVIEWER) == Refused(to, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize("to", Stage)
def test_decide_refuses_who_may_not(to: Stage) -> None:
    assert decide(facts(GOOD), to=to, actor=ActorFacts(may_review=False)) == Refused(to, (Reason.NOT_PERMITTED,))


def test_decide_asks_nothing_of_the_evidence_below_candidate() -> None:
    assert decide(facts(stage=Stage.RAW), to=Stage.CANDIDATE, actor=REVIEWER) == Granted(Stage.CANDIDATE)


def test_requirements_name_their_culprits() -> None:
    listed = requirements(facts(GOOD, QuoteFacts(1, aligned=False), QuoteFacts(2, ambiguous=True)))

    assert listed == (
        Requirement(Reason.NO_EVIDENCE, met=True),
        Requirement(Reason.EVIDENCE_NOT_ALIGNED, met=False, culprits=(1,)),
        Requirement(Reason.PROOF_FAILED, met=True),
        Requirement(Reason.AMBIGUOUS_EVIDENCE, met=False, culprits=(2,)),
        Requirement(Reason.DRIFTED_EVIDENCE, met=True),
        Requirement(Reason.UNACKNOWLEDGED_DIFFERENCES, met=True),
        Requirement(Reason.BELOW_PROJECT_BAR, met=True),
        Requirement(Reason.CLAIM_UNCONFIRMED, met=True, asked=False),
    )


def test_refused_says_the_sentence_of_the_specification() -> None:
    unaligned = Refused(Stage.VERIFIED, (Reason.EVIDENCE_NOT_ALIGNED, Reason.AMBIGUOUS_EVIDENCE))

    assert unaligned.text == REFUSAL_TEXT == "Evidence alignment failed. Cannot promote to Verified."
    assert Refused(Stage.VERIFIED, (Reason.CONFLICT,)).text == "conflict"


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        pytest.param({}, (), id="a certifier who gave the password"),
        pytest.param({"may_certify": False}, (Reason.NOT_PERMITTED,), id="no certifier"),
        pytest.param({"reauthenticated": False}, (Reason.NOT_PERMITTED,), id="no password"),
        pytest.param({"is_verifier": True}, (Reason.SAME_REVIEWER,), id="who verified"),
    ],
)
def test_decide_certified_asks_for_a_second_person(change: dict[str, Any], reasons: tuple[Reason, ...]) -> None:
    decision = decide(facts(GOOD, stage=Stage.VERIFIED), to=Stage.CERTIFIED, actor=replace(CERTIFIER, **change))

    assert decision == (Refused(Stage.CERTIFIED, reasons) if reasons else Granted(Stage.CERTIFIED))


def test_decide_certified_asks_for_all_evidence_again_and_for_no_policy() -> None:
    broken = facts(QuoteFacts(0, proven=False, drifted=True, from_user=False), stage=Stage.VERIFIED)
    same = replace(CERTIFIER, is_verifier=True)

    assert decide(replace(broken, asked=ALL), to=Stage.CERTIFIED, actor=same) == Refused(
        Stage.CERTIFIED, (Reason.SAME_REVIEWER, Reason.PROOF_FAILED, Reason.DRIFTED_EVIDENCE)
    )


@pytest.mark.parametrize(
    ("item", "entry", "reasons"),
    [
        pytest.param(
            PolicyItem.EXPLAIN_SOURCES, facts(FROM_TOOL), {Reason.SOURCE_ROLE_UNEXPLAINED}, id="a tool said it"
        ),
        pytest.param(PolicyItem.EXPLAIN_SOURCES, facts(FROM_TOOL, QuoteFacts(1)), set(), id="the user said some of it"),
        pytest.param(
            PolicyItem.EXPLAIN_SOURCES,
            facts(FROM_TOOL, QuoteFacts(1, counts=False)),
            {Reason.SOURCE_ROLE_UNEXPLAINED},
            id="what the user said no longer counts",
        ),
        pytest.param(
            PolicyItem.EXPLAIN_SOURCES,
            replace(facts(FROM_TOOL), explained=frozenset({Reason.SOURCE_ROLE_UNEXPLAINED})),
            set(),
            id="a reason was given",
        ),
        pytest.param(PolicyItem.EXPLAIN_SOURCES, facts(), {Reason.NO_EVIDENCE}, id="nobody said anything"),
        pytest.param(PolicyItem.TWO_REVIEWERS, facts(GOOD), {Reason.SAME_REVIEWER}, id="nobody approved"),
        pytest.param(PolicyItem.TWO_REVIEWERS, replace(facts(GOOD), approved=True), set(), id="somebody approved"),
        pytest.param(
            PolicyItem.SEPARATE_SPAN_AUTHOR,
            facts(QuoteFacts(0, chosen_by_actor=True)),
            {Reason.SAME_REVIEWER},
            id="the span is one's own",
        ),
        pytest.param(
            PolicyItem.SEPARATE_SPAN_AUTHOR,
            facts(GOOD, QuoteFacts(1, counts=False, chosen_by_actor=True)),
            set(),
            id="one's own span does not count",
        ),
        pytest.param(
            PolicyItem.SEPARATE_SPAN_AUTHOR,
            replace(facts(GOOD), written_by_actor=True),
            {Reason.SAME_REVIEWER},
            id="the entry is one's own",
        ),
    ],
)
def test_decide_verified_asks_what_the_project_asks(item: PolicyItem, entry: EntryFacts, reasons: set[Reason]) -> None:
    decision = decide(replace(entry, asked=frozenset({item})), to=Stage.VERIFIED, actor=REVIEWER)

    assert set(getattr(decision, "reasons", ())) == reasons
    assert isinstance(decision, Granted) is not bool(reasons)
    assert all(one.item is None for one in requirements(entry))


def test_requirements_of_the_project_come_last_and_name_their_item_and_culprits() -> None:
    entry = replace(facts(QuoteFacts(0), QuoteFacts(1, chosen_by_actor=True)), asked=ALL)

    assert requirements(entry)[:-3] == evidence_requirements(entry)
    assert requirements(entry)[-3:] == (
        Requirement(Reason.SOURCE_ROLE_UNEXPLAINED, met=True, item=PolicyItem.EXPLAIN_SOURCES),
        Requirement(Reason.SAME_REVIEWER, met=False, item=PolicyItem.TWO_REVIEWERS),
        Requirement(Reason.SAME_REVIEWER, met=False, culprits=(1,), item=PolicyItem.SEPARATE_SPAN_AUTHOR),
    )
    assert decide(entry, to=Stage.VERIFIED, actor=REVIEWER) == Refused(Stage.VERIFIED, (Reason.SAME_REVIEWER,))


@pytest.mark.parametrize(
    ("entry", "actor", "reasons"),
    [
        pytest.param(facts(GOOD), REVIEWER, (), id="evidence that holds"),
        pytest.param(facts(FROM_TOOL), REVIEWER, (), id="what else the project asks is for who verifies"),
        pytest.param(facts(GOOD), ActorFacts(may_review=False), (Reason.NOT_PERMITTED,), id="who may not"),
        pytest.param(facts(GOOD, stage=Stage.RAW), REVIEWER, (), id="a raw one"),
        pytest.param(facts(GOOD, stage=Stage.VERIFIED), REVIEWER, (Reason.WRONG_STAGE,), id="a verified one"),
        pytest.param(facts(GOOD, rejected=True), REVIEWER, (Reason.WRONG_STAGE,), id="a rejected one"),
        pytest.param(facts(QuoteFacts(0, ambiguous=True)), REVIEWER, (Reason.AMBIGUOUS_EVIDENCE,), id="open evidence"),
    ],
)
def test_decide_approval(entry: EntryFacts, actor: ActorFacts, reasons: tuple[Reason, ...]) -> None:
    decision = decide_approval(replace(entry, asked=ALL), actor=actor)

    assert decision == (Refused(entry.stage, reasons) if reasons else Granted(entry.stage))


def test_decide_approval_where_the_project_asks_for_none() -> None:
    assert decide_approval(facts(GOOD), actor=REVIEWER) == Refused(Stage.CANDIDATE, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize(
    ("entry", "actor", "reasons"),
    [
        pytest.param(facts(FROM_TOOL), MANAGER, (), id="only the policy is missed"),
        pytest.param(facts(FROM_TOOL), REVIEWER, (Reason.NOT_PERMITTED,), id="who may not"),
        pytest.param(facts(FROM_TOOL, stage=Stage.WORKING), MANAGER, (), id="one in work"),
        pytest.param(facts(FROM_TOOL, stage=Stage.VERIFIED), MANAGER, (Reason.WRONG_STAGE,), id="a verified one"),
        pytest.param(facts(FROM_TOOL, rejected=True), MANAGER, (Reason.WRONG_STAGE,), id="a rejected one"),
        pytest.param(facts(), MANAGER, (Reason.NO_EVIDENCE,), id="no evidence"),
        pytest.param(
            facts(QuoteFacts(0, aligned=False), QuoteFacts(1, open_differences=True)),
            MANAGER,
            (Reason.EVIDENCE_NOT_ALIGNED, Reason.UNACKNOWLEDGED_DIFFERENCES),
            id="evidence is never overridden",
        ),
        pytest.param(
            replace(facts(FROM_TOOL), answer=AnswerFacts(invented=1, rests_on_stale=True)),
            MANAGER,
            (Reason.INVENTED_SOURCE, Reason.STALE_SOURCE_UNACKNOWLEDGED),
            id="nor are the sources of an answer",
        ),
    ],
)
def test_decide_override(entry: EntryFacts, actor: ActorFacts, reasons: tuple[Reason, ...]) -> None:
    decision = decide_override(replace(entry, asked=ALL), actor=actor)

    assert decision == (Refused(Stage.VERIFIED, reasons) if reasons else Granted(Stage.VERIFIED))


def test_decide_override_where_nothing_is_missed() -> None:
    assert decide_override(facts(GOOD), actor=MANAGER) == Refused(Stage.VERIFIED, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize(
    ("answer", "explained", "missed"),
    [
        pytest.param(None, False, [], id="no answer"),
        pytest.param(AnswerFacts(), False, [], id="nothing invented, nothing stale"),
        pytest.param(AnswerFacts(invented=1), False, [(Reason.INVENTED_SOURCE, ())], id="an invented source"),
        pytest.param(AnswerFacts(invented=1), True, [(Reason.INVENTED_SOURCE, ())], id="that no reason makes good"),
        pytest.param(
            AnswerFacts(rests_on_stale=True, stale=(2,)),
            False,
            [(Reason.STALE_SOURCE_UNACKNOWLEDGED, (2,))],
            id="a stale source",
        ),
        pytest.param(AnswerFacts(rests_on_stale=True, stale=(2,)), True, [], id="that a reason makes good"),
    ],
)
def test_requirements_of_answers(
    answer: AnswerFacts | None, missed: list[tuple[Reason, tuple[int, ...]]], *, explained: bool
) -> None:
    reasons = frozenset({Reason.STALE_SOURCE_UNACKNOWLEDGED}) if explained else frozenset[Reason]()
    facts = EntryFacts(Stage.CANDIDATE, rejected=False, quotes=(QuoteFacts(2),), answer=answer, explained=reasons)

    listed = requirements(facts)

    assert [(one.reason, one.culprits) for one in listed if not one.met] == missed
    assert len(listed) == (8 if answer is None else 10)
    assert all(one.culprits == () for one in listed if one.met)


@pytest.mark.parametrize(
    "asking",
    [
        pytest.param(QuoteFacts(1, asks_claim=True), id="other words count"),
        pytest.param(QuoteFacts(1, counts=False, asks_claim=True), id="it was withdrawn"),
    ],
)
def test_decide_waits_for_a_claim_that_was_written_from_other_words(asking: QuoteFacts) -> None:
    asked = facts(GOOD, asking)

    assert decide(asked, to=Stage.VERIFIED, actor=REVIEWER) == Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))
    answered = replace(asked, claim_answered=True)
    assert decide(answered, to=Stage.VERIFIED, actor=REVIEWER) == Granted(Stage.VERIFIED)
    assert [one.culprits for one in requirements(asked) if not one.met] == [(1,)]
    assert all(one.culprits == () for one in requirements(answered))


def test_certifying_and_approving_wait_for_the_claim_and_nobody_overrides_it() -> None:
    asked = facts(GOOD, QuoteFacts(1, asks_claim=True))
    missed = (Reason.CLAIM_UNCONFIRMED,)
    certifier = ActorFacts(may_review=True, may_certify=True, may_override=True, reauthenticated=True)

    verified = replace(asked, stage=Stage.VERIFIED)
    assert decide(verified, to=Stage.CERTIFIED, actor=certifier) == Refused(Stage.CERTIFIED, missed)
    two = replace(asked, asked=frozenset({PolicyItem.TWO_REVIEWERS}))
    assert decide_approval(two, actor=REVIEWER) == Refused(Stage.CANDIDATE, missed)
    assert decide_override(two, actor=certifier) == Refused(Stage.VERIFIED, missed)


@pytest.mark.parametrize(
    ("lacks", "asked", "answered", "granted"),
    [
        pytest.param(True, {PolicyItem.CLAIM_FACTS}, False, False, id="the project waits"),
        pytest.param(True, {PolicyItem.CLAIM_FACTS}, True, True, id="a person answered"),
        pytest.param(True, set(), False, True, id="the project only shows them"),
        pytest.param(True, set(PolicyItem) - {PolicyItem.CLAIM_FACTS}, False, True, id="it waits for others"),
        pytest.param(False, {PolicyItem.CLAIM_FACTS}, False, True, id="none is missing"),
    ],
)
def test_decide_waits_for_facts_where_the_project_does(
    *, lacks: bool, asked: set[PolicyItem], answered: bool, granted: bool
) -> None:
    judged = NO if lacks else YES
    entry = replace(facts(GOOD), claim_facts=judged, asked=frozenset(asked), claim_answered=answered, approved=True)

    expected = Granted(Stage.VERIFIED) if granted else Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))
    assert decide(entry, to=Stage.VERIFIED, actor=REVIEWER) == expected
    assert [one.culprits for one in requirements(entry) if not one.met] == [()] * (not granted)


def test_waiting_for_facts_is_no_requirement_of_its_own_and_nobody_overrides_it() -> None:
    entry = replace(facts(GOOD), claim_facts=NO, asked=frozenset({PolicyItem.CLAIM_FACTS}))

    assert not entry.asks_people
    assert [one.item for one in requirements(entry) if one.item] == []
    assert decide_override(entry, actor=MANAGER) == Refused(Stage.VERIFIED, (Reason.WRONG_STAGE,))
    from_tool = replace(facts(FROM_TOOL), claim_facts=NO, asked=ALL, approved=True)
    assert decide_override(from_tool, actor=MANAGER) == Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))


def test_decide_takes_unjudged_facts_for_lacking_ones() -> None:
    open_facts = unjudged(Unjudged.TOO_LONG)
    entry = replace(facts(GOOD), claim_facts=open_facts, asked=frozenset({PolicyItem.CLAIM_FACTS}))

    assert decide(entry, to=Stage.VERIFIED, actor=REVIEWER) == Refused(Stage.VERIFIED, (Reason.CLAIM_UNCONFIRMED,))


@pytest.mark.parametrize(
    ("entry", "unasked"),
    [
        pytest.param(facts(GOOD), {Reason.CLAIM_UNCONFIRMED}, id="nobody asked about the claim"),
        pytest.param(facts(replace(GOOD, asks_claim=True)), set(), id="its words were replaced"),
        pytest.param(replace(facts(GOOD), claim_facts=NO), {Reason.CLAIM_UNCONFIRMED}, id="facts are only shown"),
        pytest.param(
            replace(facts(GOOD), claim_facts=YES, asked=frozenset({PolicyItem.CLAIM_FACTS})),
            set(),
            id="facts are there",
        ),
        pytest.param(
            replace(facts(GOOD), asked=frozenset({PolicyItem.CLAIM_FACTS})),
            {Reason.CLAIM_UNCONFIRMED},
            id="nothing was compared",
        ),
        pytest.param(
            replace(facts(QuoteFacts(0, aligned=False)), asked=frozenset({PolicyItem.EXPLAIN_SOURCES})),
            set(ABOUT_ALIGNED) | {Reason.CLAIM_UNCONFIRMED},
            id="no quote is aligned",
        ),
        pytest.param(
            facts(),
            {*ABOUT_ALIGNED, Reason.CLAIM_UNCONFIRMED, Reason.EVIDENCE_NOT_ALIGNED} - EXPLAINABLE,
            id="no quotes",
        ),
    ],
)
def test_requirements_tell_what_nobody_asked(entry: EntryFacts, unasked: set[Reason]) -> None:
    of_policy = set() if PolicyItem.EXPLAIN_SOURCES in entry.asked else EXPLAINABLE

    assert {one.reason for one in requirements(entry) if not one.asked} == unasked - of_policy


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("rejected", [False, True])
def test_decide_answer_is_for_reviewers_and_below_verified(stage: Stage, *, rejected: bool) -> None:
    entry = EntryFacts(stage, rejected=rejected, quotes=())
    settled = rejected or stage in {Stage.VERIFIED, Stage.CERTIFIED}

    expected = Refused(stage, (Reason.WRONG_STAGE,)) if settled else Granted(stage)
    assert decide_answer(entry, actor=REVIEWER) == expected
    nobody = ActorFacts(may_review=False)
    assert decide_answer(entry, actor=nobody) == Refused(stage, (Reason.NOT_PERMITTED,))
