"""What differs between a quote and its words, what was rewritten, and the other places that have it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    StrictInt,
    computed_field,
    model_serializer,
    model_validator,
)

from aligner_core.spans import Span, Value

Offset = Annotated[StrictInt, Field(ge=0)]
DifferenceKind = Literal[
    "number",
    "unit",
    "negation",
    "role",
    "operator",
    "identifier",
    "name",
    "speaker",
    "word",
    "unjudged",
    "spelling",
    "spacing",
    "punctuation",
]
Severity = Literal["form", "slip", "critical"]
"""How much a difference can change: nothing, nothing if it is a slip of the keyboard, or a fact (specification 3.9)."""


class Rewrite(Value):
    """A stretch [quote_start, quote_end) of a folded quote, and what stands in its place in the folded message."""

    quote_start: Offset
    quote_end: Offset
    source_text: str

    @model_validator(mode="after")
    def _is_stretch(self) -> Self:
        _stretch(self.quote_start, self.quote_end)
        return self


class Alternative(Value):
    """Another occurrence of an ambiguous quote; `rewrites` turn the quote into its words where it is not literal.

    On the wire `rewrites` are left out where there are none.
    """

    span_start: Offset
    span_end: Offset
    rewrites: tuple[Rewrite, ...] = ()

    @property
    def span(self) -> Span:
        """The span as one value."""
        return Span(start=self.span_start, end=self.span_end)

    @model_validator(mode="after")
    def _covers_text(self) -> Self:
        cover_text(self.span_start, self.span_end)
        return self

    @model_serializer(mode="wrap")
    def _on_the_wire(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found: dict[str, Any] = handler(self)
        listed = found.pop("rewrites", ())
        return {**found, "rewrites": list(listed)} if listed else found


class Difference(Value):
    """One edit that turns a quote into the words of its source, and how much it can change.

    A negation, or the rest of a number, that stands right beside the words has an empty `quote_text`. A *rewrite* of a
    normalized quote has its place [quote_start, quote_end) in the folded quote; on the wire the two are left out of
    every other difference. There `critical` repeats the severity, and must not contradict it.

    >>> Difference(kind="word", quote_text="the", source_text="", severity="slip").critical
    False
    """

    kind: DifferenceKind
    quote_text: str
    source_text: str
    severity: Severity
    quote_start: Offset | None = None
    quote_end: Offset | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def critical(self) -> bool:
        """Whether it can change a fact."""
        return self.severity == "critical"

    @property
    def rewrite(self) -> Rewrite | None:
        """The rewrite that this difference is; None of any other."""
        if self.quote_start is None or self.quote_end is None:
            return None
        return Rewrite(quote_start=self.quote_start, quote_end=self.quote_end, source_text=self.source_text)

    @model_validator(mode="after")
    def _has_place_of_rewrite(self) -> Self:
        if self.quote_start is None and self.quote_end is None:
            return self
        if self.quote_start is None or self.quote_end is None or self.severity != "form":
            message = "a rewrite has both ends of its place, and is form"
            raise ValueError(message)
        _stretch(self.quote_start, self.quote_end)
        return self

    @model_serializer(mode="wrap")
    def _on_the_wire(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {key: item for key, item in handler(self).items() if item is not None}

    @model_validator(mode="before")
    @classmethod
    def _compare_critical(cls, given: Any) -> Any:  # noqa: ANN401 - pydantic's signature
        if not isinstance(given, Mapping) or "critical" not in given:
            return given
        critical = given["critical"]
        if not isinstance(critical, bool):
            message = "critical must be true or false"
            raise ValueError(message)  # noqa: TRY004 - pydantic takes a ValueError for an invalid value
        if "severity" in given and critical != (given["severity"] == "critical"):
            message = "critical does not match the severity"
            raise ValueError(message)
        return {key: item for key, item in given.items() if key != "critical"}


def _stretch(start: int, end: int) -> None:
    if end < start:
        message = "a rewrite must not end before it begins"
        raise ValueError(message)


def cover_text(start: int, end: int) -> None:
    """Raise unless a span covers a character."""
    if end <= start:
        message = "a span must cover at least one character"
        raise ValueError(message)
