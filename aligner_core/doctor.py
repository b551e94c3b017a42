"""What is wrong with a quote that failed or that changes a fact, and what would set it right with one click."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from aligner_core.alignments import AlignedEvidence, FailedEvidence, FailureReason
from aligner_core.claims import is_blank
from aligner_core.diagnosis import Corpus, Search, far
from aligner_core.fixes import Fix, FixKind, Grade, grade, words_at
from aligner_core.matching import Settings
from aligner_core.rows import Budget
from aligner_core.spans import Value

MOST_FIXES = 5


class Diagnosis(StrEnum):
    """What is wrong with a quote; the last four have no fix and are set right by hand."""

    WRONG_MESSAGE = "wrong_message"
    OFF_BY_ONE_INDEX = "off_by_one_index"
    BAD_INDEX = "bad_index"
    OFFSETS_SENT = "offsets_sent"
    MARKDOWN = "markdown"
    ELIDED = "elided"
    MERGED = "merged"
    NEAR_MISS = "near_miss"
    CRITICAL_DIFFERENCE = "critical_difference"
    TOO_LONG = "too_long"
    PARAPHRASED = "paraphrased"
    EMPTY = "empty"
    NOT_A_TEXT = "not_a_text"
    NO_TRACE = "no_trace"


_BY_HAND = {FailureReason.EMPTY_QUOTE: Diagnosis.EMPTY, FailureReason.INVALID_QUOTE: Diagnosis.NOT_A_TEXT}
_BY_REASON = {
    FailureReason.OFFSETS_NOT_ALLOWED: Diagnosis.OFFSETS_SENT,
    FailureReason.INVALID_INDEX: Diagnosis.BAD_INDEX,
    FailureReason.INDEX_OUT_OF_RANGE: Diagnosis.BAD_INDEX,
}
"""Reasons that name what is wrong whatever the fix turns out to be."""


class Prescription(Value):
    """What is wrong with a quote, and the fixes that work, the likeliest to be right first.

    Nothing is wrong when `diagnosis` is None: then the only fix is to take the words of the message as they are.
    """

    diagnosis: Diagnosis | None
    fixes: tuple[Fix, ...] = ()


Finding = tuple[Diagnosis, Fix]


@dataclass(frozen=True, slots=True)
class _Case:
    """A quote to be set right, the message it claims if the session has that one, and where to look."""

    quote: str
    claimed: int | None
    search: Search

    def here(self) -> AlignedEvidence | None:
        """Look for the quote in the message it claims."""
        found = None if self.claimed is None else self.search.at(self.quote, self.claimed)
        return found if isinstance(found, AlignedEvidence) else None


def prescribe(outcome: AlignedEvidence | FailedEvidence, corpus: Corpus, settings: Settings) -> Prescription:
    """Say what is wrong with a quote and what would set it right; every fix was tried before it is offered."""
    index = outcome.message_index
    claimed = index if index is not None and index < len(corpus.sources) else None
    case = _Case(outcome.quote, claimed, Search(corpus, settings, Budget()))
    if isinstance(outcome, FailedEvidence):
        return _set_right(case, outcome.failure_reason)
    here = case.here()
    if here is None or grade(here) is Grade.CRITICAL:
        return _prescription(_findings(case))
    fixes = [words_at(here, case.search)] if grade(here) is Grade.FUZZY else []
    return Prescription(diagnosis=None, fixes=tuple(filter(None, fixes)))


def _set_right(case: _Case, reason: FailureReason) -> Prescription:
    by_hand = Diagnosis.EMPTY if is_blank(case.quote) else _BY_HAND.get(reason)
    return Prescription(diagnosis=by_hand) if by_hand else _prescription(_findings(case), _BY_REASON.get(reason))


def _prescription(findings: Iterable[Finding], named: Diagnosis | None = None) -> Prescription:
    """Name what is wrong by the first fix, unless the reason names it already."""
    ranked = list({fix: diagnosis for diagnosis, fix in findings}.items())[:MOST_FIXES]
    if not ranked:
        return Prescription(diagnosis=Diagnosis.NO_TRACE)
    return Prescription(diagnosis=named or ranked[0][1], fixes=tuple(fix for fix, _ in ranked))


def _findings(case: _Case) -> Iterator[Finding]:
    """Yield the fixes, the likeliest first: as a whole, then with the words of the message."""
    found = list(_whole(case))
    yield from (_as_it_is(case, one) for one in found if grade(one) < Grade.CRITICAL)
    yield from _with_words(case, found)
    yield from (
        _as_it_is(case, one) for one in found if grade(one) is Grade.CRITICAL and one.message_index != case.claimed
    )


def _whole(case: _Case) -> list[AlignedEvidence]:
    """Find where the quote aligns: another message only when the words do not stand in the one it claims."""
    here = case.here()
    if here is not None and grade(here) <= Grade.NORMALIZED:
        return [here]
    search = replace(case.search, settings=replace(case.search.settings, fuzzy=False)) if here else case.search
    places, _ = search.elsewhere(case.quote, case.claimed)
    others = (search.at(case.quote, place.message_index) for place in places[:MOST_FIXES])
    found = [here, *others]
    return sorted((one for one in found if isinstance(one, AlignedEvidence)), key=grade)


def _as_it_is(case: _Case, found: AlignedEvidence) -> Finding:
    kind: FixKind = "align" if found.message_index == case.claimed else "move"
    return _misplaced(case, found), Fix(kind=kind, evidence=(found,))


def _misplaced(case: _Case, found: AlignedEvidence) -> Diagnosis:
    if found.message_index == case.claimed:
        return Diagnosis.CRITICAL_DIFFERENCE if grade(found) is Grade.CRITICAL else Diagnosis.NEAR_MISS
    near = case.claimed is not None and far(found.message_index, case.claimed) == 1
    return Diagnosis.OFF_BY_ONE_INDEX if near else Diagnosis.WRONG_MESSAGE


def _with_words(case: _Case, found: Sequence[AlignedEvidence]) -> Iterator[Finding]:
    """Offer the words of the message where the quote differs from it in a fact, or is only near to it."""
    for one in found:
        fix = words_at(one, case.search) if grade(one) is Grade.CRITICAL else None
        if fix:
            yield _misplaced(case, one), fix
    closest = None if case.claimed is None else case.search.closest(case.quote, case.claimed)
    fix = words_at(closest, case.search) if closest and not found else None
    if fix:
        yield Diagnosis.NEAR_MISS, fix
