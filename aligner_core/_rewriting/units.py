"""The units that a quote and its message are matched by: items with their places, and which of them may be left out."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import regex

from aligner_core._differences.compared_tokens import split_tokens
from aligner_core._differences.comparison import FORMULA_SIGNS
from aligner_core._differences.items import Item, items_of
from aligner_core._differences.severity import JUDGED
from aligner_core._language.lexicon import lexicon, table
from aligner_core._rewriting.decorations import decorations
from aligner_core._text.decoding import decoded
from aligner_core._text.tokens import Token

FREE_SIGNS = frozenset(".,;:!'\"()[]…·•*`~-_。、،؛।")
"""Signs that may be added or left out where they are punctuation."""
_PICTOGRAPH = regex.compile(r"[\p{Extended_Pictographic}--[0-9#*©®™‼⁉\u2139↔↕]]|[ㅋㅎㅠㅜ]+", regex.VERSION1)
"""Emoji and laughter; what says yes or no among them is judged by itself."""
_OPENING, _CLOSING = "([{", ")]}"
MAX_PHRASE_WORDS = 3


class Unit(NamedTuple):
    """One thing that is matched, and where it stands in the folded text.

    `skipped` is how many units, from this one on, may be left out together: 0 where it may not. `token` tells units
    apart that are written as one word, as *do* and *not* of *don't*.
    """

    key: object
    kind: str
    start: int
    end: int
    words: tuple[str, ...]
    skipped: int
    token: int


def codes_of(language: str | None) -> tuple[str, ...]:
    """Return the languages by which the words of a message are read, that of the message last: none if not known.

    >>> codes_of("ko"), codes_of("de"), codes_of(None)
    (('en', 'ko'), ('de',), ())
    """
    if language in JUDGED:
        return (*(code for code in JUDGED if code != language), str(language))
    return (language,) if language else ()


def units_of(
    folded: str, language: str | None, *, is_quote: bool = False, names: frozenset[str] = frozenset()
) -> list[Unit]:
    """Return the units of a folded text, in reading order.

    >>> [unit.key for unit in units_of("don't [1] go", "en") if not unit.skipped]
    ['do', 'not', 'go']
    """
    plain = decoded(folded)
    spans = list(decorations(plain.text, is_quote=is_quote, names=names))
    lexicons = [lexicon(code) for code in codes_of(language) or ("",)]
    tokens, items = items_of(split_tokens(plain.text), lexicons)
    skipped = _skipped(items, tokens, spans, language)
    return [
        Unit(
            key=item.key,
            kind=item.kind,
            start=plain.place(tokens[item.first].start),
            end=plain.place(tokens[item.last - 1].end),
            words=item.words,
            skipped=skipped[at],
            token=item.first,
        )
        for at, item in enumerate(items)
    ]


def _skipped(
    items: Sequence[Item], tokens: Sequence[Token], spans: Sequence[tuple[int, int]], language: str | None
) -> list[int]:
    """Return for each item how many, from it on, may be left out together."""
    fillers = _fillers(codes_of(language))
    found, span = list[int](), 0
    for at, item in enumerate(items):
        start, end = tokens[item.first].start, tokens[item.last - 1].end
        while span < len(spans) and spans[span][1] <= start:
            span += 1
        if span < len(spans) and spans[span][0] <= start and end <= spans[span][1]:
            found.append(1)
        elif item.kind == "sign":
            found.append(int(_is_free_sign(items, at, tokens)))
        else:
            found.append(_filler_at(items, at, fillers) if item.kind == "word" else 0)
    return found


class _Fillers(NamedTuple):
    """What may be left out: words and phrases, articles, and emphasis in its place."""

    phrases: frozenset[tuple[str, ...]]
    beginnings: frozenset[str]
    articles: frozenset[str]
    amounts: frozenset[str]
    emphasis: frozenset[str]
    before_verbs: frozenset[str]
    verbs: frozenset[str]
    codes: tuple[str, ...]


@cache
def _fillers(codes: tuple[str, ...]) -> _Fillers:
    def words(name: str) -> frozenset[str]:
        return frozenset(word for code in codes for word in lexicon(code).at(f"rewriting.{name}") or ())

    phrases = {phrase for code in codes for phrase in lexicon(code).optional} | {
        tuple(text.split()) for text in words("fillers")
    }
    phrases -= {(word,) for word in words("hedges")}
    return _Fillers(
        phrases=frozenset(phrases),
        beginnings=frozenset(phrase[0] for phrase in phrases),
        articles=words("articles"),
        amounts=words("amounts"),
        emphasis=words("emphasis"),
        before_verbs=words("before_verbs"),
        verbs=words("verbs"),
        codes=codes,
    )


def _filler_at(items: Sequence[Item], at: int, fillers: _Fillers) -> int:
    """Return how many words from an index on are a filler; 0 where they are not, or change what stands beside them."""
    word = str(items[at].key)
    behind = items[at + 1] if at + 1 < len(items) else None
    if word in fillers.emphasis or word in fillers.before_verbs:
        beside = [one for one in (items[at - 1] if at else None, behind) if one is not None]
        if any(_counts_or_negates(one, fillers) for one in beside):
            return 0
        return int(word in fillers.emphasis or (behind is not None and str(behind.key) in fillers.verbs))
    if word in fillers.articles and behind is not None and (behind.kind == "value" or behind.key in fillers.amounts):
        return 0
    if word not in fillers.beginnings:
        return 0
    for length in range(MAX_PHRASE_WORDS, 0, -1):
        phrase = tuple(str(one.key) for one in items[at : at + length])
        if len(phrase) == length and phrase in fillers.phrases:
            return length
    return 0


def _counts_or_negates(item: Item, fillers: _Fillers) -> bool:
    """Return whether an item is an amount, a negation or a limit: emphasis beside it says how much, or the contrary."""
    if item.kind != "word":
        return item.kind in {"value", "identifier"}
    known = map(lexicon, fillers.codes)
    return item.key in fillers.amounts or any(
        own.negations.negates(word) or word in own.limits for own in known for word in item.words
    )


def _is_free_sign(items: Sequence[Item], at: int, tokens: Sequence[Token]) -> bool:
    """Return whether a sign is punctuation that may be added or left out, by what touches it."""
    key = str(items[at].key)
    if key not in FREE_SIGNS:
        return _PICTOGRAPH.fullmatch(key) is not None and key not in _telling_signs()
    before = items[at - 1] if at else None
    behind = items[at + 1] if at + 1 < len(items) else None
    touches_before = before is not None and tokens[before.last - 1].end == tokens[items[at].first].start
    touches_behind = behind is not None and tokens[behind.first].start == tokens[items[at].last - 1].end
    is_value_before = before is not None and before.kind == "value"
    is_value_behind = behind is not None and behind.kind == "value"
    if key == "-":
        return not (is_value_before or is_value_behind or (touches_behind and not touches_before))
    if key in "*~" and ((is_value_before and is_value_behind) or not (touches_before or touches_behind)):
        return not (before and behind)
    if key in _OPENING + _CLOSING:
        if any(one is not None and one.key in FORMULA_SIGNS for one in (before, behind)):
            return False
        return not (is_value_behind if key in _OPENING else is_value_before) or not _is_alone(items, at)
    if key in "'\"" and is_value_before and touches_before:
        return False
    if touches_before and touches_behind and (is_value_before or is_value_behind):
        return False
    return not _answers(items, at)


def _is_alone(items: Sequence[Item], at: int) -> bool:
    """Return whether brackets hold one value and nothing else, as a loss in accounts is written."""
    step = 2 if str(items[at].key) in _OPENING else -2
    other = items[at + step] if 0 <= at + step < len(items) else None
    return other is not None and str(other.key) in _OPENING + _CLOSING


def _answers(items: Sequence[Item], at: int) -> bool:
    """Return whether a comma makes an answer of the word before it, as of *no*."""
    before = str(items[at - 1].key) if at else ""
    return items[at].key == "," and before in _answer_words()


@cache
def _answer_words() -> frozenset[str]:
    return frozenset(word for code in JUDGED for word in lexicon(code).at("negations.answers") or ())


@cache
def _telling_signs() -> frozenset[str]:
    return frozenset(sign for signs in table("signs")["meanings"].values() for sign in signs)
