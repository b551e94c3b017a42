"""The facts of a claim, one class per kind: where a text states a fact, and what it states instead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from aligner_core._claims.clauses import clauses_sharing, most_shared
from aligner_core._claims.denials import denies_by_prefix, is_denied_before, is_hard, negations_in
from aligner_core._claims.directory import directory_of
from aligner_core._claims.markers import (
    Marker,
    MarkerKind,
    has_rival,
    markers_of,
    needs_a_place,
    rivals_of,
    stated_at,
)
from aligner_core._claims.models import FactKind
from aligner_core._claims.names import Named, names_of
from aligner_core._claims.negations import affirms, answer_to, contradiction_of, starts_denied
from aligner_core._claims.reading import Clause, Reading, kept
from aligner_core._claims.values import value_index, values_of
from aligner_core._claims.voices import voices_of
from aligner_core._claims.worth import Found, Quantity, Worth
from aligner_core._language.lexicon import word_set_at

Range = tuple[int, int]
WON, THOUSAND, TEN_THOUSAND = "won", 1_000, 10_000


class Fact(Protocol):
    """A fact of a claim, at `span` of the folded claim; all ranges are of folded texts."""

    @property
    def kind(self) -> FactKind:
        """What it states."""

    @property
    def span(self) -> Range:
        """Where it stands in the claim."""

    def place_in(self, text: Reading) -> Range | None:
        """Return where a text states it; None when it does not."""

    def others_in(self, text: Reading) -> Iterator[Range]:
        """Yield what a text has of the same kind instead, the likeliest first."""


@dataclass(frozen=True)
class ValueFact:
    """A number, an amount, a date, a time or an identifier."""

    claim: Reading
    value: Found
    kind: FactKind

    @property
    def span(self) -> Range:
        """Where it stands in the claim."""
        return self.value.start, self.value.end

    def place_in(self, text: Reading) -> Range | None:
        """Return where a text states the value first."""
        stating = value_index(text).stating(self.value.worth)
        return (stating[0].start, stating[0].end) if stating else None

    def others_in(self, text: Reading) -> Iterator[Range]:
        """Yield values of the same kind that the claim lacks, those with the same unit first."""
        taken = _values_held(self.claim, text)
        yield from ((one.start, one.end) for one in value_index(text).instead_of(self.value, taken))

    def has_rival_in(self, text: Reading) -> bool:
        """Return whether a text has another value in the same unit, which the claim lacks."""
        other = next(value_index(text).instead_of(self.value, _values_held(self.claim, text)), None)
        return other is not None and other.unit == self.value.unit

    def is_bare_in(self, text: Reading) -> bool:
        """Return whether a text has the number in digits, and no unit with it."""
        worth = self.value.worth
        return isinstance(worth, Quantity) and any(
            isinstance(one.worth, Quantity) and not one.unit and text.text[one.start].isdecimal()
            for bare in _bare(worth)
            for one in value_index(text).stating(bare)
        )


@dataclass(frozen=True)
class NameFact:
    """A name."""

    claim: Reading
    name: Named
    kind: FactKind = "name"

    @property
    def span(self) -> Range:
        """Where it stands in the claim."""
        return self.name.start, self.name.end

    def place_in(self, text: Reading) -> Range | None:
        """Return where a text has the name."""
        return directory_of(text).place_of(self.name, self.claim.as_written(*self.span), self.claim.work)

    def others_in(self, text: Reading) -> Iterator[Range]:
        """Yield the other names of a text."""
        yield from ((one.start, one.end) for one in names_of(text) if one.words != self.name.words)


@dataclass(frozen=True)
class MarkerFact:
    """A quantifier, or a modal: how binding something is."""

    claim: Reading
    marker: Marker
    kind: MarkerKind

    @property
    def span(self) -> Range:
        """Where it stands in the claim."""
        return self.marker.start, self.marker.end

    def place_in(self, text: Reading) -> Range | None:
        """Return where a text states the same."""
        found = stated_at(self.marker, self.kind, self.claim, text)
        return (found.start, found.end) if found else None

    def has_rival_in(self, texts: Sequence[Reading]) -> bool:
        """Return whether a text states otherwise in a sentence that shares anything with the claim."""
        return any(has_rival(self.marker, self.kind, self.claim, text, self._sentences_in(text)) for text in texts)

    def _sentences_in(self, text: Reading) -> Sequence[Clause]:
        """Return the clauses of the sentences that share anything with the claim; all of one in another language."""
        clause, voices = self.claim.clause_at(self.marker.start), voices_of(text)
        sharing = {voices[one.number].sentence for one in clauses_sharing(clause, self.claim, text)}
        if not sharing or self.claim.language != text.language:
            return text.clauses
        return [one for one in text.clauses if voices[one.number].sentence in sharing]

    def others_in(self, text: Reading) -> Iterator[Range]:
        """Yield what a text states otherwise."""
        yield from ((one.start, one.end) for one in rivals_of(self.marker, self.kind, text))


@dataclass(frozen=True)
class NegationFact:
    """A negation."""

    claim: Reading
    clause: Clause
    kind: FactKind = "negation"

    @property
    def span(self) -> Range:
        """Where its words stand in the claim."""
        first = negations_in(self.clause, self.claim)[0]
        return first.start, first.end

    def place_in(self, text: Reading) -> Range | None:
        """Return where a text denies the same."""
        found = answer_to(self.clause, self.claim, text)
        return (found.start, found.end) if found else None

    def others_in(self, text: Reading) -> Iterator[Range]:  # noqa: ARG002 - nothing can replace a negation
        """Yield nothing."""
        yield from ()


@dataclass(frozen=True)
class AffirmationFact:
    """A clause that denies nothing, where the evidence does: a negation that the claim lacks."""

    claim: Reading
    clause: Clause
    kind: FactKind = "negation"

    @property
    def span(self) -> Range:
        """Where the clause stands in the claim."""
        text = self.claim.text[self.clause.start : self.clause.end]
        return self.clause.start + len(text) - len(text.lstrip()), self.clause.start + len(text.rstrip())

    def place_in(self, text: Reading) -> Range | None:
        """Return where a text affirms what the clause states."""
        found = affirms(self.clause, self.claim, text, most_shared(self.clause, self.claim, text))
        return (found.start, found.end) if found and contradiction_of(self.clause, self.claim, text) is None else None

    def others_in(self, text: Reading) -> Iterator[Range]:
        """Yield what denies it."""
        found = contradiction_of(self.clause, self.claim, text)
        yield from [(found.start, found.end)] if found else []


def _bare(worth: Quantity) -> Iterator[Quantity]:
    """Yield the numbers by which people may say an amount: 70 for 70만 원, and 140 for $140,000."""
    yield from (Quantity(number, "", number) for number in {worth.written, worth.number})
    if isinstance(worth.number, Fraction) and worth.unit in word_set_at("units.currencies"):
        factor, most = (TEN_THOUSAND, TEN_THOUSAND) if worth.unit == WON else (THOUSAND, THOUSAND)
        if (number := worth.number / factor) < most:
            yield Quantity(number, "", number)


@kept
def _values_held(claim: Reading, text: Reading) -> frozenset[Worth]:
    """Return the values of a text that state one of a claim."""
    index = value_index(text)
    return frozenset(other.worth for one in values_of(claim) for other in index.stating(one.worth))


def value_facts(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Fact]:
    """Yield the values of a claim in any language."""
    for found in values_of(claim):
        claim.work.spend(len(evidence))
        if claim.work.is_exceeded:
            return
        if not found.is_article:
            yield ValueFact(claim, found, _kind_of_value(found, evidence))


def _kind_of_value(found: Found, evidence: Sequence[Reading]) -> FactKind:
    """Return `unit` for a number that the evidence has with other units only."""
    worth = found.worth
    if found.kind != "number" or not isinstance(worth, Quantity) or not worth.unit:
        return found.kind
    indexes = [value_index(text) for text in evidence]
    if any(index.stating(worth) for index in indexes):
        return found.kind
    bare = Quantity(worth.written, "", worth.written)
    return "unit" if any(index.stating(bare) for index in indexes) else found.kind


def word_facts(claim: Reading, evidence: Sequence[Reading]) -> Iterator[Fact]:
    """Yield the names, quantifiers, modality and negations of a claim in a language that is judged."""
    yield from (NameFact(claim, name) for name in names_of(claim))
    kinds: tuple[MarkerKind, ...] = ("quantifier", "modality")
    for kind in kinds:
        for marker in markers_of(claim, kind, in_claim=True):
            claim.work.spend(len(evidence))
            if claim.work.is_exceeded:
                return
            if needs_a_place(marker, kind, claim, evidence):
                yield MarkerFact(claim, marker, kind)
    for clause in claim.clauses:
        claim.work.spend(len(evidence))
        if claim.work.is_exceeded:
            return
        if negations_in(clause, claim):
            yield NegationFact(claim, clause)
        elif not _is_half_denied(clause, claim, evidence) and _is_contradicted(clause, claim, evidence):
            yield AffirmationFact(claim, clause)


def _is_half_denied(clause: Clause, claim: Reading, evidence: Sequence[Reading]) -> bool:
    """Return whether a clause denies without a negation: by a prefix, as an item of a list, or as hard to do."""
    if is_hard(clause, claim) or is_denied_before(clause, claim):
        return True
    return any(denies_by_prefix(clause, text) for text in evidence)


def _is_contradicted(clause: Clause, claim: Reading, evidence: Sequence[Reading]) -> bool:
    """Return whether a text denies what a clause affirms, and no other text that shares as much with it affirms it."""
    denying = [text for text in evidence if contradiction_of(clause, claim, text)]
    least = max((most_shared(clause, claim, text) for text in denying), default=0)
    others = [text for text in evidence if text not in denying]
    denied = set[int]().union(*(starts_denied(clause, claim, text) for text in denying))
    return bool(denying) and not any(affirms(clause, claim, text, least, denied) for text in others)
