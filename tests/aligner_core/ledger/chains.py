"""Chains of events for tests, and what somebody with the database in hand can do to them."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from aligner_core import canonical_json
from aligner_core.ledger.hash_chain import Head, Link, event_hash

Chain = list[Link]
NAME = "session:1"


def chance_of(seed: str) -> Random:
    """Return randomness that is the same in every run."""
    return Random(seed)  # noqa: S311 - no secret


def make_chain(length: int, chance: Random) -> Chain:
    """Return a chain that holds."""
    return rechained([_event(seq, chance) for seq in range(1, length + 1)])


def rechained(chain: Sequence[Link]) -> Chain:
    """Return the events numbered and linked anew, as whoever knows how hashes are made can."""
    linked: Chain = []
    for seq, link in enumerate(chain, start=1):
        linked.append(hashed(link._replace(seq=seq, prev_hash=linked[-1].hash if linked else "")))
    return linked


def hashed(link: Link) -> Link:
    """Return an event with the hash of what it says."""
    return link._replace(hash=event_hash(link))


def head_of(chain: Chain) -> Head:
    """Return where a chain ends: the attacker writes the head too."""
    return Head(NAME, len(chain), chain[-1].hash if chain else "")


def _event(seq: int, chance: Random) -> Link:
    return Link(
        event_id=f"{chance.getrandbits(128):032x}",
        seq=seq,
        event_type=chance.choice(["entry_promoted", "quote_retried", "entry_demoted"]),
        session_id="talk-1",
        entry_id=chance.choice([None, "e-1", "기억-2"]),
        actor=chance.choice(["mina", "jun", "system"]),
        created_at=f"2026-11-21T16:00:{seq % 60:02d}.{chance.randrange(10**6):06d}Z",
        payload=_payload(chance),
        prev_hash="",
        hash="",
    )


def _payload(chance: Random) -> str:
    payload = {
        "attempt": chance.randrange(9),
        "reason": chance.choice(["조작된 인용", 'a "quoted" word', "", "\U0001f600"]),
    }
    return canonical_json(payload).decode()


def _edited(link: Link, chance: Random) -> Link:
    column = chance.choice(["payload", "actor", "event_type", "created_at", "entry_id"])
    forged: dict[str, Any] = {column: '{"forged":true}' if column == "payload" else "forged"}
    return link._replace(**forged)


def _with(chain: Chain, at: int, link: Link) -> Chain:
    return [*chain[:at], link, *chain[at + 1 :]]


def edit(chain: Chain, chance: Random) -> Chain:
    """Change what one event says."""
    at = chance.randrange(len(chain))
    return _with(chain, at, _edited(chain[at], chance))


def edit_with_hash(chain: Chain, chance: Random) -> Chain:
    """Change what one event says, and its hash with it."""
    at = chance.randrange(len(chain))
    return _with(chain, at, hashed(_edited(chain[at], chance)))


def delete(chain: Chain, chance: Random) -> Chain:
    """Take one event out."""
    at = chance.randrange(len(chain))
    return [*chain[:at], *chain[at + 1 :]]


def insert(chain: Chain, chance: Random) -> Chain:
    """Slip an event in that fits to the one before it."""
    at = chance.randrange(1, len(chain))
    forged = _event(at + 1, chance)._replace(prev_hash=chain[at - 1].hash)
    return [*chain[:at], hashed(forged), *chain[at:]]


def swap(chain: Chain, chance: Random) -> Chain:
    """Let two events change places."""
    one, other = sorted(chance.sample(range(len(chain)), 2))
    return _with(_with(chain, one, chain[other]), other, chain[one])


def truncate(chain: Chain, chance: Random) -> Chain:
    """Cut the newest events off."""
    return chain[: chance.randrange(len(chain))]


def edit_newest(chain: Chain, chance: Random) -> Chain:
    """Change the last event, which no other rests on, and its hash with it."""
    return [*chain[:-1], hashed(_edited(chain[-1], chance))]


def edit_and_rechain(chain: Chain, chance: Random) -> Chain:
    """Change an event and compute every hash behind it anew."""
    return rechained(edit(chain, chance))


Attack = Callable[[Chain, Random], Chain]
ATTACKS: tuple[Attack, ...] = (
    edit,
    edit_with_hash,
    delete,
    insert,
    swap,
    truncate,
    edit_newest,
    edit_and_rechain,
)
UNSEEN_WITHOUT_CHECKPOINT: tuple[Attack, ...] = (truncate, edit_newest, edit_and_rechain)
"""What the chain alone cannot reveal: they leave behind a chain that holds."""
