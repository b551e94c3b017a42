"""What differs between a fuzzy quote and its source, and which of it changes a fact (contract 3.9).

Both are split into words, numbers and signs and aligned; every stretch that is not the same is judged for itself. No
measure of similarity can do that: one digit of an amount costs 0.02, a lost "not" 0.05.
"""

import html
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from aligner_core.alignments import Difference
from aligner_core.judgement import Judgement, is_slip, judge_words
from aligner_core.lexicon import NEGATIONS, SCOPE, UNIT_SIGNS, negations
from aligner_core.normalization import NormalizedText, fold
from aligner_core.numerals import readings
from aligner_core.tokens import Token, TokenKind, tokens

_ENTITY = re.compile(r"&(?:#\w+|\w+);")
_ESCAPE = re.compile(r"\\[nrt\"'/\\]")
_WRAPPING = re.compile(
    r"^(?:[-*>•]\s+|\d{1,2}[.)]\s+|(?:user|assistant|system|human|ai|speaker|사용자|어시스턴트|질문|답변)\s*:\s*)+|(?:\s*\.\.\.)+$"
)
_SENTENCE_ENDS = frozenset(".!?\u2026\u3002")
LONGEST_WORD = 100
"""How far a window is widened where no white space ends a word, as in minified JSON."""

Stretch = Sequence[Token]


def differences(quote: str, source: NormalizedText, window: tuple[int, int]) -> tuple[Difference, ...]:
    """List what differs between a quote and the folded window it was aligned to, in reading order."""
    start, end = _whole_words(source.text, *window)
    text = source.text[start:end]
    said = tokens(_unwrapped(fold(quote), text))
    stands = _cut_like(said, tokens(text), window[0] - start, window[1] - start)
    found = [_difference(left, right, _judge(left, right)) for left, right in _stretches(said, stands)]
    return (*_negated_before(source.text, start), *found, *_negated_after(source.text, end))


def _unwrapped(quote: str, text: str) -> str:
    """Take off what was wrapped around the words on their way: escapes, a bullet, a speaker, an ellipsis."""
    if not _ENTITY.search(text):
        quote = html.unescape(quote)
    if "\\" not in text:
        quote = _ESCAPE.sub(" ", quote)
    return quote if _WRAPPING.search(text) else _WRAPPING.sub("", quote)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a window to white space, so that no number is judged by half of its digits; no word is endless."""
    first, last = max(0, start - LONGEST_WORD), min(len(text), end + LONGEST_WORD)
    while start > first and not (text[start - 1].isspace() or text[start].isspace()):
        start -= 1
    while end < last and not (text[end].isspace() or text[end - 1].isspace()):
        end += 1
    return start, end


def _cut_like(said: Stretch, stands: Stretch, first: int, last: int) -> Stretch:
    """Cut the widened words at the edges back to the window, but for numbers; a quote may begin inside a word."""
    kept = [token for token in stands if token.end > first and token.start < last]
    return [
        token if token.kind is TokenKind.NUMBER else _clipped(token, first, last, whole={one.text for one in said})
        for token in kept
    ]


def _clipped(token: Token, first: int, last: int, *, whole: set[str]) -> Token:
    if token.text in whole:
        return token
    start, end = max(token.start, first), min(token.end, last)
    return Token(token.text[start - token.start : end - token.start], token.kind, start, end)


def _stretches(said: Stretch, stands: Stretch) -> Iterator[tuple[Stretch, Stretch]]:
    matcher = SequenceMatcher(None, [one.text for one in said], [one.text for one in stands], autojunk=False)
    for tag, first, last, start, end in matcher.get_opcodes():
        at_edge = start == 0 or end == len(stands)
        back = int(_follows_number(said, first) and _follows_number(stands, start))
        left, right = said[first - back : last], stands[start - back : end]
        if tag != "equal" and (left or not at_edge or _matters(right)):
            yield left, right


def _matters(stretch: Stretch) -> bool:
    """Say whether words at an edge that the quote lacks change it: a window may be a word too wide."""
    words = [token.text for token in stretch]
    return negations(words) > 0 or not SCOPE.isdisjoint(words)


def _follows_number(stretch: Stretch, at: int) -> bool:
    """Say whether what begins at a position is written onto a number, as 억 and 분 are."""
    return 0 < at < len(stretch) and (
        stretch[at - 1].kind is TokenKind.NUMBER and stretch[at - 1].end == stretch[at].start
    )


def _judge(left: Stretch, right: Stretch) -> Judgement:
    """Judge one stretch by the gravest thing that differs in it."""
    if _joined(left) == _joined(right):
        return Judgement("spacing", critical=False)
    if _numbers_differ(left, right):
        return Judgement("number", critical=True)
    if _unit_signs(left) != _unit_signs(right):
        return Judgement("unit", critical=True)
    said, stands = _words(left), _words(right)
    if negations(said) != negations(stands):
        return Judgement("negation", critical=True)
    if "".join(said) == "".join(stands):
        return Judgement("punctuation", critical=False)
    return judge_words(said, stands)


def _numbers_differ(left: Stretch, right: Stretch) -> bool:
    said, stands = ([value for value, _ in readings(stretch)] for stretch in (left, right))
    if said == stands:
        return False
    has_digits = any(token.kind is TokenKind.NUMBER for token in (*left, *right))
    return has_digits or bool(said and stands) or not is_slip(_joined(left), _joined(right))


def _words(stretch: Stretch) -> list[str]:
    """Give the words of a stretch that are no number."""
    numbers = {position for _, positions in readings(stretch) for position in positions}
    return [
        token.text for position, token in enumerate(stretch) if token.kind is TokenKind.WORD and position not in numbers
    ]


def _unit_signs(stretch: Stretch) -> list[str]:
    return sorted(token.text for token in stretch if token.text in UNIT_SIGNS)


def _negated_before(text: str, start: int) -> Iterator[Difference]:
    """Tell of a negation that stands right before the window: it was left out of the quote."""
    before = text[:start].rstrip()
    if before and before[-1] not in _SENTENCE_ENDS:
        words = [token for token in tokens(before.rsplit(None, 1)[-1]) if token.kind is TokenKind.WORD]
        yield from _lost([token for token in words[-1:] if token.text in NEGATIONS])


def _negated_after(text: str, end: int) -> Iterator[Difference]:
    """Tell of a negation that stands right behind the window, as Korean negates."""
    inside, after = text[:end].rstrip(), text[end:].lstrip()
    if inside and after and inside[-1] not in _SENTENCE_ENDS:
        words = [token for token in tokens(after.split(None, 1)[0]) if token.kind is TokenKind.WORD]
        yield from _lost([token for token in words[:1] if negations([token.text])])


def _lost(negation: Stretch) -> Iterator[Difference]:
    if negation:
        yield _difference((), negation, Judgement("negation", critical=True))


def _difference(left: Stretch, right: Stretch, judgement: Judgement) -> Difference:
    kind, critical = judgement
    return Difference(kind=kind, quote_text=_shown(left), source_text=_shown(right), critical=critical)


def _joined(stretch: Stretch) -> str:
    return "".join(token.text for token in stretch)


def _shown(stretch: Stretch) -> str:
    """Write a stretch as it stands, a space where there was white space."""
    ends = [stretch[0].start if stretch else 0, *(token.end for token in stretch)]
    return "".join(f"{' ' if token.start > end else ''}{token.text}" for token, end in zip(stretch, ends, strict=False))
