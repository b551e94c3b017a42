"""Read chains of events as their hashes are made over them."""

from collections.abc import Iterator
from datetime import UTC, datetime

from aligner_core.journal import Link
from review.models import Chain, Event

CHUNK = 2_000
COLUMNS = (
    "event_id",
    "seq",
    "event_type",
    "session__session_id",
    "entry__entry_id",
    "actor",
    "created_at",
    "payload",
    "prev_hash",
    "hash",
)


def chain_links(chain: Chain) -> Iterator[Link]:
    """Give the events of a chain in order, from plain columns: a model for each would cost most of the time."""
    rows = Event.objects.filter(chain=chain).order_by("seq").values_list(*COLUMNS)
    for event_id, seq, event_type, session_id, entry_id, actor, created_at, *rest in rows.iterator(chunk_size=CHUNK):
        yield Link(event_id, seq, event_type, session_id, entry_id, actor, moment_text(created_at), *rest)


def moment_text(moment: datetime) -> str:
    """Write a time as hashes are made over it: UTC, with microseconds."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"
