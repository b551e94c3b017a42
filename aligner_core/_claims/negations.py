"""Whether a claim and its evidence negate the same things.

A claim may deny in other words than its evidence, so a denial of any kind matches a negation. A denial that both have,
as *delete* in "audio is not deleted" and "audio is deleted", matches nothing.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import islice

from aligner_core._claims.clauses import best_clauses, clauses_sharing, clauses_with_more, shared_starts, shared_weights
from aligner_core._claims.denials import (
    NEGATION,
    Denial,
    absences_of,
    absent_thing,
    affirmed_stems,
    denial_of,
    denials_in,
    denied_in,
    denies_otherwise,
    groups_apart,
    heads_of,
    is_absence,
    is_korean_absence,
    negations_in,
    nobody_pattern,
    predicates_denied,
    reach_of,
    stands_before,
    strong_groups,
)
from aligner_core._claims.markers import markers_of
from aligner_core._claims.reading import Clause, Reading, Word, kept
from aligner_core._claims.values import value_index, values_inside
from aligner_core._claims.worth import Clock, Day
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import words_at
from aligner_core._text.hangul import has_hangul

MIN_SHARED = 2
"""How many words and values clauses share at least to be about the same, or half of those of the claim."""
MAX_WORDS_OF_ANSWER = 6
"""A text of this many words or fewer may answer without repeating: *No, let's not.*"""


@cache
def _contrast() -> re.Pattern[str]:
    """Return the pattern of the end of a clause that is followed by what holds instead: 말고."""
    return re.compile(f"(?:{'|'.join(words_at('claims.denials.contrast', 'ko'))})[,\\s]?$")


@cache
def _but() -> re.Pattern[str]:
    """Return the pattern of the beginning of a clause that states what holds instead: *not this but*."""
    return re.compile(rf",?\s?(?:{'|'.join(words_at('claims.denials.contrast', 'en'))})\b")


@cache
def _bound(name: str) -> re.Pattern[str]:
    """Return the pattern of the words that bound a value: whole words in English, parts of words in Korean."""
    english, korean = ("|".join(words_at(f"claims.bounds.{name}", code)) for code in ("en", "ko"))
    return re.compile(rf"\b(?:{english})\b|{korean}")


def _focus_of(negation: Denial, clause: Clause, claim: Reading) -> frozenset[int]:
    """Return the positions of the words and values that a negation is about: after it in English, else before it."""
    text = claim.text[negation.start : negation.end]
    values = _values_in(clause, claim)
    starts = sorted({*values, *(word.start for word in clause.words)})
    if not has_hangul(text) or stands_before(text):
        return frozenset(start for start in starts if start >= negation.start)
    return frozenset([start for start in starts if start < negation.end][-1:])


def answer_to(clause: Clause, claim: Reading, evidence: Reading) -> Denial | None:
    """Return the denial of the evidence that matches a negated clause of a claim, if any."""
    mine = denials_in(clause, claim)
    groups = groups_apart(clause, claim)
    negation = next(denial for denial in mine if denial.group == NEGATION)
    best = best_clauses(clause, claim, evidence, focus=_focus_of(negation, clause, claim))
    is_about_it = any(shared_starts(clause, claim, other, evidence) for other in best)
    is_of_all = nobody_pattern().search(claim.text, clause.start, clause.end)
    claim.work.spend(len(best))
    for other in best if is_about_it or not clause.words or _may_answer(claim, evidence) else ():
        theirs = denials_in(other, evidence)
        if denials := [denial for denial in theirs if denial.group == NEGATION or denial.group not in groups]:
            first = min(denials, key=lambda denial: denial.group != NEGATION)
            if not is_of_all or first.group in strong_groups():
                return first
    for other in clauses_with_more(clause, best, claim, evidence):
        is_topic = _topics_of(clause) & shared_starts(clause, claim, other, evidence)
        for denial in denials_in(other, evidence):
            if denial.group not in groups or (denial.group == NEGATION and is_topic):
                return denial
    if claim.language != evidence.language and not any(
        _focus_of(negation, clause, claim) & shared_starts(clause, claim, other, evidence)
        for other in clauses_sharing(clause, claim, evidence)
    ):
        return _first_negation(evidence)
    if same := _same_absence(clause, claim, negation, evidence):
        return same
    return _denial_of_all(evidence) if is_of_all else None


