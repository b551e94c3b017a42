"""What is wrong with a quote that failed or that changes a fact, and what would set it right with one click."""

from collections.abc import Iterator
from enum import StrEnum

from aligner_core.alignments import AlignedEvidence, FailedEvidence, FailureReason, Place
from aligner_core.candidates import candidates
from aligner_core.claims import is_blank
from aligner_core.corpus import Corpus
from aligner_core.fixes import Fix, FixKind, words_at
from aligner_core.matching import Settings
from aligner_core.rows import Budget
from aligner_core.search import CLOSE, Search, far
from aligner_core.spans import Value
from aligner_core.splits import cut, split_at_marks, split_between_sentences, split_where_glued
from aligner_core.standing import Case, Grade, grade, standing
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


def prescribe(outcome: AlignedEvidence | FailedEvidence, corpus: Corpus, settings: Settings) -> Prescription:
    """Say what is wrong with a quote and what would set it right; every fix was tried before it is offered."""
    index = outcome.message_index
    claimed = index if index is not None and index < len(corpus.sources) else None
    case = Case(outcome.quote, claimed, Search(corpus, settings, Budget()))
    if isinstance(outcome, FailedEvidence):
        return _set_right(case, outcome.failure_reason)
    here = None if claimed is None else case.search.at(case.quote, claimed)
    if not isinstance(here, AlignedEvidence) or grade(here) is Grade.CRITICAL:
        return _prescription(case)
    fix = words_at(here, case.quote, case.search) if grade(here) is Grade.FUZZY else None
    return Prescription(diagnosis=None, fixes=(fix,) if fix else ())


def _set_right(case: Case, reason: FailureReason) -> Prescription:
    by_hand = Diagnosis.EMPTY if is_blank(case.quote) else _BY_HAND.get(reason)
    return Prescription(diagnosis=by_hand) if by_hand else _prescription(case, _BY_REASON.get(reason))


def _prescription(case: Case, named: Diagnosis | None = None) -> Prescription:
    """Name what is wrong by the first fix, unless the reason names it already."""
    ranked = list({fix: diagnosis for diagnosis, fix in _findings(case)}.items())[:MOST_FIXES]
    if not ranked:
        alike = candidates(case.quote, case.search, limit=1)
        return Prescription(diagnosis=Diagnosis.PARAPHRASED if alike else Diagnosis.NO_TRACE)
    return Prescription(diagnosis=named or ranked[0][1], fixes=tuple(fix for fix, _ in ranked))


def _findings(case: Case) -> Iterator[Finding]:
    """Yield the fixes, the likeliest first: the quote itself, its sentences, words it differs from, the closest."""
    found = standing(case)
    differing = [one for one in found if grade(one) is Grade.CRITICAL]
    here = any(one.message_index == case.claimed for one in differing)
    yield from (_as_it_is(case, one) for one in found if grade(one) < Grade.CRITICAL)
    glued = split_between_sentences(case) if len(found) == len(differing) else None
    if glued:
        yield Diagnosis.MERGED, glued
    for one in differing:
        words = words_at(one, one.quote, case.search)
        if words:
            yield _misplaced(case, one), words
    if len(found) == len(differing) and not here:
        yield from _near_words(case) if glued else _apart(case)
    yield from (
        _as_it_is(case, one) for one in differing if (one.message_index, one.quote) != (case.claimed, case.quote)
    )


def _as_it_is(case: Case, found: AlignedEvidence) -> Finding:
    kind: FixKind = "align" if found.message_index == case.claimed else "move"
    if found.quote != case.quote:
        return Diagnosis.MARKDOWN, Fix(kind="rewrite", evidence=(found,))
    return _misplaced(case, found), Fix(kind=kind, evidence=(found,))


def _misplaced(case: Case, found: AlignedEvidence) -> Diagnosis:
    if found.message_index == case.claimed:
        return Diagnosis.CRITICAL_DIFFERENCE if grade(found) is Grade.CRITICAL else Diagnosis.NEAR_MISS
    near = case.claimed is not None and far(found.message_index, case.claimed) == 1
    return Diagnosis.OFF_BY_ONE_INDEX if near else Diagnosis.WRONG_MESSAGE


def _apart(case: Case) -> Iterator[Finding]:
    """Split a quote that was put together; the closest words come first if they hold all of its parts."""
    marked = split_at_marks(case)
    if marked:
        yield Diagnosis.ELIDED, marked
        return
    words = list(_near_words(case))
    split = split_where_glued(case)
    shorter = None if split or len(case.quote.strip()) <= case.search.settings.longest else cut(case)
    parted = [(Diagnosis.MERGED, split)] if split else [(Diagnosis.TOO_LONG, shorter)] if shorter else []
    close = split and any(_holds(fix.evidence[0], split) for _, fix in words)
    yield from (*words, *parted) if close else (*parted, *words)


def _holds(words: AlignedEvidence, split: Fix) -> bool:
    return all(
        one.message_index == words.message_index
        and words.span_start <= one.span_start
        and one.span_end <= words.span_end
        for one in split.evidence
    )


def _near_words(case: Case) -> Iterator[Finding]:
    """Offer the words that the quote is only near to."""
    for place in _near(case):
        fix = words_at(place, case.quote, case.search)
        if fix:
            yield Diagnosis.NEAR_MISS, fix


def _near(case: Case) -> list[Place]:
    """Give the closest words of all messages; an edit counts twice in one that was not claimed."""
    *_, text = (case.quote, *unwrapped(case.quote))
    alike = candidates(text, case.search, limit=MOST_FIXES)
    near = [one for one in alike if one.match_method == "none" and 1 - one.similarity <= CLOSE]
    if case.claimed is not None and not any(one.message_index == case.claimed for one in alike):
        near += filter(None, [case.search.closest(text, case.claimed)])
    return sorted(near, key=lambda one: (1 - one.similarity) * (1 if one.message_index == case.claimed else 2))
