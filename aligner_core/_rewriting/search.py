"""Equal by rewriting: a quote that says what words of its message say, by the tables of the language.

Found is a window of the folded message together with the substitutions that lead to it from the folded quote, so that
the proof needs none of the tables (specification 3.3).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from aligner_core._differences.message import Message
from aligner_core._rewriting.accents import base_letters
from aligner_core._rewriting.decorations import decorations
from aligner_core._rewriting.equal import Equal, equal_at, is_harmless
from aligner_core._rewriting.kept_parts import KeptParts, Part, Window, kept_parts, windows
from aligner_core._rewriting.path import Matcher
from aligner_core._rewriting.units import units_of
from aligner_core._text.decoding import decoded
from aligner_core._text.normalized_text import NormalizedText
from aligner_core._text.shared_ends import before_context, common_prefix

MAX_WHOLE_CHARS = 3_000
"""A longer text is not searched for a quote of which nothing is kept for sure."""
MAX_CACHED_QUOTES = 256
MIN_QUOTE_UNITS, MAX_QUOTE_UNITS = 2, 600
MARGIN = 60
"""How many more characters, besides the same again, a message may have before the first part, and behind the last."""


class Rewritable:
    """A folded message, and what is kept with it for matching; *names* are of those who take part."""

    def __init__(self, folded: NormalizedText, language: str | None, names: frozenset[str] = frozenset()) -> None:
        self.folded, self.language, self.names = folded, language, names

    @cached_property
    def base(self) -> str:
        """The folded text without the accents that may be left off, in which parts of quotes are looked for."""
        return base_letters(self.folded.text, self.language)


class _Region(NamedTuple):
    """What is matched: the quote without *front* and *back* characters, in a text from *start* to *end*.

    The message has those too, to the letter: then the match begins where the region does, or ends there.
    """

    front: int
    back: int
    start: int
    end: int


@lru_cache(maxsize=MAX_CACHED_QUOTES)
def quote_parts(folded: str, language: str | None, names: frozenset[str]) -> KeptParts:
    """Return what every rewriting of a folded quote keeps, in the letters of `Rewritable.base`."""
    plain, behind = decoded(folded), 0
    for start, end in decorations(plain.text, is_quote=True, names=names):
        behind = end if start == behind else behind
    return KeptParts.of(kept_parts(base_letters(folded, language), language, behind=plain.place(behind)))


def find_equal(quote: str, folded: str, source: Rewritable) -> list[Equal]:
    """Return every place where a message says what a quote says, in reading order; *folded* is the quote folded.

    >>> text = NormalizedText("Sure. I'd rather stay in Leeds.")
    >>> [found] = find_equal("I would rather stay", "i would rather stay", Rewritable(text, "en"))
    >>> text.text[found.start : found.end], len(found.substitutions)
    ("i'd rather stay", 1)
    """
    text = source.folded.text
    kept = quote_parts(folded, source.language, source.names)
    if kept.parts:
        places = windows(kept, source.base)
        if not places:
            return []
        regions = dict.fromkeys(_region(folded, kept.parts, place, text) for place in places)
    else:
        regions = dict.fromkeys([_Region(0, 0, 0, len(text))] if len(text) <= MAX_WHOLE_CHARS else [])
    found = (one for region in regions for one in _equal_in(region, folded, source))
    return _apart(one for one in found if _is_allowed(one, quote, folded, source))


def _region(folded: str, parts: Sequence[Part], window: Window, text: str) -> _Region:
    """Return what lies between the words that a quote and its message have to the letter at both ends."""
    size, (_, first), (_, last) = len(folded), parts[0], parts[-1]
    start, end = window.first - first, window.last + size - last
    front = back = 0
    if start >= 0 and text.startswith(folded[:first], start):
        front = before_context(folded, common_prefix(folded, text[start : start + size]))
    if text.startswith(folded[last:], window.last):
        same = common_prefix(folded[front:][::-1], text[max(0, start + front, end - size + front) : end][::-1])
        back = before_context(folded[::-1], same)
    low = start + front if front else max(0, window.first - 2 * first - MARGIN)
    high = end - back if back else min(len(text), window.last + 2 * (size - last) + MARGIN)
    return _Region(front, back, low, high)


def _equal_in(region: _Region, folded: str, source: Rewritable) -> Iterator[Equal]:
    """Yield the matches of a region."""
    front, back, start, end = region
    start, end = _between_spaces(source.folded.text, region)
    quote, text = folded[front : len(folded) - back], source.folded.text[start:end]
    if front and back and not _has_all(text, quote, source.language):
        return
    units = units_of(quote, source.language, is_quote=not front, names=source.names)
    kept = sum(not unit.skipped for unit in units) + bool(front) + bool(back)
    if not kept >= MIN_QUOTE_UNITS or len(units) > MAX_QUOTE_UNITS:
        return
    around = units_of(text, source.language)
    matcher = Matcher(units, around, source.language, folded=quote, text=text)
    for at in range(len(around)) if matcher.first < len(units) else ():
        steps = matcher.steps_from(at) if matcher.may_begin_at(at) else None
        found = equal_at(steps, units, around, quote, text) if steps else None
        if found and (not front or not found.start) and (not back or found.end == len(text)):
            yield _moved(found, region, start)


def _has_all(text: str, quote: str, language: str | None) -> bool:
    """Return whether a stretch of a quote has all that is kept of the one of its message in its place."""
    base = base_letters(quote, language)
    return all(kept in base for kept, _ in kept_parts(base_letters(text, language), language))


def _between_spaces(text: str, region: _Region) -> tuple[int, int]:
    """Return the bounds of a region, widened to spaces where the match may begin and end anywhere in it."""
    start = region.start if region.front else text.rfind(" ", 0, region.start) + 1
    end = region.end if region.back else text.find(" ", region.end)
    return start, len(text) if end == -1 else end


def _moved(found: Equal, region: _Region, start: int) -> Equal:
    """Return a match in the places of the whole quote and text, with what both have at the ends to the letter."""
    moved = tuple(
        one._replace(
            start=one.start + region.front,
            end=one.end + region.front,
            source_start=one.source_start + start,
            source_end=one.source_end + start,
        )
        for one in found.substitutions
    )
    return Equal(found.start + start - region.front, found.end + start + region.back, moved)


def _is_allowed(found: Equal, quote: str, folded: str, source: Rewritable) -> bool:
    text = source.folded
    if not (text.is_boundary(found.start) and text.is_boundary(found.end)):
        return False
    message = Message(quote, text, (found.start, found.end), source.language)
    return not _cuts_at_sign(text.text, found.start, found.end) and is_harmless(found, folded, message)


def _cuts_at_sign(text: str, start: int, end: int) -> bool:
    """Return whether a window begins or ends in a sign that a number goes on behind, as the dash of a range."""
    return (start > 0 and text[start - 1].isdigit() and _is_sign(text[start])) or (
        end < len(text) and text[end].isdigit() and _is_sign(text[end - 1])
    )


def _is_sign(char: str) -> bool:
    return not (char.isalnum() or char.isspace())


def _apart(found: Iterable[Equal]) -> list[Equal]:
    """Return matches that do not overlap: of two that do, the one with less that is rewritten, then the first."""
    ranked = sorted(set(found), key=lambda one: (_size(one), one.start))
    chosen = list[Equal]()
    for one in ranked:
        if all(one.end <= other.start or other.end <= one.start for other in chosen):
            chosen.append(one)
    return sorted(chosen)


def _size(found: Equal) -> int:
    return sum(one.end - one.start + one.source_end - one.source_start for one in found.substitutions)
