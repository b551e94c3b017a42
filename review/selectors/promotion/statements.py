"""Reasons and approvals for an entry, which hold only for the evidence they were given for."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from aligner_core import canonical_json, digest
from review.domain.events import EntryDemoted, EntryRejected
from review.domain.policy import EXPLAINABLE, Reason
from review.models import Approval, Entry, Explanation, Override, SourceCorrection, Standing
from review.selectors.access import Person

IS_MANUAL = Exists(Override.objects.filter(entry=OuterRef("pk")))
"""Matches the entries that were ever verified by overriding the policy of their project; the mark is permanent."""

VOIDING_EVENTS = (EntryDemoted.event_type, EntryRejected.event_type)


def fingerprint_of(entry: Entry) -> str:
    """Return a digest of an entry's current evidence: every quote that counts with its attempt, and its corrections.

    A new attempt, a corrected source or a corrected claim voids all reasons and approvals. So does a demotion or a
    rejection, as it raises doubts that the earlier statements did not consider.
    """
    counting = entry.quotes.filter(standing=Standing.COUNTS).order_by("position")
    attempts = [list(row) for row in counting.values_list("position", "current__attempt")]
    demotions = entry.events.filter(event_type__in=VOIDING_EVENTS).count()
    corrections = SourceCorrection.objects.filter(source__entry=entry).count()
    stated = {"attempts": attempts, "demotions": demotions, "corrections": corrections}
    claim = {} if entry.claim is None else {"claim": entry.claim_version}
    return digest(canonical_json({**stated, **claim}))


def explanations_of(entry: Entry, fingerprint: str) -> tuple[Explanation, ...]:
    """Return the reasons given for the current evidence."""
    return tuple(entry.explanations.filter(fingerprint=fingerprint).select_related("actor"))


def approvals_of(entry: Entry, fingerprint: str) -> tuple[Approval, ...]:
    """Return the approvals of the current evidence."""
    return tuple(entry.approvals.filter(fingerprint=fingerprint).select_related("actor"))


def explained_by(explanations: Iterable[Explanation], actor: Person | None) -> frozenset[Reason]:
    """Return the requirements that *actor* has given a reason for; reasons by others do not count."""
    explained = {one.requirement for one in explanations if actor is not None and one.actor_id == actor.pk}
    return frozenset(reason for reason in EXPLAINABLE if reason in explained)


def approved_by_another(approvals: Iterable[Approval], actor: Person | None) -> bool:
    """Return whether somebody other than *actor* has approved."""
    return any(actor is None or one.actor_id != actor.pk for one in approvals)
