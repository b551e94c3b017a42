"""Words that deny, such as negations, *refused* and 금지, and what each clause of a text denies with them.

The lists are in the files of the languages. Words of one group deny the same thing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from aligner_core._claims.coverage import Coverage
from aligner_core._claims.reading import Clause, Reading, Word, kept
from aligner_core._differences.items import spell_out
from aligner_core._language import english
from aligner_core._language.korean_particles import split_particle
from aligner_core._language.lexicon import lexicon, pattern_at, word_set_at, words_at
from aligner_core._language.stemming import stems
from aligner_core._text.hangul import has_hangul
from aligner_core._text.tokens import TokenKind

MAX_CACHED_WORDS = 4096
JUDGED = ("ko", "en")
NEGATION = "not"
BEGINNING_CHARS = 2
"""The length of the common beginning by which two words that deny are forms of one."""
MAX_CHARS_BETWEEN = 2
"""How far from a negation the word next to it is."""
MIN_BARE_CHARS = 4
MAX_WORDS_OF_ITEM, MAX_ITEMS = 2, 20
"""How many words an item of a list has, at most, and how many items of it are read."""
PAIR = 2
"""This many negations cancel out."""


class Denial(NamedTuple):
    """Words at [start, end) of a folded text that deny; those of one group deny the same thing."""

    group: str
    start: int
    end: int


@kept
def _by_clause(reading: Reading) -> tuple[tuple[Denial, ...], ...]:
    """Return the denials of each clause of a text, without phrases that only seem to deny."""
    harmless = Coverage(found.span() for code in JUDGED for found in _harmless(code).finditer(reading.text))
    found: list[list[Denial]] = [[] for _ in reading.clauses]
    for denial in (*_negations(reading), *_other_denials(reading.text)):
        if not harmless.overlaps(denial.start, denial.end):
            found[reading.clause_at(denial.start).number].append(denial)
    return tuple(map(tuple, found))


def _negations(reading: Reading) -> Iterator[Denial]:
    for token in reading.tokens:
        if token.kind is TokenKind.WORD and _negates(token.text):
            yield Denial(NEGATION, token.start, token.end)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _negates(word: str) -> bool:
    return any(lexicon(code).negations.negates(full) for full in spell_out(word, ("en",)) for code in JUDGED)


def _other_denials(text: str) -> Iterator[Denial]:
    for group, pattern in _denials():
        for found in pattern.finditer(text):
            yield Denial(group, *found.span())


@cache
def _denials() -> tuple[tuple[str, "re.Pattern[str]"], ...]:
    return tuple(
        (words, re.compile(rf"(?<![\w'])(?:{words})(?![\w])" if code == "en" else words))
        for code in JUDGED
        for table in ("strong", "words")
        for words in _table(code, table)
    )


@cache
def strong_groups() -> frozenset[str]:
    """Return the groups that deny as clearly as a negation."""
    return frozenset({NEGATION, *_table("en", "strong"), *_table("ko", "strong")})


@cache
def _harmless(code: str) -> "re.Pattern[str]":
    phrases = "|".join(_table(code, "harmless"))
    return re.compile(rf"\b(?:{phrases})(?!\w)" if code == "en" else phrases)


@cache
def nobody_pattern() -> "re.Pattern[str]":
    """Return the pattern of words that deny something of everything, as *nobody* and 아무도 do."""
    return re.compile("|".join((*(rf"\b(?:{one})\b" for one in _table("en", "nobody")), *_table("ko", "nobody"))))


def _table(code: str, name: str) -> Sequence[str]:
    return words_at(f"claims.denials.{name}", code)


def denials_in(clause: Clause, reading: Reading) -> tuple[Denial, ...]:
    """Return the denials of one clause: its negations, then words that deny without one."""
    return _by_clause(reading)[clause.number]


def negations_in(clause: Clause, reading: Reading) -> list[Denial]:
    """Return the negations of one clause of a text."""
    return [denial for denial in denials_in(clause, reading) if denial.group == NEGATION]


def stands_before(text: str) -> bool:
    """Return whether a negation is a Korean one that stands before what it denies, as 안 and 못 do."""
    return text in word_set_at("claims.denials.before_predicate")


def is_korean_absence(text: str) -> bool:
    """Return whether a negation is a form of 없다."""
    return any(stem in text for stem in words_at("claims.denials.none", "ko"))


@kept
def _denial_of(reading: Reading, number: int) -> Denial | None:
    strong = [denial for denial in denials_in(reading.clauses[number], reading) if denial.group in strong_groups()]
    if not strong or (len(strong) == PAIR and all(denial.group == NEGATION for denial in strong)):
        return None
    return strong[0]


def denial_of(clause: Clause, reading: Reading) -> Denial | None:
    """Return the first clear denial of a clause; None if there is none, or if two negations cancel out."""
    return _denial_of(reading, clause.number)


@kept
def affirmed_stems(reading: Reading) -> frozenset[str]:
    """Return the stems of all words in clauses of a text that deny nothing."""
    return frozenset(
        stem
        for clause in reading.clauses
        if denial_of(clause, reading) is None
        for word in clause.words
        for stem in word.stems
    )


@kept
def words_denying(reading: Reading) -> frozenset[tuple[str, str]]:
    """Return all denials of a text: the groups, and the beginnings of their words."""
    return frozenset(
        (denial.group, _beginning(denial, reading))
        for clause in reading.clauses
        for apart in [groups_apart(clause, reading)]
        for denial in denials_in(clause, reading)
        if denial.group in apart
    )


def denies_otherwise(clause: Clause, claim: Reading, evidence: Reading) -> bool:
    """Return whether a clause of a claim denies with a word that its evidence lacks."""
    theirs = words_denying(evidence)
    return any(
        (one.group, _beginning(one, claim)) not in theirs
        and stems(claim.text[one.start : one.end]).isdisjoint(all_stems(evidence))
        for one in denials_in(clause, claim)
    )


@kept
def all_stems(reading: Reading) -> frozenset[str]:
    """Return the stems of every word of a text."""
    return frozenset(stem for text, _, _ in reading.pieces for stem in stems(text))


def _beginning(denial: Denial, reading: Reading) -> str:
    return reading.text[denial.start : denial.start + BEGINNING_CHARS] if denial.group != NEGATION else ""


def groups_apart(clause: Clause, reading: Reading) -> set[str]:
    """Return the groups of denials of a clause, except for words that are part of its negations, as *no longer* is."""
    denials = denials_in(clause, reading)
    negations = [denial for denial in denials if denial.group == NEGATION]
    return {
        denial.group
        for denial in denials
        if denial.group == NEGATION or not any(one.start < denial.end and denial.start < one.end for one in negations)
    }


@kept
def _heads_of(reading: Reading, number: int) -> frozenset[str]:
    clause = reading.clauses[number]
    found: set[str] = set()
    for denial in denials_in(clause, reading):
        if denial.group in strong_groups():
            found.update(stem for word in _near(clause, denial, reading) for stem in word.stems)
    return frozenset(found)


def heads_of(clause: Clause, reading: Reading) -> frozenset[str]:
    """Return the stems of what a clause denies: what stands next to its denials."""
    return _heads_of(reading, clause.number)


def _near(clause: Clause, denial: Denial, reading: Reading) -> list[Word]:
    """Return the words next to a denial: behind it in English, and before a participle; before it in Korean."""
    text = reading.text[denial.start : denial.end]
    before = [word for word in clause.words if word.end <= denial.start][-2:]
    after = [word for word in clause.words if word.start >= denial.end][:1]
    if has_hangul(text):
        return [*before, *(after if stands_before(text) else [])]
    is_of_subject = denial.group != NEGATION or is_after_copula(denial, clause, reading)
    return [*after, *(before if is_of_subject else [])]


def heads_next_to(denial: Denial, clause: Clause, reading: Reading) -> frozenset[str]:
    """Return the stems of the word next to a negation: behind it in English and behind 안 and 못, else before it."""
    text = reading.text[denial.start : denial.end]
    if not has_hangul(text) or stands_before(text):
        near = [word for word in clause.words if word.start >= denial.end][:1]
        near = [word for word in near if word.start - denial.end <= MAX_CHARS_BETWEEN]
        near += _done(denial, near, clause)
    else:
        near = [word for word in clause.words if word.start < denial.end][-1:]
    return frozenset(stem for word in near for stem in word.stems)


def _done(denial: Denial, near: Sequence[Word], clause: Clause) -> list[Word]:
    """Return the noun before a Korean negation that 하다 behind it makes a verb of, as 시작도 못 했다 does."""
    light = words_at("rewriting.light", "ko")
    before = [word for word in clause.words if word.end < denial.start][-1:]
    if not (near and before and has_hangul(near[0].text) and near[0].text.startswith(light)):
        return []
    particle = split_particle(before[0].text)[1]
    return before if not particle or particle in words_at("claims.denials.of_done", "ko") else []


def denied_in(clause: Clause, reading: Reading) -> frozenset[str]:
    """Return the stems of the words next to the negations of a clause."""
    return frozenset().union(*(heads_next_to(one, clause, reading) for one in negations_in(clause, reading)))


def reach_of(denial: Denial, clause: Clause, reading: Reading) -> frozenset[str]:
    """Return the stems of what a negation reaches: all behind it in English, the two words before it in Korean.

    Behind a form of *to be* it reaches what stands before it too; 안 and 못 reach the word behind them.
    """
    text = reading.text[denial.start : denial.end]
    before = [word for word in clause.words if word.end <= denial.start]
    after = [word for word in clause.words if word.start >= denial.end]
    if not has_hangul(text):
        words = [*after, *(before if is_after_copula(denial, clause, reading) else [])]
    elif stands_before(text):
        words = [*before[-3:], *after[:1]]
    else:
        words = [word for word in clause.words if word.start < denial.end][-3:]
    return frozenset(stem for word in words for stem in word.stems)


def is_after_copula(denial: Denial, clause: Clause, reading: Reading) -> bool:
    """Return whether an English negation follows a form of *to be*, so that it is about what stands before it."""
    return pattern_at("claims.denials.of_subject").search(reading.text[clause.start : denial.end]) is not None


def is_complement(clause: Clause, reading: Reading) -> bool:
    """Return whether a clause only says why: that of *because of his knee* affirms nothing."""
    return reading.text[clause.start : clause.end].lstrip().startswith(words_at("claims.denials.complements", "en"))


def is_denied_before(clause: Clause, reading: Reading) -> bool:
    """Return whether a clause is an item of an English list that is denied before it: *no sugar, grains or dairy*."""
    first = max(0, clause.number - MAX_ITEMS)
    for behind, before in pairwise(reversed(reading.clauses[first : clause.number + 1])):
        if len(behind.words) > MAX_WORDS_OF_ITEM or not _is_listed(before, behind, reading):
            return False
        if negations_in(before, reading):
            return True
    return False


def _is_listed(before: Clause, behind: Clause, reading: Reading) -> bool:
    """Return whether a clause is joined to the one before it by a comma, or by *or*."""
    joining = words_at("claims.denials.joining", "en")
    return "," in reading.text[before.end - 1 : behind.start + 1] or reading.text.startswith(joining, behind.start)


def denies_by_prefix(clause: Clause, evidence: Reading) -> bool:
    """Return whether a clause has a word that denies by its prefix: *unsure*, or *distrust* where evidence trusts."""
    prefixes, known = lexicon("en").negations.prefixes, all_stems(evidence)
    sure = words_at("claims.denials.sure_prefixes", "en")
    return any(
        word.text.startswith(prefix)
        and (not stems(bare).isdisjoint(known) or (prefix in sure and english.is_word(bare)))
        for word in clause.words
        for prefix in prefixes
        if len(bare := word.text.removeprefix(prefix)) >= MIN_BARE_CHARS
    )


def is_hard(clause: Clause, reading: Reading) -> bool:
    """Return whether a clause says that something is hard to do, as 먹기 힘들다: that neither affirms nor denies it."""
    return pattern_at("claims.denials.hard", "ko").search(reading.text, clause.start, clause.end) is not None


def predicates_denied(clause: Clause, reading: Reading) -> set[str]:
    """Return the stems of the predicates that the negations of a clause deny: the word next to each."""
    found: set[str] = set()
    helping = words_at("claims.denials.auxiliaries")
    for denial in negations_in(clause, reading):
        text = reading.text[denial.start : denial.end]
        before = [word for word in clause.words if word.end <= denial.start][-2:]
        before = before if before and before[-1].text.startswith(helping) else before[-1:]
        after = [word for word in clause.words if word.start >= denial.end][:1]
        after += _done(denial, after, clause)
        is_before = has_hangul(text) and (not stands_before(text) or not after)
        found.update(stem for word in (before if is_before else after) for stem in word.stems)
    return found


def absent_thing(denial: Denial, clause: Clause, reading: Reading) -> Word | None:
    """Return the word for what a clause states not to exist: the one before 없다 or after *no*."""
    text = reading.text[denial.start : denial.end]
    if is_korean_absence(text):
        return next((word for word in reversed(clause.words) if word.end <= denial.start), None)
    return next((word for word in clause.words if word.start >= denial.end), None)


def is_absence(denial: Denial, reading: Reading) -> bool:
    """Return whether a negation states that something does not exist."""
    text = reading.text[denial.start : denial.end]
    return is_korean_absence(text) or text in words_at("claims.denials.none", "en")


@kept
def absences_of(reading: Reading) -> tuple[tuple[Denial, Clause], ...]:
    """Return the negations of a text that state that something does not exist, and their clauses."""
    return tuple(
        (denial, clause)
        for clause in reading.clauses
        for denial in negations_in(clause, reading)
        if is_absence(denial, reading)
    )
