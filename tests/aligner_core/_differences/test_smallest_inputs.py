"""The smallest words that mean something else by one sign, letter or cut: none of them may count as the same."""

import pytest

from aligner_core import EvidenceAligner, check, explain

SHORT = [
    ("3 p.m.", "3 a.m."),
    ("$5 million", "-$5 million"),
    ("x = y", "x != y"),
    ("👍", "👎"),
    ("一万五", "一万零五"),
    ("10³", "10⁻³"),
]
"""So short that they are only looked for as they are, and found in no source or with what is cut off."""


def kinds(quote: str, source: str) -> list[str]:
    """Return the kinds of critical differences of a quote, in whatever it was found, or in the words closest to it."""
    found = EvidenceAligner().diagnose(quote, [source], 0)
    assert not found
    assert not check(quote, source)
    return [one.kind for one in found.differences if one.critical]


@pytest.mark.parametrize(("one", "other"), SHORT, ids=[one for one, _ in SHORT])
@pytest.mark.parametrize("turned", [False, True], ids=["as given", "turned round"])
def test_a_sign_makes_another_text_of_a_few_letters(one: str, other: str, *, turned: bool) -> None:
    quote, source = (other, one) if turned else (one, other)

    assert kinds(quote, source) in ([], ["number"])


@pytest.mark.parametrize(
    ("kind", "quote", "source"),
    [
        ("number", "We meet at 3 p.m. on Friday", "We meet at 3 a.m. on Friday"),
        ("number", "They made $5 million last year", "They made -$5 million last year"),
        ("number", "The result was (-$400) in May", "The result was $400 in May"),
        ("operator", "The loop ends when x = y holds", "The loop ends when x != y holds"),
        ("word", "The landlord answered 👍 to it", "The landlord answered 👎 to it"),
        ("number", "预算大概是一万五左右", "预算大概是一万零五左右"),
        ("unit", "The rate is 10³ per second", "The rate is 10⁻³ per second"),
        ("unit", "She takes 5 Mg of it a day", "She takes 5 mg of it a day"),
        ("identifier", "Run curl -i on the old host", "Run curl -I on the old host"),
        ("identifier", "The password is Hunter2", "The password is hunter2"),
        ("name", "In May they sent US the papers", "In May they sent us the papers"),
    ],
)
@pytest.mark.parametrize("turned", [False, True], ids=["as given", "turned round"])
def test_a_sign_or_a_letter_makes_another_sentence(kind: str, quote: str, source: str, *, turned: bool) -> None:
    assert kinds(*(source, quote) if turned else (quote, source)) == [kind]


@pytest.mark.parametrize(
    ("kind", "beside", "quote", "source"),
    [
        ("word", "a few", "few people came to see it", "In the end a few people came to see it."),
        ("negation", "nie", "zgadzamy się na podwyżkę o 7 procent", "Nie zgadzamy się na podwyżkę o 7 procent."),
        ("unit", "12 %", "sales rose by 12", "Last year sales rose by 12 % again."),
        ("unit", "12 km", "the road rose by 12", "So the road rose by 12 km in all."),
        ("number", "5/6", "the share rose by 5", "Then the share rose by 5/6 in May."),
        ("number", "-5", "5 degrees in the cellar", "It was cold today:\n-5 degrees in the cellar"),
        ("number", "-$5", "$5 million", "The result was -$5 million."),
    ],
)
def test_what_a_quote_leaves_off_is_shown(kind: str, beside: str, quote: str, source: str) -> None:
    found = EvidenceAligner().align_quote(quote, source)

    assert [(one.kind, one.source_text) for one in found.differences if one.critical] == [(kind, beside)]
    assert (found.verdict, check(quote, source).rows[0].verdict) == ("differs", "differs")


@pytest.mark.parametrize("article", ["a ", ""])
def test_few_and_a_few_are_not_the_same_inside_a_quote(article: str) -> None:
    with_article, without = "We saw a few people there on Monday", "We saw few people there on Monday"

    assert kinds(*(with_article, without) if article else (without, with_article)) == ["word"]


def test_a_short_quote_inside_of_longer_words_is_not_there() -> None:
    [row] = check("art is long", "The start is longer than the end.").rows

    assert (row.verdict, row.closest) == ("missing", None)


def test_a_near_miss_that_lacks_a_negation_differs() -> None:
    [row] = check("we will ship", "we will not ship").rows

    assert row.verdict == "differs"
    assert [(one.kind, one.source_text) for one in row.differences] == [("negation", "not")]
    assert "(changes negation)" in explain(check("we will ship", "we will not ship"))


def test_a_near_miss_that_adds_a_negation_differs() -> None:
    [row] = check("we will not ship", "we will ship").rows

    assert (row.verdict, [one.kind for one in row.differences]) == ("differs", ["negation"])
