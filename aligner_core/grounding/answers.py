"""The sentences of an answer against the words that they cite: whether a value or a denial is another one there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from aligner_core._claims.check import check_claim
from aligner_core._claims.models import ClaimFact, ClaimReport
from aligner_core._claims.sentences import sentences_of
from aligner_core.evidence.judgement import NO, YES, Judgement, unjudged
from aligner_core.grounding.quotes import CitedAnswer, GivenQuote
from aligner_core.grounding.report import AnswerFact, AnswerRow, CitedWords, Row

_VALUES = frozenset({"number", "amount", "unit", "date", "time", "identifier"})
_OTHERWISE = frozenset({"negation", "opposite", "comparison", "rate"})
_WITH_RIVAL = frozenset({"name", "quantifier", "modality"})
"""The kinds that an answer may add, unless the cited words have another of the kind that it leaves out."""
_MARKS = re.compile(r"\s?\[\d{1,3}\]|(?m:^)\s*(?:\d{1,3}[.)]|[-*•])\s+")
"""Marks of citations, and of the items of a list: they are no values of an answer."""
_WORD = re.compile(r"\w{2,}")


@dataclass(frozen=True, slots=True)
class _Cited:
    """The rows of the quotes that one answer cites."""

    answer: CitedAnswer
    rows: tuple[Row, ...]


def answer_rows(given: Sequence[GivenQuote], rows: Sequence[Row], *, before: int) -> Iterator[AnswerRow]:
    """Yield a row for each sentence of the answers that cite quotes, counted from *before* + 1.

    The words that a sentence is compared with are those of the sources, or those of the citation where no source has
    them: that is a matter of its own row.
    """
    number = before
    for cited in _by_answer(given, rows):
        words = [row.quote if row.place is None or row.text is None else row.text for row in cited.rows]
        text = _MARKS.sub(lambda found: " " * len(found[0]), cited.answer.text)
        for sentence in sentences_of(text, by_sign=True):
            number += 1
            yield _row(number, sentence.text, cited, check_claim(sentence.text, words))


def _by_answer(given: Sequence[GivenQuote], rows: Sequence[Row]) -> Iterator[_Cited]:
    pairs = ((quote.answer, row) for quote, row in zip(given, rows, strict=True))
    for answer, group in groupby(pairs, key=lambda pair: pair[0]):
        if answer is not None:
            yield _Cited(answer, tuple(row for _, row in group))


def _row(number: int, sentence: str, cited: _Cited, report: ClaimReport) -> AnswerRow:
    wrong = [fact for fact in report.missing if _is_said_otherwise(fact, sentence)]
    return AnswerRow(
        number=number,
        sentence=sentence,
        quotes=tuple(row.number for row in cited.rows),
        judgement=_judged(wrong, report),
        facts=tuple(_fact(one, cited.rows) for one in wrong),
    )


def _is_said_otherwise(fact: ClaimFact, sentence: str) -> bool:
    """Return whether the cited words lack a value or say otherwise; a bare number word may count anything."""
    if fact.kind in _WITH_RIVAL:
        words = set(_WORD.findall(sentence.lower()))
        return any(words.isdisjoint(_WORD.findall(one.text.lower())[-1:]) for one in fact.instead)
    if fact.kind == "number":
        return " " in fact.text or any(char.isnumeric() for char in fact.text)
    return fact.kind in _VALUES or fact.kind in _OTHERWISE


def _judged(wrong: Sequence[ClaimFact], report: ClaimReport) -> Judgement:
    if wrong:
        return NO
    return YES if report.reason is None else unjudged(report.reason)


def _fact(fact: ClaimFact, rows: Sequence[Row]) -> AnswerFact:
    instead = tuple(CitedWords(rows[one.where].number, one.text, rows[one.where].source) for one in fact.instead)
    return AnswerFact(kind=fact.kind, text=fact.text, start=fact.start, end=fact.end, instead=instead)
