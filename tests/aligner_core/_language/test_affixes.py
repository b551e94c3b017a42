"""Affixes that make another word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._language.affixes import are_contrasting, is_extended
from aligner_core._language.lexicon import words_at

TABLES = [(table, code) for table in ("prefixes", "endings") for code in ("en", "ko")]


@pytest.mark.parametrize(
    ("left", "right", "code"),
    [
        pytest.param("hypothermia", "hyperthermia", "en", id="too little and too much"),
        pytest.param("intranet", "internet", "en", id="inside and between"),
        pytest.param("adduction", "abduction", "en", id="to and from"),
        pytest.param("overfitted", "underfitted", "en", id="over and under"),
        pytest.param("precommit", "postcommit", "en", id="before and after"),
        pytest.param("subtype", "supertype", "en", id="below and above"),
        pytest.param("methanol", "ethanol", "en", id="one carbon and two"),
        pytest.param("nitrite", "nitrate", "en", id="salts"),
        pytest.param("butene", "butane", "en", id="bonds"),
        pytest.param("assignor", "assignee", "en", id="who gives and who gets"),
        pytest.param("lactase", "lactose", "en", id="the enzyme and its sugar"),
        pytest.param("저혈당", "고혈당", "ko", id="low and high"),
        pytest.param("무배당", "유배당", "ko", id="without and with"),
        pytest.param("위염", "위암", "ko", id="what illness"),
        pytest.param("메탄올", "에탄올", "ko", id="what alcohol"),
    ],
)
def test_are_contrasting_words_whose_affixes_mean_another_thing(left: str, right: str, code: str) -> None:
    assert are_contrasting(left, right, code)
    assert are_contrasting(right, left, code)


@pytest.mark.parametrize(
    ("left", "right", "code"),
    [
        pytest.param("hypotension", "hypotension", "en", id="the same word"),
        pytest.param("hypotension", "hyperthermia", "en", id="another rest"),
        pytest.param("hypr", "hypo", "en", id="no affix of the group"),
        pytest.param("hypo", "hyper", "en", id="nothing but affixes"),
        pytest.param("independance", "independence", "en", id="endings that people mix up"),
        pytest.param("hypotension", "intertension", "en", id="affixes of two groups"),
        pytest.param("", "", "en", id="nothing"),
        pytest.param("결저", "결정", "ko", id="a Korean slip"),
        pytest.param("고", "저", "ko", id="nothing but Korean affixes"),
    ],
)
def test_are_contrasting_is_false_of_other_words(left: str, right: str, code: str) -> None:
    assert not are_contrasting(left, right, code)
    assert not are_contrasting(right, left, code)


@pytest.mark.parametrize(
    ("word", "other", "extended"),
    [
        pytest.param("atypical", "typical", True, id="a prefix"),
        pytest.param("reinsurers", "insurers", True, id="a prefix of two letters"),
        pytest.param("mutexes", "mutex", True, id="many"),
        pytest.param("upserted", "upsert", True, id="the past"),
        pytest.param("typical", "atypical", False, id="a prefix less"),
        pytest.param("awhen", "when", False, id="a letter before a short word"),
        pytest.param("pfirst", "first", False, id="a letter that is no prefix"),
        pytest.param("firstx", "first", False, id="a letter that is no ending"),
        pytest.param("first", "first", False, id="nothing more"),
    ],
)
def test_is_extended_with_an_affix_put_to_the_other(word: str, other: str, *, extended: bool) -> None:
    assert is_extended(word, other) is extended


@given(st.text(max_size=12), st.text(max_size=12), st.sampled_from(["en", "ko"]))
def test_are_contrasting_either_way(left: str, right: str, code: str) -> None:
    assert are_contrasting(left, right, code) is are_contrasting(right, left, code)


@given(st.sampled_from(TABLES), st.text(min_size=2, max_size=8), st.data())
def test_are_contrasting_is_true_of_every_two_affixes_of_a_group(
    place: tuple[str, str], rest: str, data: st.DataObject
) -> None:
    table, code = place
    group = data.draw(st.sampled_from(words_at(f"affixes.{table}", code)))
    one, other = data.draw(st.permutations(group.split()))[:2]

    words = (one + rest, other + rest) if table == "prefixes" else (rest + one, rest + other)

    assert are_contrasting(*words, code)
