"""Words taken from a chunk, so that they can be aligned to it again; and texts that keep to their line."""

import re
from collections.abc import Iterator, Mapping, Sequence

import regex

LONGEST_EXCERPT = 80
_ELLIPSIS = r"(?:\.{3,}|[…⋯])+"
_CUT_BY_OTHERS = re.compile(rf"^\s*{_ELLIPSIS}\s*|\s*{_ELLIPSIS}\s*$")
_CLUSTER = regex.compile(r"\X")
_LINE_BREAKS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]+")
"""What ends a line for somebody, and other controls."""


def excerpt(text: str) -> tuple[str, bool]:
    """Give a text cut to the longest excerpt, and whether anything is left out of it: whole characters, no ellipsis.

    >>> excerpt("내용물을 비운 후...")
    ('내용물을 비운 후', True)
    """
    words = _CUT_BY_OTHERS.sub("", text).strip()
    if len(words) <= LONGEST_EXCERPT:
        return words, words != text.strip()
    ends = (character.end() for character in _CLUSTER.finditer(words, endpos=LONGEST_EXCERPT + 1))
    kept = max((end for end in ends if end <= LONGEST_EXCERPT), default=LONGEST_EXCERPT)
    return words[:kept].rstrip(), True


def longest_text(matter: object) -> str:
    """Give the longest text somewhere inside of JSON, the first of several; it tells most.

    >>> longest_text({"배출방법": ["라벨 제거", "내용물 비우기"], "수량": 3})
    '내용물 비우기'
    """
    return max(_texts(matter), key=len, default="")


def one_line(text: str) -> str:
    """Put a space where a line would end, so that no text begins a line of its own."""
    return _LINE_BREAKS.sub(" ", text)


def _texts(matter: object) -> Iterator[str]:
    if isinstance(matter, str):
        yield matter
    elif isinstance(matter, Mapping | Sequence):
        for inner in matter.values() if isinstance(matter, Mapping) else matter:
            yield from _texts(inner)
