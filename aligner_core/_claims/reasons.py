"""What is wrong with a claim, reason by reason: how bad it is, and the words of the claim and of the evidence."""

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, get_args

from aligner_core._claims.models import ClaimFact, ClaimReport, FactKind, FactPlace, Saying, SayingKind
from aligner_core._claims.reason_sentences import SENTENCES, VOICES, ReasonLanguage
from aligner_core._claims.said import Evidence, said_of
from aligner_core._language.speakers import Speaker

Level = Literal["missing", "said", "nearby"]
"""How bad a reason is: the evidence lacks a fact, or says it otherwise than as a statement, or has it close by."""
_ORDER: tuple[Level, ...] = get_args(Level)
_KINDS: tuple[str, ...] = ("speaker", "negation", "opposite", "role", "about")
"""The kinds that come first, as they change most."""


class Reason(NamedTuple):
    """A reason why a claim does not say what its evidence says.

    `text` is at [start, end) of the claim, and `places` are the words of the evidence that say otherwise; of what is
    `nearby` they are those in the texts elsewhere, and of a saying those in the messages around the evidence. `who`
    said the first of them, as far as that is known.
    """

    kind: FactKind | SayingKind
    level: Level
    text: str
    start: int
    end: int
    places: tuple[FactPlace, ...] = ()
    who: Speaker = Speaker()

    def sentence(
        self, language: ReasonLanguage = "en", *, shown: Callable[[str], str] = str, at: int | None = None
    ) -> str:
        """Return the reason in one sentence, in English (`en`) or Korean (`ko`).

        *shown* is what becomes of the words that are quoted in it, and *at* is the number of the message nearby, where
        that is not the index of the text.
        """
        first = next(iter(self.places), None)
        words = {
            "claim": shown(" ".join(self.text.split())),
            "words": "" if first is None else shown(" ".join(first.text.split())),
            "where": first.where if first is not None and at is None else at,
        }
        return SENTENCES[language][self._form].format(**words, who=shown(self._voice(language)))

    @property
    def _form(self) -> str:
        """The sentence by which it is told."""
        if self.level == "nearby" or self.kind in {"speaker", *get_args(SayingKind)}:
            return "nearby" if self.level == "nearby" else self.kind
        if self.kind == "negation":
            return "denied" if self.places else "negation"
        return "instead" if self.places else "missing"

    def _voice(self, language: ReasonLanguage) -> str:
        """Return who said it, as the subject of a sentence."""
        voices = VOICES[language]
        if self.who.name and self.kind == "speaker":
            return voices["name"].format(name=self.who.name)
        return voices.get(self.who.role, voices["other" if self.kind == "speaker" else "program"])


def reasons_of(claim: str, report: ClaimReport, evidence: Evidence = ()) -> tuple[Reason, ...]:
    """Return why a claim is not what its *evidence* says, the strongest reason first; none where it is.

    *report* is what `check_claim` found for both.

    >>> from aligner_core import Said, Speaker, check_claim
    >>> evidence = [Said("I signed it", Speaker("Ana"), to=(Speaker("Ben"),))]
    >>> [one.sentence() for one in reasons_of("Ben signed it", check_claim("Ben signed it", evidence), evidence)]
    ['Ana said this, not “Ben”.']

    """
    speakers = [one.speaker for one in said_of(evidence)]
    found = [*_of_facts(claim, report.facts, speakers), *_of_sayings(claim, report.sayings, speakers)]
    return tuple(sorted(found, key=lambda one: (_ORDER.index(one.level), _rank(one.kind), one.start)))


def _rank(kind: str) -> int:
    return _KINDS.index(kind) if kind in _KINDS else len(_KINDS)


def _of_facts(claim: str, facts: tuple[ClaimFact, ...], speakers: list[Speaker]) -> Iterator[Reason]:
    for fact in facts:
        if fact.found:
            continue
        places = fact.elsewhere if fact.nearby else fact.instead
        if fact.kind == "name" and not fact.nearby:
            places = tuple(place for place in places if place.text.lower() not in claim.lower())
        who = _who(fact.instead, speakers)
        yield Reason(fact.kind, "nearby" if fact.nearby else "missing", fact.text, fact.start, fact.end, places, who)


def _of_sayings(claim: str, sayings: tuple[Saying, ...], speakers: list[Speaker]) -> Iterator[Reason]:
    for saying in sayings:
        text, places = claim[saying.start : saying.end], (saying.place,)
        yield Reason(saying.kind, "said", text, saying.start, saying.end, places, _who(places, speakers))


def _who(places: tuple[FactPlace, ...], speakers: list[Speaker]) -> Speaker:
    """Return who said the first of some words."""
    return next((speakers[place.where] for place in places if place.where < len(speakers)), Speaker())
