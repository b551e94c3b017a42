"""The facts of a claim: they end with the work that is allowed, and with what a text affirms."""

from collections.abc import Callable

import pytest

from aligner_core import check_claim
from aligner_core._claims.facts import value_facts, word_facts
from aligner_core._claims.reading import Reading, read
from aligner_core._claims.work import Work


@pytest.mark.parametrize(
    ("facts_of", "claim"),
    [
        pytest.param(value_facts, "It takes 30 days and 5 kg.", id="values"),
        pytest.param(word_facts, "Everybody must pay at least once.", id="markers"),
        pytest.param(word_facts, "The shop opens late.", id="clauses"),
    ],
)
def test_facts_end_where_no_work_is_left(facts_of: Callable[..., object], claim: str) -> None:
    reading = Reading(claim, Work(limit=0))

    assert list(facts_of(reading, [read("Nothing of it.")])) == []  # type: ignore[call-overload]


def test_a_text_affirms_what_another_denies_where_it_has_the_same_words() -> None:
    denied = "우리 팀은 하루 한 번 15분 동안 서서 회의합니다. 의자는 없어요."
    other = "그리고 이것은 회의에서 이야기한 내용입니다."
    affirmed = "이제 회의실에 의자가 있습니다."

    assert not check_claim("회의에 의자가 있다", [denied])
    assert not check_claim("회의에 의자가 있다", [denied, other])
    assert check_claim("회의에 의자가 있다", [denied, affirmed])


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Anders wants to wait", "It was a long day, and the weather was nice."),
        ("The temperature might stay under -18 °C. 네, 알겠습니다.", "The freezer has to stay below -18 °C."),
        ("Ann pays 1 won. Otto pays.", "Ann pays 1 won."),
    ],
)
def test_common_words_other_languages_and_short_sentences_answer_for_nothing(claim: str, evidence: str) -> None:
    assert check_claim(claim, [evidence]).judgement.answer == "no"
