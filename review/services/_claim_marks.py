"""Mark the claims that wait for a person, for lists and the database. Private; the gate does not rely on it."""

from collections.abc import Mapping, Sequence

from review.models import ABOVE_CANDIDATE, Entry, Project, Quote, ReviewSession
from review.selectors.promotion.claim_facts import lacks_facts
from review.selectors.promotion.claims import is_claim_open
from review.services._stages import lock_entry, lock_sessions, save_changes
from review.services.derived.refresh import refresh


def mark_claim(entry: Entry) -> None:
    """Mark a locked entry by whether its claim waits; a change increments its version."""
    is_open = is_claim_open(entry)
    if entry.claim_open != is_open:
        entry.claim_open = is_open
        save_changes(entry, "claim_open")


def mark_claims(project: Project) -> None:
    """Mark the entries of a locked project after its switch for the facts of claims was turned.

    Verified entries stay as they are. Sessions and entries are locked, so that nothing is stored or verified in the
    meantime under the old setting.
    """
    lock_sessions(project)
    entries = Entry.objects.filter(session__project=project).order_by("pk")
    if not project.claim_facts:
        entries = entries.filter(claim_open=True)
    for pk in list(entries.values_list("pk", flat=True)):
        entry = lock_entry(pk)
        if entry.stage not in ABOVE_CANDIDATE:
            mark_claim(entry)
    marked = Entry.objects.filter(session__project=project).select_related("session__project", "claim")
    refresh(list(marked.order_by("pk")))


def mark_new_claims(session: ReviewSession, stored: Mapping[Entry, Sequence[Quote]]) -> None:
    """Mark entries that were just stored in a locked session, so nobody can have confirmed their claims yet.

    The project of the session was read under the lock.
    """
    if session.project.claim_facts:
        lacking = [entry.pk for entry, quotes in stored.items() if lacks_facts(entry, quotes)]
        Entry.objects.filter(pk__in=lacking).update(claim_open=True)
