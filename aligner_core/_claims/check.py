"""Whether the facts of a claim stand in its evidence: what is judged, and what bounds the work."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, takewhile
from typing import NamedTuple

from aligner_core._claims.contrary import Contrary
from aligner_core._claims.dated import day_of, place_of_day
from aligner_core._claims.denials import JUDGED
from aligner_core._claims.exceptions import exceptions_told_in
from aligner_core._claims.exchanged import exchanged_in
from aligner_core._claims.facts import (
    AffirmationFact,
    Fact,
    NameFact,
    Range,
    ValueFact,
    value_facts,
    word_facts,
)
from aligner_core._claims.languages import has_words, is_judged, is_readable, language_of_claim
from aligner_core._claims.left_out import LeftOut
from aligner_core._claims.models import ClaimFact, ClaimReport, FactPlace
from aligner_core._claims.opposites import opposites_in
from aligner_core._claims.other_names import names_in_place_of_others
from aligner_core._claims.people import People
from aligner_core._claims.plans import plans_told_as_done
from aligner_core._claims.reading import Reading, read
from aligner_core._claims.replies import denied_by_replies
from aligner_core._claims.said import Evidence, Said, said_of, stretch_around
from aligner_core._claims.saying import sayings_in
from aligner_core._claims.sentences import sentences_of
from aligner_core._claims.speakers import told_of_others
from aligner_core._claims.spellings import SpelledOut, spelled_out
from aligner_core._claims.values import values_of
from aligner_core._claims.work import Work
from aligner_core._text.seen_text import SeenText
from aligner_core.errors import require_sequence, require_type
from aligner_core.evidence.judgement import Unjudged

MAX_CLAIM_CHARS = 10_000
"""How much of a claim is read, folded and without hidden characters."""
MAX_EVIDENCE_CHARS = 100_000
"""How much of the evidence is read, in order, and of the texts elsewhere; counted as in the claim."""
MAX_FACTS = 500
"""How many facts of a claim are looked for."""
MAX_PLACES = 3
"""How many places are reported of a fact elsewhere, and of what the evidence has instead."""
MAX_CHARS_AROUND = 5_000
"""How much of each message around the evidence is read for how things are said."""


class _Text(NamedTuple):
    """A text that a claim is compared with: its index, what a reader sees of it, and what was read of that.

    `plain` is read from it as it stands, `reading` with the spellings of chats written out.
    """

    where: int
    seen: SeenText
    plain: Reading
    spelled: SpelledOut
    reading: Reading

    def place(self, found: Range) -> FactPlace:
        """Return a range of the reading as a place in the source."""
        return self._place(self.spelled.source_range(*self.reading.span(*found)))

    def plain_place(self, found: Range) -> FactPlace:
        """Return a range of the plain reading as a place in the source."""
        return self._place(self.plain.span(*found))

    def _place(self, seen: Range) -> FactPlace:
        start, end = self.seen.source_range(*seen)
        return FactPlace(where=self.where, start=start, end=end, text=self.seen.source[start:end])


class _Texts(NamedTuple):
    """Texts in order, as far as the limit goes."""

    read: list[_Text]
    are_whole: bool


class _Placed(NamedTuple):
    """A fact at [start, end) of a claim, and its place in the evidence, if any."""

    fact: Fact
    start: int
    end: int
    place: FactPlace | None


def check_claim(claim: str, evidence: Evidence, *, elsewhere: Sequence[str] = ()) -> ClaimReport:
    """Return the facts of a claim, each with its place in the evidence: numbers, dates, names, negations and more.

    Values are compared by value, names by their letters in either script, and words by their meaning; the claim may be
    a paraphrase, and in the other language. The evidence is texts, or what was `Said`: then the speaker's name is *I*,
    and the name of who is spoken to *you*. *elsewhere* are other texts, such as all messages of the session: the places
    of missing facts in them are reported; what stands near the evidence is not missing. `where` counts the texts of
    each list from 0.

    Raises:
        InvalidTypeError: the claim is not a string, or the evidence is not a sequence of strings or of what was said.

    >>> report = check_claim("Everyone is refunded within 30 days", ["We refund everybody within 90 days."])
    >>> [(fact.kind, fact.text, [place.text for place in fact.instead]) for fact in report.missing]
    [('number', '30 days', ['90 days'])]
    >>> from aligner_core import Said, Speaker
    >>> check_claim("Ben signed it", [Said("I signed it", Speaker("Ana"), to=(Speaker("Ben"),))]).missing[0].kind
    'speaker'

    """
    require_type(claim, str, "claim")
    said = said_of(evidence)
    require_sequence(elsewhere, str, "elsewhere")
    check = _Check(claim, said, elsewhere)
    placed, reasons = check.placed(), check.reasons
    if check.has_gaps:
        spaced = _Check(claim, said, elsewhere, gap=" ")
        placed = _together(placed, spaced.placed())
        reasons |= spaced.reasons - {Unjudged.UNKNOWN_LANGUAGE}
    is_missing = any(one.place is None for one in placed)
    others = _Elsewhere(_within_limit(elsewhere) if is_missing else _Texts([], are_whole=True), said)
    facts = [_reported(one, claim, check.evidence.read, others) for one in placed]
    reason = next((reason for reason in Unjudged if reason in reasons), None)
    return ClaimReport(
        ok=reason is None and all(fact.found or fact.nearby for fact in facts),
        judged=reason is None,
        reason=reason,
        language=check.language,
        facts=tuple(sorted(facts, key=lambda fact: (fact.start, fact.end, fact.kind))),
        sayings=tuple(sayings_in(claim, said, _around(said, elsewhere))),
        elsewhere_read=others.texts.are_whole,
    )


def _around(said: Sequence[Said], elsewhere: Sequence[str]) -> list[str]:
    """Return the texts elsewhere that are near the evidence."""
    near = (stretch_around(one.at) for one in said if one.at is not None)
    numbers = sorted({number for each in near for number in each if number < len(elsewhere)})
    return [elsewhere[number][:MAX_CHARS_AROUND] for number in numbers]


class _Elsewhere:
    """The texts elsewhere, those near the evidence first."""

    def __init__(self, texts: _Texts, said: Sequence[Said]) -> None:
        near = [stretch_around(one.at) for one in said if one.at is not None]
        self.texts = texts
        self._near = {text.where for text in texts.read if any(text.where in each for each in near)}

    def places_of(self, fact: Fact) -> list[FactPlace]:
        """Return the first places that state a fact."""
        ordered = sorted(self.texts.read, key=lambda text: text.where not in self._near)
        found = ((text, fact.place_in(text.reading)) for text in ordered)
        return [text.place(place) for text, place in islice(((t, p) for t, p in found if p), MAX_PLACES)]

    def is_near(self, place: FactPlace) -> bool:
        """Return whether a place is near the evidence."""
        return place.where in self._near


class _Check:
    """Reads a claim and its evidence, with *gap* in the place of hidden characters, and places the facts.

    Each sentence is judged by itself, so that none changes how another one is judged. What may end a sentence without a
    sign, such as the end of a line, is read both ways.
    """

    def __init__(self, claim: str, said: Sequence[Said], elsewhere: Sequence[str], *, gap: str = "") -> None:
        self.seen = SeenText(claim, gap=gap)
        self._elsewhere = elsewhere
        self.evidence = _within_limit((one.text for one in said), gap=gap)
        self._said, self._people = said, People(said)
        self.reasons = set[Unjudged]()
        self._readings = [text.reading for text in self.evidence.read]
        self._claim, is_whole = _read_up_to(self.seen.text, MAX_CLAIM_CHARS)
        self._known: dict[str, Reading] = {}
        self._work = Work()
        if not (is_whole and self.evidence.are_whole):
            self.reasons.add(Unjudged.TOO_LONG)
        if self._same is None and not self._is_evidence_readable:
            self.reasons.add(Unjudged.UNKNOWN_LANGUAGE)

    @property
    def has_gaps(self) -> bool:
        """Whether the claim or its evidence has hidden characters."""
        return self.seen.has_gaps or any(text.seen.has_gaps for text in self.evidence.read)

    @cached_property
    def language(self) -> str | None:
        """The language of the claim."""
        return language_of_claim(self._claim, self._readings)

    @cached_property
    def _is_evidence_readable(self) -> bool:
        names = frozenset(
            word for word, start, end in self._claim.pieces if self._claim.as_written(start, end)[:1].isupper()
        )
        return all(is_readable(text, names) for text in self._readings)

    @cached_property
    def _same(self) -> int | None:
        """The index of the text that is the claim, word for word."""
        return next((text.where for text in self.evidence.read if text.plain.text == self._claim.text), None)

    def placed(self) -> list[_Placed]:
        """Return the facts of the claim with their places, as many as are looked for."""
        found, others = self._placed(by_sign=True), self._placed(by_sign=False)
        if self._work.is_exceeded:
            self.reasons.add(Unjudged.BUDGET)
        return _together(found, others)

    def _placed(self, *, by_sign: bool) -> list[_Placed]:
        every = (
            one
            for sentence in sentences_of(self._claim.source, by_sign=by_sign)
            for one in self._of_sentence(sentence.text, sentence.start)
        )
        found = list(islice(takewhile(lambda _: not self._work.is_exceeded, every), MAX_FACTS + 1))
        if len(found) > MAX_FACTS:
            self.reasons.add(Unjudged.TOO_MANY_FACTS)
        return found[:MAX_FACTS]

    def _of_sentence(self, text: str, at: int) -> Iterator[_Placed]:
        claim = self._known.setdefault(text, Reading(text, self._work))
        language = language_of_claim(claim, self._readings)
        if self._same is None and not is_judged(claim, language):
            self.reasons.add(Unjudged.UNKNOWN_LANGUAGE)
        is_judging = self._is_evidence_readable and language in JUDGED and not self._is_verbatim(claim)
        contraries = list(self._contraries(claim)) if is_judging else []
        known = {(other.kind, other.span) for other in contraries}
        left_out = LeftOut(claim, self._people, self._readings)
        for fact in self._facts(claim, language):
            place = self._place_of(fact, claim)
            if place is None and ((fact.kind, fact.span) in known or left_out.is_none(fact)):
                continue
            if place or self._is_evidence_readable or isinstance(fact, ValueFact):
                start, end = claim.span(*fact.span)
                yield _Placed(fact, *self.seen.source_range(at + start, at + end), place)
        for other in contraries:
            start, end = claim.span(*other.span)
            yield _Placed(other, *self.seen.source_range(at + start, at + end), None)

    def _contraries(self, claim: Reading) -> Iterator[Contrary]:
        """Yield what a sentence of the claim says and the evidence says otherwise."""
        yield from told_of_others(claim, self._people, self._readings)
        yield from opposites_in(claim, self._readings)
        yield from exchanged_in(claim, self._readings)
        yield from exceptions_told_in(claim, self._readings)
        if self._people.speakers:
            yield from plans_told_as_done(claim, self._people, self._readings)
            yield from names_in_place_of_others(claim, self._people, self._readings)
            yield from denied_by_replies(claim, self._people, self._readings, self._elsewhere)

    def _is_verbatim(self, claim: Reading) -> bool:
        """Return whether the evidence has a sentence of the claim, word for word."""
        return any(claim.text in text.plain.text for text in self.evidence.read)

    def _facts(self, claim: Reading, language: str | None) -> Iterator[Fact]:
        yield from value_facts(claim, self._readings)
        if language in JUDGED or not has_words(claim):
            yield from word_facts(claim, self._readings)

    def _place_of(self, fact: Fact, claim: Reading) -> FactPlace | None:
        """Return the first place in the evidence that states a fact; None if it was found to be denied.

        A sentence that occurs there verbatim has all of its facts there, but the words beside it may deny it.
        """
        self._work.spend(len(self.evidence.read))
        for text in self.evidence.read:
            at = text.plain.text.find(claim.text)
            if at != -1 and (text.where == self._same or not isinstance(fact, AffirmationFact)):
                return text.plain_place((at + fact.span[0], at + fact.span[1]))
        if isinstance(fact, AffirmationFact):
            return None
        found = ((text, self._range_of(fact, text)) for text in self.evidence.read)
        return next((text.place(place) for text, place in found if place), None)

    def _range_of(self, fact: Fact, text: _Text) -> Range | None:
        """Return where a text states a fact; a day, too, where it tells it by when it was written."""
        found, today = fact.place_in(text.reading), day_of(self._said[text.where].when)
        if found or today is None or not isinstance(fact, ValueFact):
            return found
        self._work.spend(len(values_of(text.reading)))
        return place_of_day(fact.value.worth, text.reading, today)


def _within_limit(texts: Iterable[str], *, gap: str = "") -> _Texts:
    found, left = list[_Text](), MAX_EVIDENCE_CHARS
    for where, text in enumerate(texts):
        seen = SeenText(text, gap=gap)
        plain, is_whole = _read_up_to(seen.text, left)
        spelled = spelled_out(plain.source)
        reading = plain if spelled.text == plain.source else read(spelled.text)
        found.append(_Text(where, seen, plain, spelled, reading))
        left -= len(plain.text)
        if not is_whole:
            return _Texts(found, are_whole=False)
    return _Texts(found, are_whole=True)


def _read_up_to(text: str, chars: int) -> tuple[Reading, bool]:
    """Return a text as it is read, up to a number of folded characters, and whether that is all of it."""
    whole = read(text) if len(text) <= MAX_EVIDENCE_CHARS else Reading(text)
    if len(whole.text) <= chars:
        return whole, True
    return Reading(text[: whole.span(0, chars)[1]] if chars else ""), False


def _together(placed: Sequence[_Placed], others: Iterable[_Placed]) -> list[_Placed]:
    """Return facts of a claim that was read in two ways: one that is missing in either is missing."""
    found = list(placed)
    for other in others:
        if other.place is None and not any(_is_known(other, one) for one in found):
            found = [one for one in found if (one.fact.kind, one.start, one.end) != _key(other)]
            found.append(other)
    return found


def _key(one: _Placed) -> tuple[str, int, int]:
    return one.fact.kind, one.start, one.end


def _is_known(other: _Placed, one: _Placed) -> bool:
    """Return whether a missing fact is one that is missing already, on more or fewer words."""
    return one.place is None and one.fact.kind == other.fact.kind and one.start < other.end and other.start < one.end


def _reported(one: _Placed, claim: str, evidence: Sequence[_Text], elsewhere: _Elsewhere) -> ClaimFact:
    """Return a fact as it is reported; a missing one with what stands instead of it, and where it stands elsewhere."""
    instead, others = list[FactPlace](), list[FactPlace]()
    if one.place is None:
        ranges = ((text, found) for text in evidence for found in one.fact.others_in(text.reading))
        instead = [text.place(found) for text, found in islice(ranges, MAX_PLACES)]
        others = elsewhere.places_of(one.fact)
    return ClaimFact(
        kind=one.fact.kind,
        text=claim[one.start : one.end],
        start=one.start,
        end=one.end,
        found=one.place is not None,
        where=one.place.where if one.place else None,
        place=one.place,
        instead=tuple(instead),
        elsewhere=tuple(others),
        nearby=any(map(elsewhere.is_near, others)) and _may_stand_nearby(one.fact, evidence),
    )


def _may_stand_nearby(fact: Fact, evidence: Sequence[_Text]) -> bool:
    """Return whether a memory may take a fact from the messages around: a name, or a value that nothing contradicts.

    Where the evidence has another value in the same unit, or the number in another one, what is nearby is no excuse.
    """
    if isinstance(fact, ValueFact):
        return fact.kind != "unit" and not any(fact.has_rival_in(text.reading) for text in evidence)
    return isinstance(fact, NameFact)