@kept
def _first_negation(reading: Reading) -> Denial | None:
    return next((denial for clause in reading.clauses for denial in negations_in(clause, reading)), None)


@kept
def _denial_of_all(reading: Reading) -> Denial | None:
    """Return where a text denies something of everything."""
    found = nobody_pattern().search(reading.text)
    return Denial(NEGATION, *found.span()) if found else None


def _same_absence(clause: Clause, claim: Reading, negation: Denial, evidence: Reading) -> Denial | None:
    """Return where the evidence states that what a claim denies does not exist, as in 이상 없이 and 이상 없음."""
    stems = {stem for word in clause.words for stem in word.stems}
    thing = _word_before(claim, negation) if is_korean_absence(claim.text[negation.start : negation.end]) else ""
    claim.work.spend(len(absences_of(evidence)))
    for denial, other in absences_of(evidence):
        absent = absent_thing(denial, other, evidence)
        is_korean = is_korean_absence(evidence.text[denial.start : denial.end])
        if (thing or not is_korean) and _is_one_of(absent, stems):
            return denial
        if thing and is_korean and thing == _word_before(evidence, denial):
            return denial
    return None


def _is_one_of(word: Word | None, stems: set[str]) -> bool:
    return word is not None and not stems.isdisjoint(word.stems)


def _word_before(reading: Reading, denial: Denial) -> str:
    at = bisect_right(reading.piece_ends, denial.start)
    return split_particle(reading.pieces[at - 1][0])[0] if at else ""


def _may_answer(claim: Reading, evidence: Reading) -> bool:
    """Return whether the evidence may answer a claim without sharing a word: in another language, or briefly."""
    return claim.language != evidence.language or _is_brief(evidence)


@kept
def _is_brief(reading: Reading) -> bool:
    return sum(len(clause.words) for clause in reading.clauses) <= MAX_WORDS_OF_ANSWER


def contradiction_of(clause: Clause, claim: Reading, evidence: Reading) -> Denial | None:
    """Return the denial by which the evidence contradicts what a clause of a claim affirms, if any.

    A clause of the evidence contradicts the claim when it is about the same, or when what it denies is in the claim,
    unless another clause affirms that.
    """
    return _contradiction_of(claim, clause.number, evidence)


@kept
def _contradiction_of(claim: Reading, number: int, evidence: Reading) -> Denial | None:
    clause = claim.clauses[number]
    mine = {denial.group for denial in denials_in(clause, claim)}
    if denies_otherwise(clause, claim, evidence):
        return None
    best = best_clauses(clause, claim, evidence)
    stems = {stem for word in clause.words for stem in word.stems}
    for other in clauses_sharing(clause, claim, evidence):
        denial = denial_of(other, evidence)
        if denial is None or denial.group in mine:
            continue
        if _is_turned_bound(clause, claim, other, evidence):
            continue
        if denial.group == NEGATION and _is_of_another_day(clause, claim, other, evidence):
            continue
        has_head = not stems.isdisjoint(heads_of(other, evidence))
        is_same = has_head or (
            other in best
            and is_about(clause, claim, other, evidence)
            and _is_in_scope(clause, claim, denial, other, evidence)
        )
        is_there = _is_absent(clause, denial, other, evidence)
        if is_there or (is_same and not _is_affirmed(clause, claim, other, evidence)):
            return denial
    return None


def _is_in_scope(clause: Clause, claim: Reading, denial: Denial, denied: Clause, evidence: Reading) -> bool:
    """Return whether a claim has what a negation reaches, unless that is in another language."""
    if claim.language != evidence.language or denial.group != NEGATION:
        return True
    stems = {stem for word in clause.words for stem in word.stems}
    return not stems.isdisjoint(reach_of(denial, denied, evidence))


