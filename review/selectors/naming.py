"""How the records of a bundle name what they are about."""

from typing import Any

from review.models import Entry, ReviewSession

Record = dict[str, Any]


def session_name(session: ReviewSession) -> Record:
    """Name a session, and the project in which that name means it."""
    return {"project": session.project.slug, "session_id": session.session_id}


def entry_name(entry: Entry) -> Record:
    """Name an entry: its `entry_id` is the extractor's, and neither needed nor unique."""
    named = {"extraction": entry.extraction.digest, "entry": entry.position, "entry_id": entry.entry_id}
    return {**session_name(entry.session), **named}
