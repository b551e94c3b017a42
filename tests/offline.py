"""Read the journal from a SQLite file, as somebody without this application could."""

import sqlite3
from datetime import datetime

from aligner_core.ledger.hash_chain import ChainBreak, Head, Link, verify_chain

EVENTS = """SELECT c.name, e.event_id, e.seq, e.event_type, s.session_id, n.entry_id, e.actor, e.created_at, e.payload,
e.prev_hash, e.hash FROM review_event e JOIN review_chain c ON c.id = e.chain_id
LEFT JOIN review_reviewsession s ON s.id = e.session_id LEFT JOIN review_entry n ON n.id = e.entry_id
ORDER BY c.name, e.seq"""
HEADS = "SELECT name, head_seq, head_hash FROM review_chain ORDER BY name"
Journal = dict[str, tuple[Head, list[Link]]]


def read_journal(store: sqlite3.Connection) -> Journal:
    """Return every chain with its head."""
    chains: Journal = {name: (Head(name, seq, last), []) for name, seq, last in store.execute(HEADS)}
    for name, *columns in store.execute(EVENTS):
        link = Link(*columns)
        moment = datetime.fromisoformat(link.created_at).isoformat(timespec="microseconds")
        chains[name][1].append(link._replace(created_at=f"{moment}Z"))
    return chains


def broken_in(journal: Journal, pins: dict[str, dict[int, str]] | None = None) -> list[ChainBreak]:
    """Return what is broken in any chain, including chains that are missing."""
    left, found = dict(pins or {}), list[ChainBreak]()
    for name, (head, links) in journal.items():
        found += verify_chain(links, head=head, pins=left.pop(name, None))
    return found + [ChainBreak("checkpoint_ahead", min(missing)) for missing in left.values()]


def is_whole(store: sqlite3.Connection) -> bool:
    """Return whether SQLite finds the file intact."""
    return list(store.execute("PRAGMA integrity_check")) == [("ok",)]
