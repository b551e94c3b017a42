"""The passages that an answer in prose quotes."""

from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import InvalidTypeError, MarkKind, QuotedPassage, quotes_in
from tests.calls import calls_of

ANSWERS = Path(__file__).with_name("prose")
MIN_PRECISION = MIN_RECALL = 0.97
ADDED = "↵"
"""A line break, in what is expected of an answer."""


class Case(NamedTuple):
    """An answer as a model or a colleague would write it, and the passages that it quotes."""

    name: str
    answer: str
    wanted: list[str]


def cases(language: str) -> list[Case]:
    read = []
    for part in (ANSWERS / f"{language}.txt").read_text(encoding="utf-8").split("@@ ")[1:]:
        name, *lines = part.rstrip("\n").split("\n")
        wanted = [line[2:].replace(ADDED, "\n") for line in lines if line.startswith("= ")]
        read.append(Case(f"{language} {name}", "\n".join(lines[: len(lines) - len(wanted)]), wanted))
    return read


CASES = [*cases("en"), *cases("ko")]
MISSED = {"en 30 rock 'n' roll", "en 64 three levels"}
"""Answers that are read wrongly: a letter in marks that is none, and straight marks within the same straight marks."""


def texts(answer: str) -> list[str]:
    return [passage.text for passage in quotes_in(answer)]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_quotes_in_finds_what_people_read_as_quotes(language: str) -> None:
    wanted = found = hits = 0

    for case in cases(language):
        rest = list(case.wanted)
        for text in texts(case.answer):
            found += 1
            hits += text in rest
            rest = [one for one in rest if one != text]
        wanted += len(case.wanted)

    assert len(cases(language)) == 150
    assert hits / found >= MIN_PRECISION
    assert hits / wanted >= MIN_RECALL


def test_answers_read_wrongly_are_the_known_ones() -> None:
    assert {case.name for case in CASES if texts(case.answer) != case.wanted} == MISSED


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param('" "', [], id="white space in marks"),
        pytest.param("“\u00a0mot\u00a0”", ["mot"], id="spaces at the edges are no words"),
        pytest.param("> \n>\n", [], id="an empty block quote"),
        pytest.param(">= 3 is fine\n>5 is not", [], id="comparisons at the beginning of a line"),
        pytest.param("> — only a name", ["— only a name"], id="an attribution of nothing is a quote"),
        pytest.param("> a\n>\n> source: b\n>\n", ["a"], id="empty lines after an attribution"),
        pytest.param("> “a\n> b”\n> — c", ["a\nb"], id="marks around a block of lines"),
        pytest.param("> “a” and “b”", ["“a” and “b”"], id="marks around parts of a block"),
        pytest.param("> a\n> 'b'", ["a\n'b'"], id="marks around the last line of a block"),
        pytest.param("“a.\n\n“b", [], id="a repeated mark that nothing closes"),
        pytest.param("“a\n\n“b” c", ["b"], id="no stop before a mark that seems to be repeated"),
        pytest.param("“a.\n\n\n\nb.\n\nc”", [], id="a closing mark two paragraphs on"),
        pytest.param("‘a.\n\nb’", [], id="single marks end with the paragraph"),
        pytest.param('"a.\n\nthe 5" pipe', [], id="inches close nothing in the next paragraph"),
        pytest.param("- “a.\n- b”", [], id="another item"),
        pytest.param("“a “b” c”", ["a “b” c"], id="the same marks within each other"),
        pytest.param('“a "b" c', ["b"], id="straight marks in an unclosed passage"),
        pytest.param('“he said "so" again”', ['he said "so" again'], id="straight marks in curly ones"),
        pytest.param('“he said "so again”', ['he said "so again'], id="an unclosed mark in curly ones"),
        pytest.param('“a b" c”', ['a b" c'], id="a stray straight mark in curly ones"),
        pytest.param('"the 5" and the 6" pipe', ["the 5"], id="a word that goes on after a number"),
        pytest.param("'the terms' and the users' data", ["the terms"], id="a word that goes on after an s"),
        pytest.param('a "b"c"d"', ['b"c"d'], id="marks inside a word"),
        pytest.param('"a ("b") c', ["b"], id="a bracket before a mark that opens"),
        pytest.param("„a“ b”", ["a"], id="a stray mark after German ones"),
        pytest.param('"a *"b"* c', ["b"], id="emphasis before a mark that opens"),
        pytest.param("``a``", [], id="double ticks are code"),
        pytest.param("``a b''.", ["a b"], id="ticks and primes"),
    ],
)
def test_quotes_in_decides_the_odd_ones(answer: str, wanted: list[str]) -> None:
    assert texts(answer) == wanted


