"""Later mentions of an entry's claim in its session, after the evidence."""

from dataclasses import dataclass

from aligner_core import find_mentions
from review.models import Entry, Message, Standing
from review.presentation.highlights import Highlight, search_highlight

MAX_IN_SIGHT, MAX_LISTED = 2, 50


@dataclass(frozen=True, slots=True)
class LaterMention:
    """A later message with the rare terms of a claim, and the sentence that has them."""

    index: int
    role: str
    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class LaterMentions:
    """The later mentions of a claim in its session, those with its rarest terms first."""

    entry: Entry
    mentions: tuple[LaterMention, ...]

    @property
    def first(self) -> tuple[LaterMention, ...]:
        """The mentions that are shown beside the quotes without a click."""
        return self.mentions[:MAX_IN_SIGHT]

    @property
    def others(self) -> tuple[LaterMention, ...]:
        """The other mentions that are listed."""
        return self.mentions[MAX_IN_SIGHT:MAX_LISTED]

    @property
    def unlisted(self) -> int:
        """The number of mentions that are not listed; the session shows them one after another."""
        return max(0, len(self.mentions) - MAX_LISTED)

    def highlights_in(self, message: Message) -> list[Highlight]:
        """Return the sentences of a message that mention the claim."""
        return [search_highlight(one.start, one.end) for one in self.mentions if one.index == message.index]

    def after(self, index: int) -> LaterMention | None:
        """Return the mention that follows the one in message *index*; the first if that message has none."""
        indices = [one.index for one in self.mentions]
        place = indices.index(index) + 1 if index in indices else 0
        return self.mentions[place] if place < len(self.mentions) else None


def later_mentions(entry: Entry) -> LaterMentions:
    """Return where a session mentions an entry's claim after its first evidence; two queries."""
    aligned = entry.quotes.filter(standing=Standing.COUNTS, current__span_start__isnull=False)
    quoted = list(aligned.values_list("current__message_index", "current__text"))
    if not quoted:
        return LaterMentions(entry, ())
    indices = {index for index, _ in quoted if index is not None}
    messages = list(entry.session.current_messages().values_list("content", "role"))
    texts = [content for content, _ in messages]
    found_later = find_mentions(
        [entry.claim_title, *(text for _, text in quoted)], texts, after=min(indices), excluding=indices
    )
    return LaterMentions(
        entry,
        tuple(
            LaterMention(one.index, messages[one.index][1], one.start, one.end, texts[one.index][one.start : one.end])
            for one in found_later
        ),
    )
