"""What surrounds or interrupts words without being any of them: markup, citation marks, speakers, glosses."""

from collections.abc import Iterator
from functools import cache

import regex

from aligner_core._language.lexicon import table, words_at
from aligner_core._text.normalized_text import fold
from aligner_core.errors import require_type

MAX_NAME_CHARS = 40
"""The longest name that is taken for that of a speaker."""
_GOES_ON = r"\s|[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]"
"""What stands behind the colon of a speaker: a space, but for scripts that put none there."""
_BULLET = r"(?:(?:[-*•·>]|\d{1,2}[.)])\s)"
"""A bullet or a number of a list, before what must be a word: before an amount it may be a minus or a part of it."""
_MAY_DECORATE = regex.compile(r"[\[\]【<(#]")
"""What every decoration inside of a text begins with."""
_MARKS = regex.compile(r"(?:\s|[-*•·>\"']\s?(?![*_])|\#{1,6}\s|\d{1,2}[.)]\s|\[\d\d?:\d\d(?::\d\d)?\])*")
"""What may stand before the name of a speaker, bullets, numbers and times; it matches any text."""


@cache
def _decoration() -> "regex.Pattern[str]":
    tags = "|".join(table("signs")["tags"])
    return regex.compile(
        r"\[\s?(?:\^\s?)?\d{1,3}(?:\s?[,-]\s?\d{1,3})*\s?\](?![(\w])"  # [1], [2, 3], [^4]
        r"|【[^】]{1,80}】|\]\(https?://[^\s()]+\)|\[(?=[^\[\]]{1,200}\]\(https?://)"
        rf"|</?(?:{tags})(?:\s[^<>]{{0,100}})?/?>"
        r"|(?<=\p{Hangul})\(\p{Han}{1,20}\)"
        r"|(?:^|(?<=\s))\#{1,6}\s",
        regex.VERSION1,
    )


@cache
def _before() -> "regex.Pattern[str]":
    """Return the pattern of what may stand before words: bullets, their numbers, times, whoever speaks."""
    speakers = "|".join(map(regex.escape, sorted(words_at("markup.speakers"), key=len, reverse=True)))
    return regex.compile(
        rf"(?:\s|{_BULLET}(?={_BULLET}*[*_\[]{{0,3}}[^\W\d_])|\#{{1,6}}\s|\[\d\d?:\d\d(?::\d\d)?\]"
        rf"|[*_\[]{{0,3}}(?:{speakers})[*_\]]{{0,3}}\s?:[*_]{{0,3}}(?={_GOES_ON}))+",
        regex.VERSION1,
    )


@cache
def _name() -> "regex.Pattern[str]":
    return regex.compile(
        rf"[*_\[]{{0,3}}([^:\n*_\[\]]{{1,{MAX_NAME_CHARS}}})[*_\]]{{0,3}}\s?:[*_]{{0,3}}(?={_GOES_ON})"
    )


def decorations(text: str, *, is_quote: bool, names: frozenset[str] = frozenset()) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each decoration of a decoded text.

    A bullet and a speaker are one before a quote only, since behind other words they may be a minus and a name. *names*
    are those of the people who take part: one of them before a quote says who speaks.

    >>> [text[a:b] for text in ["- we ship it [1]"] for a, b in decorations(text, is_quote=True)]
    ['- ', '[1]']
    """
    start, may_begin = 0, is_quote and (not text[:1].isalpha() or ":" in text)
    while may_begin and (found := _before().match(text, start) or _named(text, start, names)):
        yield found.span()
        start = found.end()
    if _MAY_DECORATE.search(text, start):
        yield from (found.span() for found in _decoration().finditer(text, start))


def speaker_before(quote: str) -> str:
    """Return the name before a quote, in a folded text, by which it may say who speaks; "" for none.

    A bullet, a number or a time may stand before it.

    >>> speaker_before("**caroline:** i went home"), speaker_before("we met at noon")
    ('caroline', '')
    """
    marks = _MARKS.match(quote)
    found = _name().match(quote, marks.end() if marks else 0)
    return found[1].strip() if found else ""


def names_speaker(quote: str) -> bool:
    """Return whether a quote begins with what may be the name of who speaks: then it matters who takes part.

    Raises:
        InvalidTypeError: the quote is not a string.

    >>> names_speaker("Caroline: I went home"), names_speaker("I went home at 10:30")
    (True, False)

    """
    require_type(quote, str, "quote")
    return any(colon in quote for colon in ":\uff1a") and bool(speaker_before(fold(quote)))


def _named(text: str, start: int, names: frozenset[str]) -> "regex.Match[str] | None":
    found = _name().match(text, start) if names else None
    return found if found and found[1].strip() in names else None
