"""Korean words: forms of one, particles and their roles, slips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._language.korean import is_compound, is_mistyped, is_rare_noun, is_slip, is_word
from aligner_core._language.korean_particles import changed_role, is_particle, split_particle
from aligner_core._language.korean_predicates import Form, forms_of, spell_out_quotes


@pytest.mark.parametrize(
    "words",
    [
        "결정했다 결정했습니다 결정하였습니다 결정했어요 결정했음 결정했네요 결정했죠 결정했군요",
        "결정한다 결정합니다 결정해요 결정하네요 결정하죠 결정함",
        "필요합니다 필요하다 필요해요 필요함",
        "보냅니다 보낸다 보내요 보냄",
        "보냈습니다 보냈다 보냈어요 보냈음",
        "없다 없습니다 없어요 없음 없네요",
        "원칙입니다 원칙이다 원칙이에요 원칙임",
        "됩니다 된다 돼요 됨",
        "마셨습니다 마셨어요 마시었다",
        "갔습니다 갔어요 갔다",
        "도왔습니다 도왔어요 도왔다",
        "더웠습니다 더웠어요",
        "몰랐습니다 몰랐어요",
        "들었습니다 들었어요",
        "지었습니다 지었어요",
        "썼습니다 썼어요",
        "쉬었습니다 쉬었어요",
        "하겠습니다 하겠어요 하겠다 하겠죠",
        "가십니다 가신다 갑니다",
        "먹으면서 먹으며",
        "가니까 가니깐",
        "합니까 하나요 하니",
        "하십시오 하세요",
        "갑시다 가자",
        "결정되었습니다 결정됐습니다",
        "있습니다 있어요 있다 있음",
        "있었습니다 있었어요",
    ],
)
def test_forms_of_words_that_mean_the_same_are_shared(words: str) -> None:
    """They keep tense and mood (specification 3.9)."""
    first, *others = words.split()

    assert [other for other in others if forms_of(first).isdisjoint(forms_of(other))] == []


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param("결정했다", "결정한다", id="another tense"),
        pytest.param("결정했습니다", "결정하겠습니다", id="the future"),
        pytest.param("결정했겠습니다", "결정했습니다", id="a guess"),
        pytest.param("결정한다", "결정하자", id="a proposal"),
        pytest.param("했습니다", "했습니까", id="a question"),
        pytest.param("합니다", "하세요", id="a request"),
        pytest.param("하고", "하지만", id="and, but"),
        pytest.param("하면", "하니까", id="if, because"),
        pytest.param("하는", "한", id="an attribute of another tense"),
        pytest.param("할", "한", id="what will be"),
        pytest.param("해도", "해야", id="may, must"),
        pytest.param("해서", "해도", id="because, even"),
        pytest.param("하려고", "하러", id="to plan to, to go to"),
        pytest.param("결정했다", "결심했다", id="another stem"),
    ],
)
def test_forms_of_words_that_mean_something_else_are_not_shared(left: str, right: str) -> None:
    assert forms_of(left).isdisjoint(forms_of(right))


def test_forms_of_a_word_are_stem_tense_and_mood() -> None:
    assert Form("결정하", "past", "statement") in forms_of("결정했습니다")
    assert Form("결정하", "present", "if") in forms_of("결정하면")
    assert Form("결정하", "past future", "statement") in forms_of("결정했겠습니다")
    assert Form("원칙이", "present", "statement") in forms_of("원칙입니다")
    assert Form("가", "present", "statement") in forms_of("가십니다")


@given(st.text("가나다하했합습니는은고ㄴ어아요시겠있a1 ", max_size=6))
def test_forms_of_any_text_have_a_stem(word: str) -> None:
    assert all(form.stem for form in forms_of(word))


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("서버에서는", ("서버", "에서는")),
        ("서버에서", ("서버", "에서")),
        ("서버를", ("서버", "를")),
        ("서버", ("서버", "")),
        ("kg을", ("kg", "을")),
        ("을", ("을", "")),
        ("duckdb의", ("duckdb", "의")),
        ("server", ("server", "")),
        ("", ("", "")),
    ],
)
def test_split_particle_takes_the_longest_particle_off(word: str, parts: tuple[str, str]) -> None:
    assert split_particle(word) == parts


def test_is_particle_is_true_of_a_particle_alone() -> None:
    assert [is_particle(text) for text in ("를", "에서는", "까지만", "서버", "서버를", "")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("particle", "source_particle", "changed"),
    [
        ("가", "가", ""),
        ("", "", ""),
        ("이", "가", ""),
        ("을", "를", ""),
        ("가", "를", "role"),
        ("를", "가", "role"),
        ("는", "가", ""),
        ("는", "를", ""),
        ("는", "에게", "role"),
        ("", "을", ""),
        ("이", "", ""),
        ("", "은", ""),
        ("", "의", ""),
        ("", "에", ""),
        ("", "에서", "role"),
        ("부터", "", "role"),
        ("부터", "까지", "role"),
        ("에서", "로", "role"),
        ("만", "", "word"),
        ("도", "는", "word"),
        ("만", "도", "word"),
        ("에서만", "에서", "word"),
        ("에서도", "에서는", "word"),
        ("조차", "", "word"),
        ("까지도", "까지만", "word"),
    ],
)
def test_changed_role_is_how_a_claim_changes(particle: str, source_particle: str, changed: str) -> None:
    assert changed_role(particle, source_particle) == changed
    assert changed_role(source_particle, particle) == changed


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("의사", True),
        ("의사에게", True),
        ("알렸습니다", True),
        ("결정하였습니다", True),
        ("결정되었습니다", True),
        ("결저했습니다", False),
        ("통과시켯습니다", False),
        ("그데로", False),
        ("뷁쉛", False),
        ("server", False),
        ("", False),
    ],
)
def test_is_word_looks_a_word_up_without_its_ending_or_particle(word: str, *, known: bool) -> None:
    assert is_word(word) is known


@pytest.mark.parametrize(
    ("word", "compound"),
    [
        ("월세보증금", True),
        ("월세보증금을", True),
        ("초기화", True),
        ("서비스팀에서", True),
        ("월세뷁쉛", False),
        ("의사", False),
        ("뷁화", False),
        ("", False),
    ],
)
def test_is_compound_is_true_of_two_words_or_a_word_with_a_suffix(word: str, *, compound: bool) -> None:
    assert is_compound(word) is compound


@pytest.mark.parametrize(
    ("word", "intended", "mistyped"),
    [
        pytest.param("결저했다", "결정했다", True, id="a final consonant left out"),
        pytest.param("그데로", "그대로", True, id="a vowel"),
        pytest.param("인수인게", "인수인계", True, id="another vowel"),
        pytest.param("미의국", "미국의", True, id="syllables swapped"),
        pytest.param("데이터터베이스", "데이터베이스", True, id="a syllable too many"),
        pytest.param("데이베이스", "데이터베이스", True, id="a syllable too few"),
        pytest.param("초말", "초기말", False, id="a syllable too few in a short word"),
        pytest.param("매수", "매출", False, id="a syllable of three letters"),
        pytest.param("물건", "물품", False, id="another syllable"),
        pytest.param("개인물품", "물품", False, id="two syllables"),
        pytest.param("서버", "서버", True, id="nothing"),
    ],
)
def test_is_mistyped_is_one_keystroke(word: str, intended: str, *, mistyped: bool) -> None:
    assert is_mistyped(word, intended) is mistyped


@pytest.mark.parametrize(
    ("word", "intended", "slip"),
    [
        pytest.param("결저했다", "결정했다", True, id="a word that was meant"),
        pytest.param("앒나요", "않나요", True, id="a negation"),
        pytest.param("월세보즈금", "월세보증금", True, id="a compound"),
        pytest.param("시갼", "시간", True, id="a unit"),
        pytest.param("킬로그렘을", "킬로그램을", True, id="a unit with a particle"),
        pytest.param("매수", "매주", False, id="a word"),
        pytest.param("난포", "난소", False, id="a rare noun"),
        pytest.param("됴", "도", False, id="two letters"),
        pytest.param("결저핸다", "결정했다", False, id="two keystrokes"),
        pytest.param("뷁쉛", "뷁쉚", False, id="no word was meant"),
    ],
)
def test_is_slip_is_a_keystroke_that_makes_no_word(word: str, intended: str, *, slip: bool) -> None:
    assert is_slip(word, intended) is slip


def test_is_rare_noun_is_true_of_what_few_people_write() -> None:
    words = ("난포", "난포를", "의사", "결저", "")

    assert [is_rare_noun(word) for word in words] == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("word", "full"),
    [
        ("줄이래요", ["줄이라고", "해요"]),
        ("좋대요", ["좋다고", "해요"]),
        ("가재요", ["가자고", "해요"]),
        ("뭐냬요", ["뭐냐고", "해요"]),
        ("대요", ["대요"]),
        ("줄여요", ["줄여요"]),
    ],
)
def test_spell_out_quotes_returns_hearsay_in_full(word: str, full: list[str]) -> None:
    assert spell_out_quotes(word) == full
