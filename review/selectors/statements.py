"""What people have said of an entry's evidence, as long as it still is that evidence."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from aligner_core import canonical_json, digest
from review.events import EntryDemoted, EntryRejected
from review.models import Approval, Entry, Explanation, Override, SourceCorrection, Standing
from review.policy import EXPLAINABLE, Reason
from review.selectors.access import Person

IS_MANUAL = Exists(Override.objects.filter(entry=OuterRef("pk")))
"""Matches the entries that were once verified past the policy of their project: the mark stays for good."""

DOUBTS = (EntryDemoted.event_type, EntryRejected.event_type)


def fingerprint_of(entry: Entry) -> str:
    """Name an entry's evidence as it is: every quote that counts, with its current attempt, and the sources named.

    What people said of it is void after a new attempt or a corrected source, and after the entry was sent back or
    rejected as well: whoever did so had doubts that nobody has looked at.
    """
    counting = entry.quotes.filter(standing=Standing.COUNTS).order_by("position")
    attempts = [list(row) for row in counting.values_list("position", "current__attempt")]
    demotions = entry.events.filter(event_type__in=DOUBTS).count()
    corrections = SourceCorrection.objects.filter(source__entry=entry).count()
    return digest(canonical_json({"attempts": attempts, "demotions": demotions, "corrections": corrections}))


def explanations_of(entry: Entry, fingerprint: str) -> tuple[Explanation, ...]:
    """Give the reasons that hold for the evidence as it is."""
    return tuple(entry.explanations.filter(fingerprint=fingerprint).select_related("actor"))


def approvals_of(entry: Entry, fingerprint: str) -> tuple[Approval, ...]:
    """Give the approvals of the evidence as it is."""
    return tuple(entry.approvals.filter(fingerprint=fingerprint).select_related("actor"))


def explained_by(explanations: Iterable[Explanation], actor: Person | None) -> frozenset[Reason]:
    """Name what a person gave a reason for: what another one said does not count here."""
    said = {one.requirement for one in explanations if actor is not None and one.actor_id == actor.pk}
    return frozenset(reason for reason in EXPLAINABLE if reason in said)


def approved_by_another(approvals: Iterable[Approval], actor: Person | None) -> bool:
    """Say whether another person than *actor* approved."""
    return any(actor is None or one.actor_id != actor.pk for one in approvals)
