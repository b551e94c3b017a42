"""Signs that say something: operators of several signs, yes and no, up and down, a question.

Most signs are punctuation, and form. *!=* in the place of *=*, 👎 in that of 👍, and a full stop for a question mark
are not (specification 3.9).
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import regex

from aligner_core._differences.beside import Beside
from aligner_core._differences.severity import Assessment
from aligner_core._language.lexicon import table
from aligner_core._text.tokens import Token, TokenKind

ARROWS = frozenset("→←")
QUESTIONS = frozenset("?\u061f")
SLASH, JOINERS = "/", frozenset("/-_.:\\|")
"""Signs that join the parts of a name: another one in the place of a slash makes another name."""
MAX_OPERATOR_SIGNS = 3
_YES, _NO = "yes", "no"
_SENTENCE_ENDS = frozenset(".!\u3002")

_PICTOGRAPH = regex.compile(r"[\p{Extended_Pictographic}--[0-9#*©®™‼⁉\u2139↔↕]]", regex.VERSION1)
_MODIFIERS = re.compile("[\U0001f3fb-\U0001f3ff\u2640\u2642]")
"""The tone of a skin, and the sex, of who an emoji shows."""

_TOLD = Assessment("word", "critical")
_ASKED = Assessment("punctuation", "critical")


@cache
def _meanings() -> Mapping[str, str]:
    """Return the meaning of each sign that has one."""
    return {sign: meaning for meaning, signs in table("signs")["meanings"].items() for sign in signs}


@cache
def operators() -> Mapping[str, str]:
    """Return the operators of several signs, each with the one sign that is the same, if there is one."""
    given: Mapping[str, str] = table("signs")["operators"]
    return given


@cache
def operator_signs() -> frozenset[str]:
    """Return the signs that operators of the table begin with."""
    return frozenset(written[0] for written in operators())


def operator_at(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """Return the operator of several signs at a token, and how many tokens it has; None where there is none.

    Of more of the same sign in a row, as in a line, none is an operator. ``??`` behind a word ends a question.

    >>> from aligner_core._text.tokens import tokenize
    >>> operator_at(tokenize("a != b"), 1), operator_at(tokenize("a = b"), 1), operator_at(tokenize("what??"), 1)
    (('≠', 2), None, None)
    """
    size = 1
    while size < MAX_OPERATOR_SIGNS and _touches(tokens, at + size) and tokens[at + size].kind is TokenKind.SIGN:
        size += 1
    for length in range(size, 0, -1):
        written = "".join(token.text for token in tokens[at : at + length])
        known = operators().get(written)
        if known is not None and not _goes_on(tokens, at, at + length) and not _ends_question(tokens, at, written):
            return known, length
    return None


def _touches(tokens: Sequence[Token], at: int) -> bool:
    return 0 < at < len(tokens) and tokens[at - 1].end == tokens[at].start


def _goes_on(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Return whether the same sign stands before or behind signs, as in ``====``."""
    before = _touches(tokens, start) and tokens[start - 1].text == tokens[start].text
    return before or (_touches(tokens, end) and tokens[end].text == tokens[end - 1].text)


def _ends_question(tokens: Sequence[Token], at: int, written: str) -> bool:
    return written == "??" and (at == 0 or _touches(tokens, at)) and not _touches(tokens, at + 2)


def judged_signs(signs: Sequence[str], source_signs: Sequence[str]) -> Iterator[Assessment]:
    """Yield what it changes that the signs of a quote stand for those of its source.

    >>> [judged.kind for judged in judged_signs(["👎"], ["👍"])], list(judged_signs([], ["🎉"]))
    (['word'], [])
    """
    if _is_told_otherwise(signs, source_signs):
        yield _TOLD
    if _is_asked_otherwise(signs, source_signs):
        yield _ASKED


def _is_told_otherwise(signs: Sequence[str], source_signs: Sequence[str]) -> bool:
    said, source_said = (Counter(filter(None, map(_said, some))) for some in (signs, source_signs))
    new, lost = said - source_said, source_said - said
    told = _meanings().values()
    return (
        bool(new and lost and new.keys() != lost.keys())
        or any(meaning in told for meaning in new)
        or any(meaning in told and meaning != _YES for meaning in lost)
    )


def _said(sign: str) -> str:
    """Return what a sign says: its meaning, itself for another emoji or an arrow, "" for anything else."""
    if meaning := _meanings().get(sign):
        return meaning
    if sign in ARROWS:
        return sign
    if sign.isascii() or _MODIFIERS.match(sign):
        return ""
    return sign if _PICTOGRAPH.fullmatch(sign) else ""


def _is_asked_otherwise(signs: Sequence[str], source_signs: Sequence[str]) -> bool:
    """Return whether one side asks where the other ends a sentence."""
    asks, source_asks = (not QUESTIONS.isdisjoint(some) for some in (signs, source_signs))
    others = source_signs if asks else signs
    return asks != source_asks and not _SENTENCE_ENDS.isdisjoint(others)


def denying_sign(beside: Beside) -> str:
    """Return a sign right beside a hit that says no, in the same line; "" where there is none.

    >>> denying_sign(Beside("❌ ship it today", 2, 15, "en"))
    '❌'
    """
    if beside.text.isascii():
        return ""
    before, after = beside.before.rstrip(" \ufe0f\u200d")[-1:], beside.after.lstrip(" ")[:1]
    return next((sign for sign in (before, after) if _meanings().get(sign) == _NO), "")
