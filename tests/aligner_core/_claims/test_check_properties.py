"""What holds of every check, whatever the texts are: it reports real places, and nothing around a claim gets it by."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aligner_core import check_claim
from tests.aligner_core._claims.test_check_cases import ALL
from tests.paddings import padded_claim

WORD_LINES = (
    "not no never all only some must may 30 days 3일 $1,200 15시 오후 3시 월요일 May 4 Grace 김하늘 님 "
    "서울 Q3 10월 2일부터 "
    "않는다 없다 안 못 모두 일부 만 해야 한다 해도 된다 수 있다 the release is deleted 배포 환불 refund "
    ", . ; and but 고 Kim-Lee v2.1 e.g. "
    "half an hour and a half 2nd to 5 March q4 user_id = 나흘 두 번 이틀 double twice an hour tomorrow 오늘 noon 정오"
)
WORDS = WORD_LINES.split()
texts = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join),
    st.sampled_from([text for cases in ALL.values() for case in cases for text in (case.claim, case.evidence)]),
    st.text(max_size=60),
)


class TestEveryCheck:
    """A check of a claim (specification 7) raises nothing, reports real places, and does the same again."""

    @given(texts, st.lists(texts, max_size=3), st.lists(texts, max_size=2))
    @example("\ud800 not 3", ["\ud800 3"], ["\0"])
    @example("İ must 3㎏", ["ﬁ must not İ 3 kg"], ["한글" * 9])
    @settings(deadline=None, max_examples=200)
    def test_reports_real_places_and_the_same_again(
        self, claim: str, evidence: list[str], elsewhere: list[str]
    ) -> None:
        report = check_claim(claim, evidence, elsewhere=elsewhere)

        for fact in report.facts:
            assert claim[fact.start : fact.end] == fact.text
            for place in (*fact.instead, *([fact.place] if fact.place else [])):
                assert evidence[place.where][place.start : place.end] == place.text
            for place in fact.elsewhere:
                assert elsewhere[place.where][place.start : place.end] == place.text
        assert report.ok == (report.judged and all(fact.found for fact in report.facts))
        assert check_claim(claim, evidence, elsewhere=elsewhere) == report

    @given(texts)
    @settings(deadline=None, max_examples=200)
    def test_a_claim_that_is_its_own_evidence_is_ok(self, claim: str) -> None:
        assert check_claim(claim, [claim]).ok

    @given(texts, st.lists(texts, max_size=2), texts)
    @settings(deadline=None, max_examples=200)
    def test_more_evidence_loses_no_fact_that_was_found(self, claim: str, evidence: list[str], more: str) -> None:
        before = {(fact.kind, fact.start, fact.end) for fact in check_claim(claim, evidence).facts if fact.found}
        after = {
            (fact.kind, fact.start, fact.end) for fact in check_claim(claim, [*evidence, more]).facts if fact.found
        }

        assert before <= after


REFUSED = [(case.changed, case.evidence) for cases in ALL.values() for case in cases]
"""Claims with a changed fact; those that the check does not catch are left out."""


def granted(seeds: range) -> list[tuple[int, str]]:
    """Return the claims that the check refuses, but not as they are padded by a seed."""
    found = []
    for seed in seeds:
        rng = Random(seed)  # noqa: S311 - the same cases in every run
        claim, evidence = rng.choice(REFUSED)
        padded, words = padded_claim(claim, [evidence], rng)
        if not check_claim(claim, [evidence]) and check_claim(padded, words):
            found.append((seed, claim))
    return found


def test_no_padding_order_hidden_sign_or_sentence_gets_a_refused_claim_by() -> None:
    assert granted(range(300)) == []


@pytest.mark.exhaustive
def test_none_of_5000_paddings_gets_a_refused_claim_by() -> None:
    assert granted(range(300, 5_300)) == []
