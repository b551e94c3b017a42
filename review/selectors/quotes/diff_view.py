"""A quote compared with the words of its source: every edit, which edits are critical, and both in whole words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property, lru_cache

import regex

from aligner_core import AlignedEvidence, AlignerConfig, Difference, EvidenceAligner, NormalizedText, edits

Range = tuple[int, int]
_TOKENS = regex.compile(r"\s+|[^\s]+")
_LETTER = r"[[\p{L}\p{M}]--\p{Hangul}]"
_PIECES = regex.compile(rf"[.,:]?\d+(?:[.,:]\d+)*(?:[.,:]$)?|{_LETTER}+|\p{{Hangul}}+|.", regex.DOTALL | regex.VERSION1)
"""Numbers, words and single signs."""
_IN_NUMBER = regex.compile(r"\d[.,:]?$"), regex.compile(r"^[.,:]?\d")
_IN_WORD = regex.compile(rf"{_LETTER}$", regex.VERSION1), regex.compile(rf"^{_LETTER}", regex.VERSION1)
"""How the text before a place inside of a number, or of a word, ends, and how that behind it begins."""
_IN_AMOUNT = regex.compile(r"\d$"), regex.compile(r"^\p{Hangul}")
"""The same for a number and its Korean unit."""
_IN_HANGUL = regex.compile(r"\p{Hangul}$"), regex.compile(r"^\p{Hangul}")
"""The same for a Korean word: an ending that is added or lost is read by itself, a syllable that is replaced is not."""
MAX_CHANGE_CHARS = 40
"""The maximum length of words quoted in a sentence; longer ones are left to the comparison."""
MIN_SHARED = 0.5
"""The share of a text that two sides must have in common for a comparison by edits to be readable."""
MAX_COMPARED = 500
"""How many comparisons are kept in memory."""


@dataclass(frozen=True, slots=True)
class DiffSegment:
    """Words that are equal on both sides, or an edit: the words of the model and those of the message."""

    quote_text: str
    source_text: str
    critical: bool

    @property
    def is_same(self) -> bool:
        """Whether both sides agree here."""
        return self.quote_text == self.source_text

    @property
    def is_replaced(self) -> bool:
        """Whether there are words on both sides, and they differ."""
        return bool(self.quote_text and self.source_text) and not self.is_same


@dataclass(frozen=True)
class Comparison:
    """The edits that turn a quote into the words of its source, in order."""

    segments: tuple[DiffSegment, ...]

    @cached_property
    def shown(self) -> tuple[DiffSegment, ...]:
        """The edits as they are read: each has the whole number, with its Korean unit, or word on both sides."""
        return tuple(_in_whole_words(self.segments))

    @property
    def first_change(self) -> tuple[str, str] | None:
        """The first replaced words: those of the quote, and those of the source."""
        pairs = ((one.quote_text.strip(), one.source_text.strip()) for one in self.shown if not one.is_same)
        return next((pair for pair in pairs if all(pair) and max(map(len, pair)) <= MAX_CHANGE_CHARS), None)

    @property
    def inserted(self) -> tuple[int, int]:
        """The number of edits with words of the source, and the number of characters in them."""
        return _count([one.source_text for one in self.segments if not one.is_same])

    @property
    def deleted(self) -> tuple[int, int]:
        """The number of edits with words of the quote, and the number of characters in them."""
        return _count([one.quote_text for one in self.segments if not one.is_same])


def compare(evidence: AlignedEvidence, content: str) -> Comparison | None:
    """Return a fuzzy quote compared with its source; None for other methods, which leave nothing to compare."""
    if evidence.match_method != "fuzzy":
        return None
    return compare_texts(evidence.quote, content[evidence.span_start : evidence.span_end], evidence.differences)


def compare_texts(quote: str, words: str, differences: Iterable[Difference]) -> Comparison:
    """Return a quote compared with words of a source; *differences* are those that were found between them."""
    critical = [_DifferenceRanges(one, quote, words) for one in differences if one.critical]
    return Comparison(tuple(_segments(quote, words, critical)))


@lru_cache(maxsize=MAX_COMPARED)
def compare_words(quote: str, words: str, config: AlignerConfig) -> Comparison:
    """Return a quote compared word by word with its replacement; an edit is critical unless the rules find it harmless.

    Texts with little in common become one edit, as many small edits would be unreadable. The same texts are compared
    once.
    """
    segments = list(_word_segments(quote, words))
    shared = sum(len(one.quote_text) for one in segments if one.is_same)
    if shared < MIN_SHARED * max(len(quote), len(words)):
        return Comparison((DiffSegment(quote, words, critical=True),))
    found = EvidenceAligner(config).align_quote(quote, words)
    if isinstance(found, AlignedEvidence) and not any(one.critical for one in found.differences):
        segments = [replace(one, critical=False) for one in segments]
    return Comparison(tuple(segments))


def _word_segments(quote: str, words: str) -> Iterator[DiffSegment]:
    left, right = _TOKENS.findall(quote), _TOKENS.findall(words)
    for kind, left_from, left_to, right_from, right_to in SequenceMatcher(
        None, left, right, autojunk=False
    ).get_opcodes():
        before, after = "".join(left[left_from:left_to]), "".join(right[right_from:right_to])
        yield DiffSegment(before, after, critical=kind != "equal")


class _DifferenceRanges:
    """Where the words of one difference, which are folded, occur in the quote and in the source."""

    def __init__(self, difference: Difference, quote: str, words: str) -> None:
        self.in_quote = _ranges_of(difference.quote_text, quote)
        self.in_source = _ranges_of(difference.source_text, words)

    def contain(self, quote_range: Range, source_range: Range) -> bool:
        """Return whether an edit belongs to the difference: on both sides it touches the words of the difference."""
        return _touches(quote_range, self.in_quote) and _touches(source_range, self.in_source)


def _ranges_of(words: str, text: str) -> list[Range] | None:
    """Return the ranges of folded words in a text; None if there are no words."""
    if not words:
        return None
    folded = NormalizedText(text)
    starts = [found.start() for found in regex.finditer(regex.escape(words), folded.text, overlapped=True)]
    return [folded.source_range(start, start + len(words)) for start in starts]


def _touches(edit: Range, ranges: Sequence[Range] | None) -> bool:
    """Return whether an edit touches one of the ranges; it always does where a side has no words."""
    start, end = edit
    return ranges is None or any(
        (first <= start <= last) if start == end else (start < last and first < end) for first, last in ranges
    )


def _segments(quote: str, words: str, critical: Sequence[_DifferenceRanges]) -> Iterator[DiffSegment]:
    quote_at = source_at = 0
    for edit in edits(quote, words):
        ranges = (quote_at, quote_at + len(edit.quote_text)), (source_at, source_at + len(edit.source_text))
        is_critical = edit.kind != "same" and any(difference.contain(*ranges) for difference in critical)
        yield DiffSegment(edit.quote_text, edit.source_text, critical=is_critical)
        (_, quote_at), (_, source_at) = ranges


def _in_whole_words(segments: Sequence[DiffSegment]) -> Iterator[DiffSegment]:
    """Yield segments in which an edit inside a number or a word is one of all of it."""
    pieces = [piece for one in segments for piece in _pieces(one)]
    groups = list[list[DiffSegment]]()
    for piece in pieces:
        if groups and _goes_on(_joined(groups[-1]), piece):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    same = list[DiffSegment]()
    for group in groups:
        for one in group if all(piece.is_same for piece in group) else [_joined(group)]:
            if one.is_same:
                same.append(one)
                continue
            if same:
                yield _joined(same)
                same = []
            yield one
    if same:
        yield _joined(same)


def _pieces(segment: DiffSegment) -> list[DiffSegment]:
    """Return a segment that both sides have, in its numbers, words and signs; an edit as it is."""
    if not segment.is_same:
        return [segment]
    return [DiffSegment(text, text, critical=False) for text in _PIECES.findall(segment.quote_text)]


def _joined(pieces: Sequence[DiffSegment]) -> DiffSegment:
    quote, source = ("".join(getattr(one, side) for one in pieces) for side in ("quote_text", "source_text"))
    return DiffSegment(quote, source, critical=any(one.critical for one in pieces))


def _goes_on(before: DiffSegment, after: DiffSegment) -> bool:
    """Return whether a number or a word that stands before goes on after, on one of the sides."""
    sides = ((before.quote_text, after.quote_text), (before.source_text, after.source_text))
    within = [_IN_NUMBER, _IN_WORD, _IN_AMOUNT]
    if before.is_replaced or after.is_replaced:
        within.append(_IN_HANGUL)
    return any(
        ends.search(left) is not None and goes_on.search(right) is not None
        for left, right in sides
        for ends, goes_on in within
    )


def _count(texts: Sequence[str]) -> tuple[int, int]:
    """Return the number of non-empty texts and of the characters (grapheme clusters) in them."""
    return sum(bool(text) for text in texts), sum(len(regex.findall(r"\X", text)) for text in texts)
