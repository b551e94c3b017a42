"""An entry as it was at one event of its session, added up from the journal and from rows that never change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from review.badges import badge
from review.events import PAYLOADS, StageMoved
from review.models import Alignment, Entry, Event, Quote, Standing
from review.selectors.excerpts import Excerpt, excerpt
from review.selectors.replay import Told, Word, replay

MOVES = frozenset(payload.event_type for payload in PAYLOADS if issubclass(payload, StageMoved))


@dataclass(frozen=True, slots=True)
class QuoteThen:
    """One quote as it stood: the attempt that was its newest, whether it counted, and who said so be it."""

    quote: Quote
    attempt: Alignment
    standing: tuple[str, ...]
    acknowledged: tuple[tuple[str, str], ...]

    @property
    def number(self) -> int:
        """Count the quotes of an entry from one, as people do."""
        return self.quote.position + 1

    @property
    def state(self) -> str:
        """Name the state that colour and badge stand for."""
        if self.standing[0] != Standing.COUNTS:
            return self.standing[0]
        return self.attempt.method if self.attempt.aligned else "failed"

    @property
    def badge(self) -> str:
        """Give the letters that tell the state without colour."""
        return badge(self.attempt.method, similarity=self.attempt.similarity)

    @property
    def excerpt(self) -> Excerpt | None:
        """Give the words that were found with what stands around them in that version of the message."""
        message, start, end = self.attempt.message, self.attempt.span_start, self.attempt.span_end
        return None if message is None or start is None or end is None else excerpt(message.content, start, end)


@dataclass(frozen=True, slots=True)
class EntryThen:
    """An entry as it was at one of its events; *events* are all of them, also those that came later."""

    entry: Entry
    event: Event
    stage: str
    told: Told
    quotes: tuple[QuoteThen, ...]
    events: tuple[Event, ...]

    @property
    def previous(self) -> Event | None:
        """Give the event of the entry before this one."""
        return next((event for event in reversed(self.events) if event.seq < self.event.seq), None)

    @property
    def next(self) -> Event | None:
        """Give the event of the entry behind this one."""
        return next((event for event in self.events if event.seq > self.event.seq), None)

    @property
    def as_json(self) -> dict[str, Any]:
        """Give the state as a value that can be compared."""
        return {
            "stage": self.stage,
            "verified_by": _words(self.told.verifier),
            "certified_by": _words(self.told.certifier),
            "rejected": _words(self.told.rejection),
            "statements": [list(statement) for statement in self.told.statements],
            "corrections": [list(correction) for correction in self.told.corrected],
            "quotes": {str(quote.number): _quote_json(quote) for quote in self.quotes},
        }


def entry_at(entry: Entry, seq: int) -> EntryThen | None:
    """Give an entry as it was at an event of its session; nothing when it had not come yet."""
    events = list(entry.events.order_by("seq"))
    past = [event for event in events if event.seq <= seq]
    if not past:
        return None
    told = replay(past)
    return EntryThen(
        entry=entry,
        event=past[-1],
        stage=told.stage or _first_stage(events) or entry.stage,
        told=told,
        quotes=_quotes_then(entry, told),
        events=tuple(events),
    )


def _first_stage(events: Sequence[Event]) -> str:
    """Give the stage an entry came with: where its first move began."""
    return next((event.body["from_stage"] for event in events if event.event_type in MOVES), "")


def _quotes_then(entry: Entry, told: Told) -> tuple[QuoteThen, ...]:
    attempts = Alignment.objects.select_related("message", "actor")
    quotes = entry.quotes.order_by("position").prefetch_related(Prefetch("alignments", attempts))
    there = [quote for quote in quotes if quote.split_from_id is None or quote.position in told.parts]
    return tuple(then for quote in there for then in _quote_then(quote, told))


def _quote_then(quote: Quote, told: Told) -> Iterator[QuoteThen]:
    newest = max((attempt for position, attempt in told.attempts if position == quote.position), default=1)
    acknowledged = [one for one in told.acknowledged if one[:2] == (quote.position, newest)]
    for attempt in quote.alignments.all():
        if attempt.attempt == newest:
            yield QuoteThen(
                quote=quote,
                attempt=attempt,
                standing=told.standings.get(quote.position, (Standing.COUNTS,)),
                acknowledged=tuple((actor, reason) for _, _, actor, reason in acknowledged),
            )


def _words(said: Word | None) -> list[str] | None:
    return None if said is None else list(said)


def _quote_json(quote: QuoteThen) -> dict[str, Any]:
    attempt = quote.attempt
    return {
        "standing": list(quote.standing),
        "attempt": attempt.attempt,
        "text": attempt.text,
        "message": attempt.message_index,
        "method": attempt.method,
        "span": [attempt.span_start, attempt.span_end],
        "reason": attempt.reason,
        "provenance": attempt.provenance,
        "acknowledged": [list(one) for one in quote.acknowledged],
    }
