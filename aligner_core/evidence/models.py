"""The outcome of looking for a quote, aligned with a span or failed with a reason, and the verdict on it."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, StrictBool, StrictStr, computed_field, model_validator

from aligner_core._text.ellipses import without_end_ellipses
from aligner_core.evidence.differences import Alternative, Difference, Offset, Rewrite, cover_text
from aligner_core.ledger.canonical_json import text_hash
from aligner_core.spans import Span, Value, made_of

MIN_FUZZY_SIMILARITY = 0.85
"""The lowest similarity that a fuzzy alignment may have."""
NORMALIZED_CONFIDENCE = 0.95
MAX_FUZZY_CONFIDENCE = 0.9499
_FIXED_CONFIDENCE = {"exact": 1.0, "normalized": NORMALIZED_CONFIDENCE, "none": 0.0}
MAX_ALTERNATIVES = 100
"""How many of the other occurrences of an ambiguous quote are listed."""

Method = Literal["exact", "normalized", "fuzzy"]
Similarity = Annotated[float, Field(strict=True, ge=0, le=1)]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class FailureReason(StrEnum):
    """Why a quote did not align; the first that applies (specification 3.7)."""

    EMPTY_QUOTE = "empty_quote"
    INVALID_QUOTE = "invalid_quote"
    OFFSETS_NOT_ALLOWED = "offsets_not_allowed"
    UNKNOWN_SOURCE = "unknown_source"
    INVALID_INDEX = "invalid_index"
    INDEX_OUT_OF_RANGE = "index_out_of_range"
    WRONG_MESSAGE = "wrong_message"
    QUOTE_TOO_LONG = "quote_too_long"
    BUDGET_EXCEEDED = "budget_exceeded"
    BELOW_THRESHOLD = "below_threshold"
    NOT_FOUND = "not_found"


UNSEARCHED = frozenset(
    {
        FailureReason.BUDGET_EXCEEDED,
        FailureReason.QUOTE_TOO_LONG,
        FailureReason.EMPTY_QUOTE,
        FailureReason.INVALID_QUOTE,
        FailureReason.OFFSETS_NOT_ALLOWED,
    }
)
"""The reasons of failures where no message was searched to the end."""


class Verdict(StrEnum):
    """What a program may do with a quote; the first that applies."""

    UNCHECKED = "unchecked"
    """Undecided: not searched to the end, not a text, or in an unknown language."""
    ELSEWHERE = "elsewhere"
    """Not where it was claimed, but in another message."""
    MISSING = "missing"
    """In no message, and in none nearly."""
    DIFFERS = "differs"
    """Found, or nearly, but something differs that can change a fact."""
    SLIP = "slip"
    """Found, with misspelled words at most."""
    EQUAL = "equal"
    """Found, and nothing differs but form."""
    VERBATIM = "verbatim"
    """Found to the letter."""

    @property
    def ok(self) -> bool:
        """Whether the quote was found, with no fact changed."""
        return self in {Verdict.SLIP, Verdict.EQUAL, Verdict.VERBATIM}


class Place(Value):
    """A place in a message where a quote, or something similar to it, occurs."""

    message_index: Offset
    span_start: Offset
    span_end: Offset
    text: str
    similarity: Similarity
    match_method: Method | Literal["none"]

    @property
    def span(self) -> Span:
        """The span as one value."""
        return Span(start=self.span_start, end=self.span_end)

    @model_validator(mode="after")
    def _covers_text(self) -> Self:
        cover_text(self.span_start, self.span_end)
        return self


def verdict_of_failure(
    reason: FailureReason, found_in: Iterable[Place], differences: Iterable[Difference] = ()
) -> Verdict:
    """Return the verdict on a quote that was not found where it was claimed; *differences* are those to closest words.

    Closest words that state another fact are a quote that says something else, not one that nobody said.
    """
    if any(found_in):
        return Verdict.ELSEWHERE
    if reason in UNSEARCHED:
        return Verdict.UNCHECKED
    is_told = any(one.critical and one.kind != "unjudged" for one in differences)
    return Verdict.DIFFERS if is_told else Verdict.MISSING


def verdict_of_alignment(method: Method, differences: Iterable[Difference]) -> Verdict:
    """Return the verdict on a quote that was found by a method."""
    found = list(differences)
    critical = [one for one in found if one.severity == "critical"]
    if critical:
        return Verdict.UNCHECKED if all(one.kind == "unjudged" for one in critical) else Verdict.DIFFERS
    if any(one.severity == "slip" for one in found):
        return Verdict.SLIP
    return Verdict.VERBATIM if method == "exact" else Verdict.EQUAL


class _Derived(Value):
    """A value with wire keys that are computed from the others: given ones are compared, never trusted."""

    quote: StrictStr
    _text: str | None = PrivateAttr(default=None)

    def __eq__(self, other: object) -> bool:
        """Return whether two outcomes state the same; `text` only shows it."""
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __bool__(self) -> bool:
        """Return whether the verdict is ok, so that ``if aligner.align_quote(quote, source):`` is safe."""
        return self.verdict.ok

    @property
    def verdict(self) -> Verdict:
        """What may be done with the quote."""
        raise NotImplementedError

    @computed_field(alias="quoteHash")  # type: ignore[prop-decorator]
    @property
    def quote_hash(self) -> str:
        """SHA-256 of the quote."""
        return text_hash(self.quote)

    @model_validator(mode="wrap")
    @classmethod
    def _compare_derived(cls, given: Any, handler: Any) -> Self:  # noqa: ANN401 - pydantic's signature
        names = _computed_names(cls)
        if not isinstance(given, Mapping):
            value: Self = handler(given)
            return value
        claims = {key: given[key] for pair in names.items() for key in pair if key in given}
        value = handler({key: item for key, item in given.items() if key not in claims})
        for key, claimed in claims.items():
            computed = getattr(value, names.get(key, key))
            if isinstance(claimed, bool) or claimed != computed:
                message = f"{key} does not match the other fields"
                raise ValueError(message)
        return value


@cache
def _computed_names(model: type[_Derived]) -> Mapping[str, str]:
    """Return the name of each computed field of a model by its wire key."""
    return {field.alias or name: name for name, field in model.model_computed_fields.items()}


class AlignedEvidence(_Derived):
    """A quote that was found: `source[span_start:span_end]` are the words, in code points of the raw message.

    `hedge` are words of hearsay, condition or doubt before them in their sentence, for which there is a warning.
    """

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
    hedge: StrictStr = ""
    found_in: tuple[Place, ...] = ()

    @computed_field(alias="confidence")  # type: ignore[prop-decorator]
    @property
    def confidence(self) -> float:
        """How certain the alignment is, derived from method and similarity (specification 3.2, 3.3 and 3.5)."""
        return confidence_of(self.match_method, self.similarity)

    @property
    def span(self) -> Span:
        """The span as one value."""
        return Span(start=self.span_start, end=self.span_end)

    @property
    def rewrites(self) -> tuple[Rewrite, ...]:
        """The rewrites that turn the folded quote into the folded words at the span; none where they are the same."""
        return tuple(rewrite for one in self.differences if (rewrite := one.rewrite) is not None)

    @property
    def verdict(self) -> Verdict:
        """What may be done with the quote (specification 6)."""
        return verdict_of_alignment(self.match_method, self.differences)

    @property
    def text(self) -> str | None:
        """The words at the span; None where the evidence was read from its wire form and is not exact."""
        if self.match_method != "exact":
            return self._text
        is_whole = len(self.quote) == self.span_end - self.span_start
        return self.quote if is_whole else without_end_ellipses(self.quote)

    def with_text(self, text: str | None) -> Self:
        """Return the same evidence, with the words at its span to show."""
        fields, stated = {**self.__dict__}, self.model_fields_set
        return made_of(type(self), fields, private={"_text": text}, stated=stated)

    @model_validator(mode="after")
    def _is_one_of_its_kinds(self) -> Self:
        fuzzy = self.match_method == "fuzzy"
        right = MIN_FUZZY_SIMILARITY <= self.similarity < 1 if fuzzy else self.similarity == 1
        if not right:
            message = f"{self.match_method} evidence cannot have the similarity {self.similarity}"
            raise ValueError(message)
        cover_text(self.span_start, self.span_end)
        return self

    @model_validator(mode="after")
    def _is_rewritten_where_normalized(self) -> Self:
        if self.match_method != "normalized" and (self.rewrites or any(one.rewrites for one in self.alternatives)):
            message = "only normalized evidence has rewrites"
            raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _counts_its_alternatives(self) -> Self:
        """Refuse a wrong count. Once a person chose the occurrence, the others stay listed and nothing is ambiguous."""
        listed = {(one.span_start, one.span_end) for one in self.alternatives} - {(self.span_start, self.span_end)}
        if len(listed) != len(self.alternatives) or len(listed) != min(self.alternative_count, MAX_ALTERNATIVES):
            message = f"{len(listed)} alternatives are listed, but alternative_count is {self.alternative_count}"
            raise ValueError(message)
        if self.ambiguous and not listed and not self.found_in:
            message = "ambiguous evidence must list its alternatives or the other messages that have it"
            raise ValueError(message)
        return self


class FailedEvidence(_Derived):
    """A quote that was not found, and why; `closest` and `found_in` show where to look.

    `differences` are those between the quote and the closest words, judged as those of aligned evidence are.
    """

    message_index: Offset | None = None
    match_method: Literal["none"] = "none"
    failure_reason: FailureReason
    closest: Place | None = None
    differences: tuple[Difference, ...] = ()
    found_in: tuple[Place, ...] = ()

    @computed_field(alias="confidence")  # type: ignore[prop-decorator]
    @property
    def confidence(self) -> float:
        """Always 0: nothing was found."""
        return confidence_of(self.match_method)

    @property
    def verdict(self) -> Verdict:
        """What may be done with the quote (specification 6)."""
        return verdict_of_failure(self.failure_reason, self.found_in, self.differences)

    @property
    def text(self) -> str | None:
        """The words that are closest to the quote, or those that stand in another message; None when there are none."""
        place = self.found_in[0] if self.found_in else self.closest
        return None if place is None else place.text

    @model_validator(mode="after")
    def _differs_from_words(self) -> Self:
        if self.differences and self.closest is None:
            message = "a failed quote without closest words differs from none"
            raise ValueError(message)
        return self


def confidence_of(method: str, similarity: float | None = None) -> float:
    """Return the confidence that follows from a method and, if it is fuzzy, a similarity (specification 3.5).

    >>> [confidence_of("exact"), confidence_of("normalized"), confidence_of("fuzzy", 0.98), confidence_of("none")]
    [1.0, 0.95, 0.9499, 0.0]

    """
    if method == "fuzzy" and similarity is not None:
        return min(similarity, MAX_FUZZY_CONFIDENCE)
    return _FIXED_CONFIDENCE[method]
