"""Take back a statement that was just made on an entry. Private to the undoing of decisions."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from review.domain import events
from review.models import (
    FIRST_VERSION,
    Acknowledgement,
    Approval,
    ClaimConfirmation,
    ClaimVersion,
    Entry,
    Event,
    Explanation,
)
from review.models.undone import Undoable
from review.selectors.promotion.claims import is_claim_open
from review.services._stages import save_changes


def take_back_statement(entry: Entry, event: Event, *, actor: AbstractBaseUser) -> None:
    """Void the statement that an event records; its row stays, and the statement before it counts again."""
    row = _stated(entry, event, actor)
    row.undone_at = timezone.now()
    row.save(update_fields=["undone_at"])
    if isinstance(row, ClaimVersion):
        number = row.number - 1
        entry.claim = None if number == FIRST_VERSION else entry.claimversions.get(number=number)
    if isinstance(row, (ClaimVersion, ClaimConfirmation)):
        entry.claim_open = is_claim_open(entry)
    save_changes(entry, "claim", "claim_open")


def _stated(entry: Entry, event: Event, actor: AbstractBaseUser) -> Undoable:
    """Return the row that an event records: of equal ones that were taken back and made again, the one that counts."""
    body, own = event.body, {"entry": entry, "actor": actor.pk}
    match event.event_type:
        case events.ClaimCorrected.event_type:
            return ClaimVersion.objects.get(**own, number=body["claim_version"])
        case events.ClaimConfirmed.event_type:
            return ClaimConfirmation.objects.get(**own, fingerprint=body["fingerprint"])
        case events.RequirementExplained.event_type:
            return Explanation.objects.get(**own, requirement=body["requirement"], fingerprint=body["fingerprint"])
        case events.EntryApproved.event_type:
            return Approval.objects.get(**own, fingerprint=body["fingerprint"])
        case _:
            place = {"quote__entry": entry, "quote__position": body["quote"], "attempt": body["attempt"]}
            return Acknowledgement.objects.get(
                **{f"alignment__{name}": value for name, value in place.items()},
                actor=actor.pk,
                claim_version=body["claim_version"],
            )
