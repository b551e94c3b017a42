"""Folded text, and the source range of each folded character."""

import re
from bisect import bisect_left, bisect_right
from functools import cache, cached_property

from aligner_core._text.bulk_folding import fold_source
from aligner_core._text.folding import VARIANTS
from aligner_core._text.ngrams import SampledNgrams
from aligner_core._text.offset_map import OffsetMap, no_knots, without_leading_space
from aligner_core.errors import require_type
from aligner_core.spans import Span

MAX_PLAIN_CHARS = 10_000
"""Up to this length a plain text is folded by the methods of strings; all at once is faster, and leaner, for more."""

_PLAIN_TEXT = re.compile(f"[\0-\x7f가-힣{''.join(VARIANTS)}]*")
"""Characters that fold one by one and never join: what most quotes are written in."""
_VARIANT = re.compile(f"[{''.join(VARIANTS)}]")
_ASCII_VARIANT, _ASCII_PLAIN = "`", VARIANTS["`"]


def fold(text: str) -> str:
    r"""Return the form in which two texts are the same except for case, width, white space and typography.

    The rules are those of specification 3.3. Folding a folded text changes nothing.

    Raises:
        InvalidTypeError: the text is not a string.

    >>> fold(" ＤｕｃｋＤＢ의\n “JSONB” ")
    'duckdb의 "jsonb"'

    """
    require_type(text, str, "text")
    plain = _fold_plain(text)
    return fold_source(text)[0].strip(" ") if plain is None else plain


def _fold_plain(text: str) -> str | None:
    """Return the folded form of a text of plain characters; None of another one, or a long one."""
    if len(text) > MAX_PLAIN_CHARS:
        return None
    if text.isascii():
        return " ".join(text.split()).lower().replace(_ASCII_VARIANT, _ASCII_PLAIN)
    if _PLAIN_TEXT.fullmatch(text):
        return _VARIANT.sub(lambda found: VARIANTS[found[0]], " ".join(text.split()).lower())
    return None


@cache
def _one_to_one() -> OffsetMap:
    return OffsetMap(no_knots())


class NormalizedText:
    """One source folded, with the way back: `text` is what is searched, `span` maps a window of it to the source.

    Raises:
        InvalidTypeError: the source is not a string.

    >>> source = NormalizedText("5㎏ of  Rice")
    >>> source.text, source.span(1, 3)
    ('5kg of rice', Span(start=1, end=2))

    """

    def __init__(self, source: str) -> None:
        require_type(source, str, "source")
        self.source = source
        plain = _fold_plain(source)
        if plain is not None and len(plain) == len(source):  # no white space was joined or cut off
            self.text, self._offsets = plain, _one_to_one()
            return
        text, knots = fold_source(source)
        self.text = text.strip(" ")
        self._offsets = OffsetMap(without_leading_space(knots) if text.startswith(" ") else knots)

    def __len__(self) -> int:
        return len(self.text)

    @cached_property
    def ngrams(self) -> SampledNgrams:
        """The filter of the fuzzy search, made when first needed."""
        return SampledNgrams(self.text)

    def is_boundary(self, position: int) -> bool:
        """Return whether a window may begin or end before folded character *position*: never inside one folding."""
        return position in {0, len(self.text)} or self._offsets.is_boundary(position)

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Return the start and end of the source range of the folded window [start, end), in code points."""
        return self._offsets.source_start(start), self._offsets.source_end(end - 1)

    def span(self, start: int, end: int) -> Span:
        """Return the source range of the folded window [start, end).

        Raises:
            InvalidValueError: the window is empty.

        """
        first, last = self.source_range(start, end)
        return Span(start=first, end=last)

    def locate(self, span: Span) -> tuple[int, int] | None:
        """Return the folded window of a source range; None unless it begins and ends between original characters."""
        start = bisect_left(range(len(self)), span.start, key=self._offsets.source_start)
        end = bisect_right(range(len(self)), span.end, key=self._offsets.source_end)
        if start >= end or not (self.is_boundary(start) and self.is_boundary(end)):
            return None
        return (start, end) if self.source_range(start, end) == (span.start, span.end) else None
