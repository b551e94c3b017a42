"""What differs between a fuzzy quote and its source, and which of it changes a fact (contract 3.9).

Both are split into words, numbers and signs and aligned; every stretch that is not the same is judged for itself. No
measure of similarity can do that: one digit of an amount costs 0.02, a lost "not" 0.05.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import partial

from aligner_core.alignments import Difference
from aligner_core.hangul import is_hangul
from aligner_core.judgement import SLIP, Judgement, is_slip, judge_words, unit_of
from aligner_core.lexicon import NEGATIONS, SCOPE, Counts, negations, spelled_out
from aligner_core.normalization import NormalizedText
from aligner_core.numerals import Value, readings
from aligner_core.sides import SENTENCE_ENDS, Sides, Stretch, sides, whole_words
from aligner_core.tokens import TokenKind, tokens
from aligner_core.units import SIGNS


def differences(quote: str, source: NormalizedText, window: tuple[int, int]) -> tuple[Difference, ...]:
    """List what differs between a quote and the folded window it was aligned to, in reading order."""
    start, end = whole_words(source.text, *window)
    found = _compared(sides(quote, source.text, window), partial(_count, source.text))
    return (*_negated_before(source.text, start), *found, *_negated_after(source.text, end))


def _compared(compared: Sides, counts: Counts) -> Iterator[Difference]:
    """Judge what stands in the window, and show the whole words it is in."""
    said, stands, whole = compared
    for first, last, start, end in _stretches(said, stands):
        judgement = _judge(said[first:last], stands[start:end], counts)
        if judgement.critical and whole[start:end] != stands[start:end]:
            judgement = min(judgement, _judge(said[first:last], whole[start:end], counts), key=lambda one: one.critical)
        yield _difference(said[first:last], whole[start:end], judgement)


def _count(text: str, word: str) -> int:
    """Count a word in a text; one of Hangul may have something behind it."""
    if word not in text:
        return 0
    behind = "" if is_hangul(word) else r"(?!\w)"
    found = re.finditer(re.escape(word) + behind, text)
    return sum(not text[max(0, one.start() - 1) : one.start()].isalnum() for one in found)


def _stretches(said: Stretch, stands: Stretch) -> Iterator[tuple[int, int, int, int]]:
    """Yield where the tokens of both sides are not the same: a range of either."""
    matcher = SequenceMatcher(None, [one.text for one in said], [one.text for one in stands], autojunk=False)
    for tag, first, last, start, end in matcher.get_opcodes():
        at_edge = start == 0 or end == len(stands)
        back = int(_follows_number(said, first) and _follows_number(stands, start))
        if tag != "equal" and (first - back < last or not at_edge or _matters(stands[start - back : end])):
            yield first - back, last, start - back, end


def _matters(stretch: Stretch) -> bool:
    """Say whether words at an edge that the quote lacks change it: a window may be a word too wide."""
    words = spelled_out(token.text for token in stretch)
    return negations(words) > 0 or not SCOPE.isdisjoint(words)


def _follows_number(stretch: Stretch, at: int) -> bool:
    """Say whether what begins at a position is written onto a number, as 억 and 분 are."""
    return 0 < at < len(stretch) and (
        stretch[at - 1].kind is TokenKind.NUMBER and stretch[at - 1].end == stretch[at].start
    )


def _judge(left: Stretch, right: Stretch, counts: Counts) -> Judgement:
    """Judge one stretch by the gravest thing that differs in it."""
    if _joined(left) == _joined(right):
        return Judgement("spacing", critical=False)
    if _letters(left) == _letters(right):
        return Judgement("punctuation", critical=False)
    if _numbers(left) != _numbers(right):
        return SLIP if _is_mistyped_number(left, right) else Judgement("number", critical=True)
    said, stands = _words(left), _words(right)
    if _signs(left) != _signs(right):
        if _units(left) != _units(right):
            return Judgement("unit", critical=True)
        said, stands = ([word for word in words if not unit_of(word)] for words in (said, stands))
    if "".join(said) == "".join(stands):
        return Judgement("punctuation", critical=False)
    if negations(said) != negations(stands):
        return Judgement("negation", critical=True)
    return judge_words(said, stands, counts)


def _numbers(stretch: Stretch) -> list[Value]:
    return [value for value, _ in readings(stretch)]


def _is_mistyped_number(left: Stretch, right: Stretch) -> bool:
    """Say whether a number word lacks a letter or has one too many; a digit is no letter, nor is another number."""
    has_digits = any(token.kind is TokenKind.NUMBER for token in (*left, *right))
    return not has_digits and not (_numbers(left) and _numbers(right)) and is_slip(_joined(left), _joined(right))


def _words(stretch: Stretch) -> list[str]:
    """Give the words of a stretch that are no number, spelled out."""
    numbers = {position for _, positions in readings(stretch) for position in positions}
    return spelled_out(
        token.text for position, token in enumerate(stretch) if token.kind is TokenKind.WORD and position not in numbers
    )


def _signs(stretch: Stretch) -> list[str]:
    return sorted(token.text for token in stretch if token.text in SIGNS)


def _units(stretch: Stretch) -> list[str]:
    """Give the units of a stretch by name, be they words or signs."""
    return sorted(filter(None, (unit_of(token.text) for token in stretch)))


def _negated_before(text: str, start: int) -> Iterator[Difference]:
    """Tell of a negation that stands right before the window: it was left out of the quote."""
    before = text[:start].rstrip()
    if before and before[-1] not in SENTENCE_ENDS:
        words = [token for token in tokens(before.rsplit(None, 1)[-1]) if token.kind is TokenKind.WORD]
        yield from _lost([token for token in words[-1:] if not NEGATIONS.isdisjoint(spelled_out([token.text]))])


def _negated_after(text: str, end: int) -> Iterator[Difference]:
    """Tell of a negation that stands right behind the window, as Korean negates."""
    inside, after = text[:end].rstrip(), text[end:].lstrip()
    if inside and after and inside[-1] not in SENTENCE_ENDS:
        words = [token for token in tokens(after.split(None, 1)[0]) if token.kind is TokenKind.WORD]
        yield from _lost([token for token in words[:1] if negations(spelled_out([token.text]))])


def _lost(negation: Stretch) -> Iterator[Difference]:
    if negation:
        yield _difference((), negation, Judgement("negation", critical=True))


def _difference(left: Stretch, right: Stretch, judgement: Judgement) -> Difference:
    kind, critical = judgement
    return Difference(kind=kind, quote_text=_shown(left), source_text=_shown(right), critical=critical)


def _joined(stretch: Stretch) -> str:
    return "".join(token.text for token in stretch)


def _letters(stretch: Stretch) -> str:
    """Give the text of a stretch, all signs of it, without the apostrophes inside its words."""
    return _joined(stretch).replace("'", "")


def _shown(stretch: Stretch) -> str:
    """Write a stretch as it stands, a space where there was white space."""
    ends = [stretch[0].start if stretch else 0, *(token.end for token in stretch)]
    return "".join(f"{' ' if token.start > end else ''}{token.text}" for token, end in zip(stretch, ends, strict=False))
