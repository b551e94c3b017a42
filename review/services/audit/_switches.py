"""Compare the switches under which an entry was verified with those in the journal. Private to the services."""

from collections.abc import Iterator

from review.models import ABOVE_CANDIDATE, Entry
from review.selectors.audit.replay import RecordedEntry
from review.selectors.promotion.switches import as_stored
from review.services.audit._finding import Finding


def switch_differences(entry: Entry, recorded: RecordedEntry) -> Iterator[Finding]:
    """Yield an entry that does not state the switches under which it was verified.

    When the journal records another stage, that is a finding already.
    """
    stage = recorded.stage or (None if entry.stage in ABOVE_CANDIDATE else entry.stage)
    if stage == entry.stage and entry.verified_under != as_stored(recorded.switches):
        yield Finding("switches_unaccounted", "entry", entry.pk, entry.verified_under)
