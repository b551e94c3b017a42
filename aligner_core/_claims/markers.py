"""Quantifiers and modality: words for how much of something holds, or how binding it is, by meaning.

The patterns are in the files of the languages. A marker of a claim is compared with the clauses of the evidence about
the same subject; where these have no such marker, the rest of the text may decide.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from aligner_core._claims.clauses import (
    best_clauses,
    clauses_sharing,
    clauses_with_more,
    most_shared,
    shared_starts,
    words_beside,
)
from aligner_core._claims.coverage import Coverage
from aligner_core._claims.denials import denials_in, negations_in
from aligner_core._claims.reading import Clause, Reading, kept
from aligner_core._claims.values import values_inside, values_of
from aligner_core._claims.work import Work
from aligner_core._claims.worth import Quantity
from aligner_core._language.lexicon import table_at, word_set_at, words_at
from aligner_core._text.hangul import has_hangul

HALF, WHOLE = 50, 100

MarkerKind = Literal["quantifier", "modality"]
_TABLES: Mapping[MarkerKind, str] = {"quantifier": "quantifiers", "modality": "modality"}
_FAMILIES: Mapping[str, str] = {
    **dict.fromkeys(("all", "most", "many", "some", "few", "half"), "share"),
    **dict.fromkeys(("at_least", "at_most"), "bound"),
    **dict.fromkeys(("hourly", "daily", "weekly", "fortnightly", "monthly", "quarterly", "yearly"), "frequency"),
    **dict.fromkeys(("only", "except"), "limit"),
    **dict.fromkeys(
        ("obligation", "prohibition", "permission", "ability", "advice", "possibility", "future"), "modality"
    ),
}
"""The families of meanings: two of one family exclude each other."""
_ALIKE: Mapping[str, frozenset[str]] = {
    "only": frozenset({"only", "except"}),
    "most": frozenset({"most", "only"}),
    "some": frozenset({"some", "few"}),
    "few": frozenset({"few", "some"}),
    "many": frozenset({"many", "most"}),
    "permission": frozenset({"permission", "ability"}),
    "ability": frozenset({"permission", "ability", "possibility"}),
    "obligation": frozenset({"obligation"}),
    "future": frozenset({"future", "obligation"}),
}
"""The meanings that imply another one."""
_OF_SOME = frozenset({"most", "many", "some", "half"})
"""Shares that a text may state in one clause and refer to in another."""
_ANY, _UNSAID = "any", "unsaid"
_SILENT = frozenset({"repeated", _UNSAID})
"""Meanings that state nothing, matched so that their words are not taken for others."""


class Marker(NamedTuple):
    """The meanings of a word at [start, end) of a folded text; in a claim, there may be several."""

    senses: frozenset[str]
    start: int
    end: int


@kept
def markers_of(reading: Reading, kind: MarkerKind, *, in_claim: bool) -> tuple[Marker, ...]:
    """Return the quantifiers or the modality of a text; in a claim, only what states a fact by itself."""
    text, language = reading.text, reading.language
    found: list[tuple[int, int, str]] = []
    for code in ("ko", "en"):
        if in_claim and language in {"ko", "en"} and code != language:
            continue
        for sense, pattern in _patterns(code, kind, in_claim):
            found += [(*match.span(), sense) for match in pattern.finditer(text)]
    if kind == "modality" and not in_claim:
        found += list(_imperatives(reading))
    numbers = Coverage((value.start, value.end) for value in values_of(reading))
    found = [one for one in found if not (_is_said_by_value(one[2], kind) and numbers.overlaps(one[0], one[0] + 1))]
    return tuple(_without_overlaps([(start, end, _meant(sense, start, reading)) for start, end, sense in found]))


def _is_said_by_value(sense: str, kind: MarkerKind) -> bool:
    """Return whether words that are part of a value have no such meaning, as the month of May and *only* have none."""
    return kind == "modality" or sense == "only"


def _meant(sense: str, start: int, reading: Reading) -> str:
    """Return the meaning of a mark in its context: *any* is *all*, unless it is denied."""
    if sense != _ANY:
        return sense
    return _UNSAID if negations_in(reading.clause_at(start), reading) else "all"


@cache
def _first_word() -> re.Pattern[str]:
    return re.compile(rf"\W*(?:(?:{'|'.join(words_at('claims.requests.before'))})\s)?([a-z']+)")


@cache
def _refers_back() -> re.Pattern[str]:
    return re.compile(f" (?:{'|'.join(words_at('claims.clauses.refers_back'))})")


def _imperatives(reading: Reading) -> Iterator[tuple[int, int, str]]:
    """Yield the verbs that begin a clause, as those of requests do."""
    verbs, forbidding = word_set_at("claims.requests.verbs"), words_at("claims.requests.forbidding")
    behind = tuple(f" {word} " for word in words_at("claims.requests.forbidding_behind"))
    for clause in reading.clauses:
        word = _first_word().match(reading.text, clause.start, clause.end)
        if word and word[1] in verbs:
            is_denied = word[1] in forbidding or reading.text.startswith(behind, word.end(1))
            for sense in ("prohibition" if is_denied else "obligation", "advice"):
                yield *word.span(1), sense


def _without_overlaps(found: list[tuple[int, int, str]]) -> Iterator[Marker]:
    """Yield the longest marks; those at the same place are merged."""
    senses: dict[tuple[int, int], set[str]] = {}
    for start, end, sense in found:
        senses.setdefault((start, end), set()).add(sense)
    behind = -1
    for start, end in sorted(senses, key=lambda place: (place[0], -place[1])):
        if behind <= start < end:
            behind = end
            if loud := frozenset(senses[start, end]) - _SILENT:
                yield Marker(loud, start, end)


@cache
def _patterns(code: str, kind: MarkerKind, in_claim: bool) -> tuple[tuple[str, "re.Pattern[str]"], ...]:  # noqa: FBT001
    names = [_TABLES[kind], *([] if in_claim else [f"{_TABLES[kind]}_in_evidence"])]
    is_latin = code == "en"
    return tuple(
        (sense, re.compile(rf"(?<![\w'])(?:{'|'.join(words)})(?![\w'])" if is_latin else "|".join(words)))
        for name in names
        for sense, words in table_at(f"claims.{name}", code).items()
    )


class MarkerIndex:
    """The marks of one text by clause, and the first mark of each meaning."""

    def __init__(self, reading: Reading, kind: MarkerKind, *, in_claim: bool) -> None:
        self._by_clause: dict[int, list[Marker]] = {}
        self._first: dict[str, Marker] = {}
        for marker in markers_of(reading, kind, in_claim=in_claim):
            self._by_clause.setdefault(reading.clause_at(marker.start).number, []).append(marker)
            for sense in marker.senses:
                self._first.setdefault(sense, marker)

    def first(self, wanted: frozenset[str]) -> Marker | None:
        """Return the first mark with one of the wanted meanings."""
        return min(
            (self._first[sense] for sense in wanted & self._first.keys()), key=lambda one: one.start, default=None
        )

    def one_of_each(self) -> list[Marker]:
        """Return the first mark of each meaning, in reading order."""
        return sorted(set(self._first.values()), key=lambda one: one.start)

    def inside(self, clauses: Sequence[Clause], work: Work) -> list[Marker]:
        """Return the marks in some clauses, which are counted in *work*."""
        work.spend(len(clauses))
        return [marker for clause in clauses for marker in self._by_clause.get(clause.number, ())]


@kept
def _index_of(reading: Reading, kind: MarkerKind, *, in_claim: bool) -> MarkerIndex:
    return MarkerIndex(reading, kind, in_claim=in_claim)


def stated_at(marker: Marker, kind: MarkerKind, claim: Reading, evidence: Reading) -> Marker | None:
    """Return the mark of the evidence that has the meaning of one of a claim, if any."""
    if not any(most_shared(clause, claim, evidence) for clause in claim.clauses):
        return None
    index = _index_of(evidence, kind, in_claim=False)
    wanted = frozenset().union(*(_ALIKE.get(sense, frozenset({sense})) for sense in marker.senses))
    if "obligation" in marker.senses and denials_in(claim.clause_at(marker.start), claim):
        wanted |= {"prohibition"}
    found = index.first(wanted)
    clauses = _clauses_about(marker, kind, claim, evidence)
    if found is None or len(clauses) == len(evidence.clauses):
        return found or _percentage(wanted, clauses, evidence)
    near = index.inside([*clauses, *_with_verb(marker, kind, claim, evidence)], claim.work)
    more = clauses_with_more(claim.clause_at(marker.start), clauses, claim, evidence)
    near += [
        other
        for other in index.inside(more, claim.work)
        if other.senses & wanted and (other.senses & _OF_SOME or _refers_back().match(evidence.text, other.end))
    ]
    if same := [other for other in near if other.senses & wanted]:
        return same[0]
    return None if any(_excludes(other, marker) for other in near) else found


def _with_verb(marker: Marker, kind: MarkerKind, claim: Reading, evidence: Reading) -> list[Clause]:
    """Return the clauses of an evidence that have the verb behind an English modal of a claim."""
    clause = claim.clause_at(marker.start)
    verb = next((word.start for word in clause.words if word.start >= marker.end), None)
    if kind != "modality" or verb is None or has_hangul(claim.text[marker.start : marker.end]):
        return []
    sharing = clauses_sharing(clause, claim, evidence)
    return [one for one in sharing if verb in shared_starts(clause, claim, one, evidence)]


_WEAK = frozenset({"permission", "ability", "future", "many", "at_least", "at_most"})
"""Senses that a claim may add to what its evidence states: a fact only if the evidence states otherwise."""


_FORBIDDING = frozenset({"prohibition"})
_BOUNDS = frozenset({"at_least", "at_most"})
"""Senses that bound a value: without one in its clause, *less than* compares two things."""


def _percentage(wanted: frozenset[str], clauses: Sequence[Clause], evidence: Reading) -> Marker | None:
    """Return the percentage that amounts to *half* or *most*, where one of them is wanted."""
    alike = [marker for marker in _percentages(evidence) if marker.senses & wanted]
    numbers = {clause.number for clause in clauses} if alike else set()
    return next((marker for marker in alike if evidence.clause_at(marker.start).number in numbers), None)


@kept
def _percentages(reading: Reading) -> list[Marker]:
    """Return the percentages of a text that amount to *half* or *most*, as marks, the first of each clause."""
    found: dict[tuple[int, str], Marker] = {}
    for value in values_of(reading):
        worth = value.worth
        if isinstance(worth, Quantity) and worth.unit == "percent" and isinstance(worth.number, Fraction):
            sense = "half" if worth.number == HALF else "most" if HALF < worth.number < WHOLE else ""
            if sense:
                key = (reading.clause_at(value.start).number, sense)
                found.setdefault(key, Marker(frozenset({sense}), value.start, value.end))
    return list(found.values())


def needs_a_place(marker: Marker, kind: MarkerKind, claim: Reading, evidence: Sequence[Reading]) -> bool:
    """Return whether a mark of a claim is a fact: a weak one only if the evidence has it or contradicts it."""
    if not marker.senses <= _WEAK:
        return True
    if marker.senses <= _BOUNDS and not values_inside(claim.clause_at(marker.start), claim):
        return False
    return any(stated_at(marker, kind, claim, text) or _has_rival_near(marker, kind, claim, text) for text in evidence)


def _has_rival_near(marker: Marker, kind: MarkerKind, claim: Reading, evidence: Reading) -> bool:
    return has_rival(marker, kind, claim, evidence, _clauses_about(marker, kind, claim, evidence))


def has_rival(marker: Marker, kind: MarkerKind, claim: Reading, evidence: Reading, clauses: Sequence[Clause]) -> bool:
    """Return whether some clauses of a text have a mark that contradicts one of a claim."""
    stated = _index_of(evidence, kind, in_claim=True).inside(clauses, claim.work)
    asked = _index_of(evidence, kind, in_claim=False).inside(clauses, claim.work)
    forbidding = [other for other in asked if other.senses <= _FORBIDDING]
    return any(_is_rival(other, marker) for other in (*stated, *forbidding))


def rivals_of(marker: Marker, kind: MarkerKind, evidence: Reading) -> list[Marker]:
    """Return the marks of the evidence that contradict a mark: the first one of each meaning."""
    return [other for other in _index_of(evidence, kind, in_claim=True).one_of_each() if _is_rival(other, marker)]


def _is_rival(other: Marker, marker: Marker) -> bool:
    return _excludes(other, marker) and not other.senses & marker.senses


def _excludes(other: Marker, marker: Marker) -> bool:
    """Return whether two marks are of the same kind; *only* excludes *all* and *at least* as well."""
    families = {_FAMILIES[sense] for sense in marker.senses}
    if "only" in other.senses and not marker.senses.isdisjoint(("all", "at_least")):
        return True
    return any(_FAMILIES[sense] in families for sense in other.senses)


def _clauses_about(marker: Marker, kind: MarkerKind, claim: Reading, evidence: Reading) -> tuple[Clause, ...]:
    """Return the clauses of an evidence that are about what a mark is about: a quantifier about the words beside it."""
    clause = claim.clause_at(marker.start)
    if kind == "quantifier":
        focus = words_beside(clause, marker.start, marker.end)
    elif has_hangul(claim.text[marker.start : marker.end]):
        focus = frozenset([word.start for word in clause.words if word.start < marker.end][-2:])
    else:
        focus = frozenset(word.start for word in clause.words if word.start >= marker.end)
    return best_clauses(clause, claim, evidence, focus=focus)
