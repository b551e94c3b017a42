"""The report of a check as its answer describes it: the keys of `Report.to_json`."""

from typing import Literal

from aligner_core import Difference
from aligner_core.evidence import Place
from review.api.wire import Wire

VerdictWire = Literal["verbatim", "equal", "slip", "differs", "elsewhere", "missing", "unchecked"]


class FixedQuoteWire(Wire):
    """A quote that a fix leads to."""

    quote: str
    source: str
    source_index: int
    span_start: int
    span_end: int
    verdict: VerdictWire


class FixOfRowWire(Wire):
    """The likeliest fix of a quote, and what it changes."""

    kind: str
    quotes: list[FixedQuoteWire]
    changes: list[Difference]


class RowWire(Wire):
    """One quote: its verdict, where it is, what differs and how to mend it."""

    number: int
    entry_id: str | None
    quote: str
    verdict: VerdictWire
    ok: bool
    claimed: int | str | None
    source: str | None
    source_index: int | None
    span_start: int | None
    span_end: int | None
    text: str | None
    match_method: Literal["exact", "normalized", "fuzzy", "none"]
    similarity: float | None
    confidence: float
    failure_reason: str | None
    closest: Place | None
    differences: list[Difference]
    warnings: list[str] | None
    hedge: str | None
    ambiguous: bool
    other_places: int
    also_in: list[str]
    diagnosis: str | None
    fix: FixOfRowWire | None


class CitedWire(Wire):
    """Words that a sentence of an answer cites."""

    quote: int
    text: str
    source: str | None


class AnswerFactWire(Wire):
    """A fact of a sentence that the cited words lack."""

    kind: str
    text: str
    start: int
    end: int
    instead: list[CitedWire]


class AnswerRowWire(Wire):
    """One sentence of an answer, and whether the cited words have its facts."""

    number: int
    sentence: str
    quotes: list[int]
    ok: bool
    answer: str
    reason: str | None
    facts: list[AnswerFactWire]


class ReportWire(Wire):
    """A row for each quote; `ok` is whether all of them are."""

    ok: bool
    ok_share: float
    strict: bool
    counts: dict[VerdictWire, int]
    sources: list[str]
    rows: list[RowWire]
    answers: list[AnswerRowWire]
