"""Diagnoses quotes that failed or that change a fact, and finds the fixes that repair them with one click."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from aligner_core._corpus.candidates import candidates
from aligner_core._corpus.corpus import Corpus
from aligner_core._corpus.search import MAX_CLOSEST_RATIO, CorpusSearch, message_distance
from aligner_core._language.markup import without_markup
from aligner_core._matching.cascade import Settings
from aligner_core._matching.edit_distance import Budget
from aligner_core._matching.work_budget import WorkBudget
from aligner_core._repair.fixes import Fix, FixKind, fix_with_words_at
from aligner_core._repair.joints import Passage, find_passages, has_other_end
from aligner_core._repair.relocation import Grade, RepairCase, grade, relocate
from aligner_core._repair.splitting import (
    MAX_PARTS,
    join_passages,
    shorten,
    split_at_ellipses,
    split_between_sentences,
    split_into_passages,
    split_where_joined,
)
from aligner_core.evidence.models import AlignedEvidence, FailedEvidence, FailureReason, Place
from aligner_core.formats.quotes import is_blank
from aligner_core.spans import Value

MAX_FIXES = 5
MAX_WHOLE_CHARS = 500
"""A longer quote that no message has as a whole is worth cutting to its longest part that one has."""
_LINE_BETWEEN = re.compile(r"\n[^\n]*\w[^\n]*\n")


class Diagnosis(StrEnum):
    """The kinds of errors of a quote; the last four have no fix: a person has to repair them.

    A critical difference has none where it is not in the words, but beside them and out of reach.
    """

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
    FailureReason.UNKNOWN_SOURCE: Diagnosis.BAD_INDEX,
    FailureReason.INVALID_INDEX: Diagnosis.BAD_INDEX,
    FailureReason.INDEX_OUT_OF_RANGE: Diagnosis.BAD_INDEX,
}
"""Reasons that name what is wrong whatever the fix turns out to be."""


class Prescription(Value):
    """A diagnosis of a quote, and the fixes that work, the likeliest to be right first.

    Nothing is wrong when `diagnosis` is None: then the only fix, if any, is to use the words of the message.
    """

    diagnosis: Diagnosis | None
    fixes: tuple[Fix, ...] = ()


DiagnosedFix = tuple[Diagnosis, Fix]


def prescribe(
    outcome: AlignedEvidence | FailedEvidence, corpus: Corpus, settings: Settings, *, batch: WorkBudget | None = None
) -> Prescription:
    """Return what is wrong with a quote and which fixes repair it; every fix was tried before it is offered.

    The searches of all that share *batch* spend no more than it has.
    """
    index = outcome.message_index
    claimed_index = index if index is not None and index < len(corpus.sources) else None
    case = RepairCase(outcome.quote, claimed_index, CorpusSearch(corpus, settings, Budget(batch=batch)))
    if isinstance(outcome, FailedEvidence):
        return _prescription_for_failed(case, outcome.failure_reason)
    here = None if claimed_index is None else case.search.align_in_message(case.quote, claimed_index)
    if not isinstance(here, AlignedEvidence) or grade(here) is Grade.CRITICAL:
        return _prescription(case)
    fix = fix_with_words_at(here, case.quote, case.search) if grade(here) is Grade.FUZZY else None
    return Prescription(diagnosis=None, fixes=(fix,) if fix else ())


def _prescription_for_failed(case: RepairCase, reason: FailureReason) -> Prescription:
    by_hand = Diagnosis.EMPTY if is_blank(case.quote) else _BY_HAND.get(reason)
    return Prescription(diagnosis=by_hand) if by_hand else _prescription(case, _BY_REASON.get(reason))


def _prescription(case: RepairCase, diagnosis: Diagnosis | None = None) -> Prescription:
    """Return the fixes of a quote; what is wrong follows from the first of them, unless it is given."""
    ranked = list({fix: found for found, fix in _ranked_fixes(case)}.items())[:MAX_FIXES]
    if not ranked:
        return Prescription(diagnosis=_diagnosis_without_fix(case))
    return Prescription(diagnosis=diagnosis or ranked[0][1], fixes=tuple(fix for fix, _ in ranked))


def _diagnosis_without_fix(case: RepairCase) -> Diagnosis:
    here = None if case.claimed_index is None else case.search.align_in_message(case.quote, case.claimed_index)
    if isinstance(here, AlignedEvidence):
        return Diagnosis.CRITICAL_DIFFERENCE
    return Diagnosis.PARAPHRASED if candidates(case.quote, case.search, limit=1) else Diagnosis.NO_TRACE


def _ranked_fixes(case: RepairCase) -> Iterator[DiagnosedFix]:
    """Yield the fixes, the likeliest first: the order of the yields is the ranking.

    It is: the quote where it differs in no fact; its sentences, each in its place; the words it differs from in a fact;
    then, where its own message has no such words, its parts and the closest words; last the quote where it differs.
    """
    found = relocate(case)
    critical = [evidence for evidence in found if grade(evidence) is Grade.CRITICAL]
    found_only_critical = len(found) == len(critical)
    critical_here = any(evidence.message_index == case.claimed_index for evidence in critical)
    yield from (_fix_as_found(case, evidence) for evidence in found if grade(evidence) < Grade.CRITICAL)
    by_sentence = split_between_sentences(case) if found_only_critical else None
    may_be_joined = found_only_critical and (not critical_here or any(map(has_other_end, critical)))
    passages = find_passages(case, limit=MAX_PARTS) if may_be_joined and not by_sentence else []
    as_one = join_passages(case, passages)
    passages = [] if as_one else passages
    by_sentence = by_sentence or split_into_passages(case, passages)
    if as_one:
        yield Diagnosis.NEAR_MISS, as_one
    if by_sentence:
        yield Diagnosis.MERGED, by_sentence
    for evidence in critical:
        fix = fix_with_words_at(evidence, evidence.quote, case.search)
        if fix and not _is_as_given(case, fix):
            yield _misplaced(case, evidence), fix
    if found_only_critical and not critical_here:
        yield from _fixes_with_closest_words(case) if by_sentence else _fixes_with_parts(case, passages)
    elsewhere = (
        evidence
        for evidence in critical
        if (evidence.message_index, evidence.quote) != (case.claimed_index, case.quote)
    )
    yield from (_fix_as_found(case, evidence) for evidence in elsewhere)


def _is_as_given(case: RepairCase, fix: Fix) -> bool:
    """Return whether a fix leaves a quote as it is: no addition could repair the words beside it."""
    return all((one.message_index, one.quote) == (case.claimed_index, case.quote) for one in fix.evidence)


def _fix_as_found(case: RepairCase, found: AlignedEvidence) -> DiagnosedFix:
    """Return the fix that keeps the words found: as they are, in another message, or without their markup."""
    kind: FixKind = "align" if found.message_index == case.claimed_index else "move"
    if found.quote != case.quote:
        return Diagnosis.MARKDOWN, Fix(kind="rewrite", evidence=(found,))
    return _misplaced(case, found), Fix(kind=kind, evidence=(found,))


def _misplaced(case: RepairCase, found: AlignedEvidence) -> Diagnosis:
    """Return what is wrong with a quote by the message it was found in."""
    if found.message_index == case.claimed_index:
        return Diagnosis.CRITICAL_DIFFERENCE if grade(found) is Grade.CRITICAL else Diagnosis.NEAR_MISS
    off_by_one = case.claimed_index is not None and message_distance(found.message_index, case.claimed_index) == 1
    return Diagnosis.OFF_BY_ONE_INDEX if off_by_one else Diagnosis.WRONG_MESSAGE


def _fixes_with_parts(case: RepairCase, passages: Sequence[Passage]) -> Iterator[DiagnosedFix]:
    """Yield fixes of a quote that was put together of parts; the closest words first if they hold all of these."""
    at_ellipses = split_at_ellipses(case)
    if at_ellipses:
        yield Diagnosis.ELIDED, at_ellipses
        return
    closest = list(_fixes_with_closest_words(case))
    joined = split_where_joined(case, passages)
    is_long = len(case.quote.strip()) > min(MAX_WHOLE_CHARS, case.search.settings.max_quote_length)
    shorter = shorten(case) if is_long and not joined else None
    parts = [(Diagnosis.MERGED, joined)] if joined else [(Diagnosis.TOO_LONG, shorter)] if shorter else []
    closest_first = joined and any(_holds_all(fix.evidence[0], joined) for _, fix in closest)
    yield from (*closest, *parts) if closest_first else (*parts, *closest)


def _holds_all(words: AlignedEvidence, split: Fix) -> bool:
    """Return whether words of a message hold all parts of a split, without a line of others between two of them."""
    start, parts = words.span_start, sorted(split.evidence, key=lambda part: part.span_start)
    are_inside = all(
        part.message_index == words.message_index and start <= part.span_start and part.span_end <= words.span_end
        for part in parts
    )
    between = (words.quote[left.span_end - start : right.span_start - start] for left, right in pairwise(parts))
    return are_inside and not any(map(_LINE_BETWEEN.search, between))


def _fixes_with_closest_words(case: RepairCase) -> Iterator[DiagnosedFix]:
    """Yield fixes with the words that the quote is only similar to."""
    for place in _closest_places(case):
        fix = fix_with_words_at(place, case.quote, case.search)
        if fix:
            yield Diagnosis.NEAR_MISS, fix


def _closest_places(case: RepairCase) -> list[Place]:
    """Return the closest words of all messages; an edit counts twice in a message that was not claimed."""
    *_, text = (case.quote, *without_markup(case.quote))
    similar = candidates(text, case.search, limit=MAX_FIXES)
    near = [place for place in similar if place.match_method == "none" and 1 - place.similarity <= MAX_CLOSEST_RATIO]
    if case.claimed_index is not None and not any(place.message_index == case.claimed_index for place in near):
        near += filter(None, [case.search.closest_place(text, case.claimed_index)])
    return sorted(
        near, key=lambda place: (1 - place.similarity) * (1 if place.message_index == case.claimed_index else 2)
    )
