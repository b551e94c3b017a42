"""Offsets of spans in a text, in the unit that their program counts by: code points, UTF-16 units or bytes of UTF-8."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aligner_core.formats.notes import Note
from aligner_core.formats.quotes import MAX_SHOWN_CHARS
from aligner_core.formats.words import context_of

Span = tuple[object, object, str]
"""Start, end and words of a span, as they were given; the words may be missing."""
CODE_POINTS, UTF16, BYTES = "code points", "units of UTF-16", "bytes of UTF-8"
_ENCODINGS = {UTF16: ("utf-16-le", 2), BYTES: ("utf-8", 1)}


@dataclass(frozen=True, slots=True)
class Offsets:
    """A text, and the unit by which the spans of its annotations are counted.

    >>> Offsets.of("🙂 one hour", [(3, 11, "one hour")]).unit
    'units of UTF-16'
    """

    text: str
    unit: str = CODE_POINTS

    @classmethod
    def of(cls, text: str, spans: Sequence[Span]) -> "Offsets":
        """Return the offsets in the unit by which most spans hold their words, or end where words end."""
        units = [cls(text, unit) for unit in (CODE_POINTS, UTF16, BYTES)]
        return max(units, key=lambda one: sum(map(one.fit, spans))) if not text.isascii() else units[0]

    def words(self, start: object, end: object) -> str | None:
        """Return the words between two offsets; None where the text has no such place."""
        if not _are_places(start, end):
            return None
        first, last = int(str(start)), int(str(end))
        if self.unit == CODE_POINTS:
            return self.text[first:last] if 0 <= first < last <= len(self.text) else None
        encoding, width = _ENCODINGS[self.unit]
        held = self.text.encode(encoding, "surrogatepass")
        if not 0 <= first < last <= len(held) // width:
            return None
        try:
            return held[first * width : last * width].decode(encoding)
        except UnicodeDecodeError:
            return None

    def quote(self, span: Span, where: str) -> tuple[str, tuple[Note, ...]]:
        """Return the words of a span, and a note where they do not stand at its offsets."""
        start, end, given = span
        held = self.words(start, end)
        if held is None or (given and held != given):
            shown = json.dumps(given or held, ensure_ascii=False)[:MAX_SHOWN_CHARS]
            return given, (Note(code="offsets_wrong", where=where, params={"value": shown}),)
        return held, ()

    def evidence(self, index: int, quote: str, span: Span) -> dict[str, Any]:
        """Return a quote of a message, with the words around it where it stands there several times."""
        first = len(self.words(0, span[0]) or "")
        return {"messageIndex": index, "quote": quote, **context_of(quote, self.text, first, first + len(quote))}

    def notes(self, where: str) -> tuple[Note, ...]:
        """Return a note on the unit, where it is not that of code points."""
        if self.unit == CODE_POINTS:
            return ()
        return (Note(code="offsets_counted", where=where, params={"value": self.unit}),)

    def fit(self, span: Span) -> int:
        """Return how well a span fits in this unit: whether it holds its words, or else ends where words end."""
        start, end, given = span
        held = self.words(start, end)
        if held is None:
            return 0
        return 2 * (held == given) if given else 2 - _ragged(self.text, held)


def _are_places(start: object, end: object) -> bool:
    return all(type(place) is int or (isinstance(place, str) and place.isdecimal()) for place in (start, end))


def _ragged(text: str, words: str) -> int:
    """Return how many ends of words are blank or cut a word; words that stand twice are judged by the first."""
    first = text.find(words)
    last = first + len(words)
    cuts_first = first > 0 and text[first - 1].isalnum() and words[0].isalnum()
    cuts_last = last < len(text) and text[last].isalnum() and words[-1].isalnum()
    return int(words[0].isspace() or cuts_first) + int(words[-1].isspace() or cuts_last)
