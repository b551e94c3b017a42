"""One quote against one source: which step finds it, where, and what is judged there."""

import random

import pytest

from aligner_core import AlignedEvidence, EvidenceAligner, InvalidTypeError, PreparedSource, reclassify, verify
from aligner_core._matching.cascade import (
    PreparedQuote,
    align_in_source,
    differences_at,
    find_literal,
)

ALIGNER = EvidenceAligner()
PIECES = (
    *("no", "not", "only", "doubt", "don't", "cannot", "nicht", "kein", "the", "a", "ok", "okay", "return", "if"),
    *(
        "안",
        "못",
        "않",
        "없",
        "지",
        "면",
        "서버를",
        "3억",
        "2천만",
        "삼십만",
        "이천",
        "열두시",
        "원",
        "오후",
        "3시",
        "반",
    ),
    *("am", "p.m.", "march", "may", "4", "4th", "2025", "5", "1.5", "1,200", "million", "$5", "-5", "+3", "10:30:15"),
    *(
        "k",
        "kg",
        "mg",
        "%",
        "%p",
        "½",
        "²",
        "a_b",
        "x/y.py",
        "v2.1",
        "ㅋㅋ",
        "犬",
        "が",
        "มัน",
        "e\u0301",
        "ﬁ",
        "İ",
        "\u200b",
    ),
    *(",", ".", "-", "&", "@", "=", "==", "!=", "<", ">", "**", "`", "(", ")", "[", "]", "{", "}", "..."),
)
"""Words, values and signs that are read in a way of their own."""


def places(quote: str, source: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the method that found a quote and every place, or the reason why there is none."""
    found = ALIGNER.align_quote(quote, source)
    if not isinstance(found, AlignedEvidence):
        return found.failure_reason, []
    spans = [found.span, *(other.span for other in found.alternatives)]
    return found.match_method, [(span.start, span.end) for span in spans]


@pytest.mark.parametrize(
    ("quote", "source", "expected"),
    [
        pytest.param("raw text", "the raw text", ("exact", [(4, 12)]), id="exact"),
        pytest.param("RAW  text", "the raw text", ("normalized", [(4, 12)]), id="normalized"),
        pytest.param("keep the raw txet", "keep the raw text", ("fuzzy", [(0, 17)]), id="fuzzy"),
        pytest.param("raw txet", "the raw test", ("not_found", []), id="too short to be fuzzy"),
        pytest.param("class", "a class, a classic, CLASS", ("exact", [(2, 7)]), id="exact before normalized"),
        pytest.param("Class", "a classic, a class", ("normalized", [(13, 18)]), id="short, and inside a word"),
        pytest.param("aa", "aaaa", ("not_found", []), id="short, and inside a word alone"),
        pytest.param("aa aa", "aa aa aa", ("exact", [(0, 5), (3, 8)]), id="overlapping"),
        pytest.param("the classics", "the classicsx", ("exact", [(0, 12)]), id="long enough to be inside a word"),
        pytest.param("he classic", "the classics", ("not_found", []), id="similar to nothing but itself"),
        pytest.param("5", "5㎏ and 5 kg", ("exact", [(0, 1), (7, 8)]), id="before a unit of one character"),
        pytest.param("g and", "5㎏ and more", ("not_found", []), id="inside the folding of a character"),
        pytest.param("서버", "서버에서 서버를", ("exact", [(0, 2), (5, 7)]), id="before a particle"),
    ],
)
def test_align_quote_takes_the_first_step_that_succeeds(
    quote: str, source: str, expected: tuple[str, list[tuple[int, int]]]
) -> None:
    assert places(quote, source) == expected


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        pytest.param("Class", "a Classic, a class", id="verbatim inside a word, normalized as a word"),
        pytest.param("class", "a classic, a class", id="verbatim inside a word and as a word"),
        pytest.param("20", "in 2025 and 20", id="verbatim inside a number"),
    ],
)
def test_align_quote_gives_a_proof_of_a_very_short_quote_that_verify_accepts(quote: str, source: str) -> None:
    found = ALIGNER.align_quote(quote, source)

    assert isinstance(found, AlignedEvidence)
    verify(found, source)


@pytest.mark.parametrize(
    ("quote", "reason"),
    [(None, "empty_quote"), ("", "empty_quote"), (" \n\u200b", "empty_quote"), (7, "invalid_quote")],
)
def test_align_in_source_refuses_what_is_no_text(quote: object, reason: str) -> None:
    assert align_in_source(quote, PreparedSource("raw text"), ALIGNER._settings) == reason


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We keep the raw text of the event.", "en"),
        ("원문을 보관합니다", "ko"),
        ("Wir haben das nicht gemacht, und die Kopien bleiben.", "de"),
        ("kaksi koiraa", None),
        ("", None),
    ],
)
def test_a_prepared_source_has_the_language_of_its_text(text: str, language: str | None) -> None:
    assert PreparedSource(text).language == language


def test_a_prepared_source_is_a_text() -> None:
    with pytest.raises(InvalidTypeError):
        PreparedSource(7)  # type: ignore[arg-type]


def test_find_literal_of_what_is_not_there_is_none() -> None:
    assert find_literal(PreparedQuote("raw text"), PreparedSource("something else")) is None


@pytest.mark.parametrize(
    ("quote", "source", "window", "expected"),
    [
        pytest.param("on Friday", "do not act on Friday", None, [("negation", "", "not")], id="beside the words"),
        pytest.param("act on Fridya", "act on Friday", (0, 13), [("spelling", "fridya", "friday")], id="inside them"),
        pytest.param(
            "act on 5 Maay",
            "never act on 6 May",
            (6, 18),
            [("number", "5 maay", "6 may"), ("negation", "", "never")],
            id="both, those inside first",
        ),
        pytest.param("act on Friday", "we act on Friday", None, [], id="nothing"),
    ],
)
def test_differences_at_a_place_are_those_inside_and_beside_it(
    quote: str, source: str, window: tuple[int, int] | None, expected: list[tuple[str, str, str]]
) -> None:
    prepared = PreparedSource(source)
    place = window or (source.index(quote), source.index(quote) + len(quote))

    found = differences_at(quote, prepared, prepared.beside(*place), window)

    assert [(one.kind, one.quote_text, one.source_text) for one in found] == expected


def test_align_quote_judges_by_the_language_of_the_message() -> None:
    english = ALIGNER.align_quote("the tabel is here", "so the table is here for all of you")
    unknown = ALIGNER.align_quote("pöydä on tässä", "pöytä on tässä")

    assert isinstance(english, AlignedEvidence)
    assert isinstance(unknown, AlignedEvidence)
    assert [one.severity for one in english.differences] == ["slip"]
    assert [(one.kind, one.severity) for one in unknown.differences] == [("unjudged", "critical")]


def test_align_quote_judges_whatever_it_finds() -> None:
    chance = random.Random("pieces")  # noqa: S311 - the same cases every time, no secret
    found = 0
    for _ in range(3_000):
        source = chance.choices(PIECES, k=chance.randint(3, 25))
        start = chance.randrange(len(source))
        quote = source[start : start + chance.randint(1, 15)]
        for _ in range(chance.randint(0, 3)):
            quote[chance.randrange(len(quote))] = chance.choice(PIECES)
        space = chance.choice(("", " ", "  "))

        evidence = ALIGNER.align_quote(space.join(quote), space.join(source))

        if isinstance(evidence, AlignedEvidence):
            found += 1
            assert reclassify(evidence, space.join(source)) == evidence
    assert found > 1_000
