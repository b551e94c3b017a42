"""Words taken from a chunk so that they can be aligned to it again, and texts kept on one line."""

import re
from collections.abc import Iterator, Mapping, Sequence

import regex

from aligner_core._text.ellipses import between_end_ellipses

MAX_EXCERPT_CHARS = 80
_CLUSTER = regex.compile(r"\X")
_LINE_BREAKS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]+")
"""Characters that some programs take for the end of a line, and other control characters."""


def excerpt(text: str) -> tuple[str, bool]:
    """Return a text cut to the length of an excerpt, and whether anything is left out: whole characters, no ellipsis.

    >>> excerpt("내용물을 비운 후...")
    ('내용물을 비운 후', True)
    """
    words = between_end_ellipses(text).strip()
    if len(words) <= MAX_EXCERPT_CHARS:
        return words, words != text.strip()
    ends = (character.end() for character in _CLUSTER.finditer(words, endpos=MAX_EXCERPT_CHARS + 1))
    kept = max((end for end in ends if end <= MAX_EXCERPT_CHARS), default=MAX_EXCERPT_CHARS)
    return words[:kept].rstrip(), True


def longest_text(content: object) -> str:
    """Return the longest string anywhere in JSON, the first of several.

    >>> longest_text({"배출방법": ["라벨 제거", "내용물 비우기"], "수량": 3})
    '내용물 비우기'
    """
    return max(_texts(content), key=len, default="")


def one_line(text: str) -> str:
    """Return a text with spaces for line breaks, so that it cannot begin a line of its own."""
    return _LINE_BREAKS.sub(" ", text)


def _texts(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, Mapping | Sequence):
        for inner in content.values() if isinstance(content, Mapping) else content:
            yield from _texts(inner)
