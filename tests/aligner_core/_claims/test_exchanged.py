"""What a claim exchanges: values of other things, the ends of a way, who gave and who got, what is left out of all."""

import pytest

from aligner_core import check_claim


def kinds(claim: str, words: str) -> list[str]:
    return [fact.kind for fact in check_claim(claim, [words]).missing]


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("The hall has 4 windows.", "The attic has 2 windows and the hall has 4 windows.", []),
        ("수원에서 4박을 한다.", "여주에서 4박, 수원에서 2박을 해요.", ["number"]),
        ("여주에서 4박을 한다.", "여주에서 4박, 수원에서 2박을 해요.", []),
        ("합창단은 11명이다.", "합창단은 24명, 밴드는 11명이에요.", ["number"]),
        ("합창단은 24명이다.", "합창단은 24명, 밴드는 11명이에요.", []),
        ("The sauna opens at 9:20.", "The pool starts at 9:20, the sauna opens at 7:10.", ["time"]),
        ("The pool opens at 9:20.", "The pool starts at 9:20, the sauna opens at 7:10.", []),
        ("They rehearse 3 hours on Mondays.", "3 hours on Mondays, 5 hours on Fridays", []),
    ],
)
def test_a_value_of_another_thing_is_missing(claim: str, words: str, found: list[str]) -> None:
    assert kinds(claim, words) == found


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        (
            "The rehearsal was moved from Monday to Friday.",
            "the rehearsal got moved from Friday to Monday",
            ["comparison"],
        ),
        ("The rehearsal was moved from Friday to Monday.", "the rehearsal got moved from Friday to Monday", []),
        ("The price went from 30 euros to 25 euros.", "the price went to 30 euros from 25 euros", ["comparison"]),
        ("The load went from 84 kg to 98 kg.", "the load went from 98 to 84 kilos", ["comparison"]),
        ("They turn a garage into a studio.", "they turn the studio into a garage", ["comparison"]),
        ("They prefer rye over wheat.", "wheat over rye for us, please", ["comparison"]),
        ("They prefer rye over wheat.", "rye over wheat for us, please", []),
        ("Olga took the lease from Hanne.", "so Hanne took the lease from Olga", ["comparison"]),
        ("They gave Hanne the lease.", "they gave Hanne the lease", []),
        ("연습은 월요일에서 금요일로 옮겼다.", "연습은 금요일에서 월요일로 옮겼어요.", ["comparison"]),
        ("비율은 40%에서 30%로 바뀌었다.", "비율은 30%에서 40%로 바뀌었어요.", ["comparison"]),
        ("연습은 금요일에서 월요일로 옮겼다.", "연습은 금요일에서 월요일로 옮겼어요.", []),
        ("벽은 회색 대신 노란색으로 칠한다.", "벽은 노란색 대신 회색으로 칠해요.", ["comparison"]),
        ("영수가 나연에게 열쇠를 주었다.", "나연이 영수한테 열쇠를 줬어요.", ["comparison"]),
        ("영수가 미경에게 열쇠를 받았다.", "미경이가 영수한테 열쇠를 줬어요.", []),
    ],
)
def test_what_stands_on_the_other_side_is_missing(claim: str, words: str, found: list[str]) -> None:
    assert kinds(claim, words) == found


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("Olga eats mushrooms.", "Olga eats everything except mushrooms", ["negation"]),
        ("Olga eats lentils.", "Olga eats everything except mushrooms", []),
        ("Olga eats everything except mushrooms.", "Olga eats everything except mushrooms", []),
        ("버섯을 잘 먹는다.", "버섯만 빼고 다 잘 먹어요.", ["negation"]),
        ("버섯을 먹지 않는다.", "버섯만 빼고 다 잘 먹어요.", []),
    ],
)
def test_what_is_left_out_of_all_is_denied(claim: str, words: str, found: list[str]) -> None:
    assert kinds(claim, words) == found
