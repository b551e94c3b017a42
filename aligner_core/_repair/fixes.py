"""Fixes of a quote: what one click would do, with the evidence the quote would get."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from aligner_core._corpus.search import CorpusSearch
from aligner_core._differences.beside import MAX_CHARS_BESIDE
from aligner_core._differences.compared_tokens import widen_to_quoted_words
from aligner_core._differences.edges import MAX_WORDS_BEFORE, edge_differences
from aligner_core._matching.cascade import PreparedSource, differences_inside
from aligner_core._matching.tie_breaking import cuts_word
from aligner_core.errors import require_type
from aligner_core.evidence.differences import Difference
from aligner_core.evidence.models import AlignedEvidence, Place
from aligner_core.spans import Span, Value

MAX_WORD_END_CHARS = 30
"""How far a span is widened to the end of a word; what is longer, as a line of minified JSON, is not a word."""

MAX_WORDS_AFTER = 4
"""How many words a span may be widened over when the last of them reverses it."""

_TO_WORD_END, _FROM_WORD_START = re.compile(r"\S*\w"), re.compile(r"\w\S*")

FixKind = Literal["align", "move", "use_words", "rewrite", "split"]


class Fix(Value):
    """A fix with one click, and the evidence of every quote it leaves: aligning them again gives the same evidence.

    `align` searches for the same words in the message they claim, and `move` in another one; `use_words` replaces the
    quote by the words of the message, `rewrite` by a part of itself, and `split` by several parts, each its own quote.
    `changes` are the differences between the quote and the words that replace it which are more than form.

    Raises:
        InvalidValueError: a split leaves fewer than two quotes, or another kind leaves several.

    """

    kind: FixKind
    evidence: Annotated[tuple[AlignedEvidence, ...], Field(min_length=1)]
    changes: tuple[Difference, ...] = ()

    @model_validator(mode="after")
    def _splits_into_several(self) -> Self:
        if (self.kind == "split") != (len(self.evidence) > 1):
            message = f"{self.kind} cannot leave {len(self.evidence)} quotes"
            raise ValueError(message)
        return self


def fix_with_words_at(place: AlignedEvidence | Place, quote: str, search: CorpusSearch) -> Fix | None:
    """Return a fix that replaces a quote by the words at a place; None when those are blank.

    The words are complete, and widened to the first and last word of the quote.
    """
    source = search.corpus.sources[place.message_index]
    window = source.folded.locate(place.span)
    span = source.folded.span(*widen_to_quoted_words(quote, source.folded.text, window)) if window else place.span
    span = complete_words(source, span)
    found = search.align_in_message(source.text[span.start : span.end], place.message_index)
    if not isinstance(found, AlignedEvidence):
        return None
    return Fix(kind="use_words", evidence=(found,), changes=_changes(quote, found, source))


def _changes(quote: str, found: AlignedEvidence, source: PreparedSource) -> tuple[Difference, ...]:
    """Return what differs between a quote and the words that would replace it, but for form."""
    window = source.folded.locate(found.span)
    inside = differences_inside(quote, source, source.text[found.span_start : found.span_end], window)
    return tuple(one for one in inside if one.severity != "form")


def complete_words(source: str | PreparedSource, span: Span) -> Span:
    """Return a span widened to whole words, and over words beside these that reverse them, as a negation does.

    Where a few words more do not help, the span is of whole words, and its evidence has a critical difference
    (specification 3.9).

    Raises:
        InvalidTypeError: *source* is neither a string nor a prepared source, or *span* is not a span.

    >>> span = complete_words("we do not deploy it", Span(start=10, end=19))
    >>> "we do not deploy it"[span.start : span.end]
    'not deploy it'

    """
    require_type(source, (str, PreparedSource), "source")
    require_type(span, Span, "span")
    prepared = PreparedSource(source) if isinstance(source, str) else source
    whole = whole_words(prepared.text, span)
    spans = (whole, *_widened(prepared.text, whole))
    return next((wider for wider in spans if not _is_turned_round(prepared, wider)), whole)


def _widened(text: str, span: Span) -> Iterator[Span]:
    """Yield a span with words after it, then with words before it, ever more of them."""
    after = _TO_WORD_END.finditer(text, span.end, span.end + MAX_CHARS_BESIDE)
    for _, word in zip(range(MAX_WORDS_AFTER), after, strict=False):
        yield Span(start=span.start, end=word.end())
    before = list(_FROM_WORD_START.finditer(text, max(0, span.start - MAX_CHARS_BESIDE), span.start))
    yield from (Span(start=word.start(), end=span.end) for word in before[: -MAX_WORDS_BEFORE - 1 : -1])


def _is_turned_round(source: PreparedSource, span: Span) -> bool:
    return any(edge_differences(source.beside(span.start, span.end)))


def whole_words(text: str, span: Span) -> Span:
    """Return a span widened to the ends of the words it cuts, by at most MAX_WORD_END_CHARS on either side.

    Raises:
        InvalidTypeError: *text* is not a string, or *span* is not a span.

    >>> whole_words("we decided it", Span(start=5, end=9))
    Span(start=3, end=10)

    """
    require_type(text, str, "text")
    require_type(span, Span, "span")
    before = range(span.start, max(-1, span.start - MAX_WORD_END_CHARS), -1)
    after = range(span.end, min(len(text), span.end + MAX_WORD_END_CHARS) + 1)
    return Span(
        start=next((at for at in before if not cuts_word(text, at)), span.start),
        end=next((at for at in after if not cuts_word(text, at)), span.end),
    )
