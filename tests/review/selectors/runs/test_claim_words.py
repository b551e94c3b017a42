"""Two claims of two runs, word by word: what only one has, and what states another fact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.selectors.runs.claim_words import Piece, compare_claims


def marked(pieces: tuple[Piece, ...]) -> str:
    """Return a claim with what only it has in brackets, facts with an exclamation mark."""
    return "".join(one.text if one.is_same else f"[{one.text}{'!' * one.is_fact}]" for one in pieces)


@pytest.mark.parametrize(
    ("first", "second", "there", "here", "is_another"),
    [
        (
            "Refund all 312 customers and write to each of them.",
            "Grace refunds all 312 customers by Friday noon and writes to everyone",
            "[Refund] all 312 customers and [write] to [each of them.]",
            "[Grace refunds] all 312 customers [by Friday noon] and [writes] to [everyone]",
            False,
        ),
        ("Off at 14:31", "Off at 14:33", "Off at [14:31!]", "Off at [14:33!]", True),
        ("Two weeks’ rent", "three weeks’ rent.", "[Two!] weeks’ rent", "[three!] weeks’ rent.", True),
        ("We ship on Friday", "We do not ship on Friday", "We ship on Friday", "We [do] [not!] ship on Friday", True),
        ("배포하지 않기로 했다", "배포하기로 했다", "[배포하지] [않기로!] 했다", "[배포하기로!] 했다", True),
        ("로그를 30일 보관", "로그를 90일 보관", "로그를 [30일!] 보관", "로그를 [90일!] 보관", True),
        ("It lasts", "it lasts.", "It lasts", "it lasts.", False),
        ("", "Words", "", "[Words]", False),
    ],
)
def test_compare_claims_marks_words_and_facts(
    first: str, second: str, there: str, here: str, *, is_another: bool
) -> None:
    found = compare_claims(first, second)

    assert (marked(found.first), marked(found.second), found.states_another_fact) == (there, here, is_another)


@given(st.text(alphabet="ab 가나3.\n", max_size=30), st.text(alphabet="ab 가나3.\n", max_size=30))
def test_compare_claims_loses_no_word(first: str, second: str) -> None:
    found = compare_claims(first, second)

    for claim, pieces in ((first, found.first), (second, found.second)):
        assert "".join(one.text for one in pieces).split() == claim.split()
    itself = compare_claims(first, first)
    assert all(one.is_same for one in (*itself.first, *itself.second))
    assert not itself.states_another_fact
