"""Count runs again, and compare what is kept of them. Private to the services."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from review.services._tallies import right_sums, stored_sums
from review.services.audit._finding import Finding
from review.services.audit._missing import Place

COUNTED = frozenset({"extraction", "entry", "quote", "alignment"})
"""What the numbers are made of: where one of these is told to be wrong, the numbers may rightly be others."""


def tally_differences(told: AbstractSet[Place]) -> Iterator[Finding]:
    """Yield the projects of which the page of quality tells other numbers than their runs have."""
    if any(table in COUNTED for table, _ in told):
        return
    stored, right = stored_sums(), right_sums()
    other = {week.project for week in {*stored, *right} if stored.get(week) != right.get(week)}
    yield from (Finding("tally_changed", "project", pk) for pk in sorted(other))
