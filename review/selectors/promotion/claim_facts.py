"""The facts of a claim compared with the words that count: where each occurs, or what occurs instead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from aligner_core import ClaimFact, ClaimReport, FactPlace, Judgement, check_claim
from review.models import Entry, Quote
from review.payloads import ANSWER
from review.selectors.retrievals.answers import answers_among

MAX_FOUND_IN_SIGHT = 6
"""How many found facts are listed without a click; each is marked in the claim anyway."""


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
class CheckedFact:
    """One fact of a claim: the words that contain it, or else words with another fact of its kind."""

    fact: ClaimFact
    place: QuotedWords | None = None
    instead: tuple[QuotedWords, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimSegment:
    """Text of a claim without a fact, or with one."""

    text: str
    fact: CheckedFact | None = None


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """The facts of the claim of an entry, and the claim in segments."""

    entry: Entry
    report: ClaimReport
    facts: tuple[CheckedFact, ...]

    @property
    def missing(self) -> tuple[CheckedFact, ...]:
        """The facts that the evidence lacks, each listed once."""
        return _once(one for one in self.facts if not one.fact.found)

    @property
    def found(self) -> tuple[CheckedFact, ...]:
        """The facts that the evidence contains, each listed once."""
        return _once(one for one in self.facts if one.fact.found)

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
        return min(here, key=lambda one: one.fact.found, default=None)


def claim_facts(entry: Entry, quotes: Sequence[Quote]) -> ClaimFacts | None:
    """Return the facts of a claim with the words of its *quotes* that contain them; None if nothing is compared.

    Nothing is compared without a quote that counts and was found, nor for answers: their title is a question and their
    text more than a claim, so their source line is checked instead.
    """
    counting = list(_counting_words(quotes))
    if not counting or (entry.type == ANSWER and answers_among(entry.session, [entry])):
        return None
    report = report_on(claim_text(entry), tuple(words for _, words in counting))
    quoted = [quote for quote, _ in counting]
    return ClaimFacts(entry, report, tuple(_checked(fact, quoted) for fact in report.facts))


@lru_cache(maxsize=500)
def report_on(claim: str, words: tuple[str, ...]) -> ClaimReport:
    """Return which facts of a claim are in *words*: judged once for the same claim and the same words."""
    return check_claim(claim, words)


def judged_facts(entry: Entry, quotes: Sequence[Quote]) -> Judgement | None:
    """Return whether the words of *quotes* have every fact of the claim of an entry; None if nothing is compared."""
    facts = claim_facts(entry, quotes)
    return None if facts is None else facts.report.judgement


def lacks_facts(entry: Entry, quotes: Sequence[Quote]) -> bool:
    """Return whether facts are compared and not all of them are known to be there: what is not judged counts as no."""
    judgement = judged_facts(entry, quotes)
    return judgement is not None and not judgement


def claim_text(entry: Entry) -> str:
    """Return the text of a claim that is searched for facts: its current title and body."""
    return "\n".join(part for part in (entry.claim_title, entry.claim_body) if part)


def _counting_words(quotes: Sequence[Quote]) -> Iterator[tuple[Quote, str]]:
    """Yield each quote that counts and was found, with the words of the message at its span."""
    for quote in quotes:
        current = quote.current if quote.counts else None
        evidence = None if current is None else current.found_evidence
        if current is not None and current.message is not None and evidence is not None:
            yield quote, current.message.content[evidence.span_start : evidence.span_end]


def _checked(fact: ClaimFact, quoted: Sequence[Quote]) -> CheckedFact:
    place = None if fact.place is None else _quoted(fact.place, quoted)
    return CheckedFact(fact, place, tuple(dict.fromkeys(_quoted(one, quoted) for one in fact.instead)))


def _quoted(place: FactPlace, quoted: Sequence[Quote]) -> QuotedWords:
    return QuotedWords(quoted[place.where], place.text)


def _once(facts: Iterator[CheckedFact]) -> tuple[CheckedFact, ...]:
    """Return the facts without those that have the same text and the same result."""
    return tuple({(one.fact.text, one.place, one.instead): one for one in facts}.values())


@dataclass(frozen=True, slots=True)
class FactElsewhere:
    """A fact that the evidence lacks, and the messages of the session that contain it, with their words."""

    fact: ClaimFact
    messages: tuple[tuple[int, str], ...]


def facts_elsewhere(entry: Entry) -> tuple[FactElsewhere, ...]:
    """Return where the session contains the facts that the evidence lacks, messages near the evidence first."""
    quotes = list(entry.quotes.select_related("current__message").order_by("position"))
    facts = claim_facts(entry, quotes)
    if facts is None or not facts.report.missing:
        return ()
    counting = list(_counting_words(quotes))
    near = [quote.current.message_index or 0 for quote, _ in counting if quote.current]
    contents = list(entry.session.current_messages().values_list("index", "content"))
    contents.sort(key=lambda one: (min(abs(one[0] - index) for index in near), one[0]))
    report = check_claim(
        claim_text(entry), [words for _, words in counting], elsewhere=[content for _, content in contents]
    )
    missing = {fact.text: fact for fact in report.missing}
    return tuple(
        FactElsewhere(fact, tuple(sorted((contents[place.where][0], place.text) for place in fact.elsewhere)))
        for fact in missing.values()
    )
