"""A match of units as substitutions in the folded quote, and whether these are harmless."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aligner_core._differences.message import Message
from aligner_core._differences.signs import QUESTIONS, judged_signs
from aligner_core._rewriting.path import Step
from aligner_core._rewriting.units import Unit
from aligner_core._text.hangul import has_hangul
from aligner_core.evidence.differences import Difference, DifferenceKind, Rewrite

SENTENCE_ENDS = frozenset(".!。।")
_AROUND_ENDS = "\"') *_`~"
MAX_CHARS_BEHIND = 2
"""How far behind a hit the sign that ends its sentence may stand."""
_ARTICLES = frozenset({"a", "an", "the"})


class Substitution(NamedTuple):
    """A stretch [start, end) of a folded quote, and the one [source_start, source_end) of the message in its place."""

    start: int
    end: int
    source_start: int
    source_end: int


class Equal(NamedTuple):
    """A window [start, end) of the folded message that says what the quote says, and what turns the quote into it."""

    start: int
    end: int
    substitutions: tuple[Substitution, ...]


class _Segment(NamedTuple):
    start: int
    end: int
    source_start: int
    source_end: int
    is_free: bool


def equal_at(
    steps: Sequence[Step], quote: Sequence[Unit], source: Sequence[Unit], folded: str, text: str
) -> Equal | None:
    """Return the window of a match, and its substitutions; None where these do not lead from the quote to the words."""
    segments = list(_segments(steps, quote, source, folded, text))
    start, end = segments[0].source_start, segments[-1].source_end
    substitutions = tuple(_substitutions(segments, folded, text))
    if any(_is_swap(one, folded, text) for one in substitutions):
        return None
    found = Equal(start, end, substitutions)
    return found if start < end and applied(folded, text, found) == text[start:end] else None


def applied(folded: str, text: str, found: Equal) -> str:
    """Return a folded quote with the substitutions made."""
    parts, at = list[str](), 0
    for one in found.substitutions:
        parts += (folded[at : one.start], text[one.source_start : one.source_end])
        at = one.end
    return "".join((*parts, folded[at:]))


def is_harmless(found: Equal, folded: str, message: Message) -> bool:
    """Return whether substitutions in a folded quote change nothing that a reader would act on."""
    text = message.text
    words = text[found.start : found.end]
    if message.is_code:
        return all(_is_spacing(one, folded, text) for one in found.substitutions)
    return (
        not _asks_otherwise(folded, text, found.end)
        and not any(judged_signs(list(folded), list(words)))
        and not _moves_comma(found, folded, text)
        and not any(_changes_name(one, folded, text, message) for one in found.substitutions)
    )


def rewrites_of(found: Equal, text: str) -> tuple[Rewrite, ...]:
    """Return the substitutions as they are stored: by what stands in the message."""
    return tuple(
        Rewrite(quote_start=one.start, quote_end=one.end, source_text=text[one.source_start : one.source_end])
        for one in found.substitutions
    )


def rewrites_in(folded: str, rewrites: Sequence[Rewrite]) -> Iterator[Difference]:
    """Yield a difference of form, with its place in the folded quote, for each rewrite of it."""
    for one in rewrites:
        words = folded[one.quote_start : one.quote_end]
        yield Difference(
            kind=_kind(words, one.source_text),
            quote_text=words,
            source_text=one.source_text,
            severity="form",
            quote_start=one.quote_start,
            quote_end=one.quote_end,
        )


def _segments(
    steps: Sequence[Step], quote: Sequence[Unit], source: Sequence[Unit], folded: str, text: str
) -> Iterator[_Segment]:
    """Yield what stands in place of each other, the spaces between units too, from the first to the last character."""
    groups = list[_Segment]()
    at, place = 0, next(source[step.start].start for step in steps if step.start < step.end)
    for step in steps:
        start, end = (quote[step.first].start, quote[step.last - 1].end) if step.first < step.last else (at, at)
        first, last = (source[step.start].start, source[step.end - 1].end) if step.start < step.end else (place, place)
        if start < end and first < last:
            first, last = _cut(folded[start:end], text, first, last, is_first=not any(g.end > g.start for g in groups))
        is_free = start == end or first == last
        shares = groups and (start < groups[-1].end or first < groups[-1].source_end)
        before = groups.pop() if shares else None
        if before is not None:
            start, end = before.start, max(before.end, end)
            first, last, is_free = before.source_start, max(before.source_end, last), False
        groups.append(_Segment(start, end, first, last, is_free))
        at, place = end, last
    at, place = 0, groups[0].source_start
    for group in groups:
        yield _Segment(at, group.start, place, group.source_start, is_free=True)
        yield group
        at, place = group.end, group.source_end
    yield _Segment(at, len(folded), place, place, is_free=True)


def _cut(words: str, text: str, first: int, last: int, *, is_first: bool) -> tuple[int, int]:
    """Return the part of a longer value that a quote begins or ends with, as 9시 of 오전 9시; else all of it."""
    stands = text[first:last]
    if is_first and stands.endswith(f" {words}"):
        return last - len(words), last
    return (first, first + len(words)) if stands.startswith(f"{words} ") else (first, last)


def _substitutions(segments: Sequence[_Segment], folded: str, text: str) -> Iterator[Substitution]:
    """Yield the stretches that differ; neighbours that both do are one."""
    pending: Substitution | None = None
    for start, end, first, last, _ in segments:
        if folded[start:end] == text[first:last]:
            if start == end:
                continue
            if pending is not None:
                yield pending
            pending = None
        elif pending is None:
            pending = Substitution(start, end, first, last)
        else:
            pending = pending._replace(end=end, source_end=last)
    if pending is not None:
        yield pending


def _is_swap(one: Substitution, folded: str, text: str) -> bool:
    """Return whether an article stands for another one: each may be left out, but they are not the same."""
    words = folded[one.start : one.end].strip(), text[one.source_start : one.source_end].strip()
    return words[0] != words[1] and {*words} <= _ARTICLES and "the" in words


def _asks_otherwise(folded: str, text: str, end: int) -> bool:
    """Return whether the quote ends a sentence where its message asks, or asks where that does not."""
    quoted = folded.rstrip(_AROUND_ENDS)[-1:]
    behind = text[end : end + MAX_CHARS_BEHIND].strip(_AROUND_ENDS)[:1] or text[:end].rstrip(_AROUND_ENDS)[-1:]
    own = text[end - 1 : end]
    stands = own if own in QUESTIONS or own in SENTENCE_ENDS else behind
    return stands not in QUESTIONS if quoted in QUESTIONS else quoted in SENTENCE_ENDS and stands in QUESTIONS


def _moves_comma(found: Equal, folded: str, text: str) -> bool:
    """Return whether a comma is lost and another one added: then a part of the sentence goes with other words."""
    gone = new = 0
    for one in found.substitutions:
        left, right = (
            Counter(some)[","] for some in (folded[one.start : one.end], text[one.source_start : one.source_end])
        )
        gone, new = gone + max(0, right - left), new + max(0, left - right)
    return bool(gone and new)


def _changes_name(one: Substitution, folded: str, text: str, message: Message) -> bool:
    """Return whether a Latin name is spelled otherwise: *Gray* is not *Grey*."""
    words = (folded[one.start : one.end], text[one.source_start : one.source_end])
    pair = [some.strip(" .,;:!?\"'()*_`") for some in words]
    if any(" " in word or not word.isalpha() or has_hangul(word) for word in pair):
        return False
    return all(word.isascii() for word in pair) and any(map(message.is_name, pair))


def _is_spacing(one: Substitution, folded: str, text: str) -> bool:
    return not f"{folded[one.start : one.end]}{text[one.source_start : one.source_end]}".strip()


def _kind(left: str, right: str) -> DifferenceKind:
    if left.replace(" ", "") == right.replace(" ", ""):
        return "spacing"
    if any(map(str.isdigit, left + right)):
        return "number"
    return "spelling" if any(map(str.isalpha, left + right)) else "punctuation"
