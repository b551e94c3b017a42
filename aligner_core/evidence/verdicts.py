"""What may be done with a quote, in one word: the verdict on an outcome (specification 6)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aligner_core.evidence.models import Difference, FailureReason, Method, Place


class Verdict(StrEnum):
    """What a program may do with a quote; the first that applies."""

    UNCHECKED = "unchecked"
    """Nobody can say: not looked for to the end, not a text, or in a language that is not known."""
    ELSEWHERE = "elsewhere"
    """Not where it was claimed, but in another message."""
    MISSING = "missing"
    """In no message."""
    DIFFERS = "differs"
    """Found, but something differs that can change a fact."""
    SLIP = "slip"
    """Found, with misspelled words at most."""
    EQUAL = "equal"
    """Found, and nothing differs but form."""
    VERBATIM = "verbatim"
    """Found to the letter."""

    @property
    def ok(self) -> bool:
        """Whether the words say what the quote says."""
        return self in {Verdict.SLIP, Verdict.EQUAL, Verdict.VERBATIM}


UNSEARCHED = frozenset({"budget_exceeded", "quote_too_long", "empty_quote", "invalid_quote", "offsets_not_allowed"})
"""The reasons of failures where no message was searched to the end."""


def verdict_of_failure(reason: "FailureReason", found_in: Iterable["Place"]) -> Verdict:
    """Return the verdict on a quote that was not found where it was claimed."""
    if any(found_in):
        return Verdict.ELSEWHERE
    return Verdict.UNCHECKED if reason in UNSEARCHED else Verdict.MISSING


def verdict_of_alignment(method: "Method", differences: "Iterable[Difference]") -> Verdict:
    """Return the verdict on a quote that was found by a method."""
    found = list(differences)
    critical = [one for one in found if one.severity == "critical"]
    if critical:
        return Verdict.UNCHECKED if all(one.kind == "unjudged" for one in critical) else Verdict.DIFFERS
    if any(one.severity == "slip" for one in found):
        return Verdict.SLIP
    return Verdict.VERBATIM if method == "exact" else Verdict.EQUAL
