"""What claims are held against: words that count, who said them to whom, and the messages around them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from hashlib import blake2b
from operator import or_
from typing import NamedTuple

from django.db.models import Min, Q
from django.db.models.functions import Left

from aligner_core import Said, Speaker
from aligner_core.guards import stretch_around
from review.models import Message, Quote
from review.models.sessions import OTHER, has_newer_version, speaker_of

MAX_CHARS_NEAR = 10_000
"""How much of each message around is read."""
MAX_PARTICIPANTS = 50
"""How many people of a session are known by name, those who spoke first."""
RANGES_AT_ONCE = 100
"""How many stretches of messages one query reads."""


class Participant(NamedTuple):
    """Who speaks in a session, and in which message first."""

    speaker: Speaker
    first: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words that count for one claim, and the messages around them by their index, in reading order.

    `at` of what was said is its place among these messages.
    """

    said: tuple[Said, ...]
    around: Mapping[int, str]

    @property
    def indexes(self) -> tuple[int, ...]:
        """The indexes of the messages around."""
        return tuple(self.around)

    def digest_with(self, claim: str) -> bytes:
        """Return the digest of all that a claim is judged by."""
        everything = repr((claim, self.said, tuple(self.around.values())))
        return blake2b(everything.encode(errors="surrogatepass"), digest_size=16).digest()


class Stretches:
    """The messages around quotes, and who speaks in their sessions; read once, when a claim is first judged.

    Only what stands before the end of the stretch counts, so messages that are added later change nothing.
    """

    def __init__(self, quotes: Iterable[Quote]) -> None:
        self._quotes = quotes

    def of(self, quotes: Sequence[Quote]) -> Spoken:
        """Return what some of the quotes, which all count and were found, are held against."""
        messages = [message for quote in quotes if (message := _message_of(quote)) is not None]
        around = dict(sorted(item for one in messages for item in self._around(one)))
        places = {index: place for place, index in enumerate(around)}
        said = (self._said(quote, one, places) for quote, one in zip(quotes, messages, strict=True))
        return Spoken(tuple(said), around)

    def _said(self, quote: Quote, message: Message, places: Mapping[int, int]) -> Said:
        found = quote.current.found_evidence if quote.current else None
        start, end = (0, 0) if found is None else (found.span_start, found.span_end)
        speaker = _speaker(message.role, message.name)
        words = message.content[start:end]
        others, at = self._others(message, speaker), places.get(message.index)
        return Said(words, speaker, others, message.content, start, at, message.timestamp)

    def _others(self, message: Message, speaker: Speaker) -> tuple[Speaker, ...]:
        """Return everybody else who speaks before the end of the stretch around a message."""
        if not speaker.is_known:
            return ()
        until = stretch_around(message.index)[-1]
        known = self._participants.get(message.session_id, ())
        return tuple(one.speaker for one in known if one.first <= until and one.speaker != speaker)

    def _around(self, message: Message) -> Iterator[tuple[int, str]]:
        """Yield the messages of the stretch around one, which stands in it as it was quoted."""
        texts = self._texts.get(message.session_id, {})
        for index in stretch_around(message.index):
            if index == message.index:
                yield index, message.content[:MAX_CHARS_NEAR]
            elif index in texts:
                yield index, texts[index]

    @cached_property
    def _messages(self) -> list[Message]:
        found = (_message_of(quote) for quote in self._quotes if quote.counts)
        return [message for message in found if message is not None and message.session_id is not None]

    @cached_property
    def _participants(self) -> Mapping[int, Sequence[Participant]]:
        """Who speaks in each session, those who spoke first first."""
        known = defaultdict[int, dict[Speaker, Participant]](dict)
        rows = Message.objects.filter(~has_newer_version(), session__in={one.session_id for one in self._messages})
        named = rows.order_by().values_list("session", "role", "name").annotate(first=Min("index"))
        for session, role, name, first in named.order_by("first") if self._messages else ():
            speaker = _speaker(role, name)
            if speaker.is_known and len(known[session]) < MAX_PARTICIPANTS:
                known[session].setdefault(speaker, Participant(speaker, first))
        return {session: tuple(people.values()) for session, people in known.items()}

    @cached_property
    def _texts(self) -> Mapping[int, Mapping[int, str]]:
        """The beginnings of the messages around the quotes, by session and index."""
        found = defaultdict[int, dict[int, str]](dict)
        ranges = list(_ranges(self._messages))
        for first in range(0, len(ranges), RANGES_AT_ONCE):
            some = ranges[first : first + RANGES_AT_ONCE]
            where = reduce(or_, (Q(session=session, index__range=(low, high)) for session, low, high in some))
            rows = Message.objects.filter(where, ~has_newer_version()).order_by()
            for session, index, text in rows.values_list("session", "index", Left("content", MAX_CHARS_NEAR)):
                found[session][index] = text
        return found


def _message_of(quote: Quote) -> Message | None:
    return None if quote.current is None else quote.current.message


def _speaker(role: str, name: str) -> Speaker:
    """Return who speaks, with the role under its usual name."""
    usual = speaker_of(role)
    return Speaker(name.strip(), role.strip().lower() if usual == OTHER else usual)


def _ranges(messages: Iterable[Message]) -> Iterator[tuple[int, int, int]]:
    """Yield the stretches of messages around some, those that touch as one: the session, the first and the last."""
    last: tuple[int, int, int] | None = None
    for session, index in sorted({(one.session_id, one.index) for one in messages}):
        low, high = stretch_around(index)[0], stretch_around(index)[-1]
        if last is not None and last[0] == session and low <= last[2] + 1:
            last = (session, last[1], high)
            continue
        if last is not None:
            yield last
        last = (session, low, high)
    if last is not None:
        yield last
