"""What a model is asked and what it answers, whatever the protocol."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from aligner_core.errors import AlignerError


class Tokens(NamedTuple):
    """How many tokens a model has read and written."""

    input: int = 0
    output: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.input + self.output

    def plus(self, other: "Tokens") -> "Tokens":
        """Return the sum.

        >>> Tokens(1, 2).plus(Tokens(10, 20))
        Tokens(input=11, output=22)
        """
        return Tokens(self.input + other.input, self.output + other.output)


NO_TOKENS = Tokens()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a model: the value that it gave by the schema, None if it is none.

    `is_cut` is whether it reached the limit of its length.
    """

    value: object
    tokens: Tokens = NO_TOKENS
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was asked before, and the answer."""

    asked: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked: the instruction and the schema of its answer, what is asked now, and what went before."""

    instruction: str
    asked: str
    schema: dict[str, Any] = field(repr=False)
    before: tuple[Exchange, ...] = ()

    @property
    def cuts(self) -> int:
        """How many of the answers before were cut off: this one may be longer."""
        return sum(one.answer.is_cut for one in self.before)

    @property
    def chars(self) -> int:
        """How many characters the model reads at least."""
        return len(self.instruction) + len(self.asked) + sum(len(one.asked) for one in self.before)


Ask = Callable[[Question], Answer]
"""Asks a model; it raises `AskError` where there is no answer."""


class AskError(AlignerError):
    """No answer of a model.

    `code` is why, for programs. `is_final` is whether any other question would have the same end.
    """

    def __init__(self, code: str, text: str, *, is_final: bool = False) -> None:
        super().__init__(text)
        self.code, self.is_final = code, is_final
