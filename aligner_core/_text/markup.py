"""What models add to the words they quote, and taking it off: quotation marks, bullets, speakers, markup, escapes."""

import html
import re
from collections.abc import Iterator

from aligner_core._text.folding import VARIANTS

MAX_QUOTE_CHARS = 10_000
"""A longer quote is left as it is: real quotes are shorter, and hostile text should cost little."""

MAX_LAYERS = 8
"""How often white space, an ellipsis and quotation marks may alternate after a quote."""

ENTITY = re.compile(r"&(?:#\w+|\w+);")
ESCAPE = re.compile(r"\\[nrt\"'/\\]")
LINK = re.compile(r"\[([^\[\]]{1,200})\]\([^\s()]{1,500}\)")
SPEAKERS = "user|assistant|system|human|ai|speaker|q|a|사용자|어시스턴트|질문|답변|질의|응답"
ELLIPSIS = r"(?:[\[(<]\s?)?(?:(?<!\.)\.{3,}|(?<!…)…+|(?<!⋯)⋯+|(?:중략|생략|snip|omitted)(?=\s?[\])>]))(?:\s?[\])>])?"
"""What is written where words are omitted, in brackets or not."""

_MARKS = "\"'「」『』《》" + "".join(mark for mark, plain in VARIANTS.items() if plain in "\"'")
_BULLET = r"(?:>|#{1,6}\s|[-*+•·]\s|\d{1,2}[.)]\s)"
_BEFORE = re.compile(
    rf"(?:\s|{_BULLET}|[*_\[]{{0,3}}(?:{SPEAKERS})[*_\]]{{0,3}}\s?:[*_]{{0,3}}|[{_MARKS}]|{ELLIPSIS})+", re.IGNORECASE
)
STRONG = re.compile(r"\*\*|~~|`+")
EMPHASIS = re.compile(r"(?<![\w*])[*_]+(?=[^\W_])|(?<=[^\W_])[*_]+(?![\w*])")
_ELLIPSIS_AT_END = re.compile(rf"{ELLIPSIS}$", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_LINE = re.compile(rf"^[ \t]*{_BULLET}", re.MULTILINE)


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
    found = _BEFORE.match(text)
    text = text[found.end() :] if found else text
    for _ in range(MAX_LAYERS):
        text = _without_end(text)
    return text


def _without_end(text: str) -> str:
    """Return a text without white space, an ellipsis and quotation marks; without a full stop after a mark."""
    text = _ELLIPSIS_AT_END.sub("", text.rstrip())
    unstopped = text.rstrip(".,")
    return (unstopped if unstopped.endswith(tuple(_MARKS)) else text).rstrip(_MARKS)


def _without_all_markup(text: str) -> str:
    text = _TAG.sub("", LINK.sub(r"\1", STRONG.sub("", text)))
    return ESCAPE.sub(" ", html.unescape(EMPHASIS.sub("", _LINE.sub("", text))))
