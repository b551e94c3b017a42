"""What looking for a quote comes to: aligned evidence with a span, or failed evidence with a reason."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import Field, StrictBool, StrictInt, StrictStr, computed_field, model_validator

from aligner_core.canonical import text_hash
from aligner_core.spans import Span, Value

FUZZY_BAR = 0.85
"""The lowest similarity a fuzzy alignment may have."""
NORMALIZED_CONFIDENCE = 0.95
LARGEST_FUZZY_CONFIDENCE = 0.9499
MOST_ALTERNATIVES = 100
"""How many of the other places of an ambiguous quote are listed."""

Offset = Annotated[StrictInt, Field(ge=0)]
Method = Literal["exact", "normalized", "fuzzy"]
Similarity = Annotated[float, Field(strict=True, ge=0, le=1)]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class FailureReason(StrEnum):
    """Why a quote did not align; the first that applies (contract 3.7)."""

    EMPTY_QUOTE = "empty_quote"
    INVALID_QUOTE = "invalid_quote"
    OFFSETS_NOT_ALLOWED = "offsets_not_allowed"
    INVALID_INDEX = "invalid_index"
    INDEX_OUT_OF_RANGE = "index_out_of_range"
    WRONG_MESSAGE = "wrong_message"
    QUOTE_TOO_LONG = "quote_too_long"
    BUDGET_EXCEEDED = "budget_exceeded"
    BELOW_THRESHOLD = "below_threshold"
    NOT_FOUND = "not_found"


class Alternative(Value):
    """Another place where an ambiguous quote stands."""

    span_start: Offset
    span_end: Offset

    @property
    def span(self) -> Span:
        """The place in the message."""
        return Span(start=self.span_start, end=self.span_end)

    @model_validator(mode="after")
    def _covers_text(self) -> Self:
        _cover_text(self.span_start, self.span_end)
        return self


class Place(Value):
    """A place in some message that a quote is like, or where it stands."""

    message_index: Offset
    span_start: Offset
    span_end: Offset
    text: str
    similarity: Similarity
    match_method: Method | Literal["none"]

    @property
    def span(self) -> Span:
        """The place in the message."""
        return Span(start=self.span_start, end=self.span_end)

    @model_validator(mode="after")
    def _covers_text(self) -> Self:
        _cover_text(self.span_start, self.span_end)
        return self


DifferenceKind = Literal["number", "unit", "negation", "role", "word", "spelling", "spacing", "punctuation"]


class Difference(Value):
    """One edit between a fuzzy quote and its source."""

    kind: DifferenceKind
    quote_text: str
    source_text: str
    critical: bool


class _Derived(Value):
    """A value some of whose wire keys follow from the others: given ones are compared, never believed."""

    quote: StrictStr

    @computed_field(alias="quoteHash")  # type: ignore[prop-decorator]
    @property
    def quote_hash(self) -> str:
        """SHA-256 of the quote."""
        return text_hash(self.quote)

    @model_validator(mode="wrap")
    @classmethod
    def _compare_derived(cls, given: Any, handler: Any) -> Self:  # noqa: ANN401 - pydantic's signature
        names = {field.alias or name: name for name, field in cls.model_computed_fields.items()}
        if not isinstance(given, Mapping):
            value: Self = handler(given)
            return value
        told = {key: given[key] for pair in names.items() for key in pair if key in given}
        value = handler({key: item for key, item in given.items() if key not in told})
        for key, claimed in told.items():
            follows = getattr(value, names.get(key, key))
            if isinstance(claimed, bool) or claimed != follows:
                message = f"{key} does not follow from the rest"
                raise ValueError(message)
        return value


class AlignedEvidence(_Derived):
    """A quote that was found: `source[span_start:span_end]` are the words, in code points of the raw message."""

    message_index: Offset
    span_start: Offset
    span_end: Offset
    match_method: Method
    similarity: Similarity = 1.0
    source_hash: Hash
    ambiguous: StrictBool = False
    alternatives: tuple[Alternative, ...] = ()
    alternative_count: Offset = 0
    differences: tuple[Difference, ...] = ()
    warnings: tuple[str, ...] = ()
    found_in: tuple[Place, ...] = ()

    @computed_field(alias="confidence")  # type: ignore[prop-decorator]
    @property
    def confidence(self) -> float:
        """The number of the contract (3.2, 3.3, 3.5), derived from method and similarity."""
        fixed = {"exact": 1.0, "normalized": NORMALIZED_CONFIDENCE}
        return fixed.get(self.match_method, min(self.similarity, LARGEST_FUZZY_CONFIDENCE))

    @property
    def span(self) -> Span:
        """The place in the message."""
        return Span(start=self.span_start, end=self.span_end)

    @model_validator(mode="after")
    def _is_one_of_its_kinds(self) -> Self:
        fuzzy = self.match_method == "fuzzy"
        right = FUZZY_BAR <= self.similarity < 1 if fuzzy else self.similarity == 1
        if not right:
            message = f"{self.match_method} evidence cannot have the similarity {self.similarity}"
            raise ValueError(message)
        _cover_text(self.span_start, self.span_end)
        return self

    @model_validator(mode="after")
    def _counts_its_alternatives(self) -> Self:
        """Refuse a wrong count; a person who chose the occurrence leaves the others listed, and nothing ambiguous."""
        listed = {(one.span_start, one.span_end) for one in self.alternatives} - {(self.span_start, self.span_end)}
        if len(listed) != len(self.alternatives) or len(listed) != min(self.alternative_count, MOST_ALTERNATIVES):
            message = f"{len(listed)} other places are listed, {self.alternative_count} counted"
            raise ValueError(message)
        if self.ambiguous and not listed:
            message = "what stands in one place is not ambiguous"
            raise ValueError(message)
        return self


class FailedEvidence(_Derived):
    """A quote that was not found, and why; `closest` and `found_in` say where to look."""

    message_index: Offset | None = None
    match_method: Literal["none"] = "none"
    failure_reason: FailureReason
    closest: Place | None = None
    found_in: tuple[Place, ...] = ()

    @computed_field(alias="confidence")  # type: ignore[prop-decorator]
    @property
    def confidence(self) -> float:
        """Nothing was found, so nothing is certain."""
        return 0.0


def _cover_text(start: int, end: int) -> None:
    if end <= start:
        message = "a span covers at least one character"
        raise ValueError(message)
