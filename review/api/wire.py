"""The base of what operations take and answer: camelCase keys, and nothing unknown in what is taken."""

from typing import Annotated, Any, Literal

from ninja import Path, Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from review.domain.limits import API_PAGE_SIZE, MAX_API_PAGE_SIZE

KEYS = 2**63
"""The end of the keys that a database has."""


class Wire(BaseModel):
    """What an operation answers."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Body(Wire):
    """What an operation takes."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


def _whole(value: object) -> object:
    """Return a number of JSON as one: `3.0` is 3, and `true` and `"3"` are none."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool | str):
        message = "not a whole number"
        raise ValueError(message)  # noqa: TRY004 - pydantic turns it into an answer
    return value


Key = Annotated[int, Path(ge=1, lt=KEYS)]
Whole = Annotated[int, Field(ge=0, lt=2**31), BeforeValidator(_whole)]
Limit = Annotated[int, Query(ge=1, le=MAX_API_PAGE_SIZE)]
PAGE = API_PAGE_SIZE
Offsets = Literal["codepoints", "utf16"]
"""What positions in texts count: code points, or the code units of JavaScript."""
Json = dict[str, Any]
