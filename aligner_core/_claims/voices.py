"""Whom each clause of a text speaks of, and whether it asks."""

from bisect import bisect_left
from typing import NamedTuple

from aligner_core._claims.people import person_of
from aligner_core._claims.reading import Clause, Reading, kept
from aligner_core._text.hangul import has_hangul

_ENDS = frozenset(".!?…\n")


class Voice(NamedTuple):
    """The persons that a clause has words for, or the clause before it in its sentence; and whether it asks.

    All clauses of an English question ask, and the last of a Korean one. `sentence` is the number of its first clause.
    """

    persons: frozenset[str]
    is_question: bool
    sentence: int


@kept
def voices_of(reading: Reading) -> tuple[Voice, ...]:
    """Return the voice of each clause of a text."""
    gaps = [
        reading.text[one.end : other.start] for one, other in zip(reading.clauses, reading.clauses[1:], strict=False)
    ]
    gaps += [reading.text[reading.clauses[-1].end :]] if reading.clauses else []
    voices, first, said = list[Voice](), 0, frozenset[str]()
    for number, (clause, gap) in enumerate(zip(reading.clauses, gaps, strict=True)):
        said = _persons_in(clause, reading) or said
        voices.append(Voice(said, is_question=False, sentence=first))
        if not _ENDS.isdisjoint(gap):
            is_korean = has_hangul(reading.text[clause.start : clause.end])
            asking = slice(number if is_korean else first, None)
            voices[asking] = [voice._replace(is_question="?" in gap) for voice in voices[asking]]
            first, said = number + 1, frozenset()
    return tuple(voices)


def _persons_in(clause: Clause, reading: Reading) -> frozenset[str]:
    return frozenset(person for text, _, _ in words_in(clause, reading) if (person := person_of(text)))


def words_in(clause: Clause, reading: Reading) -> tuple[tuple[str, int, int], ...]:
    """Return every word of a clause with its place, also those that mean nothing by themselves."""
    first = bisect_left(reading.piece_starts, clause.start)
    return reading.pieces[first : bisect_left(reading.piece_starts, clause.end)]


def speaks_of_speaker(clause: Clause, reading: Reading) -> bool:
    """Return whether a clause is about who speaks: in Korean, a statement about nobody is."""
    voice = voices_of(reading)[clause.number]
    if has_hangul(reading.text[clause.start : clause.end]) and not voice.persons:
        return not voice.is_question
    return "first" in voice.persons


def speaks_to_somebody(clause: Clause, reading: Reading) -> bool:
    """Return whether a clause is about who is spoken to: in Korean, a question about nobody is."""
    voice = voices_of(reading)[clause.number]
    if has_hangul(reading.text[clause.start : clause.end]) and not voice.persons:
        return voice.is_question
    return "second" in voice.persons
