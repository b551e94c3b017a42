"""Where a session comes back to an entry's claim after its evidence."""

from dataclasses import dataclass

from aligner_core.mentions import mentions
from review.highlights import Highlight, found
from review.models import Entry, Message, Standing
from review.selectors.sources import current_messages


@dataclass(frozen=True, slots=True)
class LaterMention:
    """A later message with a claim's rare terms: the sentence that holds them, and its cue of correction if any."""

    index: int
    role: str
    start: int
    end: int
    words: str
    cue: str


@dataclass(frozen=True, slots=True)
class Later:
    """What a session says of a claim later on, corrections first."""

    entry: Entry
    mentions: tuple[LaterMention, ...]

    def highlights_in(self, message: Message) -> list[Highlight]:
        """Give the sentences of a message that come back to the claim."""
        return [found(one.start, one.end) for one in self.mentions if one.index == message.index]

    def behind(self, index: int) -> LaterMention | None:
        """Give the mention to read after the one in a message, the first after any other."""
        indices = [one.index for one in self.mentions]
        place = indices.index(index) + 1 if index in indices else 0
        return self.mentions[place] if place < len(self.mentions) else None


def later_mentions(entry: Entry) -> Later:
    """Read what a session says of an entry's claim after its first evidence; two queries."""
    aligned = entry.quotes.filter(standing=Standing.COUNTS, current__span_start__isnull=False)
    quoted = list(aligned.values_list("current__message_index", "current__text"))
    if not quoted:
        return Later(entry, ())
    indices = {index for index, _ in quoted if index is not None}
    messages = list(current_messages(entry.session).values_list("content", "role"))
    texts = [content for content, _ in messages]
    found_later = mentions([entry.title, *(text for _, text in quoted)], texts, after=min(indices), but=indices)
    return Later(
        entry,
        tuple(
            LaterMention(
                one.index, messages[one.index][1], one.start, one.end, texts[one.index][one.start : one.end], one.cue
            )
            for one in found_later
        ),
    )
