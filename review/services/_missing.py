"""Write down what the evidence of entries lacks, as the gate finds it. Private to the services.

It is written in the transaction that changes the evidence, after the event of that change: a demotion voids answers.
"""

from collections.abc import Iterator, Sequence

from review.models import Entry
from review.selectors.promotion.gate_facts import missing_codes

BATCH_SIZE = 200


def store_missing(entries: Sequence[Entry]) -> None:
    """Store what the evidence of entries lacks, where it is something else now."""
    changed = list(with_other_missing(entries))
    Entry.objects.bulk_update(changed, ["missing"], batch_size=BATCH_SIZE)


def with_other_missing(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the entries whose evidence lacks something else than is stored, with what it lacks now."""
    for first in range(0, len(entries), BATCH_SIZE):
        batch = entries[first : first + BATCH_SIZE]
        found = missing_codes(batch)
        for entry in batch:
            if entry.missing != found[entry.pk]:
                entry.missing = found[entry.pk]
                yield entry