def _is_of_another_day(clause: Clause, claim: Reading, denied: Clause, evidence: Reading) -> bool:
    """Return whether a clause denies something about a day or a time that the claim does not mention."""
    index = value_index(claim)
    days = [value for value in values_inside(denied, evidence) if isinstance(value.worth, Day | Clock)]
    return bool(days) and not any(
        clause.start <= mine.start < clause.end for day in days for mine in index.stating(day.worth)
    )


def _is_turned_bound(clause: Clause, claim: Reading, denied: Clause, evidence: Reading) -> bool:
    """Return whether a clause has *up to* where another denies *more*, or *from* where it denies *before*."""
    is_from = _bound("from").search(claim.text, clause.start, clause.end)
    if is_from and _bound("before").search(evidence.text, denied.start, denied.end):
        return True
    return bool(_bound("exceeds").search(evidence.text, denied.start, denied.end)) and any(
        clause.start <= marker.start < clause.end and "at_most" in marker.senses
        for marker in markers_of(claim, "quantifier", in_claim=False)
    )


def _is_absent(clause: Clause, denial: Denial, denied: Clause, evidence: Reading) -> bool:
    """Return whether the evidence only states that what a clause is about does not exist."""
    if not is_absence(denial, evidence):
        return False
    thing = absent_thing(denial, denied, evidence)
    if thing is None or all(word.stems.isdisjoint(thing.stems) for word in clause.words):
        return False
    return thing.stems.isdisjoint(affirmed_stems(evidence))


def _is_affirmed(clause: Clause, claim: Reading, denied: Clause, evidence: Reading) -> bool:
    """Return whether another clause of the evidence states the same as a clause of a claim, without denying it.

    What comes right behind *not this but* does. Else, of two clauses the one that has the last thing that is spoken of
    decides, unless the predicate is only denied, or the clause before is about something else.
    """
    claim.work.spend(len(clauses_sharing(clause, claim, evidence)))
    against = shared_weights(clause, claim, denied, evidence)
    if _is_only_denied(clause, claim, denied, evidence):
        return False
    order, values = _spoken_of(clause, claim), _values_in(clause, claim)
    for other in clauses_sharing(clause, claim, evidence):
        if denial_of(other, evidence) is not None:
            continue
        shared = shared_weights(clause, claim, other, evidence)
        if _is_instead(other, denied, evidence) or _has_own_topic(clause, claim, shared, denied, evidence):
            return True
        if any(start in shared and start not in against for start in values):
            return True
        is_more = len(shared) > len(against)
        if (_is_predicate_denied(clause, denied, evidence) and not is_more) or _has_other_topic(
            clause, shared, against, other, denied
        ):
            continue
        decisive = (start for start in order if shared.get(start, 0) != against.get(start, 0))
        if all(shared.get(start, 0) > against.get(start, 0) for start in islice(decisive, 1)):
            return True
    return False


def _is_instead(other: Clause, denied: Clause, evidence: Reading) -> bool:
    """Return whether a clause states what holds instead of what the one before it denies: 말고, *not this but*."""
    return other.number == denied.number + 1 and bool(
        _contrast().search(evidence.text, denied.start, denied.end + 1)
        or _but().match(evidence.text, denied.end, other.end)
    )


def _is_predicate_denied(clause: Clause, denied: Clause, evidence: Reading) -> bool:
    """Return whether what is denied is the predicate of a claim, and nothing else of the evidence has it."""
    predicate = clause.words[-1] if clause.words and has_hangul(clause.words[-1].text) else None
    heads = predicates_denied(denied, evidence)
    words = [predicate] if predicate else list(clause.words)
    affirmed = affirmed_stems(evidence)
    return any(not word.stems.isdisjoint(heads) and word.stems.isdisjoint(affirmed) for word in words)


