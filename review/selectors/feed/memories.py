"""Verified memories, and those that no longer are, in the order in which they changed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.urls import reverse

from review.domain.events import MEMORY_MOVES, EntryPromoted
from review.domain.policy import Stage
from review.domain.quotes import Standing
from review.models import ABOVE_CANDIDATE, Alignment, Entry, Event, FeedItem, Message, Project, Quote
from review.models.events import moment_text
from review.selectors.feed.events import Page, author_of, newest_number, next_after, session_of

VERIFYING = f'"to_stage":"{Stage.VERIFIED}"'
"""Part of the payload of a promotion to verified: payloads are canonical JSON, so it is always written like this."""


@dataclass(frozen=True, slots=True)
class MemoryQuote:
    """A quote of a memory with its proof: the words of the model, and those of the source at its span.

    Positions count code points. `speaker` is who said the message: its name, else its role.
    """

    key: int
    quote: str
    source: str
    message_index: int
    span_start: int
    span_end: int
    method: str
    confidence: float
    speaker: str

    @property
    def address(self) -> str:
        """The permanent address of the quote, which leads to its place in the session."""
        return reverse("review:quote_detail", args=[self.key])

    def wire(self, base: str) -> dict[str, Any]:
        """Return it as programs read it."""
        return {
            "id": self.key,
            "quote": self.quote,
            "source": self.source,
            "messageIndex": self.message_index,
            "spanStart": self.span_start,
            "spanEnd": self.span_end,
            "matchMethod": self.method,
            "confidence": self.confidence,
            "speaker": self.speaker,
            "permalink": base + self.address,
        }


@dataclass(frozen=True, slots=True)
class Memory:
    """An entry that moved, as it is now, and the event that moved it last. It `holds` while it is verified."""

    number: int
    moved_by: Event
    entry: Entry
    quotes: tuple[MemoryQuote, ...]

    @property
    def holds(self) -> bool:
        """Whether it is verified, and not rejected."""
        return self.entry.stage in ABOVE_CANDIDATE and self.entry.rejected_at is None

    def wire(self, base: str = "") -> dict[str, Any]:
        """Return it as programs read it, with addresses below *base*; of a revoked one, only what it was."""
        op = "upsert" if self.holds else "revoke"
        event, entry = self.moved_by, self.entry
        moved = {
            "op": op,
            "number": self.number,
            "id": entry.pk,
            "entryId": entry.entry_id,
            "sessionId": session_of(event),
        }
        moved |= {"changedAt": moment_text(event.created_at), "by": author_of(event)}
        if not self.holds:
            return moved
        claim = {"title": entry.claim_title, "body": entry.claim_body, "version": entry.claim_version}
        return {
            **moved,
            "stage": entry.stage,
            "type": entry.type,
            "claim": claim,
            "quotes": [quote.wire(base) for quote in self.quotes],
            "permalink": base + entry.get_absolute_url(),
        }


def memories_since(project: Project, *, since: int, limit: int) -> Page[Memory]:
    """Return each entry of a project that was verified or no longer is, once, as it is now, by its newest number.

    Those are told that moved after the number *since*. An entry that was never verified is not told of.
    """
    newest = newest_number(project)
    rows = list(_last_moves(project, since)[:limit])
    numbers = [row.number or 0 for row in rows]
    entries = _entries([row.event.entry_id or 0 for row in rows])
    items = tuple(_memory(row, entries[row.event.entry_id or 0]) for row in rows)
    return Page(items, next_after(numbers, after=since, newest=newest, limit=limit))


def _last_moves(project: Project, since: int) -> QuerySet[FeedItem]:
    """Match the newest move of each entry that was ever verified, among those with a number."""
    of_entry = {"event__entry": OuterRef("event__entry"), "event__event_type__in": MEMORY_MOVES}
    later = FeedItem.objects.filter(number__gt=OuterRef("number"), **of_entry)
    verified = Event.objects.filter(
        entry=OuterRef("event__entry"), event_type=EntryPromoted.event_type, payload__contains=VERIFYING
    )
    moves = FeedItem.objects.filter(
        project=project, number__gt=since, event__event_type__in=MEMORY_MOVES, event__entry__isnull=False
    )
    told = moves.filter(~Exists(later), Exists(verified)).order_by("number")
    return told.select_related("event__session", "event__entry")


def _entries(keys: Iterable[int]) -> dict[int, Entry]:
    counting = Quote.objects.filter(standing=Standing.COUNTS).select_related("current__message").order_by("position")
    return Entry.objects.select_related("claim").prefetch_related(Prefetch("quotes", counting)).in_bulk(list(keys))


def _memory(row: FeedItem, entry: Entry) -> Memory:
    return Memory(row.number or 0, row.event, entry, tuple(_quotes(entry)))


def _quotes(entry: Entry) -> Iterator[MemoryQuote]:
    for quote in entry.quotes.all():
        current = quote.current
        if current is not None and current.message is not None and current.aligned:
            yield _quote(quote, current, current.message)


def _quote(quote: Quote, current: Alignment, message: Message) -> MemoryQuote:
    start, end = current.span_start or 0, current.span_end or 0
    return MemoryQuote(
        key=quote.pk,
        quote=current.text,
        source=message.content[start:end],
        message_index=message.index,
        span_start=start,
        span_end=end,
        method=current.method,
        confidence=current.confidence,
        speaker=message.name or message.role or message.speaker,
    )
