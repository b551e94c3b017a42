"""The selection of a person in a message: whole characters, without surrounding white space."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

import regex

from aligner_core import find_exact
from review.models import Message, ReviewSession

_CHARACTER = regex.compile(r"\X")


@dataclass(frozen=True, slots=True)
class Selection:
    """Words of one message and their span, in code points."""

    message_index: int
    start: int
    end: int
    words: str


def selection_of(message: Message, start: int, end: int) -> Selection | None:
    """Return the selection between two offsets; None if it is only white space.

    The ends move outward to whole characters (grapheme clusters), so that no syllable is cut, then inward over white
    space. The result is shown to the person, and only exactly that is accepted when the form comes back.
    """
    content = message.content
    start, end = max(start, 0), min(end, len(content))
    line = content.rfind("\n", 0, start) + 1  # a line feed always ends a cluster
    characters = takewhile(lambda one: one.start() < end, _CHARACTER.finditer(content, line))
    written = [one.span() for one in characters if one.end() > start and not one.group().isspace()]
    if not written:
        return None
    first, last = written[0][0], written[-1][1]
    return Selection(message.index, first, last, content[first:last])


def selections_of(session: ReviewSession, places: Iterable[tuple[int, int, int]]) -> list[Selection]:
    """Return the selections in several messages, given as index, start and end; blank ones are left out."""
    wanted = list(places)
    named = session.current_messages().filter(index__in=[index for index, _, _ in wanted])
    messages = {message.index: message for message in named}
    found = (selection_of(messages[index], start, end) for index, start, end in wanted if index in messages)
    return [one for one in found if one is not None]


def selections_reading(session: ReviewSession, words: str, index: int) -> list[Selection]:
    """Return the places where a message reads exactly these words, at whole characters."""
    message = session.current_messages(index=index).first()
    wanted = words.strip()
    if message is None or not wanted:
        return []
    found = (selection_of(message, span.start, span.end) for span in find_exact(wanted, message.content))
    return [one for one in found if one is not None and one.words == wanted]
