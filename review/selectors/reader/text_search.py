"""Text search in a session, ignoring case and differences in white space; the same on every database."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from review.models import Message, ReviewSession
from review.presentation.highlights import Highlight, search_highlight

MAX_HITS = 100
CHARS_BEFORE, CHARS_AFTER = 40, 80


@dataclass(frozen=True, slots=True)
class TextHit:
    """A message that contains the words: the number of occurrences, and the first with its context."""

    index: int
    role: str
    count: int
    before: str
    words: str
    after: str


@dataclass(frozen=True, slots=True)
class TextHits:
    """The messages of a session that contain words."""

    words: str
    hits: tuple[TextHit, ...]
    messages: int

    @property
    def unlisted(self) -> int:
        """The number of messages that are not listed."""
        return self.messages - len(self.hits)


def find_text(session: ReviewSession, words: str) -> TextHits:
    """Search every message of a session, in reading order; one query."""
    pattern = _pattern(words)
    if pattern is None:
        return TextHits(words, (), 0)
    rows = session.current_messages().values_list("index", "role", "content")
    hits = [hit for index, role, content in rows if (hit := _hit(index, role, content, pattern)) is not None]
    return TextHits(words, tuple(hits[:MAX_HITS]), len(hits))


def text_highlights(message: Message, words: str) -> Iterable[Highlight]:
    """Return the highlights of words in a message."""
    pattern = _pattern(words)
    return [] if pattern is None else [search_highlight(*one.span()) for one in pattern.finditer(message.content)]


def _pattern(words: str) -> re.Pattern[str] | None:
    """Return a pattern of words in composed and decomposed form, as Hangul and accents occur in both; None if blank."""
    forms = {unicodedata.normalize(form, words) for form in ("NFC", "NFD")} | {words}
    patterns = {r"\s+".join(map(re.escape, form.split())) for form in forms}
    return re.compile("|".join(sorted(patterns)), re.IGNORECASE) if words.split() else None


def _hit(index: int, role: str, content: str, pattern: re.Pattern[str]) -> TextHit | None:
    first = pattern.search(content)
    if first is None:
        return None
    start, end = first.span()
    return TextHit(
        index=index,
        role=role,
        count=sum(1 for _ in pattern.finditer(content)),
        before=content[max(0, start - CHARS_BEFORE) : start],
        words=content[start:end],
        after=content[end : end + CHARS_AFTER],
    )
