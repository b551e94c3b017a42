"""The base of every value, and the span."""

from typing import TYPE_CHECKING, Annotated, Any, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    StrictInt,
    ValidationError,
    model_serializer,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from aligner_core.errors import InvalidValueError, require_type


class Value(BaseModel):
    """A frozen value that refuses unknown fields; camelCase on the wire.

    Calling the class with invalid fields raises `InvalidValueError`, and so does `from_wire`. `model_validate` raises
    pydantic's own `ValidationError`, as for any model, since pydantic needs it where values are parts of other models.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True, validate_by_alias=True
    )

    if TYPE_CHECKING:
        """A type checker knows the fields of each class as its signature."""
    else:

        def __init__(self, /, **fields: object) -> None:
            try:
                self.__pydantic_validator__.validate_python(fields, self_instance=self)
            except ValidationError as error:
                raise InvalidValueError(_sentence(error)) from error

        # As for the method of `BaseModel`, pydantic then makes values inside of others without calling it.
        __init__.__pydantic_base_init__ = True

    @classmethod
    def from_wire(cls, wire: object) -> Self:
        """Return the value of a wire form, a mapping.

        Raises:
            InvalidValueError: a field is missing, unknown or invalid.

        >>> Span.from_wire({"start": 1, "end": 0})
        Traceback (most recent call last):
        aligner_core.errors.InvalidValueError: Span: a span must cover at least one character

        """
        try:
            return cls.model_validate(wire)
        except ValidationError as error:
            raise InvalidValueError(_sentence(error)) from error

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler, /) -> JsonSchemaValue:
        """Describe a dump by the fields: what the serializer below returns says nothing of them."""
        return handler(_without_serializers(schema))

    @model_serializer(mode="wrap")
    def _on_the_wire(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write tuples as lists, so that a dump is the wire form."""
        return {key: list(item) if isinstance(item, tuple) else item for key, item in handler(self).items()}


Made = TypeVar("Made", bound=Value)


def _without_serializers(schema: Any) -> Any:  # noqa: ANN401 - the schemas of pydantic are typed dictionaries of many kinds
    """Return the schema of a value without its serializer: a validator that wraps it puts it some levels down."""
    bare = {key: item for key, item in schema.items() if key != "serialization"}
    return bare | {"schema": _without_serializers(bare["schema"])} if "schema" in bare else bare


class Span(Value):
    """A non-empty, half-open range of code points in one source text.

    >>> Span(start=3, end=3)
    Traceback (most recent call last):
    aligner_core.errors.InvalidValueError: Span: a span must cover at least one character
    """

    start: Annotated[StrictInt, Field(ge=0)]
    end: StrictInt

    @model_validator(mode="after")
    def _covers_text(self) -> Self:
        if self.end <= self.start:
            message = "a span must cover at least one character"
            raise ValueError(message)
        return self

    def to_utf16(self, source: str) -> "Span":
        """Return the same range counted in UTF-16 code units, as JavaScript counts.

        >>> Span(start=1, end=3).to_utf16("🙂한글")
        Span(start=2, end=4)
        """
        require_type(source, str, "source")
        before = _utf16_length(source[: self.start])
        return Span(start=before, end=before + _utf16_length(source[self.start : self.end]))


def made_of(
    kind: type[Made], fields: dict[str, Any], *, private: dict[str, Any] | None = None, stated: set[str] | None = None
) -> Made:
    """Return a value of fields that are valid, since other values have them: nothing is validated again.

    *stated* are the names of those that were given, all of them if it is None.
    """
    value = kind.__new__(kind)
    set_attribute = object.__setattr__
    set_attribute(value, "__dict__", fields)
    set_attribute(value, "__pydantic_fields_set__", set(fields if stated is None else stated))
    set_attribute(value, "__pydantic_extra__", None)
    set_attribute(value, "__pydantic_private__", private)
    return value


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _sentence(error: ValidationError) -> str:
    """Return the first thing that pydantic found, as a sentence.

    >>> Span(start=-1)
    Traceback (most recent call last):
    aligner_core.errors.InvalidValueError: Span: start: Input should be greater than or equal to 0
    """
    first = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(map(str, first["loc"]))
    return ": ".join(filter(None, (error.title, place, first["msg"].removeprefix("Value error, "))))
