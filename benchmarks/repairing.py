"""How often the first fix of the doctor is right, and what it costs: quotes damaged on purpose, by kind."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median

from aligner_core import Corpus, EvidenceAligner, PreparedSource, Prescription
from aligner_core.parts import sentences
from benchmarks.speed import LANGUAGES, Figures, Scale
from benchmarks.timing import seconds, table
from benchmarks.workload import EDITED, Language, edited, messages

TOLERANCE = 2
"""Code points that either end may be off."""

Place = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Damaged:
    """A quote that fails or changes a fact, the message it claims, and the places it should be set to."""

    quote: str
    claimed: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """A session, and what damages quotes of it."""

    language: Language
    said: list[str]
    random: Random

    def sentence(self) -> tuple[str, Place]:
        """Take a whole sentence, not the last one of a message."""
        index = self.random.randrange(len(self.said))
        span = self.random.choice(sentences(self.said[index])[:-1] or sentences(self.said[index]))
        words = self.said[index][span.start : span.end].rstrip()
        return words, (index, span.start, span.start + len(words))

    def other(self, index: int) -> int:
        """Name another message."""
        return (index + self.random.randrange(1, len(self.said))) % len(self.said)


def _moved(talk: Talk) -> Damaged:
    words, place = talk.sentence()
    return Damaged(words, talk.other(place[0]), (place,))


def _marked(talk: Talk) -> Damaged:
    words, place = talk.sentence()
    return Damaged(" ".join(f"**{word}**" for word in words.split()), place[0], (place,))


def _told(talk: Talk) -> Damaged:
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
    return Damaged(edited(words, EDITED["near"], talk.language, talk.random), place[0], (place,))


DAMAGES: dict[str, Callable[[Talk], Damaged]] = {
    "another message claimed": _moved,
    "markup in it": _marked,
    "speaker, quotation marks, ellipsis, another message": _told,
    "words left out": partial(_joined, mark=" ... "),
    "two sentences glued": partial(_joined, mark=" "),
    "a negation added": _negated,
    "24 % of the characters edited": _changed,
}


def repairing(scale: Scale, figures: Figures) -> str:
    """Count the quotes that the first fix sets right, and time the doctor and the candidates of a whole session."""
    aligner = EvidenceAligner()
    rows: list[list[object]] = []
    for language in LANGUAGES:
        random = Random(f"{scale.seed} repairing {language}")
        talk = Talk(language, messages(language, scale.messages, random), random)
        corpus = Corpus([PreparedSource(one) for one in talk.said])
        for name, damage in DAMAGES.items():
            some = [damage(talk) for _ in range(scale.quotes)]
            failed = [aligner.diagnose(one.quote, corpus, one.claimed) for one in some]
            right = [_right(aligner.prescribe(one, corpus), each) for one, each in zip(failed, some, strict=True)]
            doctor = [seconds(partial(aligner.prescribe, one, corpus), repeats=1) for one in failed]
            looked = [seconds(partial(aligner.candidates, one.quote, corpus), repeats=1) for one in some]
            figures[f"right {language} {name}"] = sum(right) / len(right)
            share = f"{sum(right)} of {len(right)}"
            rows.append([language, name, share, 1000 * median(doctor), 1000 * median(looked)])
    return table(["language", "damage", "set right by the first fix", "prescribe ms", "candidates ms"], rows)


def _right(given: Prescription, damaged: Damaged) -> bool:
    """Say whether the first fix gives every place, and nothing else."""
    found = [one for fix in given.fixes[:1] for one in fix.evidence]
    return len(found) == len(damaged.places) and all(
        one.message_index == index and abs(one.span_start - start) <= TOLERANCE and abs(one.span_end - end) <= TOLERANCE
        for one, (index, start, end) in zip(found, damaged.places, strict=True)
    )
