"""What is wrong with a quote that failed or that changes a fact, and what would set it right with one click."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from aligner_core.alignments import AlignedEvidence, FailedEvidence, FailureReason, Place
from aligner_core.candidates import candidates
from aligner_core.claims import is_blank
from aligner_core.diagnosis import CLOSE, Corpus, Search, far
from aligner_core.fixes import Fix, FixKind, Grade, grade, words_at
from aligner_core.matching import Settings
from aligner_core.rows import Budget
from aligner_core.spans import Value
from aligner_core.wrapping import unwrapped

MOST_FIXES = 5


class Diagnosis(StrEnum):
    """What is wrong with a quote; the last four have no fix: a person sets them right."""

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


def prescribe(outcome: AlignedEvidence | FailedEvidence, corpus: Corpus, settings: Settings) -> Prescription:
    """Say what is wrong with a quote and what would set it right; every fix was tried before it is offered."""
    index = outcome.message_index
    claimed = index if index is not None and index < len(corpus.sources) else None
    case = _Case(outcome.quote, claimed, Search(corpus, settings, Budget()))
    if isinstance(outcome, FailedEvidence):
        return _set_right(case, outcome.failure_reason)
    here = None if claimed is None else case.search.at(case.quote, claimed)
    if not isinstance(here, AlignedEvidence) or grade(here) is Grade.CRITICAL:
        return _prescription(case)
    fix = words_at(here, case.quote, case.search) if grade(here) is Grade.FUZZY else None
    return Prescription(diagnosis=None, fixes=(fix,) if fix else ())


def _set_right(case: _Case, reason: FailureReason) -> Prescription:
    by_hand = Diagnosis.EMPTY if is_blank(case.quote) else _BY_HAND.get(reason)
    return Prescription(diagnosis=by_hand) if by_hand else _prescription(case, _BY_REASON.get(reason))


def _prescription(case: _Case, named: Diagnosis | None = None) -> Prescription:
    """Name what is wrong by the first fix, unless the reason names it already."""
    ranked = list({fix: diagnosis for diagnosis, fix in _findings(case)}.items())[:MOST_FIXES]
    if not ranked:
        alike = candidates(case.quote, case.search, limit=1)
        return Prescription(diagnosis=Diagnosis.PARAPHRASED if alike else Diagnosis.NO_TRACE)
    return Prescription(diagnosis=named or ranked[0][1], fixes=tuple(fix for fix, _ in ranked))


def _findings(case: _Case) -> Iterator[Finding]:
    """Yield the fixes, the likeliest first: with the words of the quote, with those of the message, in what differs."""
    found = _whole(case)
    yield from (_as_it_is(case, one) for one in found if grade(one) < Grade.CRITICAL)
    yield from _with_words(case, found)
    others = (one for one in found if (one.message_index, one.quote) != (case.claimed, case.quote))
    yield from (_as_it_is(case, one) for one in others if grade(one) is Grade.CRITICAL)


def _whole(case: _Case) -> list[AlignedEvidence]:
    """Find where the quote aligns, and where it does without what was put around it, the surest first."""
    found: list[AlignedEvidence] = []
    for text in (case.quote, *unwrapped(case.quote)):
        found += _standing(case, text)
        if any(grade(one) <= Grade.NORMALIZED for one in found):
            break
    return sorted(found, key=grade)


def _standing(case: _Case, text: str) -> list[AlignedEvidence]:
    """Find words in the message that is claimed; in another one only when they do not stand in that."""
    search = case.search
    here = None if case.claimed is None else search.at(text, case.claimed)
    if isinstance(here, AlignedEvidence):
        if grade(here) <= Grade.NORMALIZED:
            return [here]
        search = replace(search, settings=replace(search.settings, fuzzy=False))
    places, _ = search.elsewhere(text, case.claimed)
    found = (here, *(search.at(text, place.message_index) for place in places[:MOST_FIXES]))
    return [one for one in found if isinstance(one, AlignedEvidence)]


def _as_it_is(case: _Case, found: AlignedEvidence) -> Finding:
    kind: FixKind = "align" if found.message_index == case.claimed else "move"
    if found.quote != case.quote:
        return Diagnosis.MARKDOWN, Fix(kind="rewrite", evidence=(found,))
    return _misplaced(case, found), Fix(kind=kind, evidence=(found,))


def _misplaced(case: _Case, found: AlignedEvidence) -> Diagnosis:
    if found.message_index == case.claimed:
        return Diagnosis.CRITICAL_DIFFERENCE if grade(found) is Grade.CRITICAL else Diagnosis.NEAR_MISS
    near = case.claimed is not None and far(found.message_index, case.claimed) == 1
    return Diagnosis.OFF_BY_ONE_INDEX if near else Diagnosis.WRONG_MESSAGE


def _with_words(case: _Case, found: Sequence[AlignedEvidence]) -> Iterator[Finding]:
    """Offer the words of the message where the quote differs from it in a fact, or is only near to it."""
    for one in found:
        fix = words_at(one, one.quote, case.search) if grade(one) is Grade.CRITICAL else None
        if fix:
            yield _misplaced(case, one), fix
    if not any(grade(one) < Grade.CRITICAL or one.message_index == case.claimed for one in found):
        fixes = (words_at(place, case.quote, case.search) for place in _near(case))
        yield from ((Diagnosis.NEAR_MISS, fix) for fix in fixes if fix)


def _near(case: _Case) -> list[Place]:
    """Give the closest words of all messages; an edit counts twice in one that was not claimed."""
    alike = candidates(case.quote, case.search, limit=MOST_FIXES)
    near = [one for one in alike if one.match_method == "none" and 1 - one.similarity <= CLOSE]
    here = None if case.claimed is None else _closest(case, case.claimed)
    others = [one for one in near if one.message_index != case.claimed]
    return sorted(
        [here, *others] if here else others,
        key=lambda one: (1 - one.similarity) * (1 if one.message_index == case.claimed else 2),
    )


def _closest(case: _Case, index: int) -> Place | None:
    texts = (case.quote, *unwrapped(case.quote))
    return next(filter(None, (case.search.closest(text, index) for text in texts)), None)
