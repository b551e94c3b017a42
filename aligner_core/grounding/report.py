"""The report of a check: a row for each quote, and what follows from all of them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from aligner_core._claims.models import FactKind
from aligner_core._repair.diagnosis import Diagnosis
from aligner_core._repair.fixes import Fix
from aligner_core.evidence.differences import Difference
from aligner_core.evidence.judgement import Judgement
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence, FailureReason, Place, Verdict
from aligner_core.grounding.remedy import Remedy
from aligner_core.grounding.sources import Source
from aligner_core.spans import Span

VERDICTS = (
    Verdict.DIFFERS,
    Verdict.MISSING,
    Verdict.ELSEWHERE,
    Verdict.UNCHECKED,
    Verdict.SLIP,
    Verdict.EQUAL,
    Verdict.VERBATIM,
)
"""The verdicts in the order of a report: those that are not ok first."""


class _MendedLater:
    """A diagnosis and a fix that are looked for when first asked for: by name, in a comparison, for a pickle."""

    __slots__ = ("_remedy",)
    _remedy: Remedy

    if not TYPE_CHECKING:  # pragma: no branch - what is told of attributes is in the annotations

        def __getattr__(self, name: str) -> object:
            """Return the diagnosis or the fix of a row that was made without."""
            if name == "diagnosis":
                return self._remedy.prescription.diagnosis
            if name == "fix":
                return next(iter(self._remedy.prescription.fixes), None)
            message = f"{type(self).__name__!r} object has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=self)


@dataclass(frozen=True, slots=True)
class Row(_MendedLater):
    """One quote: its verdict, where it stands, and how to mend it. As a truth value it is whether it is ok.

    `number` counts the quotes from 1; `quote` is as it was given. Where only its words without markup match a source,
    `evidence` is theirs. `source` is the name of the source where the words stand, None where they stand
    nowhere. `claimed` is the index that the quote gave, as a text where it is none. `also_in` are other sources that
    have the words just as well, where the quote claimed none. `fix` is the likeliest one that works, and `diagnosis`
    what is wrong: both are looked for when first asked for, and None where nothing is to be mended, or the work for it
    was not finished. `evidence` has the rest. `sources` are those that the quote was looked for in: the indices of its
    places count over them.
    `first_source` is the number of the first of them in the report, which may have several sessions.
    """

    number: int
    quote: str
    evidence: AlignedEvidence | FailedEvidence
    ok: bool
    source: str | None = None
    claimed: int | str | None = None
    also_in: tuple[Place, ...] = ()
    diagnosis: Diagnosis | None = None
    fix: Fix | None = None
    entry_id: str | None = None
    sources: tuple[Source, ...] = field(default=(), repr=False)
    first_source: int = 0

    def __bool__(self) -> bool:
        return self.ok

    @property
    def verdict(self) -> Verdict:
        """What may be done with the quote; words that stand there to the letter, without markup, are equal."""
        found = self.evidence.verdict
        return Verdict.EQUAL if found is Verdict.VERBATIM and self.evidence.quote != self.quote else found

    @property
    def place(self) -> AlignedEvidence | Place | None:
        """The place of the words: where they were claimed, else in another source; None if they are in none."""
        return place_of(self.evidence)

    @property
    def source_index(self) -> int | None:
        """The index of the source where the words stand, counted from 0 over the sources of the report."""
        return None if self.place is None else self.first_source + self.place.message_index

    @property
    def span(self) -> Span | None:
        """The span of the words in their source."""
        return None if self.place is None else self.place.span

    @property
    def text(self) -> str | None:
        """The words of the source; of a quote that is in none the closest ones, None where nothing is similar."""
        return self.evidence.text

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The differences between the quote and the words it stands for, or the words closest to it."""
        return self.evidence.differences

    @property
    def hedge(self) -> str:
        """The words before the quote in its sentence by which the speaker does not vouch for it; "" without any."""
        return self.evidence.hedge if isinstance(self.evidence, AlignedEvidence) else ""

    @property
    def reason(self) -> FailureReason | None:
        """Why the quote was not found where it was looked for; None where it was."""
        return self.evidence.failure_reason if isinstance(self.evidence, FailedEvidence) else None

    @property
    def closest(self) -> Place | None:
        """The closest words to a quote that is in no source."""
        return self.evidence.closest if isinstance(self.evidence, FailedEvidence) else None

    @property
    def other_places(self) -> int:
        """How many other places have the words just as well: beyond none, the quote is ambiguous."""
        here = self.evidence.alternative_count if isinstance(self.evidence, AlignedEvidence) else 0
        return here + len(self.also_in)


@dataclass(frozen=True, slots=True)
class CitedWords:
    """Words that an answer cites: the number of their quote, and the name of the source; None where none has them."""

    quote: int
    text: str
    source: str | None


@dataclass(frozen=True, slots=True)
class AnswerFact:
    """A value or a denial at [start, end) of a sentence that the cited words lack; `instead` is what they have."""

    kind: FactKind
    text: str
    start: int
    end: int
    instead: tuple[CitedWords, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One sentence of an answer, and whether the words that it cites have its values and denials, or others.

    `number` counts the sentences from 1, and `quotes` are the numbers of the quotes that it cites. `judgement` is yes,
    no or unjudged, with the reason; only yes is ok. It does not show that the words support the sentence.
    """

    number: int
    sentence: str
    quotes: tuple[int, ...]
    judgement: Judgement
    facts: tuple[AnswerFact, ...] = ()

    def __bool__(self) -> bool:
        return self.ok

    @property
    def ok(self) -> bool:
        """Whether the cited words have every value and denial of the sentence."""
        return bool(self.judgement)


@dataclass(frozen=True, repr=False)
class Report:
    """The report of a check: as a truth value, whether all quotes and cited sentences are ok, and there is a quote.

    `answers` has a row for each sentence that cites quotes, where a file has these.
    """

    rows: tuple[Row, ...]
    sources: tuple[Source, ...]
    strict: bool = False
    answers: tuple[AnswerRow, ...] = ()

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        counted = ", ".join(f"{count} {verdict}" for verdict, count in self.counts.items() if count)
        return f"<Report: {counted or 'no quotes'}>"

    @property
    def ok(self) -> bool:
        """Whether every quote and every cited sentence is ok; false when there is nothing to check."""
        return bool(self.rows) and all(self.rows) and all(self.answers)

    @property
    def failed(self) -> tuple[Row, ...]:
        """The rows that are not ok, those that differ first."""
        return tuple(sorted((row for row in self.rows if not row.ok), key=lambda row: VERDICTS.index(row.verdict)))

    @property
    def ok_share(self) -> float:
        """The share of quotes that are ok; 0 when there is nothing to check."""
        return sum(row.ok for row in self.rows) / len(self.rows) if self.rows else 0.0

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many quotes have each verdict, those that are not ok first."""
        counted = Counter(row.verdict for row in self.rows)
        return {verdict.value: counted[verdict] for verdict in VERDICTS}


def place_of(outcome: AlignedEvidence | FailedEvidence) -> AlignedEvidence | Place | None:
    """Return where a quote stands: where it was claimed, else in the best of the other sources."""
    return outcome if isinstance(outcome, AlignedEvidence) else next(iter(outcome.found_in), None)


def mended_later(row: Row, remedy: Remedy) -> Row:
    """Return a new row as one that has the diagnosis and the first fix of a remedy, once they are asked for."""
    for name in ("diagnosis", "fix"):
        object.__delattr__(row, name)
    object.__setattr__(row, "_remedy", remedy)
    return row
