"""A fuzzy quote beside the words it was aligned to: every edit, and which of them change a fact."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from aligner_core import AlignedEvidence, Difference, NormalizedText, edits

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words on both sides: the same, or what the model wrote and what the message says in its place."""

    said: str
    stands: str
    critical: bool

    @property
    def is_same(self) -> bool:
        """Say whether nothing differs here."""
        return self.said == self.stands


@dataclass(frozen=True, slots=True)
class Comparison:
    """A quote turned into the words of its source, stretch by stretch."""

    stretches: tuple[Stretch, ...]

    @property
    def inserted(self) -> tuple[int, int]:
        """Count the places where the source has words of its own, and the characters they are."""
        return _count([one.stands for one in self.stretches if not one.is_same])

    @property
    def deleted(self) -> tuple[int, int]:
        """Count the places where the quote has words of its own, and the characters they are."""
        return _count([one.said for one in self.stretches if not one.is_same])


def compare(evidence: AlignedEvidence, content: str) -> Comparison | None:
    """Compare a fuzzy quote with its words; the other methods leave nothing to compare."""
    if evidence.match_method != "fuzzy":
        return None
    words = content[evidence.span_start : evidence.span_end]
    critical = [_Places(one, evidence.quote, words) for one in evidence.differences if one.critical]
    return Comparison(tuple(_stretches(evidence.quote, words, critical)))


class _Places:
    """Where the words of one difference stand in the quote and in the source; they are told folded."""

    def __init__(self, difference: Difference, quote: str, words: str) -> None:
        self.in_quote = _found(difference.quote_text, quote)
        self.in_source = _found(difference.source_text, words)

    def hold(self, said: Range, stands: Range) -> bool:
        """Say whether an edit belongs to the difference: on either side, it lies in its words."""
        return _lies_in(said, self.in_quote) and _lies_in(stands, self.in_source)


def _found(words: str, text: str) -> list[Range] | None:
    """List the places of folded words in a text; None where a side has no words."""
    if not words:
        return None
    folded = NormalizedText(text)
    starts = [found.start() for found in regex.finditer(regex.escape(words), folded.text, overlapped=True)]
    return [folded.source_range(start, start + len(words)) for start in starts]


def _lies_in(edit: Range, places: Sequence[Range] | None) -> bool:
    """Say whether an edit touches one of the places; a side that has no words asks for nothing."""
    start, end = edit
    return places is None or any(
        (first <= start <= last) if start == end else (start < last and first < end) for first, last in places
    )


def _stretches(quote: str, words: str, critical: Sequence[_Places]) -> Iterator[Stretch]:
    said = stands = 0
    for edit in edits(quote, words):
        ranges = (said, said + len(edit.quote_text)), (stands, stands + len(edit.source_text))
        changes = edit.kind != "same" and any(places.hold(*ranges) for places in critical)
        yield Stretch(edit.quote_text, edit.source_text, critical=changes)
        (_, said), (_, stands) = ranges


def _count(texts: Sequence[str]) -> tuple[int, int]:
    """Count texts that are there, and the characters in them as a reader counts them."""
    return sum(bool(text) for text in texts), sum(len(regex.findall(r"\X", text)) for text in texts)
