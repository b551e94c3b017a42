"""Hash chains of events: the hash of an event, and the verification of a chain."""

import json
from collections.abc import Iterable, Iterator, Mapping
from json.encoder import encode_basestring
from typing import Literal, NamedTuple

from aligner_core.errors import CanonicalError, require_type
from aligner_core.ledger.canonical_json import digest

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
    """The head of a chain: the number and the hash of its last event."""

    name: str
    seq: int
    hash: str


class ChainBreak(NamedTuple):
    """A break of a chain, and the event where it is."""

    code: Fault
    seq: int


def event_hash(link: Link) -> str:
    """Return the digest of the canonical JSON of an event's envelope: all of it but the hash (specification 2.7).

    Raises:
        CanonicalError: a field of the event has no canonical JSON.
        InvalidTypeError: *link* is not a link.

    """
    require_type(link, Link, "link")
    try:
        return digest(_envelope(link).encode())
    except (TypeError, ValueError) as error:
        message = "a field of the event has no canonical JSON"
        raise CanonicalError(message) from error


def _envelope(link: Link) -> str:
    """Return the envelope with its keys in order; the payload is canonical JSON already and need not be read.

    It is put together by hand since a hundred thousand of them are checked at once; a test compares it with
    `canonical_json`.
    """
    before = (
        f'{{"actor":{_text(link.actor)},"created_at":{_text(link.created_at)},"entry_id":{_text(link.entry_id)},'
        f'"event_id":{_text(link.event_id)},"event_type":{_text(link.event_type)},"payload":'
    )
    after = f',"prev_hash":{_text(link.prev_hash)},"seq":{link.seq:d},"session_id":{_text(link.session_id)}}}'
    return before + link.payload + after


def _text(value: str | None) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    return "null" if value is None else _ENCODER.encode(value)


def verify_chain(
    links: Iterable[Link], *, head: Head | None = None, pins: Mapping[int, str] | None = None
) -> Iterator[ChainBreak]:
    """Yield what is wrong with a whole chain, in order; nothing when it is intact.

    In an intact chain events are numbered from 1, each names the hash of the one before it and has the hash of its own
    envelope; the last one is *head*, and each one in *pins* has the hash that a checkpoint recorded.

    Raises:
        InvalidTypeError: an item of *links* is not a link.

    >>> link = Link("e1", 1, "session_ingested", "s", None, "mina", "2024-01-01T00:00:00.000000Z", "{}", "", "")
    >>> chain = [link._replace(hash=event_hash(link))]
    >>> list(verify_chain(chain)), list(verify_chain([chain[0]._replace(actor="jun")]))
    ([], [ChainBreak(code='event_changed', seq=1)])

    """
    seq, previous, left = 0, "", dict(pins or {})
    for link in links:
        require_type(link, Link, "a link")
        seq += 1
        if (link.seq, link.prev_hash) != (seq, previous):
            yield ChainBreak("chain_broken", link.seq)
        if not _has_its_hash(link):
            yield ChainBreak("event_changed", link.seq)
        if left.pop(link.seq, link.hash) != link.hash:
            yield ChainBreak("checkpoint_differs", link.seq)
        seq, previous = link.seq, link.hash
    if head is not None and (head.seq, head.hash) != (seq, previous):
        yield ChainBreak("chain_head_differs", head.seq)
    if left:
        yield ChainBreak("checkpoint_ahead", min(left))


def _has_its_hash(link: Link) -> bool:
    try:
        return event_hash(link) == link.hash
    except CanonicalError:
        return False
