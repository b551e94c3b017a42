"""Fields of pydantic models with texts that must be in the sources: an answer is checked while it is parsed.

The sources are given as the validation context: `Model.model_validate(answer, context={"sources": messages})`.
Libraries that ask a language model again when validation fails (instructor, pydantic-ai) hand it the error, which
quotes what the sources have instead.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, StrictInt, ValidationInfo, model_validator
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from aligner_core.errors import InvalidTypeError
from aligner_core.evidence.models import Verdict
from aligner_core.grounding import Report, Row, check
from aligner_core.grounding.wording import reasons

SOURCES: Final = "sources"
"""The key of the validation context that holds the sources."""
UNGROUNDED: Final = "ungrounded_quote"
"""The type of the validation error."""


class Grounded:
    """Marks a text field as a quote that must stand in the sources; with *strict*, slips are refused too.

    >>> from pydantic import BaseModel
    >>> class Fact(BaseModel):
    ...     quote: Annotated[str, Grounded(strict=True)]
    >>> Fact.model_validate({"quote": "ends in May"}, context={"sources": "The lease ends in May."}).quote
    'ends in May'
    """

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401 - pydantic's signature
        return core_schema.with_info_after_validator_function(self._checked, handler(source))

    def _checked(self, quote: str, info: core_schema.ValidationInfo) -> str:
        _require(check(quote, _sources(info.context), strict=self.strict))
        return quote


GroundedQuote = Annotated[str, Grounded()]
"""A text that must stand in the sources of the validation context, in any of them.

The error names what differs, and ends: Quote them exactly: “You have 90 days.”
"""


class GroundedEvidence(BaseModel):
    """A quote and the index of its message, checked in that message: `{"messageIndex": 1, "quote": "…"}`.

    >>> sources = {"sources": ["Mina asked.", "The lease ends in May."]}
    >>> GroundedEvidence.model_validate({"messageIndex": 1, "quote": "ends in May"}, context=sources).message_index
    1
    """

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    message_index: Annotated[StrictInt, Field(alias="messageIndex", ge=0)]
    quote: str

    @model_validator(mode="after")
    def _is_grounded(self, info: ValidationInfo) -> Self:
        _require(check({"quote": self.quote, "messageIndex": self.message_index}, _sources(info.context)))
        return self


def _sources(context: object) -> object:
    if isinstance(context, Mapping) and SOURCES in context:
        return context[SOURCES]
    message = 'a grounded quote is validated with its sources: model_validate(…, context={"sources": messages})'
    raise InvalidTypeError(message)


def _require(report: Report) -> None:
    """Raise what pydantic turns into a validation error, unless the one quote is ok."""
    if not report.ok:
        raise PydanticCustomError(UNGROUNDED, "{advice}", {"advice": _advice(report.rows[0])})


def _advice(row: Row) -> str:
    """Return advice for the model that gave the quote: what is wrong, and the words it should have given."""
    why = "; ".join(reasons(row))
    problem = {
        Verdict.DIFFERS: "The sources say something else",
        Verdict.ELSEWHERE: f"The words stand in message {row.source_index}, not in {row.claimed}",
        Verdict.MISSING: "No source says this",
        Verdict.UNCHECKED: "This quote cannot be checked",
        Verdict.SLIP: "The quote is misspelled",
    }[row.verdict] + (f" ({why})" if why else "")
    if row.verdict is Verdict.ELSEWHERE:
        return f"{problem}. Give that index."
    words = [] if row.fix is None else [one.quote for one in row.fix.evidence]
    if words:
        return f"{problem}. Quote them exactly: {' · '.join(f'“{one}”' for one in words)}"
    return f"{problem}. Quote the exact words of a message, or leave the item out."
