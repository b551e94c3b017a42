"""An entry as it was at one event of its session, rebuilt from the journal and from rows that never change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from aligner_core.evidence import three_digits
from review.domain.entry_state import ClaimRow, EntryState, TextRow
from review.domain.events import MOVES
from review.domain.replay import replay
from review.models import FIRST_VERSION, Alignment, Entry, Event, Quote, Standing
from review.models.sessions import Excerpt, excerpt
from review.presentation.badges import badge
from review.selectors.quotes.quote_rows import HumanChoice, human_choices, with_choices


@dataclass(frozen=True, slots=True)
class QuoteAtEvent:
    """One quote as it was: its newest attempt at the time, whether it counted, and who acknowledged its differences."""

    quote: Quote
    attempt: Alignment
    standing: tuple[str, ...]
    acknowledged: tuple[tuple[str, str], ...]

    @property
    def number(self) -> int:
        """The number of the quote in its entry, counted from one."""
        return self.quote.position + 1

    @property
    def state(self) -> str:
        """The state that its colour and badge show."""
        if self.standing[0] != Standing.COUNTS:
            return self.standing[0]
        return self.attempt.method if self.attempt.aligned else "failed"

    @property
    def reason(self) -> str:
        """Why it was not evidence; empty if it was."""
        if self.standing[0] != Standing.COUNTS:
            return self.standing[0]
        return "" if self.attempt.aligned else self.attempt.reason

    @property
    def badge(self) -> str:
        """The letters that show the state without colour."""
        return badge(self.attempt.method, similarity=self.attempt.similarity)

    @property
    def choices(self) -> tuple[HumanChoice, ...]:
        """The choices that people had made about it."""
        return human_choices(self.attempt)

    @property
    def confidence(self) -> str:
        """The confidence that stands with the badge; empty where the quote did not count."""
        return three_digits(self.attempt.confidence) if self.standing[0] == Standing.COUNTS else ""

    @property
    def excerpt(self) -> Excerpt | None:
        """The words that were found, in their context in that version of the message."""
        message, start, end = self.attempt.message, self.attempt.span_start, self.attempt.span_end
        return None if message is None or start is None or end is None else excerpt(message.content, start, end)


@dataclass(frozen=True, slots=True)
class EntryAtEvent:
    """An entry as it was at one of its events; *events* are all of them, including later ones."""

    entry: Entry
    event: Event
    stage: str
    recorded: EntryState
    quotes: tuple[QuoteAtEvent, ...]
    events: tuple[Event, ...]

    @property
    def correction(self) -> ClaimRow | None:
        """The claim as it had been corrected by then; None while it was the extractor's."""
        return self.recorded.claims[-1] if self.recorded.claims else None

    @property
    def claim_title(self) -> str:
        """The title of the claim at that time, or the name of the entry."""
        title = self.correction.title if self.correction else self.entry.title
        return title or self.entry.entry_id or f"entry {self.entry.position + 1}"

    @property
    def claim_body(self) -> str:
        """The body of the claim at that time."""
        return self.correction.body if self.correction else self.entry.body

    @property
    def previous(self) -> Event | None:
        """The previous event of the entry."""
        return next((event for event in reversed(self.events) if event.seq < self.event.seq), None)

    @property
    def next(self) -> Event | None:
        """The next event of the entry."""
        return next((event for event in self.events if event.seq > self.event.seq), None)

    @property
    def as_json(self) -> dict[str, Any]:
        """The state as JSON, for comparison with another one."""
        return {
            "stage": self.stage,
            "claim": _claim_json(self),
            "verified_by": _as_list(self.recorded.verifier),
            "certified_by": _as_list(self.recorded.certifier),
            "rejected": _as_list(self.recorded.rejection),
            "statements": [list(statement) for statement in self.recorded.statements],
            "corrections": [list(correction) for correction in self.recorded.corrections],
            "comments": [list(comment) for comment in self.recorded.comments],
            "resolved": {str(number): by for number, (by, _) in self.recorded.resolved.items()},
            "quotes": {str(quote.number): _quote_json(quote) for quote in self.quotes},
        }


def entry_at(entry: Entry, seq: int) -> EntryAtEvent | None:
    """Return an entry as it was at an event of its session; None when it did not exist yet."""
    events = list(entry.events.order_by("seq"))
    past = [event for event in events if event.seq <= seq]
    if not past:
        return None
    recorded = replay(event.recorded for event in past)
    return EntryAtEvent(
        entry=entry,
        event=past[-1],
        stage=recorded.stage or _first_stage(events) or entry.stage,
        recorded=recorded,
        quotes=_quotes_at_event(entry, recorded),
        events=tuple(events),
    )


def _first_stage(events: Sequence[Event]) -> str:
    """Return the stage an entry was uploaded with, which its first move started from."""
    return next((event.body["from_stage"] for event in events if event.event_type in MOVES), "")


def _quotes_at_event(entry: Entry, recorded: EntryState) -> tuple[QuoteAtEvent, ...]:
    attempts = with_choices(Alignment.objects.select_related("message"))
    quotes = entry.quotes.order_by("position").prefetch_related(Prefetch("alignments", attempts))
    made = {*recorded.parts, *recorded.added}
    existing = [quote for quote in quotes if quote.is_uploaded or quote.position in made]
    return tuple(past for quote in existing for past in _quote_at_event(quote, recorded))


def _quote_at_event(quote: Quote, recorded: EntryState) -> Iterator[QuoteAtEvent]:
    newest = max((attempt for position, attempt in recorded.attempts if position == quote.position), default=1)
    claim = recorded.claims[-1].number if recorded.claims else FIRST_VERSION
    acknowledged = [one for one in recorded.acknowledged if one[:3] == (quote.position, newest, claim)]
    for attempt in quote.alignments.all():
        if attempt.attempt == newest:
            yield QuoteAtEvent(
                quote=quote,
                attempt=attempt,
                standing=recorded.standings.get(quote.position, (Standing.COUNTS,)),
                acknowledged=tuple((actor, reason) for *_, actor, reason in acknowledged),
            )


def _as_list(row: TextRow | None) -> list[str] | None:
    return None if row is None else list(row)


def _claim_json(past: EntryAtEvent) -> dict[str, Any]:
    correction = past.correction
    return {
        "version": FIRST_VERSION if correction is None else correction.number,
        "title": past.claim_title,
        "body": past.claim_body,
        "author": _author(past),
    }


def _author(past: EntryAtEvent) -> str | None:
    """Return who wrote a claim; None of an extractor's."""
    if past.correction is not None:
        return past.correction.author
    return None if past.recorded.origin is None else past.recorded.origin.author


def _quote_json(quote: QuoteAtEvent) -> dict[str, Any]:
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
