"""Removes what models add to the words they quote: quotation marks, bullets, speakers, markup, escapes."""

import html
import re
from collections.abc import Iterator
from functools import cache

from aligner_core._language.lexicon import words_at
from aligner_core._text.folding import VARIANTS

MAX_QUOTE_CHARS = 10_000
"""A longer quote is left as it is: real quotes are shorter, and hostile text should cost little."""

MAX_LAYERS = 8
"""How often white space, an ellipsis and quotation marks may alternate after a quote."""

ENTITY = re.compile(r"&(?:#\w+|\w+);")
ESCAPE = re.compile(r"\\[nrt\"'/\\]")
LINK = re.compile(r"\[([^\[\]]{1,200})\]\([^\s()]{1,500}\)")
_MARKS = "\"'「」『』《》" + "".join(mark for mark, plain in VARIANTS.items() if plain in "\"'")
_BULLET = r"(?:>|#{1,6}\s|[-*+•·]\s|\d{1,2}[.)]\s)"
STRONG = re.compile(r"\*\*|~~|`+")
EMPHASIS = re.compile(r"(?<![\w*])[*_]+(?=[^\W_])|(?<=[^\W_])[*_]+(?![\w*])")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_LINE = re.compile(rf"^[ \t]*{_BULLET}", re.MULTILINE)
_WEB_LINK = re.compile(r"!?\[([^\[\]]{1,200})\]\(https?://[^\s()]{1,500}\)")
_BOLD = re.compile(r"(?<![A-Za-z0-9_*])\*\*(?=[^\s*])([^*]{1,2000})(?<=[^\s*])\*\*(?![A-Za-z0-9_*])")
_CODE = re.compile(r"(?<!`)`([^`\n]{1,200})`(?!`)")
_ESCAPED = re.compile(r"\\(?:([nrt])|([\"'/\\]))")


def speakers() -> str:
    """Return the pattern of what models call those who speak, by a letter too."""
    return "|".join((*words_at("markup.speakers"), *words_at("markup.initials")))


@cache
def ellipsis() -> re.Pattern[str]:
    """Return the pattern of what is written where words are omitted, in brackets or not."""
    omitted = "|".join(words_at("markup.omitted"))
    signs = rf"(?<!\.)\.{{3,}}|(?<!…)…+|(?<!⋯)⋯+|(?:{omitted})(?=\s?[\])>])"
    return re.compile(rf"(?:[\[(<]\s?)?(?:{signs})(?:\s?[\])>])?", re.IGNORECASE)


@cache
def _ellipsis_at_end() -> re.Pattern[str]:
    return re.compile(rf"{ellipsis().pattern}$", re.IGNORECASE)


@cache
def _before() -> re.Pattern[str]:
    """Return the pattern of what surrounds words on their left."""
    speaker = rf"[*_\[]{{0,3}}(?:{speakers()})[*_\]]{{0,3}}\s?:[*_]{{0,3}}"
    return re.compile(rf"(?:\s|{_BULLET}|{speaker}|[{_MARKS}]|{ellipsis().pattern})+", re.IGNORECASE)


@cache
def _certainly_before() -> re.Pattern[str]:
    """Return the pattern of what stands before words and is no part of them, whatever they say."""
    speaker, omitted = ("|".join(words_at(f"markup.{key}")) for key in ("speakers", "surely_omitted"))
    initials = "".join(words_at("markup.initials"))
    return re.compile(
        rf"^(?:\s|#{{1,6}}\s|(?:{speaker})\s?:\s|[\[(](?:…|\.{{3}}|{omitted})[\])])+"
        rf"|^(?:[>*•·-]|[{initials}]:)\s+(?=[^\W\d_])",
        re.IGNORECASE,
    )


def without_certain_markup(quote: str) -> str:
    """Return a quote without certain markup: nothing is removed that may be a sign, a number or an operator.

    The addresses of links are taken off, marks around bold words and code, and before the words a speaker, a heading
    and an ellipsis in brackets; a bullet or *>* before a letter, but not *3.* nor one before a number, since "> 3 mg"
    differs from "3 mg". What is escaped for HTML or JSON is read as what it stands for.

    >>> without_certain_markup("[...] User: see **the** [log](https://example.org/a)")
    'see the log'
    >>> without_certain_markup("> 2**3**4"), without_certain_markup("3. May"), without_certain_markup("> May")
    ('> 2**3**4', '3. May', 'May')
    >>> without_certain_markup("&quot;a &lt; b&quot;")
    '"a < b"'
    """
    if len(quote) > MAX_QUOTE_CHARS:
        return quote
    plain = _ESCAPED.sub(lambda found: found[2] or " ", html.unescape(quote) if ENTITY.search(quote) else quote)
    return _certainly_before().sub("", _CODE.sub(r"\1", _BOLD.sub(r"\1", _WEB_LINK.sub(r"\1", plain))))


def without_markup(quote: str) -> Iterator[str]:
    """Yield a quote without what surrounds it, then also without markup, then without everything that may be markup.

    Only texts that differ from the quote, from each other and from "" are yielded; nothing for a quote longer than
    MAX_QUOTE_CHARS.

    >>> list(without_markup('User: "We **keep** the _raw_ text..."'))
    ['We **keep** the _raw_ text', 'We keep the _raw_ text', 'We keep the raw text']
    """
    if len(quote) > MAX_QUOTE_CHARS:
        return
    seen = {quote, quote.strip(), ""}
    for bare in (
        _without_surroundings(quote),
        _without_surroundings(STRONG.sub("", quote)),
        _without_surroundings(_without_all_markup(quote)),
    ):
        if bare not in seen:
            yield bare
        seen.add(bare)


def _without_surroundings(text: str) -> str:
    """Return a text without what surrounds its words, taken off layer by layer."""
    found = _before().match(text)
    text = text[found.end() :] if found else text
    for _ in range(MAX_LAYERS):
        shorter = _without_end(text)
        if shorter == text:
            break
        text = shorter
    return text


def _without_end(text: str) -> str:
    """Return a text without white space, an ellipsis and quotation marks; without a full stop after a mark."""
    text = _ellipsis_at_end().sub("", text.rstrip())
    unstopped = text.rstrip(".,")
    return (unstopped if unstopped.endswith(tuple(_MARKS)) else text).rstrip(_MARKS)


def _without_all_markup(text: str) -> str:
    text = _TAG.sub("", LINK.sub(r"\1", STRONG.sub("", text)))
    return ESCAPE.sub(" ", html.unescape(EMPHASIS.sub("", _LINE.sub("", text))))
