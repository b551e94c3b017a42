"""Facts of a claim that its evidence lacks, and that are none: people leave out what a memory of them says."""

from collections.abc import Sequence
from functools import cached_property

from aligner_core._claims.clauses import most_shared
from aligner_core._claims.coverage import Coverage
from aligner_core._claims.dated import day_of, is_day
from aligner_core._claims.denials import affirmed_stems, all_stems, denied_in, is_complement
from aligner_core._claims.facts import AffirmationFact, Fact, MarkerFact, NameFact, NegationFact, ValueFact
from aligner_core._claims.opposites import expressions_in
from aligner_core._claims.people import People
from aligner_core._claims.reading import Reading
from aligner_core._claims.saying import matches

MIN_SHARED = 2
"""How many words and values a clause of the evidence shares with a denying one of a claim that is about the same."""
BINDING = frozenset({"advice", "obligation"})
"""How a memory tells what people ask for, or plan, as long as they say nothing weaker."""


class LeftOut:
    """What a claim says that its evidence leaves out."""

    def __init__(self, claim: Reading, people: People, evidence: Sequence[Reading]) -> None:
        self._claim, self._people, self._evidence = claim, people, evidence
        self._called = Coverage((one.start, one.end) for one in people.mentions_in(claim))

    def is_none(self, fact: Fact) -> bool:
        """Return whether a fact that the evidence lacks is none: a currency, the day of the message, or how often.

        Where people talk, there is more of that.
        """
        is_often = isinstance(fact, ValueFact) or fact.kind == "quantifier"
        if is_often and self._same_rates.overlaps(*fact.span):
            return True
        if isinstance(fact, ValueFact) and fact.kind == "amount":
            return any(map(fact.is_bare_in, self._evidence))
        if isinstance(fact, ValueFact) and fact.kind == "date":
            return self._is_day_of_message(fact)
        return bool(self._people.speakers) and self._is_left_out_in_talk(fact)

    def _is_day_of_message(self, fact: ValueFact) -> bool:
        """Return whether a day is the one on which the evidence was written, which names no other."""
        days = (day_of(one.when) for one in self._people.said)
        is_written_then = any(is_day(fact.value.worth, day) for day in days if day is not None)
        return is_written_then and not any(map(fact.has_rival_in, self._evidence))

    def _is_left_out_in_talk(self, fact: Fact) -> bool:
        """Return whether a fact is a name of people who talk, how one of them tells something, or a unit.

        A claim may deny in its own words what they said: where they never affirm it.
        """
        match fact:
            case ValueFact(kind="unit"):
                return any(map(fact.is_bare_in, self._evidence))
            case NameFact():
                is_called = self._called.overlaps(*fact.span)
                return is_called or self._people.is_one_of_us(fact.span[0], self._claim, self._evidence)
            case NegationFact():
                return self._is_in_own_words(fact) or self._tells("tells_asking")
            case MarkerFact(marker=marker) if marker.senses <= BINDING and not fact.has_rival_in(self._evidence):
                return True
            case MarkerFact(marker=marker) if marker.senses <= {"advice"}:
                return self._tells("tells")
            case AffirmationFact() if is_complement(fact.clause, self._claim):
                return True
            case MarkerFact() | AffirmationFact():
                return self._tells("tells_asking")
        return False

    def _tells(self, how: str) -> bool:
        """Return whether the claim tells what one of the people says, in one of the ways of saying."""
        return bool(self._called) and matches(how, self._claim.text)

    def _is_in_own_words(self, fact: NegationFact) -> bool:
        """Return whether nobody says what a claim denies, or affirms it where they are about little else."""
        heads = denied_in(fact.clause, self._claim)
        shared = max((most_shared(fact.clause, self._claim, text) for text in self._evidence), default=0)
        if shared < MIN_SHARED:
            return heads.isdisjoint(frozenset().union(*map(affirmed_stems, self._evidence)))
        return bool(heads) and heads.isdisjoint(frozenset().union(*map(all_stems, self._evidence)))

    @cached_property
    def _same_rates(self) -> Coverage:
        """Where the claim says how often something is, and the evidence says the same in other words."""
        rates = expressions_in(self._claim, "rates").items()
        same = (span for rate, span in rates if any(rate in expressions_in(text, "rates") for text in self._evidence))
        return Coverage(same)
