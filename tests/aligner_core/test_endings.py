"""Endings that say the same."""

import pytest

from aligner_core.endings import plain, stated


@pytest.mark.parametrize(
    "words",
    [
        "결정했다 결정했습니다 결정하였습니다 결정했어요 결정했음 결정함 결정했네요",
        "필요합니다 필요한다 필요해요 필요함",
        "보냅니다 보낸다 보냄",
        "보냈습니다 보냈다 보냄",
        "없다 없습니다 없어요 없음 없네요",
        "원칙입니다 원칙이다 원칙이에요 원칙임",
        "됩니다 된다 돼요 됨",
    ],
)
def test_endings_that_say_the_same(words: str) -> None:
    first, *others = (stated(plain(word)) for word in words.split())

    assert all(not first.isdisjoint(other) for other in others)


@pytest.mark.parametrize(
    ("one", "other"),
    [("결정했다", "결정한다"), ("결정한다", "결정하자"), ("마음", "마다"), ("했습니다", "했습니까"), ("서버", "서버")],
)
def test_words_that_state_no_same_thing(one: str, other: str) -> None:
    assert stated(plain(one)).isdisjoint(stated(plain(other)))
