"""One word for another: slip or other fact."""

import pytest

from aligner_core.judgement import SLIP, Judgement, is_slip, judge_words

OTHER = Judgement("word", critical=True)
LEFT_OUT = Judgement("word", critical=False)


@pytest.mark.parametrize(
    ("said", "stands", "judgement"),
    [
        pytest.param("raw text", "raw text", SLIP, id="the same words"),
        pytest.param("databse", "database", SLIP, id="a letter left out"),
        pytest.param("a long text", "a very long text", LEFT_OUT, id="a plain word left out"),
        pytest.param("tests passed", "all tests passed", OTHER, id="a word of scope left out"),
        pytest.param("a very long text", "a long text", OTHER, id="a word added"),
        pytest.param("so the text", "text", LEFT_OUT, id="words of the grammar added"),
        pytest.param("hours", "minutes", Judgement("unit", critical=True), id="another unit"),
        pytest.param("on", "in", OTHER, id="another word of the grammar"),
        pytest.param("import", "export", OTHER, id="another prefix"),
        pytest.param("unclear", "clear", Judgement("negation", critical=True), id="a prefix that negates"),
        pytest.param("foundation", "dedication", OTHER, id="another word with the same ending"),
        pytest.param("plans", "planned", SLIP, id="an inflection with a doubled letter"),
        pytest.param("Obama", "Berlin", OTHER, id="another name"),
        pytest.param("서버는", "서버", SLIP, id="a particle added"),
        pytest.param("서버가", "서버를", Judgement("role", critical=True), id="subject for object"),
        pytest.param("불가능", "가능", Judgement("negation", critical=True), id="a syllable that negates"),
        pytest.param("비상근무중토에", "비상근무중에", SLIP, id="a syllable too many"),
        pytest.param("개인물품을", "물품을", OTHER, id="two syllables more"),
        pytest.param("미의국", "미국의", SLIP, id="syllables swapped"),
        pytest.param("그데로", "그대로", SLIP, id="one letter of a syllable"),
        pytest.param("꿀벌", "말벌", OTHER, id="another syllable"),
        pytest.param("결정하는", "결정할", OTHER, id="a syllable for two"),
        pytest.param("상반기부터", "하반기부터", OTHER, id="opposites inside a word"),
        pytest.param("경 기", "경기", SLIP, id="a word taken apart"),
        pytest.param("we ship raw files", "they ship files", OTHER, id="words of another number"),
    ],
)
def test_judge_words_tells_slips_from_facts(said: str, stands: str, judgement: Judgement) -> None:
    assert judge_words(said.lower().split(), stands.lower().split(), lambda _: 0) == judgement


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        pytest.param("one", "on", True, id="one keystroke"),
        pytest.param("two", "tow", True, id="letters swapped"),
        pytest.param("two", "ton", False, id="two keystrokes"),
        pytest.param("on", "in", False, id="two words of the grammar"),
    ],
)
def test_is_slip_allows_one_keystroke(one: str, other: str, *, slip: bool) -> None:
    assert is_slip(one, other) is slip


@pytest.mark.parametrize("count", range(1, 7))
def test_words_without_any_partner_are_judged(count: int) -> None:
    """Adding 0.6 again and again is not the same as multiplying it, to the last bit."""
    words = ["searching", "for", "sugar", "man", "is", "good"][:count]

    assert judge_words(words, (), lambda _: 0) == OTHER
    assert judge_words((), words, lambda _: 0) == LEFT_OUT
