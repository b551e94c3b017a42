"""What models put around the words they quote, and into them: quotation marks, bullets, speakers, markup, escapes."""

import html
import re
from collections.abc import Iterator

from aligner_core.folding import VARIANTS

LONGEST_UNWRAPPED = 10_000
"""What is longer is left as it is: no quote is so long, and hostile text should cost little."""

MOST_LAYERS = 8
"""How often white space, an ellipsis and quotation marks may take turns behind a quote."""

ENTITY = re.compile(r"&(?:#\w+|\w+);")
ESCAPE = re.compile(r"\\[nrt\"'/\\]")
LINK = re.compile(r"\[([^\[\]]{1,200})\]\([^\s()]{1,500}\)")
SPEAKERS = "user|assistant|system|human|ai|speaker|q|a|사용자|어시스턴트|질문|답변|질의|응답"
ELLIPSIS = r"(?:[\[(<]\s?)?(?:(?<!\.)\.{3,}|(?<!…)…+|(?<!⋯)⋯+|(?:중략|생략|snip|omitted)(?=\s?[\])>]))(?:\s?[\])>])?"
"""What is written where words are left out, in brackets or not."""

_MARKS = "\"'「」『』《》" + "".join(mark for mark, plain in VARIANTS.items() if plain in "\"'")
_BULLET = r"(?:>|#{1,6}\s|[-*+•·]\s|\d{1,2}[.)]\s)"
_BEFORE = re.compile(
    rf"(?:\s|{_BULLET}|[*_\[]{{0,3}}(?:{SPEAKERS})[*_\]]{{0,3}}\s?:[*_]{{0,3}}|[{_MARKS}]|{ELLIPSIS})+", re.IGNORECASE
)
_STRONG = re.compile(r"\*\*|~~|`+")
_EMPHASIS = re.compile(r"(?<![\w*])[*_]+(?=[^\W_])|(?<=[^\W_])[*_]+(?![\w*])")
_LEFT_OUT = re.compile(rf"{ELLIPSIS}$", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_LINE = re.compile(rf"^[ \t]*{_BULLET}", re.MULTILINE)


def unwrapped(quote: str) -> Iterator[str]:
    """Yield a quote without what is around its words, then without markup in it, then without all that may be markup.

    >>> list(unwrapped('User: "We **keep** the _raw_ text..."'))
    ['We **keep** the _raw_ text', 'We keep the _raw_ text', 'We keep the raw text']
    """
    if len(quote) > LONGEST_UNWRAPPED:
        return
    given = {quote, quote.strip(), ""}
    for less in (_bare(quote), _bare(_STRONG.sub("", quote)), _bare(_plain(quote))):
        if less not in given:
            yield less
        given.add(less)


def _bare(text: str) -> str:
    """Take off what stands before and behind the words, layer by layer."""
    found = _BEFORE.match(text)
    text = text[found.end() :] if found else text
    for _ in range(MOST_LAYERS):
        text = _without_end(text)
    return text


def _without_end(text: str) -> str:
    """Take off white space, an ellipsis and quotation marks; a full stop only with a quotation mark before it."""
    text = _LEFT_OUT.sub("", text.rstrip())
    unstopped = text.rstrip(".,")
    return (unstopped if unstopped.endswith(tuple(_MARKS)) else text).rstrip(_MARKS)


def _plain(text: str) -> str:
    text = _TAG.sub("", LINK.sub(r"\1", _STRONG.sub("", text)))
    return ESCAPE.sub(" ", html.unescape(_EMPHASIS.sub("", _LINE.sub("", text))))
