"""The gate, as a table."""

import pytest

from review.policy import (
    REFUSAL_TEXT,
    EntryFacts,
    Granted,
    QuoteFacts,
    Reason,
    Refused,
    Requirement,
    Stage,
    decide,
    requirements,
)

GOOD = QuoteFacts(position=0)


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
    decision = decide(facts(*quotes), to=Stage.VERIFIED, permitted=True)

    assert isinstance(decision, Refused)
    assert set(decision.reasons) == reasons


def test_decide_grants_verified_when_all_that_counts_is_there() -> None:
    withdrawn = QuoteFacts(1, counts=False, aligned=False, proven=False)

    assert decide(facts(GOOD, withdrawn), to=Stage.VERIFIED, permitted=True) == Granted(Stage.VERIFIED)


ALLOWED = {
    (Stage.RAW, Stage.WORKING),
    (Stage.RAW, Stage.CANDIDATE),
    (Stage.WORKING, Stage.CANDIDATE),
    (Stage.CANDIDATE, Stage.VERIFIED),
}


@pytest.mark.parametrize("to", Stage)
@pytest.mark.parametrize("stage", Stage)
def test_decide_knows_every_step(stage: Stage, to: Stage) -> None:
    decision = decide(facts(GOOD, stage=stage), to=to, permitted=True)

    if (stage, to) in ALLOWED:
        assert decision == Granted(to)
    elif (stage, to) == (Stage.VERIFIED, Stage.CERTIFIED):
        assert decision == Refused(to, (Reason.NOT_PERMITTED,))
    else:
        assert decision == Refused(to, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize("to", Stage)
def test_decide_refuses_a_rejected_entry(to: Stage) -> None:
    rejected = facts(GOOD, stage=Stage.RAW, rejected=True)

    assert decide(rejected, to=to, permitted=True) == Refused(to, (Reason.WRONG_STAGE,))


@pytest.mark.parametrize("to", Stage)
def test_decide_refuses_who_may_not(to: Stage) -> None:
    assert decide(facts(GOOD), to=to, permitted=False) == Refused(to, (Reason.NOT_PERMITTED,))


def test_decide_asks_nothing_of_the_evidence_below_candidate() -> None:
    assert decide(facts(stage=Stage.RAW), to=Stage.CANDIDATE, permitted=True) == Granted(Stage.CANDIDATE)


def test_requirements_name_their_culprits() -> None:
    listed = requirements(facts(GOOD, QuoteFacts(1, aligned=False), QuoteFacts(2, ambiguous=True)))

    assert listed == (
        Requirement(Reason.NO_EVIDENCE, met=True),
        Requirement(Reason.EVIDENCE_NOT_ALIGNED, met=False, culprits=(1,)),
        Requirement(Reason.PROOF_FAILED, met=True),
        Requirement(Reason.AMBIGUOUS_EVIDENCE, met=False, culprits=(2,)),
        Requirement(Reason.DRIFTED_EVIDENCE, met=True),
        Requirement(Reason.UNACKNOWLEDGED_DIFFERENCES, met=True),
    )


def test_refused_says_the_sentence_of_the_contract() -> None:
    unaligned = Refused(Stage.VERIFIED, (Reason.EVIDENCE_NOT_ALIGNED, Reason.AMBIGUOUS_EVIDENCE))

    assert unaligned.text == REFUSAL_TEXT == "Evidence alignment failed. Cannot promote to Verified."
    assert Refused(Stage.VERIFIED, (Reason.CONFLICT,)).text == "conflict"