def _is_only_denied(clause: Clause, claim: Reading, denied: Clause, evidence: Reading) -> bool:
    """Return whether a clause has what the evidence denies by its word next to the negation, and never affirms.

    Another clause that shares much more, or a day, or says what holds instead, is about something else.
    """
    heads = denied_in(denied, evidence)
    affirmed = affirmed_stems(evidence)
    if not any(not word.stems.isdisjoint(heads) and word.stems.isdisjoint(affirmed) for word in clause.words):
        return False
    against = shared_starts(clause, claim, denied, evidence)
    days = {one.start for one in values_inside(clause, claim) if isinstance(one.worth, Day | Clock)}
    return not any(
        len(shared) > len(against) + 1 or (shared - against) & days or _is_instead(other, denied, evidence)
        for other in clauses_sharing(clause, claim, evidence)
        for shared in [shared_starts(clause, claim, other, evidence)]
    )


def _has_other_topic(
    clause: Clause, shared: Mapping[int, float], against: Mapping[int, float], other: Clause, denied: Clause
) -> bool:
    """Return whether a clause has another topic than a denying one after it: 는 and 도 mark topics."""
    is_new = any(start in against and start not in shared for start in _topics_of(clause))
    return other.number < denied.number and is_new


def _has_own_topic(
    clause: Clause, claim: Reading, shared: Mapping[int, float], denied: Clause, evidence: Reading
) -> bool:
    """Return whether another clause has the topic of a claim, and what is denied has one that the claim lacks."""
    topics = _topics_of(clause)
    against = shared_weights(clause, claim, denied, evidence)
    stems = frozenset().union(*(word.stems for word in clause.words))
    has_other = any(word.start in _topics_of(denied) and word.stems.isdisjoint(stems) for word in denied.words)
    return bool(topics) and topics <= shared.keys() and topics.isdisjoint(against) and has_other


def _topics_of(clause: Clause) -> frozenset[int]:
    """Return the positions of the words that 는 and 도 mark as topics."""
    return frozenset(
        word.start for word in clause.words if split_particle(word.text)[1].endswith(words_at("claims.denials.topics"))
    )


def _spoken_of(clause: Clause, claim: Reading) -> list[int]:
    """Return the positions of the values and words of a clause, the last first, its predicate after all others."""
    words = [word.start for word in reversed(clause.words)]
    last = clause.words[-1] if clause.words else None
    if last and has_hangul(last.text) and not split_particle(last.text)[1]:
        words.append(words.pop(0))
    return [*reversed(_values_in(clause, claim)), *words]


def _values_in(clause: Clause, reading: Reading) -> list[int]:
    return [value.start for value in values_inside(clause, reading)]


def starts_denied(clause: Clause, claim: Reading, evidence: Reading) -> frozenset[int]:
    """Return the positions of what a clause of a claim shares with the clause of the evidence that contradicts it."""
    denial = contradiction_of(clause, claim, evidence)
    denied = [other for other in evidence.clauses if denial and other.start <= denial.start < other.end]
    return frozenset().union(*(shared_starts(clause, claim, other, evidence) for other in denied))


def affirms(
    clause: Clause, claim: Reading, evidence: Reading, least: int, denied: AbstractSet[int] = frozenset()
) -> Clause | None:
    """Return a clause of the evidence that shares enough with a clause of a claim, and denies nothing.

    It shares more than *least* words and values, or as many and what another text has *denied*.
    """
    for other in clauses_sharing(clause, claim, evidence):
        shared = shared_starts(clause, claim, other, evidence)
        is_enough = len(shared) >= max(1, least) and (denied <= shared or len(shared) > least)
        if is_enough and denial_of(other, evidence) is None:
            return other
    return None


def is_about(clause: Clause, claim: Reading, other: Clause, evidence: Reading) -> bool:
    """Return whether a clause of the evidence shares enough with a clause of a claim to be about the same."""
    shared = len(shared_starts(clause, claim, other, evidence))
    return shared >= MIN_SHARED or (shared > 0 and 2 * shared >= len(clause.words))
