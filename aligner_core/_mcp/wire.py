"""What tools take and answer: camelCase keys as in the API, and no more than a model reads at once."""

from collections.abc import Iterable
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

MAX_ANSWER_CHARS = 20_000
"""How long the items of one answer are together: about 5,000 tokens of English; a cursor leads to the rest."""
MAX_TEXT_CHARS = 2_000
"""How much is shown of one text: as much as is stored of a quote."""
CUT = " […]"
"""What stands at the end of a text that was cut."""


class Asked(BaseModel):
    """What a tool takes: an unknown key is an error, and positions are one."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class Answered(BaseModel):
    """What a tool answers."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Words(Answered):
    """Words of a message, to the letter, and the index of the message."""

    quote: str
    message_index: int


Index = Annotated[int, Field(ge=0, lt=2**31)]
One = TypeVar("One", bound=BaseModel)


def fitting(items: Iterable[One]) -> list[One]:
    """Return as many items as one answer holds, and at least the first."""
    kept, left = list[One](), MAX_ANSWER_CHARS
    for item in items:
        left -= len(item.model_dump_json())
        if kept and left < 0:
            break
        kept.append(item)
    return kept


def shown(text: str) -> str:
    """Return a text, or the beginning of a long one.

    >>> shown("ab"), len(shown("a" * 3_000))
    ('ab', 2004)
    """
    return text if len(text) <= MAX_TEXT_CHARS else text[:MAX_TEXT_CHARS] + CUT
