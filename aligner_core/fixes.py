"""What one click would do for a quote, with the evidence it would get."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from aligner_core.alignments import AlignedEvidence, Place
from aligner_core.search import Search
from aligner_core.sides import reached
from aligner_core.spans import Span, Value
from aligner_core.ties import cuts_word

LONGEST_END = 30
"""How far words are taken to the end of a word; what is longer, as a line of minified JSON, is no word."""

FixKind = Literal["align", "move", "use_words", "rewrite", "split"]


class Fix(Value):
    """What one click would do, and the evidence of every quote it leaves: looked for again, each is found so.

    `align` looks for the same words in the message they claim and `move` in another one; `use_words` takes the words of
    the message for the quote, `rewrite` looks for a part of the quote, `split` for several, each a quote of its own.
    """

    kind: FixKind
    evidence: Annotated[tuple[AlignedEvidence, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _splits_into_several(self) -> Self:
        if (self.kind == "split") != (len(self.evidence) > 1):
            message = f"{self.kind} cannot leave {len(self.evidence)} quotes"
            raise ValueError(message)
        return self


def words_at(place: AlignedEvidence | Place, quote: str, search: Search) -> Fix | None:
    """Take the words at a place for a quote, whole and from its first to its last; None when nothing is seen there."""
    source = search.corpus.sources[place.message_index]
    window = source.folded.locate(place.span)
    span = source.folded.span(*reached(quote, source.folded.text, window)) if window else place.span
    span = whole_words(source.text, span)
    found = search.at(source.text[span.start : span.end], place.message_index)
    return Fix(kind="use_words", evidence=(found,)) if isinstance(found, AlignedEvidence) else None


def whole_words(text: str, span: Span) -> Span:
    """Widen a span to the ends of the words it cuts.

    >>> whole_words("we decided it", Span(start=5, end=9))
    Span(start=3, end=10)
    """
    before = range(span.start, max(-1, span.start - LONGEST_END), -1)
    behind = range(span.end, min(len(text), span.end + LONGEST_END) + 1)
    return Span(
        start=next((at for at in before if not cuts_word(text, at)), span.start),
        end=next((at for at in behind if not cuts_word(text, at)), span.end),
    )
