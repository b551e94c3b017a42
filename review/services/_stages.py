"""Move an entry back. Private to the services."""

from review.models import Entry
from review.policy import Stage


def send_back(entry: Entry) -> str:
    """Take an entry back to candidate, and nobody vouches for it any more; give the stage it came from."""
    came_from = entry.stage
    entry.stage = Stage.CANDIDATE
    entry.verified_at = entry.verified_by = entry.certified_at = entry.certified_by = None
    save(entry, "stage", "verified_at", "verified_by", "certified_at", "certified_by")
    return came_from


def save(entry: Entry, *fields: str) -> None:
    """Save some columns of an entry, and count the change."""
    entry.version += 1
    entry.save(update_fields=[*fields, "version"])
