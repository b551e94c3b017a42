"""Compare the switches under which an entry was verified with what the journal tells. Private to the services."""

from collections.abc import Iterator

from review.models import ABOVE_CANDIDATE, Entry
from review.selectors.audit.replay import RecordedEntry
from review.selectors.promotion.switches import SwitchHistory, as_stored
from review.services.audit._finding import Finding


def switch_differences(entry: Entry, recorded: RecordedEntry, history: SwitchHistory) -> Iterator[Finding]:
    """Yield that an entry says it was verified under other switches than those that were on.

    Where the journal tells another stage, that is a finding already.
    """
    stage = recorded.stage or (None if entry.stage in ABOVE_CANDIDATE else entry.stage)
    if stage == entry.stage and entry.verified_under != _told(entry, recorded, history):
        yield Finding("switches_unaccounted", "entry", entry.pk, entry.verified_under or "")


def _told(entry: Entry, recorded: RecordedEntry, history: SwitchHistory) -> str | None:
    """Return the switches that the event of the promotion names, and of an older event those that were turned on."""
    if recorded.stage not in ABOVE_CANDIDATE or entry.verified_at is None:
        return None
    if recorded.switches is not None:
        return as_stored(recorded.switches)
    return as_stored(history.on_at(entry.verified_at, entry.session.project))
