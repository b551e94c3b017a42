"""What looking for a quote comes to: aligned evidence with a span, or failed evidence with a reason."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import Field, StrictInt, computed_field, model_validator

from aligner_core.canonical import text_hash
from aligner_core.spans import Span, Value

FUZZY_BAR = 0.85
"""The lowest similarity a fuzzy alignment may have."""
NORMALIZED_CONFIDENCE = 0.95
LARGEST_FUZZY_CONFIDENCE = 0.9499

Offset = Annotated[StrictInt, Field(ge=0)]
Method = Literal["exact", "normalized", "fuzzy"]
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


class Place(Value):
    """A place in some message that a quote is like, or where it stands."""

    message_index: Offset
    span_start: Offset
    span_end: Offset
    text: str
    similarity: float
    match_method: Method | Literal["none"]


class Difference(Value):
    """One edit between a fuzzy quote and its source."""

    kind: Literal["number", "unit", "negation", "role", "word", "spelling", "spacing", "punctuation"]
    quote_text: str
    source_text: str
    critical: bool


class _Derived(Value):
    """A value some of whose wire keys follow from the others: given ones are compared, never believed."""

    @model_validator(mode="wrap")
    @classmethod
    def _compare_derived(cls, given: Any, handler: Any) -> Self:  # noqa: ANN401 - pydantic's signature
        derived: dict[str, Any] = {}
        if isinstance(given, Mapping):
            names = {"confidence", "quoteHash"} & given.keys()
            derived = {name: given[name] for name in names}
            given = {key: value for key, value in given.items() if key not in derived}
        value: Self = handler(given)
        told = value.model_dump(by_alias=True) if derived else {}
        for name, wanted in derived.items():
            if told.get(name) != wanted:
                message = f"{name} does not follow from the rest"
                raise ValueError(message)
        return value


class AlignedEvidence(_Derived):
    """A quote that was found: `source[span_start:span_end]` are the words, in code points of the raw message."""

    message_index: Offset
    quote: str
    span_start: Offset
    span_end: Offset
    match_method: Method
    similarity: float = 1.0
    source_hash: Hash
    ambiguous: bool = False
    alternatives: tuple[Alternative, ...] = ()
    alternative_count: Offset = 0
    differences: tuple[Difference, ...] = ()
    warnings: tuple[str, ...] = ()
    found_in: tuple[Place, ...] = ()

    @computed_field(alias="quoteHash")  # type: ignore[prop-decorator]
    @property
    def quote_hash(self) -> str:
        """SHA-256 of the quote."""
        return text_hash(self.quote)

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
        if self.span_end <= self.span_start:
            message = "a span covers at least one character"
            raise ValueError(message)
        if self.match_method == "fuzzy":
            right = FUZZY_BAR <= self.similarity < 1
        else:
            right = self.similarity == 1.0
        if not right:
            message = f"{self.match_method} evidence cannot have the similarity {self.similarity}"
            raise ValueError(message)
        return self


class FailedEvidence(_Derived):
    """A quote that was not found, and why; `closest` and `found_in` say where to look."""

    message_index: Offset | None = None
    quote: str
    match_method: Literal["none"] = "none"
    failure_reason: FailureReason
    closest: Place | None = None
    found_in: tuple[Place, ...] = ()

    @computed_field(alias="quoteHash")  # type: ignore[prop-decorator]
    @property
    def quote_hash(self) -> str:
        """SHA-256 of the quote."""
        return text_hash(self.quote)

    @computed_field(alias="confidence")  # type: ignore[prop-decorator]
    @property
    def confidence(self) -> float:
        """Nothing was found, so nothing is certain."""
        return 0.0


class AlignedOutcome(AlignedEvidence):
    """Aligned evidence, and the entry it belongs to."""

    entry_id: str | None = None

    def without_entry(self) -> AlignedEvidence:
        """Give the evidence alone."""
        return AlignedEvidence(**{name: getattr(self, name) for name in AlignedEvidence.model_fields})


class FailedOutcome(FailedEvidence):
    """Failed evidence, and the entry it belongs to."""

    entry_id: str | None = None

    def without_entry(self) -> FailedEvidence:
        """Give the evidence alone."""
        return FailedEvidence(**{name: getattr(self, name) for name in FailedEvidence.model_fields})


Outcome = AlignedOutcome | FailedOutcome


class EntryOutcome(Value):
    """One entry: aligned when it has a quote and every quote is aligned (contract 3.8)."""

    entry_id: str | None = None
    evidence_aligned: bool
    outcomes: tuple[Outcome, ...]


class AlignResult(Value):
    """What aligning an extraction came to; `outcomes` has one outcome a quote, in input order."""

    evidence_aligned: bool
    aligned_evidence: tuple[AlignedEvidence, ...]
    failed_quotes: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    failures: tuple[FailedOutcome, ...]
    entries: tuple[EntryOutcome, ...]


class V1Span(Value):
    """One claim found, in the form of the first version."""

    start: int
    end: int
    confidence: float
    match_type: Method
    original_quote: str
    aligned_text: str


class AlignmentResult(Value):
    """Claims against one source, in the form of the first version."""

    is_aligned: bool
    confidence: float
    spans: tuple[V1Span, ...]
    missing_claims: tuple[str, ...]
