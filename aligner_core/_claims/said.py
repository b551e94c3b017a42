"""What was said, by whom to whom: the evidence of a claim, with the message around it."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from aligner_core._language.speakers import Speaker
from aligner_core.errors import InvalidTypeError, require_sequence

MESSAGES_BEFORE, MESSAGES_AFTER = 10, 2
"""How many messages around the evidence are near it: a memory takes names and values from them."""


def stretch_around(index: int) -> range:
    """Return the indexes of the messages near one, with its own.

    >>> stretch_around(3)
    range(0, 6)
    """
    return range(max(0, index - MESSAGES_BEFORE), index + MESSAGES_AFTER + 1)


class Said(NamedTuple):
    """Words of a message with who said them to whom.

    `message` is the whole message, in which the words begin at `start`; `at` is its index in the texts that are given
    as *elsewhere*, and `when` the time it was written, in ISO 8601. What is not known is left out.

    >>> Said("I signed it", Speaker("Ana", "user"), to=(Speaker("Ben", "user"),)).whole
    'I signed it'
    """

    text: str
    speaker: Speaker = Speaker()
    to: tuple[Speaker, ...] = ()
    message: str = ""
    start: int = 0
    at: int | None = None
    when: str = ""

    @property
    def whole(self) -> str:
        """The message around the words; the words themselves where it is not known."""
        return self.message or self.text


class Talk:
    """The messages of one session in order, each with who said it; *times* are when, in ISO 8601, as far as known.

    Raises:
        InvalidTypeError: *messages* is not a sequence of pairs of a speaker and a text.

    >>> talk = Talk([(Speaker("Ana"), "I signed it"), (Speaker("Ben"), "great")])
    >>> talk.said(0, 2, 11)
    Said(text='signed it', speaker=Speaker(name='Ana', role=''), to=(Speaker(name='Ben', role=''),), \
message='I signed it', start=2, at=0, when='')

    """

    def __init__(self, messages: Sequence[tuple[Speaker, str]], times: Sequence[str] = ()) -> None:
        require_sequence(messages, tuple, "messages")
        self._messages, self._times = messages, times
        self.participants = tuple(dict.fromkeys(speaker for speaker, _ in messages if speaker.is_known))

    def said(self, index: int, start: int, end: int) -> Said:
        """Return the words at [start, end) of a message; everybody else who speaks is addressed."""
        speaker, message = self._messages[index]
        to = tuple(one for one in self.participants if one != speaker) if speaker.is_known else ()
        when = self._times[index] if index < len(self._times) else ""
        return Said(message[start:end], speaker, to, message, start, index, when)


Evidence: TypeAlias = "Sequence[str | Said]"


def said_of(evidence: Evidence) -> tuple[Said, ...]:
    """Return evidence, of which plain texts are said by nobody.

    Raises:
        InvalidTypeError: it is no sequence of texts and of what was said.

    """
    if not isinstance(evidence, Sequence) or isinstance(evidence, str | bytes | Said):
        message = "evidence must be a sequence of strings, or of what was said (Said)"
        raise InvalidTypeError(message)
    said = tuple(Said(one) if isinstance(one, str) else one for one in evidence)
    for number, one in enumerate(said):
        if not (isinstance(one, Said) and isinstance(one.text, str)):
            message = f"evidence[{number}] must be a string or what was said (Said), not {type(one).__name__}"
            raise InvalidTypeError(message)
    return said
