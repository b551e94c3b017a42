"""A chain of events: what each hash is made over, and whether a stored chain holds."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from aligner_core.canonical import canonical_json, digest
from aligner_core.errors import CanonicalError

Fault = Literal["chain_broken", "event_changed", "chain_head_differs", "checkpoint_differs", "checkpoint_ahead"]


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
    """Give the digest of the canonical JSON of an event's envelope: all of it but the hash (contract, section 2)."""
    before = {
        "actor": link.actor,
        "created_at": link.created_at,
        "entry_id": link.entry_id,
        "event_id": link.event_id,
        "event_type": link.event_type,
    }
    behind = {"prev_hash": link.prev_hash, "seq": link.seq, "session_id": link.session_id}
    # The payload is canonical JSON already and comes between in the order of the keys: it need not be read.
    return digest(canonical_json(before)[:-1] + b',"payload":' + _bytes(link) + b"," + canonical_json(behind)[1:])


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


def _bytes(link: Link) -> bytes:
    """Give the payload's bytes; a database may hand out what is no text."""
    try:
        return link.payload.encode()
    except (AttributeError, ValueError) as error:
        message = "the payload is no text"
        raise CanonicalError(message) from error
