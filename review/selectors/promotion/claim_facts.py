"""The facts of a claim compared with the words that count: where each occurs, or what occurs instead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from aligner_core import ClaimFact, ClaimReport, FactPlace, Judgement, check_claim
from aligner_core.guards import Reason, reasons_of
from review.models import Entry, Quote
from review.payloads import ANSWER
from review.selectors.promotion.stretches import Spoken, Stretches
from review.selectors.retrievals.answers import answers_among

MAX_FOUND_IN_SIGHT = 6
"""How many found facts are listed without a click; each is marked in the claim anyway."""
MAX_KEPT = 500
"""How many reports are kept in memory."""


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """Words of the evidence: the quote they are from, and the relevant part of it."""

    quote: Quote
    text: str

    @property
    def index(self) -> int | None:
        """The message that the quote was found in."""
        return None if self.quote.current is None else self.quote.current.message_index


@dataclass(frozen=True, slots=True)
class Mark:
    """Why a claim does not say what its evidence says: the words of the evidence, or the messages near it."""

    reason: Reason
    places: tuple[QuotedWords, ...] = ()
    near: tuple[int, ...] = ()

    @property
    def at(self) -> int | None:
        """The index of the message nearby that its sentence names."""
        return next(iter(self.near), None)

    @property
    def links(self) -> tuple[QuotedWords, ...]:
        """The places to go to: each quote once."""
        return tuple({place.quote.pk: place for place in self.places}.values())


@dataclass(frozen=True, slots=True)
class CheckedFact:
    """One fact of a claim, and the words that contain it, or else its mark."""

    fact: ClaimFact
    place: QuotedWords | None = None
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class ClaimSegment:
    """Text of a claim without a fact, or with one."""

    text: str
    fact: CheckedFact | None = None


@dataclass(frozen=True)
class ClaimFacts:
    """The facts of the claim of an entry, what is wrong with it, and the claim in segments."""

    entry: Entry
    report: ClaimReport
    facts: tuple[CheckedFact, ...]
    marks: tuple[Mark, ...]

    @property
    def missing(self) -> tuple[Mark, ...]:
        """What the evidence lacks or says otherwise, each listed once."""
        return self._marks("missing")

    @cached_property
    def advice(self) -> tuple[Mark, ...]:
        """What keeps no entry back: what is said otherwise than as a statement, and what stands nearby."""
        return (*self._marks("said"), *self._marks("nearby"))

    def _marks(self, level: str) -> tuple[Mark, ...]:
        marks = (one for one in self.marks if one.reason.level == level)
        return tuple({(one.reason.kind, one.reason.text, one.places, one.near): one for one in marks}.values())

    @property
    def found(self) -> tuple[CheckedFact, ...]:
        """The facts that the evidence contains, each listed once."""
        return tuple({(one.fact.text, one.place): one for one in self.facts if one.fact.found}.values())

    @property
    def are_many_found(self) -> bool:
        """Whether the found facts are collapsed."""
        return len(self.found) > MAX_FOUND_IN_SIGHT

    @property
    def title(self) -> tuple[ClaimSegment, ...]:
        """The title of the claim, cut at its facts."""
        return tuple(self._segments(0, len(self.entry.claim_title)))

    @property
    def body(self) -> tuple[ClaimSegment, ...]:
        """The body of the claim, cut at its facts."""
        text = claim_text(self.entry)
        return tuple(self._segments(len(text) - len(self.entry.claim_body), len(text)))

    def _segments(self, start: int, end: int) -> Iterator[ClaimSegment]:
        text = claim_text(self.entry)
        edges = {edge for one in self.facts for edge in (one.fact.start, one.fact.end) if start < edge < end}
        for fact, cuts in groupby(pairwise(sorted({start, end, *edges})), lambda cut: self._drawn_at(cut[0])):
            pieces = list(cuts)
            yield ClaimSegment(text[pieces[0][0] : pieces[-1][1]], fact)

    def _drawn_at(self, position: int) -> CheckedFact | None:
        """Return the fact to mark at a position of the claim; missing facts take precedence."""
        here = [one for one in self.facts if one.fact.start <= position < one.fact.end]
        return min(here, key=lambda one: one.fact.found or one.fact.nearby, default=None)


def claim_facts(entry: Entry, quotes: Sequence[Quote], stretches: Stretches | None = None) -> ClaimFacts | None:
    """Return the facts of a claim with the words of its *quotes* that contain them; None if nothing is compared.

    Nothing is compared without a quote that counts and was found, nor for answers: their title is a question and their
    text more than a claim, so their source line is checked instead. Of many entries, the *stretches* are read together.
    """
    counting = list(_counting(quotes))
    if not counting or (entry.type == ANSWER and answers_among(entry.session, [entry])):
        return None
    claim, spoken = claim_text(entry), (stretches or Stretches(quotes)).of(counting)
    report = report_on(claim, spoken)
    marks = tuple(_mark(one, counting, spoken) for one in reasons_of(claim, report, spoken.said))
    by_fact = {(one.reason.kind, one.reason.start, one.reason.end): one for one in marks}
    checked = (
        CheckedFact(one, _quoted(one.place, counting), None if one.found else by_fact[one.kind, one.start, one.end])
        for one in report.facts
    )
    return ClaimFacts(entry, report, tuple(checked), marks)


def report_on(claim: str, spoken: Spoken) -> ClaimReport:
    """Return which facts of a claim are in what was said: judged once for the same claim, words, speakers and stretch.

    Reports are kept by the digest of all that they judge, so that no text is kept with them.
    """
    key = spoken.digest_with(claim)
    report = _KEPT.get(key)
    if report is None:
        report = check_claim(claim, spoken.said, elsewhere=list(spoken.around.values()))
        if len(_KEPT) >= MAX_KEPT:
            _KEPT.clear()
        _KEPT[key] = report
    return report


def forget() -> None:
    """Drop the reports that are kept."""
    _KEPT.clear()


_KEPT: dict[bytes, ClaimReport] = {}


def judged_facts(entry: Entry, quotes: Sequence[Quote], stretches: Stretches | None = None) -> Judgement | None:
    """Return whether the words of *quotes* have every fact of the claim of an entry; None if nothing is compared."""
    facts = claim_facts(entry, quotes, stretches)
    return None if facts is None else facts.report.judgement


def claim_text(entry: Entry) -> str:
    """Return the text of a claim that is searched for facts: its current title and body."""
    return "\n".join(part for part in (entry.claim_title, entry.claim_body) if part)


def _counting(quotes: Sequence[Quote]) -> Iterator[Quote]:
    """Yield each quote that counts and was found."""
    for quote in quotes:
        current = quote.current if quote.counts else None
        if current is not None and current.message is not None and current.found_evidence is not None:
            yield quote


def _mark(reason: Reason, quoted: Sequence[Quote], spoken: Spoken) -> Mark:
    if reason.level == "nearby":
        indexes = spoken.indexes
        return Mark(reason, near=tuple(dict.fromkeys(indexes[place.where] for place in reason.places)))
    places = tuple(dict.fromkeys(QuotedWords(quoted[place.where], place.text) for place in reason.places))
    return Mark(reason, places)


def _quoted(place: FactPlace | None, quoted: Sequence[Quote]) -> QuotedWords | None:
    return None if place is None else QuotedWords(quoted[place.where], place.text)


@dataclass(frozen=True, slots=True)
class FactElsewhere:
    """A fact that the evidence lacks, and the messages of the session that contain it, with their words."""

    fact: ClaimFact
    messages: tuple[tuple[int, str], ...]


def facts_elsewhere(entry: Entry) -> tuple[FactElsewhere, ...]:
    """Return where the session contains the facts that the evidence lacks, messages near the evidence first."""
    quotes = list(entry.quotes.select_related("current__message").order_by("position"))
    stretches, counting = Stretches(quotes), list(_counting(quotes))
    facts = claim_facts(entry, quotes, stretches)
    if facts is None or not facts.report.missing:
        return ()
    near = [quote.current.message_index or 0 for quote in counting if quote.current]
    contents = list(entry.session.current_messages().values_list("index", "content"))
    contents.sort(key=lambda one: (min(abs(one[0] - index) for index in near), one[0]))
    said = [one._replace(at=None) for one in stretches.of(counting).said]
    report = check_claim(claim_text(entry), said, elsewhere=[content for _, content in contents])
    lacking = {fact.span for fact in facts.report.missing}
    missing = {fact.text: fact for fact in report.missing if fact.span in lacking}
    return tuple(
        FactElsewhere(fact, tuple(sorted((contents[place.where][0], place.text) for place in fact.elsewhere)))
        for fact in missing.values()
    )
