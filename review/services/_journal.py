"""Append to the journal. Private to the services: an event is written in the transaction of what it tells."""

import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from aligner_core import canonical_json, digest
from review.events import Envelope, Payload
from review.models import Chain, Entry, Event, ReviewSession

MACHINE = "machine"
Fact = tuple[Payload, Entry | None]


def append(
    payload: Payload, *, session: ReviewSession | None, actor: AbstractBaseUser | None, entry: Entry | None = None
) -> Event:
    """Append one event to a session's chain, or to the store's own where it is about no session."""
    return append_all([(payload, entry)], session=session, actor=actor)[0]


def append_all(facts: Sequence[Fact], *, session: ReviewSession | None, actor: AbstractBaseUser | None) -> list[Event]:
    """Append events in order, all at one moment, and move the head of the chain behind them."""
    chain = _lock_chain(session)
    name = actor.get_username() if actor is not None else MACHINE
    events = list(_linked(facts, chain=chain, session=session, actor=name))
    if events:
        Event.objects.bulk_create(events, batch_size=500)
        chain.head_seq, chain.head_hash = events[-1].seq, events[-1].hash
        chain.save(update_fields=["head_seq", "head_hash"])
    return events


def _lock_chain(session: ReviewSession | None) -> Chain:
    """Lock the head of a chain, making the chain when it is the first event."""
    name = Chain.STORE if session is None else f"session:{session.pk}"
    Chain.objects.get_or_create(name=name, defaults={"session": session})
    return Chain.objects.select_for_update().get(name=name)


def _linked(facts: Sequence[Fact], *, chain: Chain, session: ReviewSession | None, actor: str) -> Iterator[Event]:
    seq, previous, now = chain.head_seq, chain.head_hash, timezone.now()
    for payload, entry in facts:
        seq += 1
        event = Event(
            chain=chain,
            seq=seq,
            event_id=uuid.uuid4().hex,
            event_type=payload.event_type,
            session=session,
            entry=entry,
            actor=actor,
            created_at=now,
            payload=canonical_json(payload.model_dump(mode="json")).decode(),
            prev_hash=previous,
        )
        event.hash = previous = event_hash(event)
        yield event


def event_hash(event: Event) -> str:
    """Give the digest of an event's envelope, from its stored columns."""
    return digest(canonical_json(envelope(event).model_dump(mode="json")))


def envelope(event: Event) -> Envelope:
    """Put the stored columns of an event back into the form its hash is made over."""
    return Envelope(
        event_id=event.event_id,
        seq=event.seq,
        event_type=event.event_type,
        session_id=event.session.session_id if event.session else None,
        entry_id=event.entry.entry_id if event.entry else None,
        actor=event.actor,
        created_at=_moment(event.created_at),
        payload=event.body,
        prev_hash=event.prev_hash,
    )


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
