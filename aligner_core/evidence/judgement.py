"""Whether something holds: yes, no, or unjudged with the reason. Only yes counts as yes."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Unjudged(StrEnum):
    """Why nobody looked at something to the end."""

    TOO_LONG = "too_long"
    """A text is longer than what is read."""
    TOO_MANY_FACTS = "too_many_facts"
    """A claim states more facts than are looked for."""
    UNKNOWN_LANGUAGE = "unknown_language"
    """Words are in a language, or in letters, of which it is not known what changes a fact."""
    BUDGET = "budget"
    """It takes more work than is allowed."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether something holds; `reason` is why it was not judged to the end. As a truth value it is true only for yes.

    >>> bool(Judgement("yes")), bool(Judgement("no")), bool(Judgement("unjudged", Unjudged.BUDGET))
    (True, False, False)
    """

    answer: Literal["yes", "no", "unjudged"]
    reason: Unjudged | None = None

    def __bool__(self) -> bool:
        return self.answer == "yes"


YES = Judgement("yes")
NO = Judgement("no")


def unjudged(reason: Unjudged) -> Judgement:
    """Return the judgement on what was not looked at to the end."""
    return Judgement("unjudged", reason)
