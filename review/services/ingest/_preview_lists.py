"""The lists of a preview: quotes that would fail or differ, messages with their numbers, ways of counting them.

Private to the services.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from textwrap import shorten

from aligner_core import AlignedEvidence, AlignerConfig, Difference, EvidenceAligner, FailedEvidence, MessageUpload
from review.models.sessions import speaker_of
from review.payloads import CheckedExtraction
from review.payloads.numbering import Numbering, Turn, indices, numberings
from review.presentation.badges import badge
from review.presentation.highlights import Highlight, Passage, passages

Evidence = AlignedEvidence | FailedEvidence
Outcomes = Sequence[Sequence[Evidence]]
MAX_LISTED = 100
MAX_LINES = 20
"""How many messages a preview shows."""
MAX_ASKED = 500
"""How many quotes are looked for in each way of counting."""
MAX_LINE_CHARS = 300
AROUND = 120
"""How much is shown around each quote of a longer message."""
LITERAL = frozenset({"exact", "normalized"})
MAX_TITLE_CHARS = 60
_MORE = "…"


@dataclass(frozen=True, slots=True)
class FailedItem:
    """One quote that would fail, and why."""

    entry: str
    number: int
    evidence: FailedEvidence

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What differs between the quote and the closest words, but for form."""
        return tuple(one for one in self.evidence.differences if one.severity != "form")


@dataclass(frozen=True, slots=True)
class DifferingItem:
    """One quote that would be found, with the differences on which a person has to decide."""

    entry: str
    evidence: AlignedEvidence
    critical: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A message: its number for the extractor, if any, and here; its words, with the quotes found in it.

    `quotes` are those that claim the message but are not found in it as claimed.
    """

    counted: int | None
    index: int
    role: str
    name: str
    passages: tuple[Passage, ...]
    is_cut: bool
    quotes: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class NumberingChoice:
    """A way in which the extractor may have counted, and how many quotes it would place in the message they claim."""

    numbering: Numbering
    standing: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Numbered:
    """The messages that an extraction counts, each way of counting them, and how many quotes were looked for."""

    lines: tuple[Line, ...]
    message_count: int
    choices: tuple[NumberingChoice, ...]
    asked: int

    @property
    def chosen(self) -> NumberingChoice:
        """The current way of counting."""
        return next(choice for choice in self.choices if choice.is_chosen)

    @property
    def is_off(self) -> bool:
        """Whether another way of counting would place more quotes in the message they claim."""
        return any(choice.standing > self.chosen.standing for choice in self.choices)

    @property
    def is_doubtful(self) -> bool:
        """Whether a person should look at it: half of the quotes are elsewhere, or counting otherwise places more.

        What a person chose stays in sight.
        """
        return not self.choices[0].is_chosen or 2 * self.chosen.standing <= self.asked or self.is_off


def failed_items(checked: CheckedExtraction, outcomes: Outcomes) -> Iterator[FailedItem]:
    """Yield the quotes that would fail."""
    for entry, entry_outcomes in zip(checked.entries, outcomes, strict=True):
        for number, evidence in enumerate(entry_outcomes, start=1):
            if isinstance(evidence, FailedEvidence):
                yield FailedItem(entry.title or entry.entry_id, number, evidence)


def differing_items(checked: CheckedExtraction, outcomes: Outcomes) -> Iterator[DifferingItem]:
    """Yield the quotes that would be found with a critical difference."""
    for entry, entry_outcomes in zip(checked.entries, outcomes, strict=True):
        for evidence in entry_outcomes:
            if isinstance(evidence, AlignedEvidence):
                critical = tuple(one for one in evidence.differences if one.critical)
                if critical:
                    yield DifferingItem(entry.title or entry.entry_id, evidence, critical)


def first_words(messages: Sequence[MessageUpload]) -> str:
    """Return the beginning of the first user message, or of the first message of all.

    >>> first_words([MessageUpload(role="system", content="Be brief."), MessageUpload(role="user", content="Why?")])
    'Why?'
    """
    spoken = [message for message in messages if message.content.strip()]
    first = next((one for one in spoken if speaker_of(one.role) == "user"), spoken[0] if spoken else None)
    line = first.content.strip().splitlines()[0] if first else ""
    whole_words = shorten(line, MAX_TITLE_CHARS, placeholder=_MORE)
    return line[:MAX_TITLE_CHARS] if whole_words == _MORE else whole_words


def turns_of(messages: Sequence[MessageUpload]) -> list[Turn]:
    """Return the properties of messages on which a way of counting depends."""
    return [Turn(speaker_of(message.role), bool(message.content.strip())) for message in messages]


def numbered(
    messages: Sequence[MessageUpload], given: CheckedExtraction, outcomes: Outcomes, chosen: Numbering
) -> Numbered:
    """Return messages as the extractor counted them, with the ways in which it may have.

    *given* is the extraction with the extractor's own numbers, *outcomes* are those of the *chosen* way.
    """
    turns = turns_of(messages)
    quotes = [quote for entry in given.entries for quote in entry.quotes if quote.refusal is None]
    claims = [
        (quote.text, quote.message_index) for quote in islice(quotes, MAX_ASKED) if quote.message_index is not None
    ]
    aligner = EvidenceAligner(AlignerConfig(enable_fuzzy=False))
    sources = {}

    def stands(text: str, index: int | None) -> bool:
        if index is None or index >= len(messages):
            return False
        if index not in sources:
            sources[index] = aligner.prepare(messages[index].content)
        return isinstance(aligner.align_quote(text, sources[index]), AlignedEvidence)

    ways = dict.fromkeys([chosen, *numberings(turns)])
    choices = [
        NumberingChoice(way, sum(stands(text, numbers.get(index)) for text, index in claims), way is chosen)
        for way in Numbering
        if way in ways
        for numbers in [indices(turns, way)]
    ]
    return Numbered(tuple(_lines(messages, turns, outcomes, chosen)), len(messages), tuple(choices), len(claims))


def _lines(
    messages: Sequence[MessageUpload], turns: Sequence[Turn], outcomes: Outcomes, chosen: Numbering
) -> Iterator[Line]:
    counted = {index: number for number, index in indices(turns, chosen).items()}
    claiming = defaultdict[int, list[Evidence]](list)
    for evidence in (one for entry_outcomes in outcomes for one in entry_outcomes):
        if evidence.message_index is not None:
            claiming[evidence.message_index].append(evidence)
    for index, message in enumerate(messages[:MAX_LINES]):
        here = claiming[index][:MAX_LISTED]
        standing = [one for one in here if isinstance(one, AlignedEvidence)]
        marks = [_mark(number, evidence) for number, evidence in enumerate(standing, start=1)]
        shown, rest = passages(message.content, marks, limit=MAX_LINE_CHARS, around=AROUND)
        otherwise = tuple(one for one in here if one.match_method not in LITERAL)
        yield Line(counted.get(index), index, message.role, message.name, shown, rest > 0, otherwise)


def _mark(number: int, evidence: AlignedEvidence) -> Highlight:
    method = str(evidence.match_method)
    letters = badge(method, similarity=evidence.similarity)
    return Highlight(
        number,
        evidence.span_start,
        evidence.span_end,
        letters,
        method=method,
        ambiguous=evidence.ambiguous,
        confidence=evidence.confidence,
    )
