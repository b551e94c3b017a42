"""Words looked for in a session: the same on every database, in any case and however the white space falls."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from review.highlights import Highlight, found
from review.models import Message, ReviewSession
from review.selectors.sources import current_messages

MOST_HITS = 100
BEFORE, BEHIND = 40, 80


@dataclass(frozen=True, slots=True)
class Hit:
    """A message that holds the words: how often, and the first time with what stands around it."""

    index: int
    role: str
    count: int
    before: str
    words: str
    behind: str


@dataclass(frozen=True, slots=True)
class Findings:
    """Where words stand in a session."""

    wanted: str
    hits: tuple[Hit, ...]
    messages: int

    @property
    def beyond(self) -> int:
        """Count the messages that are not listed."""
        return self.messages - len(self.hits)


def find_in_session(session: ReviewSession, wanted: str) -> Findings:
    """Look for words in every message of a session, in reading order; one query."""
    pattern = _pattern(wanted)
    if pattern is None:
        return Findings(wanted, (), 0)
    rows = current_messages(session).values_list("index", "role", "content")
    hits = [hit for index, role, content in rows if (hit := _hit(index, role, content, pattern)) is not None]
    return Findings(wanted, tuple(hits[:MOST_HITS]), len(hits))


def highlights_of_words(message: Message, wanted: str) -> Iterable[Highlight]:
    """Give where words stand in a message."""
    pattern = _pattern(wanted)
    return [] if pattern is None else [found(*one.span()) for one in pattern.finditer(message.content)]


def _pattern(wanted: str) -> re.Pattern[str] | None:
    """Match the words composed or decomposed, as Hangul and accents come in both forms."""
    forms = {unicodedata.normalize(form, wanted) for form in ("NFC", "NFD")} | {wanted}
    patterns = {r"\s+".join(map(re.escape, form.split())) for form in forms}
    return re.compile("|".join(sorted(patterns)), re.IGNORECASE) if wanted.split() else None


def _hit(index: int, role: str, content: str, pattern: re.Pattern[str]) -> Hit | None:
    first = pattern.search(content)
    if first is None:
        return None
    start, end = first.span()
    return Hit(
        index=index,
        role=role,
        count=sum(1 for _ in pattern.finditer(content)),
        before=content[max(0, start - BEFORE) : start],
        words=content[start:end],
        behind=content[end : end + BEHIND],
    )
