"""Read chains of events in the form that their hashes cover."""

from collections.abc import Iterator

from aligner_core.ledger import Link
from review.models import Chain, Event
from review.models.events import moment_text

ROWS_PER_FETCH = 2_000
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
    """Yield the events of a chain in order, from plain columns: model instances would take most of the time."""
    rows = Event.objects.filter(chain=chain).order_by("seq").values_list(*COLUMNS)
    fetched = rows.iterator(chunk_size=ROWS_PER_FETCH)
    for event_id, seq, event_type, session_id, entry_id, actor, created_at, *rest in fetched:
        yield Link(event_id, seq, event_type, session_id, entry_id, actor, moment_text(created_at), *rest)
