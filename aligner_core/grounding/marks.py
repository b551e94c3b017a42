"""The differences between a quote and the words of its source, in whole words, to be marked for people."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import regex

from aligner_core._differences.diff import edits

MAX_WORD_CHARS = 20
"""How far a mark is widened to a whole word; what is longer is no word."""
_LETTER = r"[^\s\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]"
"""A letter of a script that writes spaces between words."""
_LAST_WORD = regex.compile(rf"{_LETTER}*\Z", regex.VERSION1)
_FIRST_WORD = regex.compile(rf"\A{_LETTER}*", regex.VERSION1)


class Part(NamedTuple):
    """A part of a quote, and what the source has in its place: the same unless it is changed."""

    quote_text: str
    source_text: str
    is_changed: bool


def marked_parts(quote: str, source: str) -> tuple[Part, ...]:
    """Return a quote and the words of its source in parts, changed or not; each side, joined, is the text given.

    >>> [(part.quote_text, part.source_text) for part in marked_parts("before sending it", "before you send it")]
    [('before ', 'before '), ('sending', 'you send'), (' it', ' it')]
    """
    parts = [Part(edit.quote_text, edit.source_text, edit.kind != "same") for edit in edits(quote, source)]
    return tuple(
        Part("".join(one.quote_text for one in run), "".join(one.source_text for one in run), is_changed)
        for is_changed, run in ((key, list(group)) for key, group in groupby(_widened(parts), attrgetter("is_changed")))
    )


def _widened(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield the parts; what a change cuts off of a word is a part of its own, and counts as changed."""
    for at, part in enumerate(parts):
        if part.is_changed:
            yield part
            continue
        text = part.quote_text
        head = _word_of(_FIRST_WORD, text) if at > 0 and _cuts_word(parts[at - 1], -1) else ""
        rest = text[len(head) :]
        tail = _word_of(_LAST_WORD, rest) if at + 1 < len(parts) and _cuts_word(parts[at + 1], 0) else ""
        for piece, is_changed in ((head, True), (rest[: len(rest) - len(tail)], False), (tail, True)):
            if piece:
                yield Part(piece, piece, is_changed)


def _cuts_word(change: Part, edge: int) -> bool:
    """Return whether a change does not have white space at one of its edges, on either side."""
    return any(not text[edge].isspace() for text in (change.quote_text, change.source_text) if text)


def _word_of(pattern: regex.Pattern[str], text: str) -> str:
    word = "".join(found[0] for found in pattern.finditer(text))
    return word if len(word) <= MAX_WORD_CHARS else ""
