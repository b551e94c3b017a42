"""What every page shows of one quote before anything is unfolded: its state, and the sentence once with what differs.

The reader, the queue, an entry and the failed list show this: a fact about a quote is added here and nowhere else.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from aligner_core import AlignedEvidence, Diagnosis, Place, edits
from review.models.sessions import Excerpt
from review.selectors.quotes.diff_view import MAX_CHANGE_CHARS, Comparison, DiffSegment, compare_texts
from review.selectors.quotes.quote_rows import QuoteRow

MAX_FORMS = 4
"""How many differences of form are listed; the words of the message have all of them."""
MAX_WORDS = 240
"""Longer words are cut in a list: their place is shown there, and on the page of the entry all of them."""


class FaceState(StrEnum):
    """What a person has to know of a quote first."""

    EXACT = "exact"
    WRITTEN = "written"
    SLIP = "slip"
    FACT = "fact"
    ACCEPTED = "accepted"
    NEAR = "near"
    ELSEWHERE = "elsewhere"
    MISSING = "missing"
    UNFOUND = "unfound"
    WHICH = "which"
    CHANGED = "changed"
    WITHDRAWN = "withdrawn"
    SPLIT = "split"
    UNDONE = "undone"


OPEN = frozenset(
    {
        *(FaceState.FACT, FaceState.NEAR, FaceState.ELSEWHERE, FaceState.MISSING),
        *(FaceState.UNFOUND, FaceState.WHICH, FaceState.CHANGED),
    }
)
"""The states that need a person."""
_INVENTED = frozenset({Diagnosis.NO_TRACE, Diagnosis.NOT_A_TEXT, Diagnosis.EMPTY})


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words of a message with those of the quote that differ from them, and the message around."""

    before: str
    parts: tuple[DiffSegment, ...]
    after: str
    is_cut_before: bool = False
    is_cut_after: bool = False

    @property
    def change(self) -> tuple[str, str] | None:
        """The first words that state another fact, or else the first that differ: the quote's, the message's.

        One side is empty where words were left out or added; None without a difference, or where it is long.
        """
        edited = [one for one in self.parts if not one.is_same]
        first = next((one for one in edited if one.critical), edited[0] if edited else None)
        if first is None or max(len(first.quote_text), len(first.source_text)) > MAX_CHANGE_CHARS:
            return None
        quoted, said = first.quote_text.strip(), first.source_text.strip()
        is_ended = bool(quoted and said) and quoted[-1] == said[-1] and quoted[-1] in ".,:;"
        return (quoted[:-1], said[:-1]) if is_ended else (quoted, said)


@dataclass(frozen=True, slots=True)
class Face:
    """The state of a quote, the sentence that it points at, and the words that a person would take."""

    row: QuoteRow
    state: FaceState
    sentence: Sentence | None = None
    forms: tuple[tuple[str, str], ...] = ()
    """What is written differently without a difference: the quote's way, the message's."""
    replaced: Sentence | None = None
    """The sentence with the words of the model in it, where a person has chosen others."""

    @property
    def is_open(self) -> bool:
        """Whether it needs a person."""
        return self.state in OPEN

    @property
    def change(self) -> tuple[str, str] | None:
        """The first words that differ: the quote's, the message's."""
        return self.sentence.change if self.sentence else None

    @property
    def is_negation_lost(self) -> bool:
        """Whether the quote has left out a negation of the closest words, and nothing else is said first."""
        lost = [one for one in self.row.near_differences if one.critical]
        return bool(lost) and lost[0].kind == "negation" and not lost[0].quote_text and bool(self.change)

    @property
    def is_invented(self) -> bool:
        """Whether there is nothing to look for, or nothing like it was found."""
        return self.row.diagnosis in _INVENTED

    @property
    def message_index(self) -> int | None:
        """The message of the sentence; without one, where the words were looked for."""
        target = target_of(self.row) if self.sentence else None
        return self.row.current.message_index if target is None else target.message_index


def target_of(row: QuoteRow) -> AlignedEvidence | Place | None:
    """Return where a quote points at: its place, that of its likeliest repair, or the closest words."""
    if isinstance(row.evidence, AlignedEvidence):
        return row.evidence if row.quote.counts else None
    if row.best_fix is None:
        return row.evidence.closest
    return None if row.best_fix.kind == "split" else row.best_fix.outcomes[0]


def face_of(row: QuoteRow, found: Excerpt | None, *, comparison: Comparison | None = None) -> Face:
    """Return the face of a quote; *found* are the words it points at, compared with its own if they were before."""
    state = state_of(row)
    if found is None or state in {FaceState.MISSING, FaceState.SPLIT, FaceState.UNDONE, FaceState.WITHDRAWN}:
        return Face(row, state)
    if comparison is None and state is FaceState.NEAR and len(found.words) < MAX_WORDS:
        changes = row.best_fix.changes if row.best_fix else row.near_differences
        comparison = compare_texts(row.current.text, found.words, changes)
    forms = tuple(_forms(row, found.words)) if state is FaceState.WRITTEN else ()
    return Face(row, state, sentence_of(found, comparison), forms)


def sentence_of(found: Excerpt, comparison: Comparison | None = None) -> Sentence:
    """Return words of a message with what differs in them, if they were compared."""
    parts = (DiffSegment(found.words, found.words, critical=False),) if comparison is None else comparison.shown
    return Sentence(found.before, parts, found.after, found.is_cut_before, found.is_cut_after)


def state_of(row: QuoteRow) -> FaceState:
    """Return what a person has to know of a quote first; whether a difference was accepted is not known here."""
    if not row.quote.counts:
        return FaceState(row.state)
    if row.is_drifted:
        return FaceState.CHANGED
    evidence = row.evidence
    if not isinstance(evidence, AlignedEvidence):
        return _unfound(row)
    if evidence.ambiguous:
        return FaceState.WHICH
    if row.is_critical:
        return FaceState.FACT
    return {"exact": FaceState.EXACT, "normalized": FaceState.WRITTEN}.get(row.state, FaceState.SLIP)


def _unfound(row: QuoteRow) -> FaceState:
    if row.best_fix is not None and row.best_fix.kind == "move":
        return FaceState.ELSEWHERE
    if row.diagnosis in _INVENTED:
        return FaceState.MISSING
    is_near = row.reason == "below_threshold" and (row.best_fix is None or row.best_fix.kind == "use_words")
    return FaceState.NEAR if is_near else FaceState.UNFOUND


def _forms(row: QuoteRow, words: str) -> Iterable[tuple[str, str]]:
    """Return each difference of form between a quote and its words once: what was rewritten, else by the letter."""
    differing = row.rewrites or [one for one in edits(row.current.text, words) if one.kind != "same"]
    pairs = ((one.quote_text, one.source_text) for one in differing)
    return list(dict.fromkeys(pairs))[:MAX_FORMS]
