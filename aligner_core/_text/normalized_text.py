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

_WIDE_FORMS, _TO_ASCII = range(0xFF01, 0xFF5F), 0xFEE0
_PLAIN_RANGES = (
    r"\0-\x7f가-힣\u4e00-\u9fff\u3400-\u4dbf\u3041-\u3096\u30a1-\u30fa\u30fc\u3001-\u3003\u3008-\u3011\uff01-\uff5e"
    r"\xa1\xa3-\xa7\xb0\xb1\xb6\xb7\xbf-\xde\xe0-\xff\u0100-\u012f\u0134-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e"
    r"\u0386\u0388-\u038a\u038c\u038e\u038f\u0391-\u03a1\u03a4-\u03af\u03b1-\u03c1\u03c3-\u03ce\u0400-\u045f\u0490-\u0491"
    r"\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u060c\u061f\u2022\u20a9\u20ac\u2190-\u21ff\u2260\u2264\u2265\u2705-\u27bf"
    r"\U0001f300-\U0001f3fa\U0001f400-\U0001f64f\U0001f680-\U0001f6ff\U0001f900-\U0001f9ff"
)
"""Letters and signs that fold one by one and never join: ASCII, Hangul, Han and kana, letters with accents, emoji."""
_PLAIN_TEXT = re.compile(f"[{_PLAIN_RANGES}{''.join(VARIANTS)}]*")
_ASCII_VARIANT, _ASCII_PLAIN = "`", VARIANTS["`"]
_FOLDED = str.maketrans(
    {chr(code): VARIANTS.get(chr(code - _TO_ASCII), chr(code - _TO_ASCII)) for code in _WIDE_FORMS} | VARIANTS
)
"""What lower-case characters of such texts fold to, if not to themselves."""
_OF_SEVERAL = str.maketrans({"…": "...", "ß": "ss", "ẞ": "ss"})
"""What folds to several characters, and never joins either."""


def fold(text: str) -> str:
    r"""Return the form in which two texts are the same except for case, width, white space and typography.

    The rules are those of specification 3.3. Folding a folded text changes nothing.

    Raises:
        InvalidTypeError: the text is not a string.

    >>> fold(" ＤｕｃｋＤＢ의\n “JSONB” ")
    'duckdb의 "jsonb"'

    """
    require_type(text, str, "text")
    plain = _fold_plain(text if text.isascii() else text.translate(_OF_SEVERAL))
    return fold_source(text)[0].strip(" ") if plain is None else plain


def _fold_plain(text: str) -> str | None:
    """Return the folded form of a text of plain characters; None of another one, or a long one.

    It is as long as the text unless white space was joined or cut off.
    """
    if len(text) > MAX_PLAIN_CHARS:
        return None
    if text.isascii():
        return " ".join(text.split()).lower().replace(_ASCII_VARIANT, _ASCII_PLAIN)
    return " ".join(text.split()).lower().translate(_FOLDED) if _PLAIN_TEXT.fullmatch(text) else None


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
