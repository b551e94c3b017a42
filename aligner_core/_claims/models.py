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
    "speaker",
    "negation",
    "opposite",
    "comparison",
    "rate",
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
    the fact stands in the other texts that were given; it is `nearby` if one of them is close to the evidence.
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
    nearby: StrictBool = False

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
        if self.nearby and not self.elsewhere:
            message = "what is nearby stands elsewhere"
            raise ValueError(message)
        return self


SayingKind = Literal["role", "asked", "condition", "hedge", "hearsay", "about", "word"]
"""How the evidence says what a claim asserts.

Somebody else than a person says it (`role`); it asks, or says it under a condition, as a maybe, by hearsay, or of
somebody else than the speaker (`about`); or it lacks a word that the claim adds to a list.
"""


class Saying(Value):
    """What a claim asserts at [start, end), and the words of a message that only ask, suppose or report it.

    `place.where` is the index of the evidence; its words are those of the message around it.
    """

    kind: SayingKind
    start: Offset
    end: StrictInt
    place: FactPlace


class ClaimReport(Value):
    """The facts of a claim, in reading order; `ok` is whether it was judged to the end and no fact is missing.

    It shows which words are there, never that the evidence supports the claim. `judged` is false where not everything
    could be judged, and `reason` is why; values are compared with the evidence in any language. `language` is that of
    the claim, None where it is not known. `sayings` are advice: where the evidence only asks, supposes or reports what
    the claim asserts; their places are in the messages around the evidence. `elsewhere_read` is false where the texts
    elsewhere are longer than what is read of them.

    As a truth value a report is `ok`.
    """

    ok: StrictBool
    judged: StrictBool
    reason: Unjudged | None = None
    language: str | None = None
    facts: tuple[ClaimFact, ...] = ()
    sayings: tuple[Saying, ...] = ()
    elsewhere_read: StrictBool = True

    def __bool__(self) -> bool:
        return self.ok

    @property
    def judgement(self) -> Judgement:
        """Whether the evidence has every fact: yes, no, or unjudged with the reason."""
        return (YES if self.ok else NO) if self.reason is None else unjudged(self.reason)

    @property
    def missing(self) -> tuple[ClaimFact, ...]:
        """The facts that the evidence lacks, and the messages around it too."""
        return tuple(fact for fact in self.facts if not fact.found and not fact.nearby)

    @property
    def nearby(self) -> tuple[ClaimFact, ...]:
        """The facts that the evidence lacks, but messages around it have."""
        return tuple(fact for fact in self.facts if fact.nearby)

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.ok != (self.judged and not self.missing):
            message = "ok must be whether everything is judged and nothing is missing"
            raise ValueError(message)
        if self.judged != (self.reason is None):
            message = "what is not judged has a reason"
            raise ValueError(message)
        return self
