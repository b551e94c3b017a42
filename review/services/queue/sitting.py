"""The progress of a person in one sitting at the queue: counts kept with their log-in, and in no event."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone

PAUSE = timedelta(hours=1)
"""After how long without a decision another sitting begins."""
KEY = "sitting"
MAX_SKIPPED = 20
"""How many of the skipped entries are kept, the latest."""
MAX_SEEN = 100
"""How many of the entries that were seen are kept, the latest."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """How many entries were decided on, by kind, which were skipped and not decided on since, and which were seen.

    Those that were seen are in the order of their decisions, or of being skipped.
    """

    counts: Mapping[str, int]
    skipped: tuple[int, ...]
    seen: tuple[int, ...] = ()

    @property
    def decided(self) -> int:
        """How many entries were decided on."""
        return sum(self.counts.values())

    @property
    def last_seen(self) -> int | None:
        """The entry that was seen last."""
        return self.seen[-1] if self.seen else None

    def seen_before(self, entry: int) -> int | None:
        """Return the entry that was seen before one of them."""
        place = self.seen.index(entry) if entry in self.seen else 0
        return self.seen[place - 1] if place else None


def sitting_of(log_in: SessionBase) -> Sitting:
    """Return the sitting of a log-in: an empty one after a PAUSE."""
    kept = log_in.get(KEY) or {}
    if not kept or abs(timezone.now() - datetime.fromisoformat(kept["at"])) > PAUSE:
        return Sitting({}, ())
    return Sitting(kept["counts"], tuple(kept["skipped"]), tuple(kept.get("seen", ())))


def note_decided(log_in: SessionBase, kind: str, entry: int) -> None:
    """Count a decision; its entry no longer counts as skipped."""
    sitting = sitting_of(log_in)
    counts = {**sitting.counts, kind: sitting.counts.get(kind, 0) + 1}
    _keep(log_in, Sitting(counts, _without(sitting.skipped, entry), _last(sitting.seen, entry)))


def note_undone(log_in: SessionBase, kind: str) -> None:
    """Uncount a decision of the sitting."""
    sitting = sitting_of(log_in)
    if sitting.counts.get(kind, 0):
        _keep(log_in, Sitting({**sitting.counts, kind: sitting.counts[kind] - 1}, sitting.skipped, sitting.seen[:-1]))


def note_skipped(log_in: SessionBase, entry: int) -> None:
    """Keep an entry as skipped, once."""
    sitting = sitting_of(log_in)
    if entry not in sitting.skipped:
        skipped = (*sitting.skipped, entry)[-MAX_SKIPPED:]
        _keep(log_in, Sitting(sitting.counts, skipped, _last(sitting.seen, entry)))


def _without(entries: tuple[int, ...], entry: int) -> tuple[int, ...]:
    return tuple(one for one in entries if one != entry)


def _last(seen: tuple[int, ...], entry: int) -> tuple[int, ...]:
    """Return the entries that were seen with one of them as the last."""
    return (*_without(seen, entry), entry)[-MAX_SEEN:]


def _keep(log_in: SessionBase, sitting: Sitting) -> None:
    log_in[KEY] = {
        "at": timezone.now().isoformat(),
        "counts": dict(sitting.counts),
        "skipped": list(sitting.skipped),
        "seen": list(sitting.seen),
    }
