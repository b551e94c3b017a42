"""A chain of events: what each hash is made over, and whether a stored chain holds."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from aligner_core.canonical import digest
from aligner_core.errors import CanonicalError

Fault = Literal["chain_broken", "event_changed", "chain_head_differs", "checkpoint_differs", "checkpoint_ahead"]
_ENCODER = json.JSONEncoder(ensure_ascii=False)


class Link(NamedTuple):
    """One event of a chain: `payload` is canonical JSON text, `created_at` a UTC time with microseconds."""

    event_id: str
    seq: int
    event_type: str
    session_id: str | None
    entry_id: str | None
    actor: str
    created_at: str
    payload: str
    prev_hash: str
    hash: str


class Head(NamedTuple):
    """Where a chain ends: the number and the hash of its last event."""

    name: str
    seq: int
    hash: str


class Broken(NamedTuple):
    """What does not hold in a chain, and at which event."""

    code: Fault
    seq: int


def event_hash(link: Link) -> str:
    """Give the digest of the canonical JSON of an event's envelope: all of it but the hash (contract, section 2).

    Raise CanonicalError when a column holds what has no such form.
    """
    try:
        return digest(_envelope(link).encode())
    except (TypeError, ValueError) as error:
        message = "an event holds what has no canonical JSON"
        raise CanonicalError(message) from error


def _envelope(link: Link) -> str:
    """Write the envelope in the order of its keys; the payload is canonical JSON already and need not be read.

    By hand, since a hundred thousand of them are checked in one go; a test compares it with `canonical_json`.
    """
    before = (
        f'{{"actor":{_text(link.actor)},"created_at":{_text(link.created_at)},"entry_id":{_text(link.entry_id)},'
        f'"event_id":{_text(link.event_id)},"event_type":{_text(link.event_type)},"payload":'
    )
    behind = f',"prev_hash":{_text(link.prev_hash)},"seq":{link.seq:d},"session_id":{_text(link.session_id)}}}'
    return before + link.payload + behind


def _text(value: str | None) -> str:
    return "null" if value is None else _ENCODER.encode(value)


def verify_chain(
    links: Iterable[Link], *, head: Head | None = None, pins: Mapping[int, str] | None = None
) -> Iterator[Broken]:
    """Yield what does not hold in a whole chain, in order.

    Events are numbered from one, each names the hash of the one before and has the hash of what it says; the last is
    *head*, and those in *pins* still have the hash that a checkpoint said they had.
    """
    seq, previous, left = 0, "", dict(pins or {})
    for link in links:
        seq += 1
        if (link.seq, link.prev_hash) != (seq, previous):
            yield Broken("chain_broken", link.seq)
        if not _is_as_told(link):
            yield Broken("event_changed", link.seq)
        if left.pop(link.seq, link.hash) != link.hash:
            yield Broken("checkpoint_differs", link.seq)
        seq, previous = link.seq, link.hash
    if head is not None and (head.seq, head.hash) != (seq, previous):
        yield Broken("chain_head_differs", head.seq)
    if left:
        yield Broken("checkpoint_ahead", min(left))


def _is_as_told(link: Link) -> bool:
    try:
        return event_hash(link) == link.hash
    except CanonicalError:
        return False
