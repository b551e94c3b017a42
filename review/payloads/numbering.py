"""The ways in which an extractor may have numbered the messages, and the conversion to the numbers used here."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple


class Numbering(StrEnum):
    """Which message an extractor counts as the first, and which it leaves out."""

    FROM_ZERO = "from_zero"
    FROM_ONE = "from_one"
    AFTER_SYSTEM = "after_system"
    WITH_WORDS = "with_words"
    OF_THE_USER = "of_the_user"


class Turn(NamedTuple):
    """The properties of a message on which a way of counting depends: its speaker, and whether it has words."""

    speaker: str
    has_words: bool


def indices(turns: Sequence[Turn], numbering: Numbering) -> dict[int, int]:
    """Return the number of each message here, by the extractor's number.

    >>> turns = [Turn("system", True), Turn("user", True), Turn("assistant", True)]
    >>> indices(turns, Numbering.AFTER_SYSTEM), indices(turns, Numbering.FROM_ONE)
    ({0: 1, 1: 2}, {1: 0, 2: 1, 3: 2})
    """
    first = 1 if numbering is Numbering.FROM_ONE else 0
    return dict(enumerate(_counted(turns, numbering), start=first))


def _counted(turns: Sequence[Turn], numbering: Numbering) -> Iterator[int]:
    begun = numbering is not Numbering.AFTER_SYSTEM
    for index, turn in enumerate(turns):
        begun = begun or turn.speaker != "system"
        match numbering:
            case Numbering.WITH_WORDS:
                is_counted = turn.has_words
            case Numbering.OF_THE_USER:
                is_counted = turn.speaker == "user"
            case _:
                is_counted = begun
        if is_counted:
            yield index


def numberings(turns: Sequence[Turn]) -> tuple[Numbering, ...]:
    """Return the ways of counting that differ for these messages, the plain one first."""
    seen, ways = list[dict[int, int]](), list[Numbering]()
    for numbering in Numbering:
        numbers = indices(turns, numbering)
        if numbers and numbers not in seen:
            seen.append(numbers)
            ways.append(numbering)
    return tuple(ways)


def recounted(extraction: object, numbers: Mapping[int, int], *, count: int) -> object:
    """Return an extraction with the numbers of the messages as they are here.

    A number that the extractor cannot have used stays out of range: it becomes one beyond the *count* of messages.
    """
    if not isinstance(extraction, Mapping):
        return extraction
    given = dict(extraction)
    if isinstance(given.get("evidence"), list):
        given["evidence"] = [_moved(quote, numbers, count) for quote in given["evidence"]]
    if isinstance(given.get("entries"), list):
        given["entries"] = [recounted(entry, numbers, count=count) for entry in given["entries"]]
    return given


def _moved(quote: Any, numbers: Mapping[int, int], count: int) -> object:  # noqa: ANN401 - JSON in, JSON out
    index = quote.get("messageIndex") if isinstance(quote, Mapping) else None
    if isinstance(index, bool) or not isinstance(index, int) or index < 0:
        return quote
    return {**quote, "messageIndex": numbers.get(index, count + index)}
