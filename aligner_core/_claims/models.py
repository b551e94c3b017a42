"""The report on a claim: its facts, where each of them stands in the evidence, and what was not judged."""

from typing import Literal, Self

from pydantic import StrictBool, StrictInt, model_validator

from aligner_core.evidence.differences import Offset
from aligner_core.evidence.judgement import NO, YES, Judgement, Unjudged, unjudged
from aligner_core.spans import Span, Value

FactKind = Literal[
    "number",
    "amount",
    "unit",
    "date",
    "time",
    "identifier",
    "name",
    "negation",
    "quantifier",
    "modality",
]
"""The kind of a fact. `unit` is a number that is in the evidence with other units only."""


class FactPlace(Value):
    """Words in one of the texts that a claim is compared with: `where` is the index of the text."""

    where: Offset
    start: Offset
    end: StrictInt
    text: str

    @property
    def span(self) -> Span:
        """The span in the text as one value."""
        return Span(start=self.start, end=self.end)

    @model_validator(mode="after")
    def _covers_text(self) -> Self:
        Span(start=self.start, end=self.end)
        return self


class ClaimFact(Value):
    """One fact of a claim, and whether the evidence has it.

    `text` is at [start, end) of the claim. `where` is the index of the first evidence that has the fact and `place` its
    words there. Of a fact that is not found, `instead` is what the evidence has of the same kind, and `elsewhere` where
    the fact stands in the other texts that were given.
    """

    kind: FactKind
    text: str
    start: Offset
    end: StrictInt
    found: StrictBool
    where: Offset | None = None
    place: FactPlace | None = None
    instead: tuple[FactPlace, ...] = ()
    elsewhere: tuple[FactPlace, ...] = ()

    @property
    def span(self) -> Span:
        """The span in the claim as one value."""
        return Span(start=self.start, end=self.end)

    @model_validator(mode="after")
    def _is_found_somewhere(self) -> Self:
        Span(start=self.start, end=self.end)
        if self.found != (self.place is not None) or self.where != (self.place.where if self.place else None):
            message = "found, where and place must agree"
            raise ValueError(message)
        if self.found and (self.instead or self.elsewhere):
            message = "what was found stands nowhere else instead"
            raise ValueError(message)
        return self


class ClaimReport(Value):
    """The facts of a claim, in reading order; `ok` is whether it was judged to the end and every fact is found.

    It shows which words are there, never that the evidence supports the claim. `judged` is false where not everything
    could be judged, and `reason` is why; values are compared with the evidence in any language. `language` is that of
    the claim, None where it is not known. `elsewhere_read` is false where the texts elsewhere are longer than what is
    read of them.

    As a truth value a report is `ok`.
    """

    ok: StrictBool
    judged: StrictBool
    reason: Unjudged | None = None
    language: str | None = None
    facts: tuple[ClaimFact, ...] = ()
    elsewhere_read: StrictBool = True

    def __bool__(self) -> bool:
        return self.ok

    @property
    def judgement(self) -> Judgement:
        """Whether the evidence has every fact: yes, no, or unjudged with the reason."""
        return (YES if self.ok else NO) if self.reason is None else unjudged(self.reason)

    @property
    def missing(self) -> tuple[ClaimFact, ...]:
        """The facts that the evidence lacks."""
        return tuple(fact for fact in self.facts if not fact.found)

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.ok != (self.judged and all(fact.found for fact in self.facts)):
            message = "ok must be whether every fact is judged and found"
            raise ValueError(message)
        if self.judged != (self.reason is None):
            message = "what is not judged has a reason"
            raise ValueError(message)
        return self
