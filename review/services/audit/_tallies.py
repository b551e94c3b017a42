"""Count runs again, and compare the stored tallies. Private to the services."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from django.db.models import F

from review.models import RunTally
from review.services.audit._finding import Finding
from review.services.audit._missing import Place
from review.services.derived.tallies import right_sums, stored_sums

COUNTED = frozenset({"extraction", "entry", "quote", "alignment"})
"""The tables that are counted: after a finding in one of them, the numbers may differ with reason."""


def tally_differences(reported: AbstractSet[Place]) -> Iterator[Finding]:
    """Yield the projects with stored tallies that do not match their runs."""
    if any(table in COUNTED for table, _ in reported):
        return
    stored, right = stored_sums(), right_sums()
    other = {week.project for week in {*stored, *right} if stored.get(week) != right.get(week)}
    of_one_run = RunTally.objects.filter(extraction__isnull=False).exclude(sample=F("extraction"))
    other |= set(of_one_run.values_list("project", flat=True))
    yield from (Finding("tally_changed", "project", pk) for pk in sorted(other))
