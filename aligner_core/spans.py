"""The base of every value, and the span."""

from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StrictInt,
    model_serializer,
    model_validator,
)
from pydantic.alias_generators import to_camel


class Value(BaseModel):
    """A frozen value that refuses unknown fields; camelCase on the wire."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True, validate_by_alias=True
    )

    @model_serializer(mode="wrap")
    def _on_the_wire(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write lists where Python keeps tuples: a dump is the wire form."""
        return {key: list(item) if isinstance(item, tuple) else item for key, item in handler(self).items()}


class Span(Value):
    """A non-empty, half-open range of code points in one source text."""

    start: Annotated[StrictInt, Field(ge=0)]
    end: StrictInt

    @model_validator(mode="after")
    def _covers_text(self) -> Self:
        if self.end <= self.start:
            message = "a span covers at least one character"
            raise ValueError(message)
        return self

    def to_utf16(self, source: str) -> "Span":
        """Give the same range counted in UTF-16 code units, as JavaScript counts.

        >>> Span(start=1, end=3).to_utf16("🙂한글")
        Span(start=2, end=4)
        """
        before = _utf16_length(source[: self.start])
        return Span(start=before, end=before + _utf16_length(source[self.start : self.end]))


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
