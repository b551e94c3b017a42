"""Signs that say something: operators, yes and no, questions; and those that say nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._differences.beside import Beside
from aligner_core._differences.classify import differences
from aligner_core._differences.signs import denying_sign, judged_signs, operator_at
from aligner_core._language.lexicon import table
from aligner_core._text.normalized_text import NormalizedText, fold
from aligner_core._text.tokens import tokenize


def critical(quote: str, words: str, language: str = "en") -> list[tuple[str, str, str]]:
    source = NormalizedText(words)
    found = differences(quote, source, (0, len(source)), language)
    return [(one.kind, one.quote_text, one.source_text) for one in found if one.critical]


def both_ways(left: str, right: str, language: str = "en") -> list[list[tuple[str, str, str]]]:
    return [critical(left, right, language), critical(right, left, language)]


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [
        pytest.param("stop when a != b holds", "stop when a = b holds", "operator", id="unequal"),
        pytest.param("stop when a <> b holds", "stop when a = b holds", "operator", id="unequal, another way"),
        pytest.param("stop when a >= b holds", "stop when a > b holds", "operator", id="at least"),
        pytest.param("use name ?? guest here", "use name || guest here", "operator", id="a default and an or"),
        pytest.param("use name ?? guest here", "use name guest here", "operator", id="a default left out"),
        pytest.param("when a == b holds", "when a != b holds", "operator", id="equal in code"),
        pytest.param("set it to a * (b + c)", "set it to a * b + c", "operator", id="parentheses of a formula"),
        pytest.param("merge feature/pay today", "merge feature-pay today", "identifier", id="a slash in a name"),
        pytest.param("the review 👍 of Monday", "the review 👎 of Monday", "word", id="a thumb"),
        pytest.param("the lamp 🟢 of the gate", "the lamp 🔴 of the gate", "word", id="a light"),
        pytest.param("the price ↑ since May", "the price ↓ since May", "word", id="an arrow up"),
        pytest.param("from A → B by train", "from A ← B by train", "word", id="an arrow back"),
        pytest.param("the mood 🙂 of the room", "the mood 🙁 of the room", "word", id="a face"),
        pytest.param("it is done? so they say", "it is done. so they say", "punctuation", id="a question"),
        pytest.param("no, sell the boat", "no sell the boat", "negation", id="an answer"),
        pytest.param("we saw a few boats there", "we saw few boats there", "word", id="a few"),
        pytest.param("it took like 40 minutes", "it took 40 minutes", "word", id="a guess"),
    ],
)
def test_differences_of_signs_that_say_something_are_critical(left: str, right: str, kind: str) -> None:
    """Both ways round (specification 3.9)."""
    assert [[one for one, _, _ in found] for found in both_ways(left, right)] == [[kind], [kind]]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param("age >= 18 for all", "age ≥ 18 for all", id="one operator in two ways"),
        pytest.param("when a != b holds", "when a ≠ b holds", id="unequal in two ways"),
        pytest.param("open -> save -> close", "open → save → close", id="arrows"),
        pytest.param("so good!! we are glad", "so good! we are glad", id="an exclamation"),
        pytest.param("really?? we are glad", "really? we are glad", id="a question asked twice"),
        pytest.param("well done 🎉🎉 all of you", "well done 🎉 all of you", id="the same emoji again"),
        pytest.param("well done 🎉 all of you", "well done all of you", id="an emoji that says nothing"),
        pytest.param("agreed 👍🏽 by all", "agreed 👍 by all", id="a tone of skin"),
        pytest.param("Kim (the caretaker) came", "Kim the caretaker came", id="parentheses of prose"),
        pytest.param("yes, sell the boat", "yes sell the boat", id="a comma behind yes"),
        pytest.param("tea/coffee for all", "tea / coffee for all", id="spaces around a slash"),
    ],
)
def test_differences_of_signs_that_say_nothing_are_form(left: str, right: str) -> None:
    assert both_ways(left, right) == [[], []]


def test_a_yes_may_be_left_off_but_not_put_in() -> None:
    assert critical("the backup is done", "the backup ✅ is done") == []
    assert critical("the backup ✅ is done", "the backup is done") != []
    assert critical("the backup is done", "the backup ❌ is done") != []


@pytest.mark.parametrize("written", table("signs")["operators"])
def test_operator_at_reads_every_operator_of_the_table(written: str) -> None:
    known = table("signs")["operators"][written]

    assert operator_at(tokenize(fold(f"a {written} b")), 1) == (known, len(fold(written)))


def test_operator_at_reads_none_in_a_line_of_signs() -> None:
    assert [operator_at(tokenize("a ==== b"), at) for at in range(1, 5)] == [None] * 4
    assert operator_at(tokenize("what?? then"), 1) is None
    assert operator_at(tokenize("a??b"), 1) == ("??", 2)


@pytest.mark.parametrize(("name", "signs"), table("signs")["meanings"].items())
def test_judged_signs_of_one_meaning_are_the_same(name: str, signs: str) -> None:
    others = [sign for other, some in table("signs")["meanings"].items() if other != name for sign in some]

    assert [list(judged_signs([one], [other])) for one in signs for other in signs] == [[]] * len(signs) ** 2
    assert all(list(judged_signs([signs[0]], [other])) for other in others)


@pytest.mark.parametrize(
    ("text", "words", "sign"),
    [
        ("❌ ship it today", "ship it today", "❌"),
        ("ship it today ❌", "ship it today", "❌"),
        ("✅ ship it today", "ship it today", ""),
        ("❌ old plan\nship it today", "ship it today", ""),
        ("❌\ufe0f ship it today", "ship it today", "❌"),
    ],
)
def test_denying_sign_beside_a_hit_says_no(text: str, words: str, sign: str) -> None:
    start = text.index(words)

    assert denying_sign(Beside(text, start, start + len(words), "en")) == sign


@given(st.lists(st.sampled_from("!=<>?&|/()✅❌🎉👍🙂.,→"), max_size=6))
def test_judged_signs_of_the_same_signs_are_none(signs: list[str]) -> None:
    assert list(judged_signs(signs, signs)) == []
