"""How often the first fix of the doctor is right, and what it costs: quotes damaged on purpose, by kind."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median

from aligner_core import Corpus, EvidenceAligner, PreparedSource, Prescription
from aligner_core._repair.splitting import sentence_spans
from benchmarks.results import Result
from benchmarks.speed import LANGUAGES, Scale
from benchmarks.timing import fastest_seconds
from benchmarks.workload import EDITED_SHARE, Language, edited, messages

TOLERANCE = 2
"""How many code points either end may be off."""

MessageSpan = tuple[int, int, int]
"""The index of a message, and the start and end of a span in it."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A quote that fails or changes a fact, the message it claims, and the spans that a repair should find."""

    quote: str
    claimed: int
    places: tuple[MessageSpan, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """A session, and the random source of damaged quotes from it."""

    language: Language
    contents: list[str]
    random: Random

    def sentence(self) -> tuple[str, MessageSpan]:
        """Return a whole sentence, not the last one of a message, and its span."""
        index = self.random.randrange(len(self.contents))
        span = self.random.choice(sentence_spans(self.contents[index])[:-1] or sentence_spans(self.contents[index]))
        words = self.contents[index][span.start : span.end].rstrip()
        return words, (index, span.start, span.start + len(words))

    def other(self, index: int) -> int:
        """Return the index of another message."""
        return (index + self.random.randrange(1, len(self.contents))) % len(self.contents)


def _moved(talk: Talk) -> Damaged:
    words, place = talk.sentence()
    return Damaged(words, talk.other(place[0]), (place,))


def _marked(talk: Talk) -> Damaged:
    words, place = talk.sentence()
    return Damaged(" ".join(f"**{word}**" for word in words.split()), place[0], (place,))


def _attributed(talk: Talk) -> Damaged:
    words, place = talk.sentence()
    return Damaged(f'> **User:** "{words} ..."', talk.other(place[0]), (place,))


def _joined(talk: Talk, mark: str) -> Damaged:
    (one, first), (other, second) = talk.sentence(), talk.sentence()
    return Damaged(f"{one}{mark}{other}", first[0], (first, second))


def _negated(talk: Talk) -> Damaged:
    words, place = talk.sentence()
    first, *rest = words.split(" ")
    return Damaged(" ".join([first, "not" if talk.language == "en" else "안", *rest]), place[0], (place,))


def _changed(talk: Talk) -> Damaged:
    words, place = talk.sentence()
    return Damaged(edited(words, EDITED_SHARE["near"], talk.language, talk.random), place[0], (place,))


DAMAGES: dict[str, Callable[[Talk], Damaged]] = {
    "another message claimed": _moved,
    "markup in it": _marked,
    "speaker, quotation marks, ellipsis, another message": _attributed,
    "words left out": partial(_joined, mark=" ... "),
    "two sentences glued": partial(_joined, mark=" "),
    "a negation added": _negated,
    "24 % of the characters edited": _changed,
}


def repairing(scale: Scale) -> Iterator[Result]:
    """Count the quotes that the first fix repairs, and time the doctor and the candidates of a whole session."""
    aligner = EvidenceAligner()
    for language in LANGUAGES:
        random = Random(f"{scale.seed} repairing {language}")
        talk = Talk(language, messages(language, scale.messages, random), random)
        corpus = Corpus([PreparedSource(content) for content in talk.contents])
        for name, damage in DAMAGES.items():
            damaged = [damage(talk) for _ in range(scale.quotes)]
            failed = [aligner.diagnose(quote.quote, corpus, quote.claimed) for quote in damaged]
            right = [
                _is_right(aligner.prescribe(evidence, corpus), quote)
                for evidence, quote in zip(failed, damaged, strict=True)
            ]
            doctor = [fastest_seconds(partial(aligner.prescribe, evidence, corpus), repeats=1) for evidence in failed]
            candidates = [
                fastest_seconds(partial(aligner.candidates, quote.quote, corpus), repeats=1) for quote in damaged
            ]
            case, size = f"{language}, {name}", f"{len(right)} quotes"
            yield Result("set right by the first fix", case, size, value=sum(right), unit="quotes")
            yield Result("prescribe", case, size, value=1000 * median(doctor), unit="ms")
            yield Result("candidates", case, size, value=1000 * median(candidates), unit="ms")


def _is_right(prescription: Prescription, damaged: Damaged) -> bool:
    """Return whether the first fix finds every span, and nothing else."""
    found = [evidence for fix in prescription.fixes[:1] for evidence in fix.evidence]
    return len(found) == len(damaged.places) and all(
        evidence.message_index == index
        and abs(evidence.span_start - start) <= TOLERANCE
        and abs(evidence.span_end - end) <= TOLERANCE
        for evidence, (index, start, end) in zip(found, damaged.places, strict=True)
    )