def test_quotes_in_gives_the_kind_and_the_place_of_each() -> None:
    answer = "🙂 “a” ‘b’ «c» 「d」 《e》\n\n> f\n> g\n"

    passages = quotes_in(answer)

    assert passages == (
        QuotedPassage(text="a", start=3, end=4, kind=MarkKind.DOUBLE),
        QuotedPassage(text="b", start=7, end=8, kind=MarkKind.SINGLE),
        QuotedPassage(text="c", start=11, end=12, kind=MarkKind.GUILLEMET),
        QuotedPassage(text="d", start=15, end=16, kind=MarkKind.CORNER),
        QuotedPassage(text="e", start=19, end=20, kind=MarkKind.ANGLE),
        QuotedPassage(text="f\ng", start=25, end=30, kind=MarkKind.BLOCK),
    )


def test_quotes_in_refuses_what_is_no_text() -> None:
    with pytest.raises(InvalidTypeError, match="answer must be str, not list"):
        quotes_in(["a"])  # type: ignore[arg-type]


PAIRS = [
    "“”",
    "‘’",
    "「」",
    "『』",
    "《》",
    "〈〉",
    "«»",
    "»«",
    "„“",
    "‚‘",
    "‹›",
    "””",
    '""',
    "''",
    "＂＂",
    '“"',
    "｢｣",
    "〝〞",
]
WORDS = st.lists(st.text("abcxyzABC가나다漢字の,!? …é-", min_size=1), min_size=1).map("".join)


@given(st.sampled_from(PAIRS), WORDS.map(str.strip).filter(bool), st.sampled_from(["", "라고", ", they wrote", "."]))
def test_whatever_is_put_in_marks_is_found_again(marks: str, words: str, rest: str) -> None:
    answer = f"그는 {marks[0]}{words}{marks[1]}{rest}"

    (passage,) = quotes_in(answer)

    assert passage.text == answer[passage.start : passage.end] == words


@given(st.lists(WORDS.map(str.strip).filter(lambda line: line and line[0] not in "—–-"), min_size=1, max_size=5))
def test_whatever_is_put_in_a_block_quote_is_found_again(lines: list[str]) -> None:
    answer = "".join(["so:\n\n", *(f"> {line}\n" for line in lines), "\nyes"])

    (passage,) = quotes_in(answer)

    assert passage.text == "\n".join(lines)
    assert passage.kind is MarkKind.BLOCK


PIECES = [
    *chain(*PAIRS),
    *"`~>*_-|#[]({<=\\ \n\t.sa5가—",
    "```",
    "> ",
    "\n\n",
    "\n- ",
    "``",
    "''",
    "'s",
    "source:",
    "\u2028",
    "\0",
    "\ud800",
]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_passages_are_in_order_and_are_what_stands_there(answer: str) -> None:
    """Never an exception; every text is made of the characters of its span, in their order; spans do not overlap."""
    last = 0

    for passage in quotes_in(answer):
        span = answer[passage.start : passage.end]
        letters = iter(span)
        assert last <= passage.start < passage.end <= len(answer)
        assert passage.text
        assert passage.text == span or passage.kind in {
            MarkKind.BLOCK,
            MarkKind.DOUBLE,
            MarkKind.GUILLEMET,
            MarkKind.CORNER,
            MarkKind.ANGLE,
        }
        assert all(letter in letters for letter in passage.text)
        last = passage.end


# fmt: off
HOSTILE = ["`", "a``b```c", ">", "](", "<a", "*", "[!a", "> \n", "\n", "\n ", "```\n", "* ", " "]
MARKED = [
    '"a ', '" ', "'a ", "“", "“a", '*"*', '6" ', "s' ", "``a''", '“"', "”„“",
    '{"', "\n- “", "“a.\n\n", "> “a\n", "> —\n"
]
# fmt: on


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_million_characters_are_read(unit: str) -> None:
    quotes_in((unit * 1_000_000)[:1_000_000])


@pytest.mark.parametrize("unit", [*HOSTILE, *MARKED])
def test_twice_the_text_is_twice_the_work(unit: str) -> None:
    once, twice = (calls(unit * times) for times in (2_000, 4_000))

    assert twice <= 2.1 * once + 100


def calls(answer: str) -> int:
    """Return how many functions are called to read an answer."""
    return calls_of(lambda: quotes_in(answer)).total()
